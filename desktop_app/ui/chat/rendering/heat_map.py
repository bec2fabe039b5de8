"""Acceptance per paragraph or block of code of a reply. No Qt in here.

A paragraph is what a blank line, a heading or the edge of a block of code ends. Every token belongs to one,
so that what is counted in them sums to the reply.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.stream_split import Fence


@dataclass(frozen=True, slots=True)
class Heat:
    """What became of the drafts in one paragraph: tokens first to last - 1 of the reply.

    tested: levels at which the target compared a draft. rounds: a round that reaches into the next paragraph
    counts by its share of tokens.
    """

    first: int
    last: int
    code: bool
    accepted: int
    tested: int
    rounds: float

    @property
    def acceptance(self) -> float | None:
        return self.accepted / self.tested if self.tested else None

    @property
    def tokens_per_round(self) -> float:
        return (self.last - self.first) / self.rounds


class HeatMap:
    """Follows a reply while it grows: only what is new, and the last paragraph, is looked at again."""

    def __init__(self, reply: ReplyText) -> None:
        self._reply = reply
        self._starts = array("l", [0])
        self._code = [False]
        self._accepted = array("l", [0])
        self._tested = array("l", [0])
        self._rounds = array("d", [0.0])
        self._line = 0
        self._fence: Fence | None = None
        self._ended = False
        self._growing: tuple[int, bool] | None = None
        self._seen = (0, 0)

    @property
    def reply(self) -> ReplyText:
        return self._reply

    def at(self, token: int) -> Heat:
        """The paragraph with this token. The last line of a reply that grows counts as it stands."""
        self._update()
        if self._growing is not None and token >= self._growing[0]:
            return self._heat(self._growing[0], len(self._accepted) - 1, self._growing[1])
        place = max(0, bisect_right(self._starts, token) - 1)
        end = len(self._accepted) - 1 if self._growing is None else self._growing[0]
        last = self._starts[place + 1] if place + 1 < len(self._starts) else end
        return self._heat(self._starts[place], last, self._code[place])

    def _heat(self, first: int, last: int, code: bool) -> Heat:
        return Heat(
            first,
            last,
            code,
            self._accepted[last] - self._accepted[first],
            self._tested[last] - self._tested[first],
            self._rounds[last] - self._rounds[first],
        )

    def _update(self) -> None:
        tokens, rounds = self._reply.tokens, self._reply.rounds
        if (len(tokens), len(self._reply.text)) == self._seen:
            return
        self._seen = len(tokens), len(self._reply.text)
        for mark in tokens[len(self._accepted) - 1 :]:
            accepted = mark.origin is Origin.ACCEPTED
            self._accepted.append(self._accepted[-1] + accepted)
            self._tested.append(self._tested[-1] + (accepted or mark.origin is Origin.CORRECTED))
            self._rounds.append(self._rounds[-1] + 1 / len(rounds[mark.round_position].emitted))
        text = self._reply.text
        end = text.find("\n", self._line)
        while end >= 0:
            self._read(text[self._line : end], self._line)
            self._line = end + 1
            end = text.find("\n", self._line)
        self._growing = self._begun(text[self._line :], self._line)

    def _read(self, line: str, offset: int) -> None:
        """A complete line."""
        begun = self._begun(line, offset)
        if begun is not None:
            self._starts.append(begun[0])
            self._code.append(begun[1])
        if self._fence is not None:
            if self._fence.closed_by(line):
                self._fence, self._ended = None, True
            return
        self._fence = Fence.opened_by(line)
        if self._fence is not None:
            self._code[-1] = True
        self._ended = self._fence is None and (not line.strip() or line.startswith("#"))

    def _begun(self, line: str, offset: int) -> tuple[int, bool] | None:
        """The first token of the paragraph that begins with this line, and whether it is code."""
        if self._fence is not None or not line.strip():
            return None
        code = Fence.opened_by(line) is not None
        if not (self._ended or code or line.startswith("#")):
            return None
        owners = self._reply.owners
        start = next((owners[i] for i in range(offset, len(owners)) if owners[i] >= 0), -1)
        return (start, code) if start > self._starts[-1] else None
