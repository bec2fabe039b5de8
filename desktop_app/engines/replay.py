"""Plays recorded events at their own pace: demonstrations without a model."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import ChatRequest, Difference, Event, Failed, Finished, Prefilled, Started

# How long a stop may stay unheard.
_LOOK_EVERY_S = 0.02


class ReplayError(SlipstreamError):
    """There is nothing to play."""


class Pace:
    """How fast a replay goes. Safe to change from any thread while it plays.

    speed: 1 is the recorded pace, 0.25 four times slower, 0 stands still until `step` lets one event through.
    """

    def __init__(self, speed: float = 1.0) -> None:
        self._changed = threading.Condition()
        self._speed = _checked(speed)
        self._steps = 0

    @property
    def speed(self) -> float:
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        with self._changed:
            self._speed = _checked(speed)
            self._changed.notify_all()

    def step(self) -> None:
        with self._changed:
            self._steps += 1
            self._changed.notify_all()

    def wait(self, seconds: float, control: ReplyControl) -> bool:
        """Waits for so many seconds of the recording; False as soon as the replay is stopped."""
        left = seconds
        with self._changed:
            while left > 0 or not self._speed:
                if control.stopped:
                    return False
                if not self._speed and self._steps:
                    self._steps -= 1
                    return True
                speed, before = self._speed, time.monotonic()
                self._changed.wait(min(_LOOK_EVERY_S, left / speed) if speed else _LOOK_EVERY_S)
                left -= (time.monotonic() - before) * speed
        return not control.stopped


class ReplayEngine:
    """Answers any request with the events of a trace, each at its time since the reply was asked for.

    Raises:
        ReplayError: the events do not begin with a request.
    """

    context_limit = 0

    def __init__(self, events: Sequence[Event], pace: Pace | None = None) -> None:
        started = events[0] if events else None
        if not isinstance(started, Started):
            raise ReplayError("This trace does not begin with a request; there is nothing to play.")
        self.name = started.model
        self.pace = pace or Pace()
        self._events = tuple(events)

    def reply(self, _request: ChatRequest, control: ReplyControl) -> Iterator[Event]:
        """Ends with a Finished of its own where the recording was cut or the replay is stopped."""
        tally = Tally()
        text: list[str] = []
        at = 0.0
        for event, next_at in zip(self._events, self._times(), strict=True):
            if not self.pace.wait(next_at - at, control):
                break
            at = next_at
            if isinstance(event, Round):
                tally.add(event)
                text.append(event.text)
            elif isinstance(event, Prefilled):
                tally.prefilled(event.tokens, event.seconds)
            yield event
            if isinstance(event, Finished | Failed):
                return
        yield Finished("cancelled", "".join(text), tally.summary())

    def _times(self) -> list[float]:
        """Seconds since the request; an event without a time of its own has that of the next."""
        times: list[float] = []
        last = max((event.at for event in self._events if isinstance(event, Round)), default=0.0)
        following = last
        for event in reversed(self._events):
            match event:
                case Round():
                    following = event.at
                case Started():
                    following = 0.0
                case Finished() | Failed():
                    following = last
            times.append(following)
        return times[::-1]

    def count(self, _messages: Sequence[Message], _session: str) -> int:
        raise ReplayError("A replay has no tokenizer to count with.")

    def count_text(self, _text: str) -> int:
        raise ReplayError("A replay has no tokenizer to count with.")

    def difference(self, *_: object) -> Difference | None:
        raise ReplayError("A replay has no model to ask.")

    drafts = ()

    def retrace(self, *_: object) -> Iterator[tuple[int, Round]]:
        raise ReplayError("A replay has no model to ask.")

    def forget(self, session: str) -> None:
        pass

    def close(self) -> None:
        pass


def _checked(speed: float) -> float:
    if not 0 <= speed <= 1000:
        raise ReplayError(f"The pace of a replay is between 0 and 1000, not {speed:g}.")
    return speed
