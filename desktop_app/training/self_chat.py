"""One conversation that the target has with itself, token by token."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from desktop_app.training.chat_turns import ChatTurns
from desktop_app.training.exchanges import Exchange
from desktop_app.training.loops import loops

# Of a user's turn: a question is drawn freely, or the questions would all be alike.
USER_TEMPERATURE = 0.9
_SHORTEST_QUESTION = 3
_LOOP_CHECK_EVERY = 8


@dataclass(frozen=True, slots=True)
class Limits:
    """In tokens: of a question, a reply and a whole conversation."""

    question: int
    reply: int
    conversation: int


class Phase(Enum):
    QUESTION = auto()
    REPLY = auto()
    ENDED = auto()


class SelfChat:
    """A conversation that grows by one token at a time.

    ids: so far; the last is the one to be read next, at position len(ids) - 1. phase: whose turn it is.
    temperature: of the replies.
    """

    def __init__(
        self, turns: ChatTurns, stops: Collection[int], controls: Collection[int], temperature: float
    ) -> None:
        self._turns = turns
        self._stops = stops
        self._question_ends = {*stops, *controls, turns.to_reply[0]}
        self._reply_temperature = temperature
        self._forced: list[int] = []  # what the template or an opening says next
        self._turn_start = 0
        self._limits = Limits(0, 0, 0)
        self._spans: list[tuple[int, int]] = []
        self.ids = list(turns.before)
        self.phase = Phase.ENDED

    @property
    def temperature(self) -> float:
        """At which the next token is to be drawn."""
        return USER_TEMPERATURE if self.phase is Phase.QUESTION else self._reply_temperature

    @property
    def replies(self) -> int:
        return len(self._spans)

    @property
    def can_go_on(self) -> bool:
        """Whether another user turn may follow: the last reply ended by itself."""
        return bool(self._turns.to_user) and self.ids[-1] == self._turns.to_user[0] and bool(self._spans)

    def ask(self, opening: Sequence[int], limits: Limits) -> None:
        """Begins a user turn, the first or another one."""
        between = self._turns.to_user[1:] if self._spans else ()
        self._forced = [*between, *opening]
        self._turn_start = len(self.ids) + len(between)
        self._limits = limits
        self.phase = Phase.QUESTION

    def take(self, drawn: int) -> None:
        """Adds the next token: the one drawn from the model, unless the template says another."""
        if self._forced:
            self.ids.append(self._forced.pop(0))
        elif self.phase is Phase.QUESTION:
            self._ask_on(drawn)
        else:
            self._reply_on(drawn)
        if len(self.ids) >= self._limits.conversation:
            self._end_reply()
            self.phase = Phase.ENDED

    def exchange(self) -> Exchange | None:
        """The conversation up to its last whole reply; None where there is none."""
        if not self._spans:
            return None
        ids = np.array(self.ids[: self._spans[-1][1]], dtype=np.int32)
        return Exchange(ids, tuple(self._spans), self._reply_temperature)

    def _ask_on(self, drawn: int) -> None:
        asked = len(self.ids) - self._turn_start
        if drawn not in self._question_ends and asked < self._limits.question:
            self.ids.append(drawn)
        elif asked < _SHORTEST_QUESTION:
            self.phase = Phase.ENDED
        else:
            first, *self._forced = self._turns.to_reply
            self.ids.append(first)
            self._turn_start = len(self.ids) + len(self._forced)
            self.phase = Phase.REPLY

    def _reply_on(self, drawn: int) -> None:
        self.ids.append(drawn)
        said = len(self.ids) - self._turn_start
        looping = said % _LOOP_CHECK_EVERY == 0 and loops(self.ids, self._turn_start)
        if drawn in self._stops or said >= self._limits.reply or looping:
            self._end_reply()
            self.phase = Phase.ENDED

    def _end_reply(self) -> None:
        if self.phase is Phase.REPLY and len(self.ids) > self._turn_start:
            self._spans.append((self._turn_start, len(self.ids)))
