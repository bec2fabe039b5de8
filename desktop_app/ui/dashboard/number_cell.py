"""A number with its caption and its definition."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.labels import scaled, small_label
from desktop_app.ui.theme import DARK, Theme

# sizes of numbers, in those of the window's text
BIG, MEDIUM = 1.9, 1.35


class NumberCell(QWidget):
    """One number, its caption, and its definition as tooltip and accessible description."""

    def __init__(self, caption: str, definition: str, color_role: str = "text", scale: float = BIG) -> None:
        super().__init__()
        self._color_role = color_role
        self._theme = DARK
        self._value = QLabel(figures.MISSING)
        self._value.setFont(scaled(self._value.font(), scale, bold=True))
        self._caption = small_label(caption)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self._value)
        box.addWidget(self._caption)
        self.explain(definition)
        self.set_value(figures.MISSING)

    @property
    def value(self) -> str:
        return self._value.text()

    def set_value(self, text: str) -> None:
        if text != self._value.text():
            self._value.setText(text)
        self._name()

    def set_caption(self, text: str) -> None:
        if text != self._caption.text():
            self._caption.setText(text)
        self._name()

    def _name(self) -> None:
        name = f"{self._caption.text()}: {self._value.text()}"
        if name != self.accessibleName():
            self.setAccessibleName(name)

    def set_color_role(self, role: str) -> None:
        if role != self._color_role:
            self._color_role = role
            self.set_theme(self._theme)

    def explain(self, definition: str) -> None:
        if definition != self.accessibleDescription():
            # As rich text the tooltip wraps; as plain text it is one long line.
            self.setToolTip(f"<qt>{definition}</qt>")
            self.setAccessibleDescription(definition)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        palette = self._value.palette()
        palette.setColor(QPalette.ColorRole.WindowText, theme.color(self._color_role))
        self._value.setPalette(palette)


def lay_out(cells: Sequence[NumberCell], place: QWidget, spacing: int = 12) -> QGridLayout:
    """Two beside each other."""
    grid = QGridLayout(place)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(spacing)
    for index, cell in enumerate(cells):
        grid.addWidget(cell, index // 2, index % 2)
        grid.setColumnStretch(index % 2, 1)
    return grid
