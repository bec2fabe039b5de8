"""The text of a reply and which token made each of its characters. No Qt in here."""

from __future__ import annotations

import re
from array import array
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from desktop_app.chats.characters import GRAPHEME, ORIGIN_RANK
from desktop_app.decoding.rounds import Emitted, Origin, Round
from desktop_app.engines.base import Text
from desktop_app.ui.chat.rendering.steps import finished

_REPLACED = {
    # Qt would see the end of a line, the end of a paragraph, an object or the edge of a frame
    0x2028: "\n",
    0x2029: "\n",
    0xFFFC: "\ufffd",
    0xFDD0: "\ufffd",
    0xFDD1: "\ufffd",
}
_CONTROLS: dict[int, None] = {
    code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"
}
_DISPLAY = {**_REPLACED, **_CONTROLS}
_STEP = 50  # pieces that are read in one go
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def displayable(text: str) -> str:
    """`text` without control characters other than newline and tab, and without what Qt keeps for itself."""
    return _SURROGATE.sub("\ufffd", text.translate(_DISPLAY))


@dataclass(frozen=True, slots=True)
class TokenMark:
    """One token of a reply: its place among the tokens, its origin, and where in the rounds it stands.

    part: 0 up to the first switch between speculative and plain; then twice the number of switches before it,
    and one more where it is plain.
    """

    index: int
    origin: Origin
    round_position: int
    emitted_position: int
    part: int = 0


class ReplyText:
    """Grows by tokens. owners[i] is the token that made text[i], -1 for text without tokens.

    changed_from: the first character whose text or owner changed since `settle` was last called. A token can
    change the owner of characters before it: it may complete a joined emoji that began in another token.
    """

    def __init__(self) -> None:
        self.text = ""
        self.owners = array("l")
        self.tokens: list[TokenMark] = []
        self.rounds: list[Round] = []
        self.changed_from = 0
        self._silent: int | None = None
        self._part = 0

    def add_round(self, round_: Round) -> None:
        if round_.switched is not None:
            self._part = self._part // 2 * 2 + 2 + (round_.switched == "plain")
        for position, emitted in enumerate(round_.emitted):
            self._add_token(emitted, position)
        self.rounds.append(round_)

    def add_text(self, text: str) -> None:
        """Text of an engine that cannot tell tokens apart."""
        shown = displayable(text)
        self.changed_from = min(self.changed_from, len(self.text))
        self.text += shown
        self.owners.extend([-1] * len(shown))

    def settle(self) -> None:
        self.changed_from = len(self.text)

    def mark(self, offset: int) -> TokenMark | None:
        owner = self.owners[offset]
        return None if owner < 0 else self.tokens[owner]

    def _add_token(self, emitted: Emitted, position: int) -> None:
        index = len(self.tokens)
        self.tokens.append(TokenMark(index, emitted.origin, len(self.rounds), position, self._part))
        shown = displayable(emitted.text)
        if not shown:
            # inside a split character: the token that completes it carries both
            self._silent = index if self._silent is None else self._stronger(self._silent, index)
            return
        start = len(self.text)
        self.changed_from = min(self.changed_from, start)
        self.text += shown
        self.owners.extend([index] * len(shown))
        self._join(start)

    def _join(self, start: int) -> None:
        """Gives the character that spans the border at `start` to the most telling of its tokens."""
        if self._silent is None and self._stand_alone(start):
            return
        first = self._last_character(start)
        found = GRAPHEME.match(self.text, first)
        end = found.end() if found else start
        spans = end > start and first < start
        if not spans:
            first, found = start, GRAPHEME.match(self.text, start)
            end = found.end() if found else start + 1
        owners = [owner for owner in self.owners[first:end] if owner >= 0]
        if self._silent is not None:
            owners.append(self._silent)
            self._silent = None
        owner = owners[0]
        for other in owners[1:]:
            owner = self._stronger(owner, other)
        for place in range(first, end):
            if self.owners[place] != owner:
                self.owners[place] = owner
                self.changed_from = min(self.changed_from, place)

    def _stand_alone(self, start: int) -> bool:
        """Letters before the combining marks never join; asking Unicode about each token is slow."""
        return not start or max(self.text[start - 1 : start + 1]) < "\u0300"

    def _last_character(self, end: int) -> int:
        """Where the last character before `end` begins; 64 code points hold any real one."""
        start = max(0, end - 64)
        last = end
        for found in GRAPHEME.finditer(self.text, start, end):
            last = found.start()
        return last

    def _stronger(self, one: int, other: int) -> int:
        """The token with the more telling origin; the later one completes a character, so it wins a tie."""
        ranks = ORIGIN_RANK[self.tokens[one].origin], ORIGIN_RANK[self.tokens[other].origin]
        if ranks[0] == ranks[1]:
            return max(one, other)
        return one if ranks[0] > ranks[1] else other


def reply_of(pieces: Sequence[Round | Text], text: str) -> ReplyText:
    """A stored reply: its pieces where they account for the text, and the rest of it without tokens."""
    return finished(reading_reply(pieces, text))


def reading_reply(pieces: Sequence[Round | Text], text: str) -> Generator[None, None, ReplyText]:
    """The same in small steps."""
    reply = ReplyText()
    told = "".join(piece.text for piece in pieces)
    if not text.startswith(told):
        reply.add_text(text)
        return reply
    for number, piece in enumerate(pieces, 1):
        if isinstance(piece, Round):
            reply.add_round(piece)
        else:
            reply.add_text(piece.text)
        if number % _STEP == 0:
            yield
    reply.add_text(text[len(told) :])
    return reply
