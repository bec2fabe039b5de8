"""The instruments beside the chat: cards that show one reply, live or stored."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QStackedLayout, QWidget

from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import TallySummary
from desktop_app.engines.base import Event, Plan, Prefilled, Started
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.dashboard.acceptance_chart import AcceptanceChart
from desktop_app.ui.dashboard.card import Card
from desktop_app.ui.dashboard.card_column import CardColumn
from desktop_app.ui.dashboard.cards import CARDS, DEFAULT
from desktop_app.ui.dashboard.chart_library import ChartLibrary
from desktop_app.ui.dashboard.chart_place import ChartPlace
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.interface_cost import InterfaceCost
from desktop_app.ui.dashboard.numbers import NumberGrid
from desktop_app.ui.dashboard.rounds_panel import RoundsPanel
from desktop_app.ui.dashboard.shown_reply import ShownReply
from desktop_app.ui.dashboard.speed_chart import SpeedChart
from desktop_app.ui.dashboard.time_ribbon import TimeRibbon
from desktop_app.ui.inspector.round_inspector import RoundInspector
from desktop_app.ui.theme import Theme, ThemeManager

BEAT_MS = 250
# of the column, kept in sight above and below a card that is pulled
_PULL_MARGIN = 40
# of the height in sight: a card that begins above this need not be scrolled to
_WELL_SEEN = 0.5

T = TypeVar("T", bound=Instrument)


class Dashboard(QWidget):
    """Shows one reply, live or stored, in the cards of cards.py.

    `add_rounds` is cheap: what can be seen is drawn four times a second, by a timer that runs only while a
    reply does. More often is not seen, and took more of the processor than the text of the reply.
    """

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reply = ShownReply()
        translate = QCoreApplication.translate
        cards = [Card(spec.id, translate("Cards", spec.title), spec.make(themes), themes) for spec in CARDS]
        self._instruments = [card.instrument for card in cards]
        self._stale: set[Instrument] = set()
        self.column = CardColumn(cards, DEFAULT)
        self.numbers = self.instrument(NumberGrid)
        self.speed = self.instrument(SpeedChart)
        self.acceptance = self.instrument(AcceptanceChart)
        self.rounds = self.instrument(RoundsPanel)
        self.times = self.instrument(TimeRibbon)
        self.inspector = self.instrument(RoundInspector)
        self._timer = QTimer(self)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._draw_stale)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._empty_page())
        self._scroll = self._content_page(themes)
        self._pages.addWidget(self._scroll)
        self._charts = ChartLibrary(self.column.findChildren(ChartPlace), self)
        self.setAccessibleName(self.tr("Instruments"))
        self._apply_theme(themes.current)
        themes.changed.connect(self._apply_theme)
        self.column.rearranged.connect(self._draw_after_layout)
        for card in cards:
            card.pulled.connect(self._keep_in_sight)

    def instrument(self, kind: type[T]) -> T:
        """The instrument of that class.

        Raises:
            StopIteration: no card has one.
        """
        return next(instrument for instrument in self._instruments if isinstance(instrument, kind))

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
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName(self.tr("Instruments"))
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setBackgroundRole(QPalette.ColorRole.Window)
        scroll.setVerticalScrollBar(ThinScrollBar(themes, "panel", scroll))
        scroll.verticalScrollBar().valueChanged.connect(self._draw_stale)
        scroll.setWidget(self.column)
        # There is no sideways scrolling, so the pane is never narrower than what is in it.
        scroll.setMinimumWidth(self.column.least_width() + scroll.verticalScrollBar().sizeHint().width())
        return scroll

    # The reply

    def begin_reply(self, started: Started) -> None:
        """A new reply runs. What it may be compared with is forgotten, the plain reference line stays."""
        plain = started.mode == "plain"
        self._start(ShownReply(plain=plain, started=started, interface=InterfaceCost()))
        self.refresh()
        self._timer.start()

    def note_prefill(self, prefilled: Prefilled) -> None:
        """The prompt of the reply was read."""
        self.reply.note_prefill(prefilled)

    def note_plan(self, plan: Plan) -> None:
        """How the next rounds are decoded."""
        self.reply.note_plan(plan)

    def add(self, events: Sequence[Event]) -> None:
        """What came of a reply that has begun, in order: a plan counts from the next round on."""
        for kind, group in groupby(events, type):
            if kind is Round:
                self.add_rounds([event for event in group if isinstance(event, Round)])
                continue
            for event in group:
                if isinstance(event, Prefilled):
                    self.note_prefill(event)
                elif isinstance(event, Plan):
                    self.note_plan(event)

    def add_rounds(self, rounds: Sequence[Round]) -> None:
        """Takes the rounds of one flush.

        Raises:
            AssertionError: a round contradicts itself.
        """
        if not rounds:
            return
        self.reply.add_rounds(rounds)
        for instrument in self._instruments:
            instrument.add_rounds(rounds)
        self._stale.update(self._instruments)
        self._show_cards()

    def finish(self, tally: TallySummary | None = None) -> None:
        """The reply ended; None when it failed: then the figures of its rounds stand."""
        self._timer.stop()
        self.reply.final, self.reply.ended = tally, True
        if self.reply.interface is not None:
            self.reply.interface.end()
        self._stale.update(self._instruments)
        if self.reply.summary().emitted:
            self._show_cards()
        self.refresh()
        self._describe()

    def show_reply(self, events: Sequence[Event], tally: TallySummary | None) -> None:
        """Shows a stored reply as it ended. events: its rounds, and what else is known of it."""
        rounds = [event for event in events if isinstance(event, Round)]
        self._start(ShownReply(plain=bool(rounds) and all(not round_.drafts for round_ in rounds)))
        self.add(events)
        self.finish(tally)

    def set_plain_reference(self, rounds: Sequence[Round], label: str) -> None:
        """The last measured plain reply of this model as a second line; no rounds remove it.

        label is its legend, such as: plain, other prompt: "How do…". It never becomes a speedup.
        """
        self.speed.set_reference(rounds, label)

    def set_same_prompt_plain(self, tokens_per_s: float | None) -> None:
        """The measured decode tokens/s of a plain reply to this reply's prompt: what makes a speedup."""
        self.reply.same_prompt_plain = tokens_per_s
        self.refresh()

    def clear(self) -> None:
        """Back to the words that say what will appear here."""
        self._timer.stop()
        self._start(ShownReply())
        self._pages.setCurrentIndex(0)
        self.refresh()
        self._describe()

    def summary(self) -> str:
        """All instruments as text, one line each."""
        return "\n".join(filter(None, (instrument.summary() for instrument in self._instruments)))

    # Drawing

    def prepare_charts(self) -> None:
        """For a quiet moment before the first reply, which then need not share the processor with it."""
        if self.isVisible():
            self._charts.load()

    def _show_cards(self) -> None:
        if self._pages.currentWidget() is not self._scroll:
            self._pages.setCurrentWidget(self._scroll)
            self._draw_after_layout()

    def refresh(self) -> None:
        """Brings all that can be seen up to date; the rest is once it can be."""
        self._stale.update(self._instruments)
        self._draw_stale()

    def _start(self, reply: ShownReply) -> None:
        self.reply = reply
        self._stale.update(self._instruments)
        for instrument in self._instruments:
            instrument.begin(reply)

    def _draw_stale(self) -> None:
        for instrument in tuple(self._stale):
            if instrument.isVisible() and not instrument.visibleRegion().isEmpty():
                instrument.draw()
                self._stale.discard(instrument)

    def _describe(self) -> None:
        for instrument in self._instruments:
            instrument.setAccessibleDescription(instrument.summary())

    def _apply_theme(self, theme: Theme) -> None:
        for instrument in self._instruments:
            instrument.set_theme(theme)

    def _draw_after_layout(self) -> None:
        # Not yet: children have no visible region before the first layout.
        QTimer.singleShot(0, self, self._draw_stale)

    def _keep_in_sight(self, _card: str, where: QPoint) -> None:
        here = self.column.mapFromGlobal(where)
        self._scroll.ensureVisible(0, here.y(), 0, _PULL_MARGIN)

    def reveal(self, instrument: Instrument) -> None:
        """Scrolls to an instrument of which little or nothing is in sight, once it is laid out."""
        QTimer.singleShot(0, self, lambda: self._reveal(instrument))

    def _reveal(self, instrument: Instrument) -> None:
        card = instrument.parentWidget()
        if card is None or not card.isVisible():
            return
        bar, height = self._scroll.verticalScrollBar(), self._scroll.viewport().height()
        top, bottom = card.geometry().top(), card.geometry().bottom()
        seen = top - bar.value()
        if not 0 <= seen <= height * _WELL_SEEN and not 0 <= seen <= bottom - bar.value() <= height:
            # all of it, or else its beginning
            bar.setValue(min(top, bottom - height) if seen > 0 and bottom - top < height else top)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw_after_layout()
