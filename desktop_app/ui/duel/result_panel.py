"""What a duel came to: one large number, a line for each lane, and whether the texts are the same."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.bench.duel import DuelOutcome
from desktop_app.bench.duel_figures import LaneFigures, best_speedup, verdict_sentence
from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.labels import scaled
from desktop_app.ui.duel.duel_words import duel_words, verdict_words
from desktop_app.ui.sentences import translated
from desktop_app.ui.theme import Theme, ThemeManager


class ResultPanel(QWidget):
    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._factor = 1.0
        self.speedup = QLabel(self)
        self.speedup.setToolTip(
            self.tr(
                "Decode tokens/s of the lane / decode tokens/s of the plain lane: medians over the runs of "
                "this duel. Reading the prompt is not part of it."
            )
        )
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(20)
        left = QVBoxLayout()
        left.addWidget(self.speedup)
        left.addStretch(1)
        row.addLayout(left)
        row.addWidget(self.words, 1)
        themes.changed.connect(self._recolour)
        self.set_scale(1.0)
        self.clear()

    def set_scale(self, factor: float) -> None:
        """Of all type, for presenting."""
        self.speedup.setFont(scaled(self.font(), 2.4 * factor, bold=True))
        self.words.setFont(scaled(self.font(), factor))

    def clear(self) -> None:
        self.speedup.clear()
        self.words.clear()

    def show_sentence(self, sentence: str) -> None:
        """Why there is no result, or what is awaited; an error's own sentence is translated here."""
        self.speedup.clear()
        self.words.setText(escape(translated(sentence)))

    def show_outcome(
        self, outcome: DuelOutcome, lanes: tuple[LaneFigures, ...], names: list[str], *, exact: bool
    ) -> None:
        best = best_speedup(lanes)
        self._factor = best or 0.0
        self.speedup.setText(figures.times(best))
        lines = [self._line(lane, name) for lane, name in zip(lanes[1:], names[1:], strict=True)]
        words = verdict_words()
        lines += [
            escape(verdict_sentence(outcome, place, name, exact=exact, words=words))
            for place, name in enumerate(names[1:], start=1)
        ]
        if any(lane.loops for lane in lanes):
            lines.append(escape(duel_words().page.loop))
        self.words.setText("<br>".join(lines))
        self.setAccessibleDescription(self.words.text())
        self._recolour(self._themes.current)

    def _line(self, lane: LaneFigures, name: str) -> str:
        decode = self.tr("{name}: {factor} in decoding").format(
            name=escape(name), factor=f"<b>{figures.times(lane.speedup_decode)}</b>"
        )
        if lane.speedup_wall is None:
            return decode
        wall = self.tr("{factor} by the clock, the prompt included")
        return decode + ", " + wall.format(factor=figures.times(lane.speedup_wall))

    def _recolour(self, theme: Theme) -> None:
        colors = self.speedup.palette()
        role = "accent" if self._factor >= 1 else "rejected"
        colors.setColor(QPalette.ColorRole.WindowText, theme.color(role))
        self.speedup.setPalette(colors)
