"""What the marks under the words mean, each shown as it is painted in the chat."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.rendering.mark_painter import MarkPainter
from desktop_app.ui.chat.rendering.origin_marks import MARK_HEIGHT, BlockMarks
from desktop_app.ui.theme import ThemeManager

_GAP = 8


class MarkLegend(QWidget):
    """The four origins in two rows."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        meanings = (
            (Origin.ACCEPTED, self.tr("accepted"), self.tr("the draft guessed it")),
            (Origin.CORRECTED, self.tr("corrected"), self.tr("the target chose another")),
            (Origin.BONUS, self.tr("bonus"), self.tr("one more after a full guess")),
            (Origin.PLAIN, self.tr("plain"), self.tr("nothing was drafted")),
        )
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        for number, (origin, name, meaning) in enumerate(meanings):
            grid.addWidget(MarkSample(origin, name, meaning, themes, self), number // 2, number % 2)
        grid.setColumnStretch(2, 1)


class MarkSample(QWidget):
    """A word with its mark, and what the mark says."""

    def __init__(
        self, origin: Origin, name: str, meaning: str, themes: ThemeManager, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.origin = origin
        self._name = name
        self._meaning = meaning
        self._themes = themes
        self._painter = MarkPainter()
        self.setAccessibleName(f"{name}: {meaning}")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        width = self._name_width() + _GAP + self.fontMetrics().horizontalAdvance(self._meaning)
        return QSize(round(width) + 4, self.fontMetrics().height() + round(MARK_HEIGHT) + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._name_width()), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        baseline = self.fontMetrics().ascent()
        width = self._name_width()
        painter.setPen(theme.color("text"))
        painter.setFont(self._bold())
        painter.drawText(QPointF(0, baseline), self._name)
        painter.setFont(self.font())
        painter.setPen(theme.color("dim"))
        room = max(0, round(self.width() - width - _GAP))
        meaning = self.fontMetrics().elidedText(self._meaning, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QPointF(width + _GAP, baseline), meaning)
        self._painter.paint_marks(painter, self._marks(width), QPointF(0, 0), theme)

    def _marks(self, width: float) -> BlockMarks:
        marks = BlockMarks()
        top, left = float(self.fontMetrics().height()), 0.0
        if self.origin is Origin.CORRECTED:
            # where the rejected draft stood, as in the chat
            marks.carets.append(QPointF(3, top))
            left = 7.0
        if self.origin is not Origin.PLAIN:
            marks.strokes[self.origin] = [QRectF(left, top, width - left, MARK_HEIGHT)]
        return marks

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        return font

    def _name_width(self) -> float:
        return QFontMetricsF(self._bold()).horizontalAdvance(self._name)
