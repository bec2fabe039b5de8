"""Accepted drafts per round: in how many rounds none, one, two … of the drafts stood."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.bar_chart import Bar, BarChart
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.theme import Theme, ThemeManager


class AcceptedHistogram(Instrument):
    """The bars sum to the rounds; the highest has the chart's height."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.chart = BarChart(self.tr("Accepted per round"), "accent")
        self.chart.setToolTip(
            "<qt>"
            + self.tr(
                "Rounds of this reply by how many of their drafts were accepted. All rounds are counted: "
                "those without drafts stand at 0. Every round adds the target's own token to what was "
                "accepted."
            )
            + "</qt>"
        )
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.chart)

    def draw(self) -> None:
        self.chart.set_bars(self._bars(), self.tr("No round yet."))

    def _bars(self) -> list[Bar]:
        counts = self.reply.summary().accepted_histogram
        highest, rounds = max(counts, default=0), sum(counts)
        sentence = self.tr("{accepted} accepted: {count} of {rounds} rounds ({share}).")
        return [
            Bar(
                count / highest,
                str(accepted),
                f"{count:,}",
                sentence.format(
                    accepted=accepted, count=count, rounds=rounds, share=figures.percent(count / rounds)
                ),
            )
            for accepted, count in enumerate(counts)
        ]

    def summary(self) -> str:
        bars = self._bars()
        if not bars:
            return self.tr("No round yet.")
        listed = ", ".join(f"{bar.label}: {bar.value}" for bar in bars)
        return self.tr("Rounds by accepted drafts: {listed}.").format(listed=listed)

    def set_theme(self, theme: Theme) -> None:
        self.chart.set_theme(theme)
