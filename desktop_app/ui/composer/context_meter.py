"""How full the context is, always in sight beside the message field: numbers over a thin bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.ui.composer.context_figures import ContextFigures
from desktop_app.ui.controls.enter_key import EnterButton
from desktop_app.ui.theme import ThemeManager

_BAR = 4
_GAP = 4
_COLORS = {"unknown": "dim", "roomy": "accent", "tight": "corrected", "full": "rejected"}


class ContextMeter(EnterButton):
    """A click asks what shall happen when the context is full. The words change with the colour."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._figures = ContextFigures()
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 0.9)
        self.setFont(font)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self.update)
        self.show_figures(self._figures)

    @property
    def figures(self) -> ContextFigures:
        return self._figures

    def show_figures(self, figures: ContextFigures) -> None:
        self._figures = figures
        self.setText(self._words(figures))
        self.setToolTip(self._explanation(figures))
        self.setAccessibleName(self.tr("Context use"))
        self.setAccessibleDescription(f"{self.text()}\n{self.toolTip()}")
        self.updateGeometry()
        self.update()

    def _words(self, figures: ContextFigures) -> str:
        if not figures.limit:
            return self.tr("context –")
        used = "–" if figures.used is None and not figures.written else f"{figures.taken:,}"
        words = {
            "tight": self.tr("short of room: {used} / {limit:,}"),
            "full": self.tr("too long: {used} / {limit:,}"),
        }.get(figures.level, self.tr("context {used} / {limit:,}"))
        return words.format(used=used, limit=figures.limit)

    def _explanation(self, figures: ContextFigures) -> str:
        if not figures.limit:
            return self.tr("How much of its context a chat takes is known once a model is loaded.")
        text = self.tr(
            "This model holds {limit:,} tokens, the reply included.\n"
            "This chat has {used}, what you write {written:,}.\n"
            "Room for the reply: {room:,}; it may have up to {wanted:,}.\n"
            "Click to choose what happens when the room runs out."
        )
        used = "–" if figures.used is None else f"{figures.used:,}"
        return text.format(
            limit=figures.limit,
            used=used,
            written=figures.written,
            room=figures.room,
            wanted=figures.wanted,
        )

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        # it does not move while digits come and go
        widest = max(
            metrics.horizontalAdvance(self.text()), metrics.horizontalAdvance("context 0,000 / 00,000")
        )
        return QSize(widest + 10, 36)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        figures = self._figures
        color = theme.color(_COLORS[figures.level])
        inner = QRectF(self.rect()).adjusted(5, 0, -5, 0)
        height = self.fontMetrics().height()
        top = (self.height() - height - _GAP - _BAR) / 2
        alarmed = figures.level in ("tight", "full")
        painter.setPen(color if alarmed else theme.color("text" if self.hasFocus() else "dim"))
        line = QRectF(inner.left(), top, inner.width(), height)
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.setPen(Qt.PenStyle.NoPen)
        bar = QRectF(inner.left(), top + height + _GAP, inner.width(), _BAR)
        painter.setBrush(theme.color("line"))
        painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)
        if figures.limit:
            self._paint_share(painter, bar, figures.taken, color.lighter(100), 0.55)
            self._paint_share(painter, bar, figures.used or 0, color, 1.0)
        painter.end()

    def _paint_share(
        self, painter: QPainter, bar: QRectF, tokens: int, color: object, opacity: float
    ) -> None:
        share = min(1.0, tokens / self._figures.limit)
        if share <= 0:
            return
        painter.setOpacity(opacity)
        painter.setBrush(color)
        width = max(float(_BAR), bar.width() * share)
        painter.drawRoundedRect(QRectF(bar.left(), bar.top(), width, bar.height()), _BAR / 2, _BAR / 2)
        painter.setOpacity(1.0)
