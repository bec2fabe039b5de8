"""What was asked before, walked with Up and Down as in a shell."""

from __future__ import annotations

from collections.abc import Callable, Sequence


class PromptHistory:
    """load: what was asked, newest first; called when a walk begins. A walk ends when its text is edited."""

    def __init__(self, load: Callable[[], Sequence[str]]) -> None:
        self._load = load
        self._entries: list[str] = []
        self._at = -1
        self._draft = ""

    def shows(self, text: str) -> bool:
        """Whether the text is one that was walked to, and not edited since."""
        return 0 <= self._at < len(self._entries) and self._entries[self._at] == text

    def older(self, text: str) -> str | None:
        """What comes before the text in the field; None where Up has another meaning."""
        if not self.shows(text):
            if text.strip():
                return None
            self._draft, self._at = text, -1
            self._entries = list(dict.fromkeys(entry for entry in self._load() if entry.strip()))
        if self._at + 1 >= len(self._entries):
            return None
        self._at += 1
        return self._entries[self._at]

    def newer(self, text: str) -> str | None:
        """What comes after it, in the end the draft the walk began with."""
        if not self.shows(text):
            return None
        self._at -= 1
        return self._entries[self._at] if self._at >= 0 else self._draft
