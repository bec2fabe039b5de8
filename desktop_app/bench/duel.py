"""One prompt in two or three lanes, measured in turns, and a verdict on their texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from desktop_app.bench.measured_reply import MeasuredReplyError, Run, run_of
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import ChatRequest, Difference, DraftLength, Engine, Event, Started

# Loads a draft model and goes through every shape once, outside the measurement.
_WARM_UP_TOKENS = 24
_MOST_LANES = 3

VerdictKind = Literal["identical", "different", "not comparable"]


class DuelError(SlipstreamError):
    """A duel that cannot be held, or whose reply failed."""


@dataclass(frozen=True, slots=True)
class Lane:
    """How one side drafts; draft and k as in a request, "none" for plain."""

    draft: str = "auto"
    k: DraftLength = "auto"


PLAIN = Lane("none")


@dataclass(frozen=True, slots=True)
class LaneEvent:
    """What happened in a lane. turn: which of the duel's runs this is, -1 while it warms up."""

    lane: int
    turn: int
    event: Event


@dataclass(frozen=True, slots=True)
class Verdict:
    """On the texts of the first lane and another one. difference: where they part, None where they do not.

    Under the rejection verifier lanes draw their own words, of the same distribution: not comparable.
    """

    kind: VerdictKind
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class DuelOutcome:
    """runs: of each lane, in the order they were measured. verdicts: of each lane after the first."""

    lanes: tuple[Lane, ...]
    runs: tuple[tuple[Run, ...], ...]
    verdicts: tuple[Verdict, ...]


class Duel:
    """request: what every lane is asked; its draft, k and session are the lanes' own, and without a seed each
    lane would say something else.

    Every run reads the prompt from an empty cache. back: the lanes run there and back (A B B A), so that a
    machine that slows down slows all of them; without it each runs once.

    Raises:
        DuelError: there are not two or three lanes, or no seed.
    """

    def __init__(
        self, engine: Engine, request: ChatRequest, lanes: Sequence[Lane], *, back: bool = True
    ) -> None:
        if not 2 <= len(lanes) <= _MOST_LANES:
            raise DuelError(f"A duel has two or three lanes, not {len(lanes)}.")
        if request.seed is None:
            raise DuelError("A duel needs a seed, or its lanes would draw different words.")
        self._engine = engine
        self._request = request
        self._lanes = tuple(lanes)
        there = range(len(lanes))
        self.order: tuple[int, ...] = (*there, *reversed(there)) if back else tuple(there)
        self.outcome: DuelOutcome | None = None

    def events(self, control: ReplyControl) -> Iterator[LaneEvent]:
        """All that happens, as it happens; afterwards `outcome` is there.

        Raises:
            DuelError: a reply failed.
            Cancelled: the user asked to stop.
        """
        for lane in range(len(self._lanes)):
            yield from self._run(lane, -1, control, [])
        runs: list[list[Run]] = [[] for _ in self._lanes]
        for turn, lane in enumerate(self.order):
            yield from self._run(lane, turn, control, runs[lane])
        verdicts = [self._verdict(runs[0][0], runs[lane][0], lane, control) for lane in range(1, len(runs))]
        self.outcome = DuelOutcome(self._lanes, tuple(map(tuple, runs)), tuple(verdicts))

    def _asked(self, lane: int) -> ChatRequest:
        chosen = self._lanes[lane]
        # only coupled noise makes the lanes' texts the same
        verifier = "coupled" if self._request.verifier == "auto" else self._request.verifier
        session = f"duel lane {lane}"
        return replace(self._request, draft=chosen.draft, k=chosen.k, verifier=verifier, session=session)

    def _run(self, lane: int, turn: int, control: ReplyControl, runs: list[Run]) -> Iterator[LaneEvent]:
        request = self._asked(lane)
        if turn < 0:
            request = replace(request, max_tokens=min(request.max_tokens, _WARM_UP_TOKENS))
        events: list[Event] = []
        try:
            for event in self._engine.reply(request, control):
                events.append(event)
                yield LaneEvent(lane, turn, event)
        finally:
            self._engine.forget(request.session)
        control.check()
        try:
            runs.append(run_of(events))
        except MeasuredReplyError as error:
            raise DuelError(f"The duel could not go on. {error}") from error

    def _verdict(self, first: Run, other: Run, lane: int, control: ReplyControl) -> Verdict:
        if "rejection" in (_verifier(first.started), _verifier(other.started)):
            return Verdict("not comparable")
        asked = self._asked(lane)
        try:
            found = self._engine.difference(asked, first.tokens, other.tokens, other.most_drafts, control)
        finally:
            self._engine.forget(asked.session)
        return Verdict("identical") if found is None else Verdict("different", found)


def _verifier(started: Started) -> str:
    return started.resolved.verifier
