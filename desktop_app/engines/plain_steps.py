"""The plain steps in the events of a reply: what `Baselines` are made of."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Event, Plan, Prefilled, Started
from desktop_app.engines.baselines import Baselines, BaselinesError, Place, bucket

_log = logging.getLogger(__name__)


class PlainSteps:
    """Takes the events of one reply in their order; `seconds` are its plain steps by place.

    A plain step is a round of a plain reply, after a switch to plain, or a control round, as the reader waits
    for it. Round 0 is none, nor is one in which the drafter had no guess, nor any in the exact shape or with
    its distributions recorded: they cost more.
    """

    def __init__(self) -> None:
        self._started: Started | None = None
        self._plain = False
        self._context = 0
        self._at: float | None = None
        self._seconds: defaultdict[int, list[float]] = defaultdict(list)

    @property
    def seconds(self) -> Mapping[Place, Sequence[float]]:
        started = self._started
        if started is None:
            return {}
        where = (started.model, started.resolved.dtype, started.resolved.device)
        return {Place(*where, context): steps for context, steps in self._seconds.items()}

    @property
    def count(self) -> int:
        return sum(map(len, self._seconds.values()))

    def add(self, event: Event) -> None:
        match event:
            case Started():
                self._started, self._plain = event, event.mode == "plain"
            case Plan():
                self._plain = event.mode == "plain"
            case Prefilled():
                self._context = event.tokens + event.reused
            case Round():
                if self._at is not None and self._is_plain(event):
                    self._seconds[bucket(self._context)].append(event.at - self._at)
                self._at = event.at
                self._context += len(event.emitted)

    def _is_plain(self, round_: Round) -> bool:
        if self._started is None or self._started.resolved.exact or round_.rows is not None:
            return False
        wanted = self._plain or round_.undrafted is not None
        return wanted and round_.drafter == "none" and not round_.drafts


def noting_plain_steps(events: Iterator[Event], baselines: Baselines) -> Iterator[Event]:
    """Passes the events on and keeps their plain steps at the end; a full disk disturbs no reply."""
    steps = PlainSteps()
    try:
        for event in events:
            steps.add(event)
            yield event
    finally:
        close = getattr(events, "close", None)
        if close is not None:
            close()
        try:
            baselines.add(steps.seconds.items())
        except BaselinesError as error:
            _log.warning("%s", error)
