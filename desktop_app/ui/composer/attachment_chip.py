"""One attached file above the message field: its name, how long it is, and a button that takes it away."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.ui.controls.buttons import IconButton
from desktop_app.ui.controls.enter_key import EnterButton
from desktop_app.ui.icons import icon
from desktop_app.ui.theme import ThemeManager

_NAME_WIDTH = 190
_PAD = 9
_ICON = 15
_GAP = 6
_CLOSE = 22


class AttachmentChip(EnterButton):
    """A click shows the file. removed: its button was pressed, or Delete on the chip."""

    removed = Signal()

    def __init__(self, name: str, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._size = "…"
        self.setText(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._close = IconButton("close", self.tr("Remove {name}").format(name=name), themes, self)
        self._close.setIconSize(QSize(12, 12))
        self._close.setFixedSize(_CLOSE, _CLOSE)
        self._close.clicked.connect(self.removed)
        themes.changed.connect(self.update)
        self.show_size("…")

    @property
    def size_text(self) -> str:
        return self._size

    def show_size(self, size: str) -> None:
        """Its length in words, "…" while it is not known."""
        self._size = size
        self.setAccessibleName(self.tr("{name}, {size}").format(name=self.text(), size=size))
        self.setToolTip(self.tr("{name}\nClick to read it").format(name=self.text()))
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = _PAD + _ICON + _GAP + metrics.horizontalAdvance(self._name()) + _GAP + 2
        width += metrics.horizontalAdvance(self._size) + _GAP + _CLOSE + 3
        return QSize(width, max(_CLOSE + 6, metrics.height() + 10))

    def _name(self) -> str:
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, _NAME_WIDTH)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._close.move(self.width() - _CLOSE - 3, (self.height() - _CLOSE) // 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = theme.color("accent" if self.hasFocus() else "line")
        painter.setPen(QPen(edge, 1.5 if self.hasFocus() else 1))
        painter.setBrush(theme.color("line" if self.underMouse() else "raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75), 8, 8)
        top = (self.height() - _ICON) // 2
        icon("file", theme.color("dim")).paint(painter, QRect(_PAD, top, _ICON, _ICON))
        middle = Qt.AlignmentFlag.AlignVCenter
        rest = self.rect().adjusted(_PAD + _ICON + _GAP, 0, -_CLOSE - 3, 0)
        painter.setPen(theme.color("text"))
        painter.drawText(rest, middle, self._name())
        rest.setLeft(rest.left() + self.fontMetrics().horizontalAdvance(self._name()) + _GAP + 2)
        painter.setPen(theme.color("dim"))
        painter.drawText(rest, middle, self._size)
        painter.end()
