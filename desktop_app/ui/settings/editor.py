"""The frame around a setting's field, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from desktop_app.ui.controls.fields import draw_field
from desktop_app.ui.theme import ThemeManager

_NOTHING = object()


class Editor(QWidget):
    """`changed` has the new value; it comes from the user only."""

    changed = Signal(object)

    def __init__(
        self, field: QWidget, show: Callable[[Any], None], themes: ThemeManager, *, framed: bool = True
    ) -> None:
        """show: puts a value into the field."""
        super().__init__(field.parentWidget())
        self.field = field
        self._show = show
        self._themes = themes
        self._framed = framed
        self._value: object = _NOTHING
        self._showing = False
        layout = QHBoxLayout(self)
        layout.setContentsMargins(*((8, 3, 4, 3) if framed else (0, 0, 0, 0)))
        layout.addWidget(field)
        self.setFocusProxy(field)
        for part in (field, field.focusProxy()):
            if part is not None:
                part.installEventFilter(self)
        if framed:
            themes.changed.connect(self._recolour)
            self._recolour()

    def set_name(self, name: str) -> None:
        """What a screen reader calls whatever of it the keyboard reaches."""
        parts: list[QWidget | None] = [self.field, self.field.focusProxy()]
        if isinstance(self.field, QComboBox):
            parts.append(self.field.view())
        for part in parts:
            if part is not None:
                part.setAccessibleName(name)

    def describe(self, description: str) -> None:
        for part in (self.field, self.field.focusProxy()):
            if part is not None:
                part.setAccessibleDescription(description)

    def show_value(self, value: object) -> None:
        """Shows a value without a signal; what is half typed stays where there is no new one."""
        if value == self._value:
            return
        self._value, self._showing = value, True
        try:
            self._show(value)
        finally:
            self._showing = False

    def offer(self, value: object) -> None:
        """The field has this value now."""
        if not self._showing and value != self._value:
            self._value = value
            self.changed.emit(value)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._framed:
            theme = self._themes.current
            colors = theme.color("raised"), theme.color("line"), theme.color("accent")
            draw_field(QPainter(self), self, *colors)

    def _recolour(self) -> None:
        colors = QPalette()
        colors.setColor(QPalette.ColorRole.Base, self._themes.current.color("raised"))
        self.field.setPalette(colors)
        self.update()
