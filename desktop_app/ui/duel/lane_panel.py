"""One lane of a duel: who writes in it, the text with its marks, how far it is and how fast."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.bench.duel_figures import LaneFigures
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import Tally
from desktop_app.models.progress import Progress
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.controls.thin_bar import ThinBar
from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.labels import SMALL, scaled, small_label
from desktop_app.ui.theme import Theme, ThemeManager


class LanePanel(QFrame):
    """Shows one run at a time: a live one, or the replay of a recorded one."""

    def __init__(self, title: str, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._tally = Tally()
        self._tokens = 0
        self.title = QLabel(title, self)
        self.state = small_label()
        self.speed = QLabel(figures.MISSING, self)
        self.words = small_label()
        self.words.setWordWrap(True)
        self.chat = ChatView(themes, self)
        self.bar = ThinBar(themes, self)
        self._build()
        self.setAccessibleName(title)
        self.chat.setAccessibleName(title)
        themes.changed.connect(self._recolour)
        self._recolour(themes.current)
        self.set_scale(1.0)
        self.reset("")

    def set_scale(self, factor: float) -> None:
        """Of all type, for presenting."""
        self.title.setFont(scaled(self.font(), 1.15 * factor, bold=True))
        self.speed.setFont(scaled(self.font(), 1.9 * factor, bold=True))
        for label in (self.state, self.words):
            label.setFont(scaled(self.font(), SMALL * factor))
        self.chat.set_zoom(round(100 * factor))

    def _build(self) -> None:
        top = QHBoxLayout()
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(self.title)
        names.addWidget(self.state)
        top.addLayout(names, 1)
        top.addWidget(self.speed)
        box = QVBoxLayout(self)
        box.setContentsMargins(16, 12, 16, 12)
        box.setSpacing(8)
        box.addLayout(top)
        box.addWidget(self.bar)
        box.addWidget(self.chat, 1)
        box.addWidget(self.words)

    @property
    def emitted(self) -> int:
        """Tokens shown now."""
        return self._tally.emitted

    def reset(self, state: str) -> None:
        """Empties the lane; state says in a word what will happen in it."""
        self._tally = Tally()
        self.state.setText(state)
        self.speed.setText(figures.MISSING)
        self.words.setText("")
        self.bar.show_progress(Progress("", 0, 1))
        self.chat.clear()

    def begin(self, state: str, tokens: int) -> None:
        """A run begins. tokens: how long the reply may get, for the bar."""
        self.reset(state)
        self._tokens = max(1, tokens)
        self.chat.begin_reply(self.title.text())

    def add(self, rounds: Sequence[Round]) -> None:
        if not rounds:
            return
        for round_ in rounds:
            self._tally.add(round_)
        self.chat.append(rounds)
        self.bar.show_progress(Progress("", min(self._tally.emitted, self._tokens), self._tokens))
        self._show(self._tally.decode_tokens_per_s, rounds[-1].at)

    def end(self, state: str) -> None:
        self.chat.end_reply()
        self.state.setText(state)
        self.bar.show_progress(Progress("", 1, 1))

    def show_figures(self, lane: LaneFigures) -> None:
        """The medians over all runs of the lane, once the duel is over."""
        self._show_speed(lane.decode_tokens_per_s)
        parts = [
            self.tr("{seconds} from asking to the end").format(seconds=figures.seconds(lane.wall_s)),
            self.tr("{count} tokens").format(count=f"{lane.tokens:,}"),
            self.tr("{value} tokens a pass").format(value=figures.per_round(lane.tokens_per_forward)),
        ]
        if lane.acceptance_rate is not None:
            parts.append(self.tr("{rate} accepted").format(rate=figures.percent(lane.acceptance_rate)))
        if len(lane.runs) > 1:
            runs = ", ".join(map(figures.rate, lane.runs))
            parts.append(self.tr("runs: {speeds} tokens/s").format(speeds=runs))
        self.words.setText(" · ".join(parts))

    def _show(self, speed: float | None, at: float) -> None:
        self._show_speed(speed)
        self.words.setText(
            self.tr("{count} tokens in {seconds}").format(
                count=f"{self._tally.emitted:,}", seconds=figures.seconds(at)
            )
        )

    def _show_speed(self, tokens_per_s: float | None) -> None:
        self.speed.setText(self.tr("{speed} tokens/s").format(speed=figures.rate(tokens_per_s)))

    def _recolour(self, theme: Theme) -> None:
        colors = QPalette(self.palette())
        colors.setColor(QPalette.ColorRole.Window, theme.color("background"))
        self.setPalette(colors)
        self.setAutoFillBackground(True)
