"""The size of the text in the chat and the message field, in steps; it is kept with the settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from desktop_app.settings.table import ZOOM_RANGE
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.column import Column
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.preferences import Preferences

# percent of the size the text has by itself
STEPS = (70, 80, 90, 100, 110, 125, 150, 175, 200, 225, 250)
assert (STEPS[0], STEPS[-1]) == ZOOM_RANGE


class Zoom(QObject):
    """columns: what stands in line with the chat's text. say: is told the new size."""

    def __init__(
        self,
        preferences: Preferences,
        chat: ChatView,
        composer: Composer,
        columns: Sequence[Column],
        say: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._chat = chat
        self._composer = composer
        self._columns = columns
        self._say = say
        self._shown = 100
        chat.zoom_requested.connect(self._by_wheel)
        preferences.changed.connect(self._changed)
        self._show()

    def larger(self) -> None:
        self._to(next((step for step in STEPS if step > self._shown), STEPS[-1]))

    def smaller(self) -> None:
        self._to(next((step for step in reversed(STEPS) if step < self._shown), STEPS[0]))

    def reset(self) -> None:
        self._to(100)

    def _by_wheel(self, steps: int) -> None:
        if steps > 0:
            self.larger()
        else:
            self.smaller()

    def _to(self, percent: int) -> None:
        self._preferences.change(zoom=percent)
        self._say(self.tr("Text size {percent} %").format(percent=percent))

    def _changed(self, names: frozenset[str]) -> None:
        if "zoom" in names:
            self._show()

    def _show(self) -> None:
        percent = self._preferences.settings.zoom
        if percent == self._shown:
            return
        self._shown = percent
        for column in self._columns:
            column.set_zoom(percent)
        self._chat.set_zoom(percent)
        self._composer.set_zoom(percent)
