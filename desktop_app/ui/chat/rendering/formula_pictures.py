"""Formulas as they are painted: drawn once, kept as pictures in the colour and at the scale of the screen."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QByteArray, QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop_app.ui.chat.rendering.formula_drawing import Drawing
from desktop_app.ui.chat.rendering.formula_thread import Formula, FormulaThread

_LOOK_MS = 15
_KEPT_PICTURES = 300
_KEPT_DRAWINGS = 2_000


class FormulaPictures(QObject):
    """drawn: formulas that were asked for have got their drawing, or will have none."""

    drawn = Signal(list)

    def __init__(self, parent: QObject, ask: FormulaThread | None = None) -> None:
        super().__init__(parent)
        self._thread = ask or FormulaThread()
        self._drawings: OrderedDict[Formula, Drawing | None] = OrderedDict()
        self._waiting: set[Formula] = set()
        self._pictures: OrderedDict[tuple[Formula, float, str, float], QPixmap] = OrderedDict()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._collect)

    def drawing(self, formula: Formula) -> Drawing | None:
        """None as long as there is no drawing, which may be for ever."""
        if formula in self._drawings:
            self._drawings.move_to_end(formula)
            return self._drawings[formula]
        if formula not in self._waiting:
            self._waiting.add(formula)
            self._thread.ask(formula)
            self._timer.start()
        return None

    def picture(self, formula: Formula, drawing: Drawing, em: float, color: QColor, scale: float) -> QPixmap:
        """em: font size in pixels; scale: device pixels in one pixel."""
        key = (formula, round(em, 2), color.name(), scale)
        if key not in self._pictures:
            self._pictures[key] = _rendered(drawing, em, color, scale)
            _forget_oldest(self._pictures, _KEPT_PICTURES)
        self._pictures.move_to_end(key)
        return self._pictures[key]

    def _collect(self) -> None:
        done = self._thread.collect()
        for formula, drawing in done:
            self._waiting.discard(formula)
            self._drawings[formula] = drawing
        _forget_oldest(self._drawings, _KEPT_DRAWINGS)
        if not self._waiting:
            self._timer.stop()
        if done:
            self.drawn.emit([formula for formula, _ in done])


def _forget_oldest(kept: OrderedDict, most: int) -> None:  # type: ignore[type-arg]
    while len(kept) > most:
        kept.popitem(last=False)


def _rendered(drawing: Drawing, em: float, color: QColor, scale: float) -> QPixmap:
    width, height = drawing.width * em, (drawing.ascent + drawing.descent) * em
    pixmap = QPixmap(max(1, round(width * scale)), max(1, round(height * scale)))
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(drawing.svg)).render(painter, QRectF(pixmap.rect()))
    # the drawing is black whatever it says: a reply shall not paint itself invisible
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), color)
    painter.end()
    pixmap.setDevicePixelRatio(scale)
    return pixmap
