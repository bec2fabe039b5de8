"""Acceptance by position: how often the first, the second … draft of a round stood."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.bar_chart import Bar, BarChart
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.theme import Theme, ThemeManager


class PositionChart(Instrument):
    """One bar for each depth at which drafts were tested, 0 to 100 percent."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.chart = BarChart(self.tr("Acceptance by position"), "accepted")
        self.chart.setToolTip(
            "<qt>"
            + self.tr(
                "Of the rounds in which the target compared a draft at this position, the share in which "
                "it was accepted: accepted at i / tested at i. A position is tested only where all before "
                "it were accepted."
            )
            + "</qt>"
        )
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.chart)

    def draw(self) -> None:
        self.chart.set_bars(self._bars(), self._nothing())

    def _bars(self) -> list[Bar]:
        tally = self.reply.series.tally
        sentence = self.tr("Position {position}: {accepted} of {tested} tested drafts accepted ({share}).")
        return [
            Bar(
                accepted / tested if tested else 0.0,
                str(position),
                figures.percent(accepted / tested if tested else None),
                sentence.format(
                    position=position,
                    accepted=accepted,
                    tested=tested,
                    share=figures.percent(accepted / tested if tested else None),
                ),
            )
            for position, (accepted, tested) in enumerate(tally.by_position, start=1)
        ]

    def _nothing(self) -> str:
        return (
            self.tr("A plain reply has no drafts.")
            if self.reply.plain
            else self.tr("No draft was tested yet.")
        )

    def summary(self) -> str:
        bars = self._bars()
        if not bars:
            return self._nothing()
        listed = ", ".join(f"{bar.label}: {bar.value}" for bar in bars)
        return self.tr("Acceptance by position: {listed}.").format(listed=listed)

    def set_theme(self, theme: Theme) -> None:
        self.chart.set_theme(theme)
