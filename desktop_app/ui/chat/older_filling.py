"""When older messages are read and written: in idle slices, well before the reader gets to them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from PySide6.QtCore import QObject, QTimer

from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.chat.message_places import first_block
from desktop_app.ui.chat.older_messages import OlderMessages
from desktop_app.ui.chat.scroll_place import ScrollPlace

# So many heights of the view are to stand above the reader.
_RESERVE = 30
_RESERVE_WHILE_LIVE = 4
# A frame that is painted after it still has room.
_SLICE_S = 0.004
# Nearer to the beginning than so many heights it cannot wait until the scrolling pauses.
_URGENT = 3
_PAUSE_MS = 8
_PAUSE_WHILE_LIVE_MS = 25


class OlderFilling(QObject):
    """live: whether a reply is being written. edit: an edit of the document that adds text at its start."""

    def __init__(
        self,
        browser: ChatBrowser,
        place: ScrollPlace,
        older: OlderMessages,
        live: Callable[[], bool],
        edit: Callable[[], AbstractContextManager[None]],
    ) -> None:
        super().__init__(browser)
        self._browser = browser
        self._bar = browser.verticalScrollBar()
        self._place = place
        self._older = older
        self._live = live
        self._edit = edit
        self._select_all = False
        self._wanted = -1
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.write)
        self._place.moved.connect(self.plan)
        self._bar.sliderReleased.connect(self.plan)

    @property
    def waiting(self) -> bool:
        """Whether something is not written yet."""
        return self._older.waiting

    def clear(self) -> None:
        self._select_all = False
        self._wanted = -1
        self._older.clear()
        self._timer.stop()

    def select_all(self) -> None:
        """Everything is selected as soon as everything is there."""
        self._select_all = True
        self.plan()

    def go_to(self, index: int) -> None:
        """Brings the beginning of a message to the top of the view, as soon as it is there."""
        self._place.stay()
        self._wanted = index
        self.plan()

    def plan(self) -> None:
        if self._wanted >= 0 and self._older.is_written(self._wanted):
            self._show_wanted()
        if not self._older.waiting:
            if self._select_all:
                self._select_all = False
                self._browser.selectAll()
        elif self._wants_more():
            self._timer.start(self._pause())

    def write(self) -> None:
        """One slice: reading and writing are never done in the same one."""
        hurry = self._awaited()
        if self._older.enough(hurry):
            with self._edit():
                self._older.write(hurry)
        else:
            self._older.read(_SLICE_S, hurry)
        self.plan()

    def finish(self) -> None:
        """All that is left."""
        if self._older.waiting:
            with self._edit():
                while self._older.waiting:
                    self._older.read(float("inf"), hurry=True)
                    self._older.write(hurry=True)

    def _show_wanted(self) -> None:
        block = first_block(self._browser.document(), self._wanted)
        self._wanted = -1
        if block is not None:
            # asking for its place lays out all that stands above it
            top = self._browser.document().documentLayout().blockBoundingRect(block).top()
            self._bar.setValue(round(top - self._browser.formats.line))

    def _pause(self) -> int:
        """Milliseconds before more is written: none where the reader would see the beginning."""
        if self._live():
            return _PAUSE_WHILE_LIVE_MS
        near = self._bar.value() < _URGENT * self._browser.viewport().height()
        return 0 if self._awaited() or near else _PAUSE_MS

    def _wants_more(self) -> bool:
        if self._awaited():
            return True
        reserve = _RESERVE_WHILE_LIVE if self._live() else _RESERVE
        # under the mouse the handle would jump
        return (
            not self._bar.isSliderDown() and self._bar.value() < reserve * self._browser.viewport().height()
        )

    def _awaited(self) -> bool:
        return self._select_all or self._wanted >= 0 or self._place.holds_start
