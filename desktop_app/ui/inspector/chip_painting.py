"""Paints one token as a chip: its verdict by colour and by shape."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from desktop_app.ui.inspector.round_nodes import Node
from desktop_app.ui.inspector.words import is_sign, visible
from desktop_app.ui.theme import Theme

PAD = 7.0
_RADIUS = 5.0


def chip_width(node: Node, metrics: QFontMetricsF, most: float) -> float:
    return min(most, metrics.horizontalAdvance(visible(node.text)) + 2 * PAD + 1)


def paint_chip(
    painter: QPainter, node: Node, rect: QRectF, theme: Theme, *, chosen: bool, focus: bool
) -> None:
    """chosen: the one that the sentence under the picture is about."""
    untested = node.kind == "untested"
    color = theme.color("plain" if untested else node.kind)
    pen = QPen(color, 1.8 if node.on_path else 1.1)
    if untested:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush if untested else theme.color("raised"))
    painter.drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), _RADIUS, _RADIUS)
    _paint_text(painter, node, rect, theme)
    if chosen:
        painter.setPen(QPen(theme.color("accent" if focus else "text"), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(-1.7, -1.7, 1.7, 1.7), _RADIUS + 2, _RADIUS + 2)


def _paint_text(painter: QPainter, node: Node, rect: QRectF, theme: Theme) -> None:
    metrics = QFontMetricsF(painter.font())
    shown = metrics.elidedText(visible(node.text), Qt.TextElideMode.ElideMiddle, rect.width() - 2 * PAD + 1)
    faded = node.kind == "untested"
    ink = theme.color("dim" if faded else "text")
    x, baseline = rect.left() + PAD, rect.center().y() + (metrics.ascent() - metrics.descent()) / 2 - 1
    start = x
    for run in _runs(shown):
        painter.setPen(theme.color("plain") if is_sign(run[0]) else ink)
        painter.drawText(QPointF(x, baseline), run)
        x += metrics.horizontalAdvance(run)
    _paint_sign(painter, node, QRectF(start, baseline, x - start, metrics.xHeight()), theme)


def _runs(text: str) -> list[str]:
    """Signs for blanks, and the text between them."""
    return ["".join(letters) for _, letters in groupby(text, is_sign)]


def _paint_sign(painter: QPainter, node: Node, text: QRectF, theme: Theme) -> None:
    """The marks of the chat, and a rejected draft struck through. text: from its baseline on."""
    if node.kind in ("untested", "plain"):
        return
    pen = QPen(theme.color(node.kind), 1.4)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    left, right, y = text.left(), text.right(), text.top() + 3.5
    if node.kind == "accepted":
        painter.drawLine(QPointF(left, y), QPointF(right, y))
    elif node.kind == "rejected":
        middle = text.top() - text.height() / 2
        painter.drawLine(QPointF(left - 2, middle), QPointF(right + 2, middle))
    elif node.kind == "corrected":
        steps = max(2, round((right - left) / 3))
        step = (right - left) / steps
        painter.drawPolyline(
            [QPointF(left + i * step, y + (1.3 if i % 2 else -1.3)) for i in range(steps + 1)]
        )
    else:
        pen.setWidthF(2.0)
        painter.setPen(pen)
        steps = max(1, round((right - left) / 4))
        painter.drawPoints([QPointF(left + (right - left) * i / steps, y) for i in range(steps + 1)])
