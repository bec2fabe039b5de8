"""The boxes of the rounds strip, painted all at once: kind by kind they take a third of the time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from desktop_app.ui.dashboard.cells import Cell, Kind
from desktop_app.ui.theme import Theme


def paint_boxes(painter: QPainter, boxes: Iterable[tuple[Cell, QRectF]], theme: Theme) -> None:
    """Told apart without colour too: a rejected draft is struck out, an untested one is hollow, the target's
    own tokens have the chat's marks."""
    by_kind: dict[Kind, list[QRectF]] = {}
    for cell, rect in boxes:
        by_kind.setdefault(cell.kind, []).append(rect)
    for kind, rects in by_kind.items():
        hollow = kind == "untested"
        path = QPainterPath()
        for rect in rects:
            radius = min(3.0, rect.width() / 3)
            path.addRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5) if hollow else rect, radius, radius)
        painter.setPen(QPen(theme.color("plain"), 1.0) if hollow else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if hollow else theme.color(kind))
        painter.drawPath(path)
        _paint_signs(painter, kind, rects, theme.color("panel"))


def _paint_signs(painter: QPainter, kind: Kind, rects: Sequence[QRectF], color: QColor) -> None:
    if kind not in ("rejected", "corrected", "bonus"):
        return
    pen = QPen(color, 1.3 if kind == "corrected" else 1.75)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    inner = [rect.adjusted(inset, 0, -inset, 0) for rect in rects for inset in (min(4.0, rect.width() / 5),)]
    if kind == "rejected":
        painter.drawLines([QLineF(r.left(), r.center().y(), r.right(), r.center().y()) for r in inner])
    elif kind == "corrected":
        for rect in inner:
            painter.drawPolyline(_wave(rect))
    else:
        painter.drawPoints(
            [QPointF(r.left() + r.width() * i / 2, r.center().y()) for r in inner for i in range(3)]
        )


def _wave(rect: QRectF) -> list[QPointF]:
    steps = max(2, round(rect.width() / 3.5))
    width, middle = rect.width() / steps, rect.center().y()
    return [QPointF(rect.left() + i * width, middle + (1.6 if i % 2 else -1.6)) for i in range(steps + 1)]
