"""Paints measured marks. Waves and dots are laid as tiles: stroking hundreds of curves takes 100 ms."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.origin_marks import MARK_HEIGHT, BlockMarks
from desktop_app.ui.theme import Theme

# A whole number of device pixels at scales of 1, 1.25, 1.5, 1.75 and 2, and of waves and dots.
_TILE = 24
_WAVE = 6.0
_DOT = 4.0
_MIDDLE = MARK_HEIGHT / 2


class MarkPainter:
    """Keeps the tiles of one theme at one scale."""

    def __init__(self) -> None:
        self._made_for: tuple[str, float] = ("", 0.0)
        self._tiles: dict[Origin, QPixmap] = {}

    def paint_tints(self, painter: QPainter, marks: BlockMarks, origin: QPointF, theme: Theme) -> None:
        """What lies behind inline code. origin: where the block's layout stands on the painter."""
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("raised"))
        for rect in marks.tints:
            painter.drawRoundedRect(rect.translated(origin), 4, 4)

    def paint_marks(self, painter: QPainter, marks: BlockMarks, origin: QPointF, theme: Theme) -> None:
        self._make_tiles(theme, painter.device().devicePixelRatioF())
        painter.setPen(Qt.PenStyle.NoPen)
        for kind, rects in marks.strokes.items():
            if kind in self._tiles:
                for rect in rects:
                    painter.drawTiledPixmap(rect.translated(origin), self._tiles[kind])
            else:
                painter.setBrush(theme.origin(kind))
                painter.drawRects([_line(rect.translated(origin)) for rect in rects])
        painter.setBrush(theme.color("rejected"))
        for caret in marks.carets:
            painter.drawPolygon(_caret(caret + origin))

    def _make_tiles(self, theme: Theme, scale: float) -> None:
        if self._made_for != (theme.name, scale):
            self._made_for = (theme.name, scale)
            self._tiles = {
                Origin.CORRECTED: _tile(theme, Origin.CORRECTED, _wave(), scale),
                Origin.BONUS: _tile(theme, Origin.BONUS, _dots(), scale),
            }


def _line(rect: QRectF) -> QRectF:
    return QRectF(rect.left(), rect.top() + _MIDDLE - 0.7, rect.width(), 1.4)


def _caret(at: QPointF) -> QPolygonF:
    """A triangle that points to where the rejected draft stood, its tip at the line of the marks."""
    tip = at + QPointF(0, _MIDDLE - 2.8)
    return QPolygonF([tip, tip + QPointF(2.9, 5.4), tip + QPointF(-2.9, 5.4)])


def _wave() -> QPainterPath:
    path = QPainterPath(QPointF(0, _MIDDLE))
    for step in range(2 * int(_TILE / _WAVE)):
        x = step * _WAVE / 2
        peak = _MIDDLE + (2.6 if step % 2 else -2.6)
        path.quadTo(x + _WAVE / 4, peak, x + _WAVE / 2, _MIDDLE)
    return path


def _dots() -> QPainterPath:
    path = QPainterPath()
    for step in range(int(_TILE / _DOT)):
        path.moveTo(step * _DOT + 1.0, _MIDDLE)
        path.lineTo(step * _DOT + 1.01, _MIDDLE)
    return path


def _tile(theme: Theme, origin: Origin, path: QPainterPath, scale: float) -> QPixmap:
    pixmap = QPixmap(round(_TILE * scale), math.ceil(MARK_HEIGHT * scale))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    pen = QPen(theme.origin(origin), 1.2 if origin is Origin.CORRECTED else 2.0)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if origin is Origin.CORRECTED else Qt.PenCapStyle.RoundCap)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen)
    painter.drawPath(path)
    painter.end()
    return pixmap
