"""One reply of an engine as it is measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import TallySummary
from desktop_app.engines.base import Event, Failed, Finished, Plan, Prefilled, Started


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

    @property
    def most_drafts(self) -> int:
        """In one round."""
        return max((len(round_.drafts) for round_ in self.rounds), default=0)


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
