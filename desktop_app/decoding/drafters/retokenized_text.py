"""A growing text as the tokens of another tokenizer."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.decoding.translation import Translation, whole_characters

# The last characters are encoded anew whenever the text goes on, since it may join with them to longer
# tokens. So many are enough where a word begins, and anywhere.
_BEFORE_A_SPACE = 64
_ANYWHERE = 256


class RetokenizedText:
    """ids: of all whole characters of the text; the first `settled` stay while it grows. whole: whether
    that is all of the text."""

    def __init__(self, translation: Translation) -> None:
        self._translation = translation
        self.ids: list[int] = []
        self.settled = 0
        self._open = ""  # the text of the others
        self._rest = b""  # what is no whole character yet

    @property
    def whole(self) -> bool:
        return not self._rest

    def start(self, tokens: Sequence[int]) -> None:
        """Begins a text of target tokens."""
        self.ids = list(self._translation.begin)
        self.settled, self._open, self._rest = len(self.ids), "", b""
        self.extend(tokens)

    def extend(self, tokens: Sequence[int]) -> None:
        """Goes on with target tokens."""
        self._rest += b"".join(map(self._translation.target_bytes, tokens))
        text, self._rest = whole_characters(self._rest)
        if not text:
            return
        if len(self._open) >= (_BEFORE_A_SPACE if text[0].isspace() else _ANYWHERE):
            self.settled, self._open = len(self.ids), ""
        self._open += text
        self.ids[self.settled :] = self._translation.draft_encode(self._open)
