"""Icons: currentColor SVGs, tinted when they are painted, sharp at every device pixel ratio."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop_app.paths import resource

_APP_ICON_SIZES = (16, 24, 32, 48, 64, 128, 256)


def icon(name: str, color: QColor) -> QIcon:
    """The icon of that name in one colour; its disabled form is the same, faded.

    Raises:
        FileNotFoundError: there is no such icon.
    """
    return QIcon(_TintedSvg(_source(name), color))


def pixmap(name: str, color: QColor, size: int, ratio: float = 1.0) -> QPixmap:
    """The icon as a pixmap of size x size logical pixels for a screen of this device pixel ratio."""
    return _render(_tinted(_source(name), color), QSize(size, size), ratio)


def app_icon() -> QIcon:
    """The program's own icon, in its own colours."""
    svg = _source("slipstream")
    result = QIcon()
    for size in _APP_ICON_SIZES:
        result.addPixmap(_render(svg, QSize(size, size), 1.0))
    return result


@cache
def _source(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


def _tinted(svg: str, color: QColor) -> str:
    # QtSvg draws currentColor black, and knows colours without alpha only.
    return svg.replace("currentColor", color.name(QColor.NameFormat.HexRgb))


def _render(svg: str, size: QSize, ratio: float) -> QPixmap:
    result = _canvas(size, ratio)
    painter = QPainter(result)
    _draw(painter, svg, QRect(QPoint(0, 0), size))
    painter.end()
    return result


def _canvas(size: QSize, ratio: float) -> QPixmap:
    result = QPixmap(round(size.width() * ratio), round(size.height() * ratio))
    result.setDevicePixelRatio(ratio)
    result.fill(Qt.GlobalColor.transparent)
    return result


def _draw(painter: QPainter, svg: str, rect: QRect) -> None:
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    renderer.render(painter, QRectF(rect))


class _TintedSvg(QIconEngine):
    def __init__(self, svg: str, color: QColor) -> None:
        super().__init__()
        self._svg = svg
        self._color = color

    def clone(self) -> QIconEngine:
        return _TintedSvg(self._svg, self._color)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        painter.save()
        if mode is QIcon.Mode.Disabled:
            painter.setOpacity(painter.opacity() * 0.4)
        _draw(painter, _tinted(self._svg, self._color), rect)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        result = _canvas(size, scale)
        painter = QPainter(result)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return result
