"""The look of a curve, and its entry in the legend of a chart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.ui.dashboard.labels import SMALL, scaled
from desktop_app.ui.theme import DARK, Theme

_SAMPLE_WIDTH = 12


@dataclass(frozen=True, slots=True)
class CurveStyle:
    """color_role is a field of Theme; own_row gives the legend a line of its own, for long labels."""

    key: str
    label: str
    color_role: str
    dashed: bool = False
    own_row: bool = False

    def pen(self, theme: Theme, width: float = 1.0) -> QPen:
        # One opaque cosmetic pixel: a wider pen is painted several times slower.
        pen = QPen(theme.color(self.color_role), width)
        pen.setCosmetic(True)
        if self.dashed:
            pen.setDashPattern([4.0, 3.0])
        return pen


class Legend(QWidget):
    """A sample of the line and its label, elided where it must."""

    def __init__(self, style: CurveStyle) -> None:
        super().__init__()
        self._style = style
        self._theme = DARK
        self._text = style.label
        self.setFont(scaled(self.font(), SMALL))
        self.hide()
        policy = QSizePolicy.Policy.Ignored if style.own_row else QSizePolicy.Policy.Fixed
        self.setSizePolicy(policy, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        return self._text

    def set_text(self, text: str) -> None:
        self._text = text
        self.setToolTip(f"<qt>{escape(text)}</qt>")
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def set_style(self, style: CurveStyle, theme: Theme) -> None:
        self._style = style
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        # A whole-number advance may be a fraction short, and then the text is elided.
        text = math.ceil(QFontMetricsF(self.font()).horizontalAdvance(self._text)) + 1
        return QSize(_SAMPLE_WIDTH + 5 + text, self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._style.pen(self._theme, 1.5))
        middle = self.height() / 2
        painter.drawLine(0, round(middle), _SAMPLE_WIDTH, round(middle))
        painter.setPen(self._theme.color("dim"))
        left = _SAMPLE_WIDTH + 5
        room = self.width() - left
        text = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
