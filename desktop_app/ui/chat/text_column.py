"""The column that the conversation is set in: centred, and no wider than is good to read."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QFont, QFontMetricsF, QTextDocument

from desktop_app.ui.chat.rendering.text_formats import TextFormats

_MEASURE = 75  # characters a line


@dataclass(frozen=True, slots=True)
class TextColumn:
    """In pixels of the viewport."""

    left: float
    width: float


def column_in(viewport_width: float, formats: TextFormats) -> TextColumn:
    measure = QFontMetricsF(formats.body).averageCharWidth() * _MEASURE
    width = max(120.0, min(measure, viewport_width - 3 * formats.line))
    return TextColumn(max(0.0, (viewport_width - width) / 2), width)


def set_column(document: QTextDocument, column: TextColumn, formats: TextFormats) -> None:
    """Its margins are those of the document's root frame."""
    frame = document.rootFrame()
    frame_format = frame.frameFormat()
    frame_format.setLeftMargin(column.left)
    frame_format.setRightMargin(column.left)
    frame_format.setTopMargin(formats.line * 1.6)
    frame_format.setBottomMargin(formats.line * 2)
    frame.setFrameFormat(frame_format)


def body_font(window: QFont, percent: int) -> QFont:
    """The conversation's font in a window with this font. percent: the zoom."""
    font = QFont(window)
    font.setPointSizeF(max(11.0, font.pointSizeF() * 1.2) * percent / 100)
    return font
