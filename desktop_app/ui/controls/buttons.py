"""Buttons that take their colours from the theme: with a ground, with a word alone, with a tinted icon."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from desktop_app.ui.controls.enter_key import EnterButton, enter_clicks
from desktop_app.ui.controls.fields import RADIUS
from desktop_app.ui.icons import icon
from desktop_app.ui.theme import ThemeManager

_PAD = 16
_ICON = 16


class PushButton(EnterButton):
    """Flat and rounded; primary ones wear the accent, quiet ones are left-aligned cards."""

    def __init__(
        self,
        text: str,
        themes: ThemeManager,
        parent: QWidget | None = None,
        *,
        primary: bool = False,
        card: bool = False,
        icon_name: str = "",
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._primary = primary
        self._card = card
        self._icon_name = icon_name
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        horizontal = QSizePolicy.Policy.Preferred if card else QSizePolicy.Policy.Maximum
        self.setSizePolicy(horizontal, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self.update)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        self.setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        extra = _ICON + 8 if self._icon_name else 0
        # advances are rounded down, and one pixel short is an ellipsis
        width = metrics.horizontalAdvance(self.text()) + 2 * _PAD + extra + 4
        return QSize(width, metrics.height() + 20)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(120, self.sizeHint().width()), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hovered = self.underMouse() and self.isEnabled()
        ground = theme.color("accent" if self._inked else "line" if hovered else "raised")
        if self._inked and (hovered or self.isDown()):
            ground = ground.lighter(112) if theme.name == "dark" else ground.darker(112)
        edge = theme.color("text" if self._inked else "accent") if self.hasFocus() else theme.color("line")
        painter.setPen(QPen(edge, 1.5 if self.hasFocus() else 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        self._paint_text(painter)

    @property
    def _inked(self) -> bool:
        """A button that does nothing now must not call for a press."""
        return self._primary and self.isEnabled()

    def _paint_text(self, painter: QPainter) -> None:
        role = "on_accent" if self._inked else "text" if self.isEnabled() else "plain"
        color = self._themes.current.color(role)
        inner = self.rect().adjusted(_PAD, 0, -_PAD, 0)
        if self._icon_name:
            top = (self.height() - _ICON) // 2
            icon(self._icon_name, color).paint(painter, QRect(inner.left(), top, _ICON, _ICON))
            inner.setLeft(inner.left() + _ICON + 8)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, inner.width())
        painter.setPen(color)
        side = Qt.AlignmentFlag.AlignLeft if self._card or self._icon_name else Qt.AlignmentFlag.AlignHCenter
        painter.drawText(inner, side | Qt.AlignmentFlag.AlignVCenter, text)


class FlatButton(QToolButton):
    """A word to press at the end of a line, without a frame until the pointer is over it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not enter_clicks(self, event):
            super().keyPressEvent(event)


class IconButton(QToolButton):
    """A flat button whose icon follows the theme; its name is said in the tooltip and to screen readers."""

    def __init__(
        self, icon_name: str, name: str, themes: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icon_name = icon_name
        self._marked = False
        self.setAutoRaise(True)
        self.setIconSize(QSize(18, 18))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(name)
        self.setAccessibleName(name)
        themes.changed.connect(self._recolour)
        self._recolour()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not enter_clicks(self, event):
            super().keyPressEvent(event)

    def set_icon(self, name: str) -> None:
        self._icon_name = name
        self._recolour()

    def set_marked(self, marked: bool) -> None:
        """Marked, it wears the accent: behind it something is set."""
        self._marked = marked
        self._recolour()

    def _recolour(self) -> None:
        color = self._themes.current.color("accent" if self._marked else "dim")
        self.setIcon(icon(self._icon_name, color))
