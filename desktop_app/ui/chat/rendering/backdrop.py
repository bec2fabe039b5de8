"""What is painted behind the text: bubbles, code panels, quote bars and rules."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QTextBlock

from desktop_app.ui.chat.rendering.text_formats import KIND, LANGUAGE, PANEL, QUOTE, BlockKind, TextFormats

_RADIUS = 12.0


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A visible block: rect is its text in the viewport, origin where the coordinates of its layout start."""

    block: QTextBlock
    rect: QRectF
    origin: QPointF


@dataclass(slots=True)
class Panel:
    """The visible part of a code panel. last: its last visible line."""

    number: int
    rect: QRectF
    language: str
    last: QTextBlock
    headed: bool


def paint_backdrop(
    painter: QPainter, placed: list[PlacedBlock], formats: TextFormats, column: tuple[float, float]
) -> None:
    """column: left edge and width of the text column in the viewport."""
    for item in placed:
        kind = item.block.blockFormat().stringProperty(KIND)
        if kind == BlockKind.USER:
            _bubble(painter, item.rect, formats)
        elif kind == BlockKind.RULE:
            painter.setPen(QPen(formats.theme.color("line"), 1))
            y = round(item.rect.center().y()) + 0.5
            painter.drawLine(QPointF(column[0], y), QPointF(column[0] + column[1], y))
        for depth in range(item.block.blockFormat().intProperty(QUOTE)):
            _quote_bar(painter, item, formats, column[0] + depth * formats.indent)


def code_panels(
    placed: list[PlacedBlock], formats: TextFormats, column: tuple[float, float], height: float
) -> list[Panel]:
    """The panels behind visible code lines; parts outside the viewport are cut off a little beyond it."""
    panels: dict[int, Panel] = {}
    for item in placed:
        block_format = item.block.blockFormat()
        number = block_format.intProperty(PANEL)
        if not number:
            continue
        if number not in panels:
            headed = item.block.previous().blockFormat().intProperty(PANEL) != number
            left = column[0] + block_format.leftMargin() - formats.pad
            top = item.rect.top() - (formats.header if headed else 40)
            rect = QRectF(left, top, column[0] + column[1] - left, 0)
            panels[number] = Panel(number, rect, block_format.stringProperty(LANGUAGE), item.block, headed)
        more = item.block.next().blockFormat().intProperty(PANEL) == number
        panels[number].last = item.block
        panels[number].rect.setBottom(item.rect.bottom() + formats.pad * 0.75)
        if more and item.rect.bottom() > height:
            panels[number].rect.setBottom(height + 40)
    return list(panels.values())


def paint_panel(painter: QPainter, panel: Panel, formats: TextFormats, copy: str, hovered: bool) -> None:
    theme = formats.theme
    painter.setPen(QPen(theme.color("line"), 1))
    painter.setBrush(theme.color("panel"))
    painter.drawRoundedRect(panel.rect.adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
    if not panel.headed:
        return
    painter.setFont(label_font(formats))
    painter.setPen(theme.color("dim"))
    header = header_rect(panel, formats)
    vertical = Qt.AlignmentFlag.AlignVCenter
    painter.drawText(header, Qt.AlignmentFlag.AlignLeft | vertical, panel.language)
    painter.setPen(theme.color("accent" if hovered else "dim"))
    painter.drawText(header, Qt.AlignmentFlag.AlignRight | vertical, copy)


def header_rect(panel: Panel, formats: TextFormats) -> QRectF:
    """The line above the code that holds the language and the word that copies."""
    rect = panel.rect
    return QRectF(
        rect.left() + formats.pad, rect.top() + 3, rect.width() - 2 * formats.pad, formats.header - 3
    )


def label_font(formats: TextFormats) -> QFont:
    font = QFont(formats.body)
    font.setPointSizeF(formats.body.pointSizeF() * 0.82)
    return font


def _bubble(painter: QPainter, rect: QRectF, formats: TextFormats) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(formats.theme.color("user"))
    pad = formats.pad
    painter.drawRoundedRect(rect.adjusted(-pad, -pad * 0.6, pad, pad * 0.6), _RADIUS, _RADIUS)


def _quote_bar(painter: QPainter, item: PlacedBlock, formats: TextFormats, x: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(formats.theme.color("line"))
    top = item.rect.top()
    if item.block.previous().blockFormat().intProperty(QUOTE):
        top -= item.block.blockFormat().topMargin()
    painter.drawRoundedRect(QRectF(x + 4, top, 3, item.rect.bottom() - top), 1.5, 1.5)
