"""One reply of an engine as it is measured, and where two replies to a prompt first differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import TallySummary
from desktop_app.decoding.tie_audit import audit
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Plan, Prefilled, Started
from desktop_app.engines.local import LocalEngine


class MeasuredReplyError(SlipstreamError):
    """A reply that was to be measured failed."""


@dataclass(frozen=True, slots=True)
class Run:
    """One measured reply. plans: the first says how it is drafted, the others what changed on the way."""

    started: Started
    plans: tuple[Plan, ...]
    prefilled: Prefilled
    rounds: tuple[Round, ...]
    reason: str
    text: str
    tally: TallySummary

    @property
    def tokens(self) -> tuple[int, ...]:
        return tuple(token.token for round_ in self.rounds for token in round_.emitted)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where replies to a prompt first differ. position: tokens before it; a token is None past a reply's end.

    The gaps are those of `TieAudit`, at temperature 0; None where noise had its part in the choice.
    """

    position: int
    plain_token: int | None
    speculative_token: int | None
    plain_gap: float | None
    speculative_gap: float | None


def run_of(events: Iterable[Event]) -> Run:
    """A whole reply's events as one.

    Raises:
        MeasuredReplyError: the reply failed, or it was stopped before its prompt was read.
    """
    started, prefilled, finished = None, None, None
    plans: list[Plan] = []
    rounds: list[Round] = []
    for event in events:
        match event:
            case Round():
                rounds.append(event)
            case Started():
                started = event
            case Prefilled():
                prefilled = event
            case Plan():
                plans.append(event)
            case Finished():
                finished = event
            case Failed():
                raise MeasuredReplyError(event.error)
    if started is None or prefilled is None or finished is None:
        raise MeasuredReplyError("A reply was stopped before its prompt was read.")
    return Run(
        started, tuple(plans), prefilled, tuple(rounds), finished.reason, finished.text, finished.tally
    )


def difference(
    engine: LocalEngine, request: ChatRequest, plain: Run, mine: Run, check: Callable[[], None]
) -> Difference | None:
    """None when both replies to the request have the same tokens; else one pass for each shared token.

    Raises:
        Cancelled: by check, which is called before each pass.
    """
    if plain.tokens == mine.tokens:
        return None
    ids = engine.prompt_ids(request)
    k = max((len(round_.drafts) for round_ in mine.rounds), default=1)
    found = audit(engine.runner, ids, plain.tokens, mine.tokens, k, check)
    assert found is not None
    greedy = request.sampling.greedy
    return Difference(
        found.position,
        found.plain_token,
        found.speculative_token,
        found.plain_gap if greedy else None,
        found.speculative_gap if greedy else None,
    )
