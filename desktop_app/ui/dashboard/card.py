"""A card of the dashboard: its title, a menu, and an instrument."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QEnterEvent, QKeySequence, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from desktop_app.ui.controls.buttons import IconButton
from desktop_app.ui.controls.menu_entry import without_argument
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.labels import heading
from desktop_app.ui.theme import ThemeManager

MOVE_UP, MOVE_DOWN, HIDE = "Ctrl+Shift+Up", "Ctrl+Shift+Down", "Ctrl+Shift+Del"
# the button stands in the margin at the right, so that all asides end where the instruments do
MARGIN = 18


class _MenuButton(IconButton):
    """Painted only where it is of use: the mouse is over the card, or the keyboard came to it."""

    def __init__(self, name: str, themes: ThemeManager) -> None:
        super().__init__("more", name, themes)
        self.near = False
        self.setIconSize(QSize(MARGIN - 2, MARGIN - 2))
        self.setFixedSize(MARGIN, MARGIN + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.near or self.hasFocus() or self.isDown():
            super().paintEvent(event)


class _Header(QWidget):
    """Its title is a handle: pulled up or down, `pulled` says where the mouse is, in global coordinates."""

    pulled = Signal(QPoint)

    def __init__(self, title: str, aside: QWidget | None, button: QWidget) -> None:
        super().__init__()
        self._pressed: QPoint | None = None
        self._pulling = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(heading(title))
        row.addSpacing(8)
        row.addStretch(1)
        if aside is not None:
            row.addWidget(aside)
        row.addWidget(button)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = (
            event.globalPosition().toPoint() if event.button() == Qt.MouseButton.LeftButton else None
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = event.globalPosition().toPoint()
        if self._pressed is None:
            return
        far = (here - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if far and not self._pulling:
            self._pulling = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._pulling:
            self.pulled.emit(here)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._pressed, self._pulling = None, False
        self.unsetCursor()


class Card(QWidget):
    """Asks, by signals, to be hidden, moved (down is positive) or pulled to where the mouse is."""

    hide_asked = Signal(str)
    move_asked = Signal(str, int)
    pulled = Signal(str, QPoint)

    def __init__(self, name: str, title: str, instrument: Instrument, themes: ThemeManager) -> None:
        super().__init__()
        self.id = name
        self.title = title
        self.instrument = instrument
        self.menu = QMenu(self)
        self._add_actions()
        self.button = _MenuButton(self.tr("Card “{title}”").format(title=title), themes)
        self.button.clicked.connect(self._open_menu)
        self.header = _Header(title, instrument.aside, self.button)
        self.header.pulled.connect(lambda where: self.pulled.emit(self.id, where))
        inside = QVBoxLayout()
        inside.setContentsMargins(0, 0, MARGIN, 0)
        inside.addWidget(instrument)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        box.addWidget(self.header)
        box.addLayout(inside)
        self.setAccessibleName(title)

    def _add_actions(self) -> None:
        for text, key, act in (
            (self.tr("Move Up"), MOVE_UP, lambda: self.move_asked.emit(self.id, -1)),
            (self.tr("Move Down"), MOVE_DOWN, lambda: self.move_asked.emit(self.id, 1)),
            (self.tr("Hide"), HIDE, lambda: self.hide_asked.emit(self.id)),
        ):
            action = QAction(text, self)
            action.setShortcut(QKeySequence(key))
            # the keys are those of the card in which the keyboard is
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(without_argument(act))
            self.addAction(action)
            self.menu.addAction(action)

    def tab_stops(self) -> list[QWidget]:
        """What the Tab key visits in the card, in order."""
        inside = self.instrument.findChildren(QWidget)
        tab = Qt.FocusPolicy.TabFocus
        return [self.button, *(widget for widget in inside if widget.focusPolicy() & tab)]

    def _open_menu(self) -> None:
        below = self.button.mapToGlobal(QPoint(self.button.width(), self.button.height()))
        self.menu.popup(QPoint(below.x() - self.menu.sizeHint().width(), below.y()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu.popup(event.globalPos())

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._show_button(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._show_button(False)

    def _show_button(self, near: bool) -> None:
        self.button.near = near
        self.button.update()
