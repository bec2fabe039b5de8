"""Acceptance rate over the tokens of the reply: of the last rounds, and of the whole reply."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.chart import LineChart
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.legend import CurveStyle
from desktop_app.ui.dashboard.series import ROLLING_ROUNDS, nice_ceiling
from desktop_app.ui.theme import Theme, ThemeManager

_SHORTEST = 60


class AcceptanceChart(Instrument):
    """0 to 100 percent, always."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        rolling = self.tr("last {count} rounds").format(count=ROLLING_ROUNDS)
        self.chart = LineChart(
            self.tr("Acceptance"),
            self.tr("tokens of the reply"),
            (CurveStyle("whole", self.tr("whole reply"), "dim"), CurveStyle("rolling", rolling, "accepted")),
            unit=self.tr(" %"),
        )
        self.chart.setToolTip(
            self.tr(
                "Accepted drafts / tested levels, of the last rounds that had drafts and of the whole reply."
            )
        )
        self.aside = self.chart.legends
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.chart)
        self.draw()

    def draw(self) -> None:
        """The x axis of a reply that has ended ends where it does."""
        curves, tokens = self.reply.series.acceptance, self.reply.series.tally.emitted
        self.chart.set_points("rolling", curves.rolling.xs, curves.rolling.ys)
        self.chart.set_points("whole", curves.whole.xs, curves.whole.ys)
        self.chart.set_boundaries([part.start for part in self.reply.series.parts.boundaries()])
        self.chart.set_hint("" if len(curves.whole) else self._nothing())
        right = max(10.0, tokens) if self.reply.ended else nice_ceiling(max(tokens, _SHORTEST))
        self.chart.set_range(right, 100.0)

    def _nothing(self) -> str:
        return (
            self.tr("A plain reply has no drafts.")
            if self.reply.plain
            else self.tr("Nothing was drafted yet.")
        )

    def summary(self) -> str:
        curves = self.reply.series.acceptance
        if curves.rolling.last is None or curves.whole.last is None:
            return self._nothing()
        return self.tr(
            "Acceptance: {whole} of the whole reply, {rolling} of the last {count} rounds."
        ).format(
            whole=figures.percent(curves.whole.last / 100),
            rolling=figures.percent(curves.rolling.last / 100),
            count=ROLLING_ROUNDS,
        )

    def set_theme(self, theme: Theme) -> None:
        self.chart.set_theme(theme)
