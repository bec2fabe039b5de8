"""Paints measured marks. Waves and dots are laid as tiles: stroking hundreds of curves takes 100 ms."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.rendering.origin_marks import MARK_HEIGHT, BlockMarks
from desktop_app.ui.chat.rendering.switch_marks import paint_switch
from desktop_app.ui.theme import Theme

# A whole number of device pixels at scales of 1, 1.25, 1.5, 1.75 and 2, and of waves and dots.
_TILE = 24
_WAVE = 6.0
_DOT = 4.0
_MIDDLE = MARK_HEIGHT / 2


class MarkPainter:
    """Keeps the tiles of one theme for one ratio of pixels at one size. size: of marks and text."""

    def __init__(self) -> None:
        self.size = 1.0
        self._made_for: tuple[str, float, float] = ("", 0.0, 0.0)
        self._tiles: dict[Origin, QPixmap] = {}

    def paint_tints(self, painter: QPainter, marks: BlockMarks, origin: QPointF, theme: Theme) -> None:
        """What lies behind inline code. origin: where the block's layout stands on the painter."""
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("raised"))
        for rect in marks.tints:
            painter.drawRoundedRect(rect.translated(origin), 4, 4)

    def paint_marks(self, painter: QPainter, marks: BlockMarks, origin: QPointF, theme: Theme) -> None:
        if not marks.strokes and not marks.carets:
            return
        self._make_tiles(theme, painter.device().devicePixelRatioF())
        painter.setPen(Qt.PenStyle.NoPen)
        for kind, rects in marks.strokes.items():
            if kind in self._tiles:
                for rect in rects:
                    painter.drawTiledPixmap(rect.translated(origin), self._tiles[kind])
            else:
                painter.setBrush(theme.origin(kind))
                painter.drawRects([self._line(rect.translated(origin)) for rect in rects])
        painter.setBrush(theme.color("rejected"))
        for caret in marks.carets:
            painter.drawPolygon(self._caret(caret + origin))
        for mark in marks.switches:
            paint_switch(painter, mark, origin, theme, self.size)

    def _make_tiles(self, theme: Theme, ratio: float) -> None:
        if self._made_for != (theme.name, ratio, self.size):
            self._made_for = (theme.name, ratio, self.size)
            self._tiles = {
                Origin.CORRECTED: _tile(theme, Origin.CORRECTED, _wave(), ratio, self.size),
                Origin.BONUS: _tile(theme, Origin.BONUS, _dots(), ratio, self.size),
            }

    def _line(self, rect: QRectF) -> QRectF:
        thick = 1.4 * self.size
        return QRectF(rect.left(), rect.top() + _MIDDLE * self.size - thick / 2, rect.width(), thick)

    def _caret(self, at: QPointF) -> QPolygonF:
        """A triangle that points to where the rejected draft stood, its tip at the line of the marks."""
        tip = at + QPointF(0, (_MIDDLE - 2.8) * self.size)
        side, height = 2.9 * self.size, 5.4 * self.size
        return QPolygonF([tip, tip + QPointF(side, height), tip + QPointF(-side, height)])


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


def _tile(theme: Theme, origin: Origin, path: QPainterPath, ratio: float, size: float) -> QPixmap:
    pixels = round(_TILE * ratio * size)
    # a whole number of pixels, so that tiles join without a seam
    factor = pixels / (_TILE * ratio)
    pixmap = QPixmap(pixels, math.ceil(MARK_HEIGHT * ratio * size))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    pen = QPen(theme.origin(origin), 1.2 if origin is Origin.CORRECTED else 2.0)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if origin is Origin.CORRECTED else Qt.PenCapStyle.RoundCap)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(factor, size)
    painter.setPen(pen)
    painter.drawPath(path)
    painter.end()
    return pixmap
