"""The instruments beside the chat: numbers, charts, rounds and times of one reply."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import TallySummary
from desktop_app.engines.base import Started
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.dashboard.acceptance_chart import AcceptanceChart
from desktop_app.ui.dashboard.chart import prepare_pyqtgraph
from desktop_app.ui.dashboard.numbers import Comparison, NumberGrid
from desktop_app.ui.dashboard.rounds_panel import RoundsPanel
from desktop_app.ui.dashboard.series import ReplySeries
from desktop_app.ui.dashboard.speed_chart import SpeedChart
from desktop_app.ui.dashboard.time_ribbon import TimeRibbon
from desktop_app.ui.inspector.round_inspector import RoundInspector
from desktop_app.ui.theme import Theme, ThemeManager

NUMBERS_MS = 250
_FLUSHES_PER_REDRAW = 2


class Dashboard(QWidget):
    """Shows one reply, live or stored.

    `add_rounds` is cheap: charts follow every second call and only where they can be seen, numbers follow a
    4 Hz timer that runs only while a reply does.
    """

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        prepare_pyqtgraph()
        self._series = ReplySeries()
        self._final: TallySummary | None = None
        self._ended = False
        self._comparison = Comparison()
        self._flushes = 0
        self._stale = False
        self.numbers = NumberGrid()
        self.speed = SpeedChart()
        self.acceptance = AcceptanceChart()
        self.rounds = RoundsPanel()
        self.times = TimeRibbon()
        self.inspector = RoundInspector()
        self._timer = QTimer(self)
        self._timer.setInterval(NUMBERS_MS)
        self._timer.timeout.connect(self.refresh)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._empty_page())
        self._scroll = self._content_page(themes)
        self._pages.addWidget(self._scroll)
        self.setAccessibleName(self.tr("Instruments"))
        self._apply_theme(themes.current)
        themes.changed.connect(self._apply_theme)

    def sizeHint(self) -> QSize:
        return QSize(320, 700)

    def _empty_page(self) -> QWidget:
        label = QLabel(self.tr("Ask something: speed and acceptance draw themselves here."))
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        label.setContentsMargins(32, 32, 32, 32)
        return label

    def _content_page(self, themes: ThemeManager) -> QScrollArea:
        content = QWidget()
        box = QVBoxLayout(content)
        box.setContentsMargins(16, 16, 16, 16)
        box.setSpacing(18)
        for part in (self.numbers, self.speed, self.acceptance, self.rounds, self.times, self.inspector):
            box.addWidget(part)
        box.addStretch(1)
        scroll = QScrollArea()
        scroll.setVerticalScrollBar(ThinScrollBar(themes, "panel", scroll))
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName(self.tr("Instruments"))
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setBackgroundRole(QPalette.ColorRole.Window)
        scroll.setVerticalScrollBar(ThinScrollBar(themes, "panel", scroll))
        scroll.verticalScrollBar().valueChanged.connect(self._scrolled)
        scroll.setWidget(content)
        # There is no sideways scrolling, so the pane is never narrower than what is in it.
        scroll.setMinimumWidth(
            content.minimumSizeHint().width() + scroll.verticalScrollBar().sizeHint().width()
        )
        return scroll

    # The reply

    def begin_reply(self, started: Started) -> None:
        """A new reply runs. What it may be compared with is forgotten, the plain reference line stays."""
        self._start(plain=started.mode == "plain", same_prompt_plain=None)
        self.refresh()
        self._timer.start()

    def add_rounds(self, rounds: Sequence[Round]) -> None:
        """Takes the rounds of one flush.

        Raises:
            AssertionError: a round contradicts itself.
        """
        if not rounds:
            return
        for round_ in rounds:
            self._series.add(round_)
        self.rounds.add_rounds(rounds)
        self._pages.setCurrentWidget(self._scroll)
        self._stale = True
        self._flushes += 1
        if self._flushes % _FLUSHES_PER_REDRAW == 0:
            self._redraw()

    def finish(self, tally: TallySummary | None = None) -> None:
        """The reply ended; None when it failed: then the figures of its rounds stand."""
        self._timer.stop()
        self._final, self._ended = tally, True
        self._stale = True
        if self._summary().emitted:
            self._pages.setCurrentWidget(self._scroll)
        self.refresh()
        self._describe()

    def show_reply(self, rounds: Sequence[Round], tally: TallySummary | None) -> None:
        """Shows a stored reply as it ended."""
        plain = bool(rounds) and all(not round_.drafts for round_ in rounds)
        self._start(plain=plain, same_prompt_plain=None)
        self.add_rounds(rounds)
        self.finish(tally)

    def set_plain_reference(self, rounds: Sequence[Round], label: str) -> None:
        """The last measured plain reply of this model as a second line; no rounds remove it.

        label is its legend, such as: plain, other prompt: "How do…". It never becomes a speedup.
        """
        self.speed.set_reference(rounds, label)
        self._stale = True
        self._redraw()

    def set_same_prompt_plain(self, tokens_per_s: float | None) -> None:
        """The measured decode tokens/s of a plain reply to this reply's prompt: what makes a speedup."""
        self._comparison = Comparison(self._comparison.plain_reply, tokens_per_s)
        self.refresh()

    def clear(self) -> None:
        """Back to the words that say what will appear here."""
        self._timer.stop()
        self._start(plain=False, same_prompt_plain=None)
        self._pages.setCurrentIndex(0)
        self.refresh()
        self._describe()

    def summary(self) -> str:
        """All instruments as text, one line each."""
        numbers = ", ".join(cell.accessibleName() for cell in self.numbers.cells())
        parts = (self.speed, self.acceptance, self.rounds, self.times)
        return "\n".join([numbers, *(part.summary() for part in parts)])

    # Drawing

    def refresh(self) -> None:
        """Brings the numbers up to date, and charts that lag behind."""
        self.numbers.show_summary(self._summary(), self._comparison)
        if self.inspector.isVisible() and not self.inspector.visibleRegion().isEmpty():
            self.inspector.draw()
        if self._stale:
            self._redraw()

    def _start(self, *, plain: bool, same_prompt_plain: float | None) -> None:
        self._series = ReplySeries()
        self._final, self._ended = None, False
        self._comparison = Comparison(plain, same_prompt_plain)
        self._flushes = 0
        self._stale = True
        self.speed.begin(self._series, plain=plain)
        self.acceptance.begin(self._series, plain=plain)
        self.rounds.clear()
        self.inspector.clear()

    def _summary(self) -> TallySummary:
        return self._final or self._series.tally.summary()

    def _redraw(self) -> None:
        """Draws what can be seen; the rest stays stale until it can."""
        hidden = False
        for part in (self.speed, self.acceptance, self.rounds, self.times):
            if part.isVisible() and not part.visibleRegion().isEmpty():
                self._draw(part)
            else:
                hidden = True
        self._stale = hidden

    def _draw(self, part: QWidget) -> None:
        if part is self.speed:
            self.speed.draw(ended=self._ended)
        elif part is self.acceptance:
            self.acceptance.draw(ended=self._ended)
        elif part is self.rounds:
            self.rounds.strip.update()
        else:
            self._draw_times()

    def _draw_times(self) -> None:
        summary = self._summary()
        self.times.set_times(summary.draft_s, summary.verify_s, summary.other_s, summary.rounds)

    def _describe(self) -> None:
        self._draw_times()
        for part in (self.speed, self.acceptance, self.rounds, self.times):
            part.setAccessibleDescription(part.summary())
        self.inspector.draw()
        self.inspector.describe()

    def _apply_theme(self, theme: Theme) -> None:
        for part in (self.numbers, self.speed, self.acceptance, self.rounds, self.times, self.inspector):
            part.set_theme(theme)

    def _scrolled(self) -> None:
        self.inspector.draw()
        if self._stale:
            self._redraw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Not yet: children have no visible region before the first layout.
        QTimer.singleShot(0, self, self._scrolled)
