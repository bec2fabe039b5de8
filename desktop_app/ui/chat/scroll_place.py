"""Where the reader is: at the end, which is followed while a reply grows, or at a place that is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractSlider, QTextEdit

from desktop_app.ui.chat.latest_button import LatestButton
from desktop_app.ui.chat.rendering.visible_blocks import block_at

_END_SLACK = 4


class ScrollPlace(QObject):
    """moved: the reader scrolled, or the view followed.

    holds_start: the reader went to the start, which stays the place while older text is added above.
    """

    moved = Signal()

    def __init__(self, browser: QTextEdit, latest: LatestButton) -> None:
        super().__init__(browser)
        self._browser = browser
        self._bar = browser.verticalScrollBar()
        self._latest = latest
        self._follow = True
        self._editing = False
        self._rest = 0.0
        self.holds_start = False
        self._bar.actionTriggered.connect(self._action)
        self._bar.valueChanged.connect(self._scrolled)
        self._bar.rangeChanged.connect(self._range_changed)

    @property
    def follows(self) -> bool:
        return self._follow

    def follow(self) -> None:
        """Goes to the end, and stays there."""
        self._follow = True
        self.holds_start = False
        self._to_end()

    def stay(self) -> None:
        """Stops following the end: the reader looks at something else."""
        self._follow = False

    def edit(self) -> PlacedEdit:
        """An edit of the document, after which the view is at the end again or where the reader was."""
        return PlacedEdit(self, self._browser)

    def edit_above(self) -> PlacedEdit:
        """The same for an edit that adds text at the start of the document."""
        return PlacedEdit(self, self._browser, self._height_above)

    @contextmanager
    def relayout(self) -> Iterator[None]:
        """The same for text that takes more or less room, outside of any edit."""
        moved_down = self._height_above()
        self.began()
        yield
        self.ended(moved_down())

    def place_latest(self) -> None:
        place = self._browser.geometry()
        self._latest.setVisible(not self._at_end())
        self._latest.move(
            place.center().x() - self._latest.width() // 2, place.bottom() - self._latest.height() - 12
        )

    def _at_end(self) -> bool:
        return bool(self._bar.value() >= self._bar.maximum() - _END_SLACK)

    def _to_end(self) -> None:
        editing, self._editing = self._editing, True
        self._bar.setValue(self._bar.maximum())
        self._editing = editing
        self.place_latest()

    def _action(self, action: int) -> None:
        self.holds_start = action == QAbstractSlider.SliderAction.SliderToMinimum.value

    def _scrolled(self) -> None:
        if not self._editing:
            self._follow = self._at_end()
            self.holds_start = self.holds_start and self._bar.value() == self._bar.minimum()
        self.place_latest()
        self.moved.emit()

    def _range_changed(self) -> None:
        if self._follow:
            self._to_end()
        self.place_latest()

    def _height_above(self) -> Callable[[], float]:
        """Says how far what is at the top of the view has moved down."""
        # the view itself looks for it from the start of the document
        seen = QTextCursor(block_at(self._browser.document(), self._bar.value()))
        layout = self._browser.document().documentLayout()
        before = layout.blockBoundingRect(seen.block()).top()
        return lambda: layout.blockBoundingRect(seen.block()).top() - before

    def began(self) -> None:
        self._editing = True

    def ended(self, moved_down: float) -> None:
        if moved_down and not self._follow and not self.holds_start:
            # a bar counts whole pixels; what is cut off each time would add up
            moved_down += self._rest
            self._rest = moved_down - round(moved_down)
            self._bar.setValue(self._bar.value() + round(moved_down))
        self._editing = False
        if self._follow:
            self._to_end()


class PlacedEdit:
    """made_room: called before the edit; what it gives says after it how far the text below has moved."""

    def __init__(
        self,
        place: ScrollPlace,
        browser: QTextEdit,
        made_room: Callable[[], Callable[[], float]] | None = None,
    ) -> None:
        self._place = place
        self._cursor = QTextCursor(browser.document())
        self._moved_down = made_room() if made_room else None

    def __enter__(self) -> None:
        self._place.began()
        self._cursor.beginEditBlock()

    def __exit__(self, *_: object) -> None:
        self._cursor.endEditBlock()
        self._place.ended(self._moved_down() if self._moved_down else 0.0)
