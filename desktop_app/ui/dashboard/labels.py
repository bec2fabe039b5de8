"""Small text of the instruments. Sizes follow the user's font, colours the palette."""

from __future__ import annotations

from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QLabel

SMALL = 0.85


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    result = QFont(font)
    if font.pointSizeF() > 0:
        result.setPointSizeF(font.pointSizeF() * factor)
    else:
        result.setPixelSize(max(1, round(font.pixelSize() * factor)))
    result.setBold(bold)
    return result


def small_label(text: str = "") -> QLabel:
    label = QLabel(text)
    label.setFont(scaled(label.font(), SMALL))
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def heading(text: str) -> QLabel:
    label = small_label(text)
    font = scaled(label.font(), 1.0, bold=True)
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 104)
    label.setFont(font)
    return label
