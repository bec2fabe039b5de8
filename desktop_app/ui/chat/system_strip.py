"""The line over a chat that has a system prompt: how it begins, and what the model makes of it."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.chats.text import one_line
from desktop_app.ui.controls.enter_key import EnterButton
from desktop_app.ui.controls.fields import RADIUS
from desktop_app.ui.icons import icon
from desktop_app.ui.theme import ThemeManager

_ICON = 14
_GAP = 8
_PAD = 16
_MOST = 300  # characters looked at; more than a line ever shows


class SystemStrip(EnterButton):
    """A click opens what it tells of. Without a system prompt it is not there."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._note = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self.update)
        self.show_prompt("", "")

    def show_prompt(self, system: str, note: str) -> None:
        """note: what else is to be said of it, "" for nothing."""
        text = one_line(system[:_MOST])
        self._note = note
        self.setText(self.tr("System prompt: {text}").format(text=text) if text else "")
        self.setAccessibleName(" ".join(filter(None, (self.text(), note))) or self.tr("System prompt"))
        self.setAccessibleDescription(self.tr("Opens the settings of this chat."))
        self.setToolTip(note or self.tr("Opens the settings of this chat"))
        self.setVisible(bool(text))
        self.update()

    @property
    def note(self) -> str:
        return self._note

    def sizeHint(self) -> QSize:
        return QSize(200, self.fontMetrics().height() + 12)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(theme.color("accent"), 1.5) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("raised"))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        color = theme.color("text" if self.underMouse() else "dim")
        top = (self.height() - _ICON) // 2
        icon("sliders", color).paint(painter, QRect(_PAD, top, _ICON, _ICON))
        room = self.rect().adjusted(_PAD + _ICON + _GAP, 0, -_PAD, 0)
        painter.setPen(color)
        self._draw_texts(painter, room)

    def _draw_texts(self, painter: QPainter, room: QRect) -> None:
        metrics = self.fontMetrics()
        vertical = Qt.AlignmentFlag.AlignVCenter
        note = metrics.elidedText(self._note, Qt.TextElideMode.ElideRight, room.width() * 2 // 3)
        if note:
            painter.drawText(room, vertical | Qt.AlignmentFlag.AlignRight, note)
            room = room.adjusted(0, 0, -metrics.horizontalAdvance(note) - 2 * _GAP, 0)
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, vertical | Qt.AlignmentFlag.AlignLeft, text)
