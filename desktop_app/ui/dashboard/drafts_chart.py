"""How many drafts each round had, and the k that was chosen for it, over the reply."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from desktop_app.ui.dashboard.chart import LineChart
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.legend import CurveStyle
from desktop_app.ui.dashboard.series import nice_ceiling
from desktop_app.ui.theme import Theme, ThemeManager

_SHORTEST = 60


class DraftsChart(Instrument):
    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.chart = LineChart(
            self.tr("Drafts per round"),
            self.tr("tokens of the reply"),
            (
                CurveStyle("chosen", self.tr("chosen k"), "dim", dashed=True),
                CurveStyle("drafted", self.tr("drafted"), "accent"),
            ),
            lines=6.0,
        )
        self.chart.setToolTip(
            "<qt>"
            + self.tr(
                "Drafts in each round that was to have some, and k, the drafts that were asked for. A "
                "drafter may find fewer than k. Control rounds and rounds switched to plain have none and "
                "are left out."
            )
            + "</qt>"
        )
        self.aside = self.chart.legends
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.chart)
        self.draw()

    def draw(self) -> None:
        """The x axis of a reply that has ended ends where it does."""
        drafting, tokens = self.reply.series.drafting, self.reply.series.tally.emitted
        xs, ys = drafting.chosen.xs, drafting.chosen.ys
        if drafting.chosen.last is not None:
            # the last plan holds up to here
            xs, ys = [*xs, tokens], [*ys, drafting.chosen.last]
        self.chart.set_points("chosen", xs, ys)
        self.chart.set_points("drafted", drafting.drafted.xs, drafting.drafted.ys)
        right = max(10.0, tokens) if self.reply.ended else nice_ceiling(max(tokens, _SHORTEST))
        self.chart.set_range(right, nice_ceiling(max(2, drafting.highest)))

    def summary(self) -> str:
        drafting = self.reply.series.drafting
        drafted = drafting.drafted.ys
        if not drafted:
            return self.tr("No round yet.")
        text = self.tr("Drafts per round: from {least} to {most}, last {last}.").format(
            least=round(min(drafted)), most=round(max(drafted)), last=round(drafted[-1])
        )
        if drafting.chosen.last is None:
            return text
        return text + " " + self.tr("Chosen k: {k}.").format(k=round(drafting.chosen.last))

    def set_theme(self, theme: Theme) -> None:
        self.chart.set_theme(theme)
