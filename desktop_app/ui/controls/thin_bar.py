"""A thin progress bar in the theme's colours; it moves to and fro while nothing can be counted."""

from __future__ import annotations

from PySide6.QtCore import QBasicTimer, QRectF, QTimerEvent
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from desktop_app.models.progress import Progress
from desktop_app.ui.theme import ThemeManager

_STEP_MS = 40
_STEPS = 50
_PIECE = 0.25


class ThinBar(QProgressBar):
    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._step = 0
        self._timer = QBasicTimer()
        self.setFixedHeight(6)
        self.setTextVisible(False)
        self.setAccessibleName(self.tr("Progress"))
        themes.changed.connect(self.update)

    def show_progress(self, progress: Progress | None) -> None:
        """Permille, because bytes overflow a progress bar's integers."""
        if progress is None or progress.done is None or not progress.total:
            self.setRange(0, 0)
        else:
            self.setRange(0, 1000)
            self.setValue(min(1000, 1000 * progress.done // progress.total))
        self._run()
        self.update()

    def _run(self) -> None:
        if self.maximum() == 0 and self.isVisible():
            if not self._timer.isActive():
                self._timer.start(_STEP_MS, self)
        else:
            self._timer.stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._run()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def timerEvent(self, _event: QTimerEvent) -> None:
        self._step = (self._step + 1) % (2 * _STEPS)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("line"))
        painter.setBrush(theme.color("line"))
        ground = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius = ground.height() / 2
        painter.drawRoundedRect(ground, radius, radius)
        painter.setBrush(theme.color("accent"))
        left, share = self._piece()
        if share > 0:
            done = QRectF(
                ground.left() + left * ground.width(), ground.top(), share * ground.width(), ground.height()
            )
            painter.drawRoundedRect(done, radius, radius)

    def _piece(self) -> tuple[float, float]:
        """Where the coloured part begins and how long it is, as shares of the whole."""
        if self.maximum():
            return 0.0, self.value() / self.maximum()
        way = abs(self._step - _STEPS) / _STEPS
        return way * (1 - _PIECE), _PIECE
