"""Places and paints the formulas of a document; one that has no drawing is painted as its source."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPyTextObject,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLayout,
    QTextOption,
)

from desktop_app.ui.chat.rendering.formula_drawing import Drawing
from desktop_app.ui.chat.rendering.formula_pictures import FormulaPictures
from desktop_app.ui.chat.rendering.formula_thread import Formula
from desktop_app.ui.chat.rendering.math_rules import tex_of
from desktop_app.ui.chat.rendering.text_formats import FORMULA, FORMULA_OBJECT, TextFormats

# Beyond this a formula is no longer legible, and its source says more.
_SMALLEST = 0.55
# Side bearing on both sides, in units of the font size.
_SIDE = 0.08


class FormulaObject(QPyTextObject):
    """width: the widest a formula may be, in pixels; wider ones are drawn smaller."""

    def __init__(self, document: QTextDocument, formats: TextFormats, pictures: FormulaPictures) -> None:
        super().__init__(document)
        self._document = document
        self._formats = formats
        self._pictures = pictures
        self._waiting: dict[Formula, list[QTextCursor]] = {}
        self.width = 600.0
        document.documentLayout().registerHandler(FORMULA_OBJECT, self)

    def intrinsicSize(self, _document: QTextDocument, position: int, format_: QTextFormat) -> QSizeF:
        drawing, em = self._found(format_, position)
        if drawing is None:
            layout = self._source_layout(format_)
            lines = [layout.lineAt(number) for number in range(layout.lineCount())]
            width = max((line.naturalTextWidth() for line in lines), default=0.0)
            return QSizeF(width, layout.boundingRect().height())
        width = (drawing.width + 2 * _SIDE) * em
        return QSizeF(width, self._box_height(drawing, em, format_))

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        _document: QTextDocument,
        _position: int,
        format_: QTextFormat,
    ) -> None:
        drawing, em = self._found(format_, None)
        if drawing is None:
            painter.setPen(self._formats.theme.color("dim"))
            self._source_layout(format_).draw(painter, QPointF(rect.topLeft()))
            return
        color = self._formats.theme.color("text")
        scale = painter.device().devicePixelRatioF()
        picture = self._pictures.picture(_formula(format_), drawing, em, color, scale)
        baseline = rect.y() + (rect.height() + self._lift(format_)) / 2
        top = baseline - drawing.ascent * em
        # whole device pixels, or the picture is blurred
        place = QPointF(round((rect.x() + _SIDE * em) * scale) / scale, round(top * scale) / scale)
        painter.drawPixmap(place, picture)

    def drawn(self, formulas: list[Formula]) -> None:
        """These have got a drawing, so that their lines are laid out anew. Not inside an edit."""
        for formula in formulas:
            for cursor in self._waiting.pop(formula, ()):
                self._document.markContentsDirty(cursor.position(), 1)

    def _found(self, format_: QTextFormat, position: int | None) -> tuple[Drawing | None, float]:
        """The drawing and the font size in pixels at which it fits."""
        formula = _formula(format_)
        drawing = self._pictures.drawing(formula)
        em = self._em(format_)
        if drawing is None:
            if position is not None:
                self._wait(formula, position)
            return None, em
        fitting = self.width / max(1.0, (drawing.width + 2 * _SIDE) * em)
        return (drawing, em * min(1.0, fitting)) if fitting >= _SMALLEST else (None, em)

    def _wait(self, formula: Formula, position: int) -> None:
        cursors = self._waiting.setdefault(formula, [])
        if all(cursor.position() != position for cursor in cursors):
            cursor = QTextCursor(self._document)
            cursor.setPosition(position)
            cursors.append(cursor)

    def _em(self, format_: QTextFormat) -> float:
        return QFontMetricsF(self._font(format_)).height() * 0.86

    def _font(self, format_: QTextFormat) -> QFont:
        font = QFont(self._formats.body)
        size = format_.toCharFormat().fontPointSize()
        if size > 0:
            font.setPointSizeF(size)
        return font

    def _lift(self, format_: QTextFormat) -> float:
        """Qt puts the middle of an object a quarter of an x above the baseline."""
        return QFontMetrics(format_.toCharFormat().font()).xHeight() / 2

    def _box_height(self, drawing: Drawing, em: float, format_: QTextFormat) -> float:
        lift = self._lift(format_)
        return max(2 * drawing.ascent * em - lift, 2 * drawing.descent * em + lift)

    def _source_layout(self, format_: QTextFormat) -> QTextLayout:
        font = QFont(self._formats.mono)
        source = format_.stringProperty(FORMULA).replace("\n", "\u2028")
        layout = QTextLayout(source, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self.width)
            line.setPosition(QPointF(0, y))
            y += line.height()
        layout.endLayout()
        return layout


def _formula(format_: QTextFormat) -> Formula:
    return Formula(*tex_of(format_.stringProperty(FORMULA)))
