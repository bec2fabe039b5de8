"""A duel for people to look at: what belongs to its setting up is hidden, the type is large."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app.ui.dashboard.labels import scaled

LARGE = 1.6
_HEADING = 1.3


class Heading(QLabel):
    """The prompt, in place of the form it was written in."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._base = parent.font()
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.set_scale(1.0)
        self.hide()

    def set_scale(self, factor: float) -> None:
        self.setFont(scaled(self._base, _HEADING * factor, bold=True))
        # a long prompt leaves the lanes their room
        self.setMaximumHeight(4 * self.fontMetrics().lineSpacing())


class Presenting:
    """controls: what is hidden meanwhile. scale: sets the size of all type."""

    def __init__(self, heading: Heading, controls: Sequence[QWidget], scale: Callable[[float], None]) -> None:
        self._heading = heading
        self._controls = controls
        self._scale = scale
        self.on = False

    def show(self, prompt: str, *, factor: float = LARGE) -> None:
        if self.on:
            return
        self.on = True
        for widget in self._controls:
            widget.hide()
        self._heading.setText(prompt)
        self._heading.setVisible(bool(prompt))
        self._heading.set_scale(factor)
        self._scale(factor)

    def leave(self) -> None:
        if not self.on:
            return
        self.on = False
        self._heading.hide()
        for widget in self._controls:
            widget.show()
        self._scale(1.0)

    @contextmanager
    def for_picture(self, prompt: str) -> Iterator[None]:
        """Only for as long as the picture is taken, and in the size the type has."""
        already = self.on
        self.show(prompt, factor=1.0)
        try:
            yield
        finally:
            if not already:
                self.leave()
