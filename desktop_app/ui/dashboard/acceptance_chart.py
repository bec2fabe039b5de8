"""Acceptance rate over the tokens of the reply: of the last rounds, and of the whole reply."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.chart import CurveStyle, LineChart
from desktop_app.ui.dashboard.series import ROLLING_ROUNDS, ReplySeries, nice_ceiling
from desktop_app.ui.theme import Theme

_SHORTEST = 60


class AcceptanceChart(QWidget):
    """0 to 100 percent, always."""

    def __init__(self) -> None:
        super().__init__()
        self._series = ReplySeries()
        self._plain = False
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
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.chart)
        self.begin(self._series, plain=False)

    def begin(self, series: ReplySeries, *, plain: bool) -> None:
        """Follows a reply; `draw` shows what was added to its series since."""
        self._series = series
        self._plain = plain
        self.draw()

    def draw(self, *, ended: bool = False) -> None:
        """With ended the x axis ends where the reply does."""
        curves, tokens = self._series.acceptance, self._series.tally.emitted
        self.chart.set_points("rolling", curves.rolling.xs, curves.rolling.ys)
        self.chart.set_points("whole", curves.whole.xs, curves.whole.ys)
        self.chart.set_hint("" if len(curves.whole) else self._nothing())
        self.chart.set_range(max(10.0, tokens) if ended else nice_ceiling(max(tokens, _SHORTEST)), 100.0)

    def _nothing(self) -> str:
        return self.tr("A plain reply has no drafts.") if self._plain else self.tr("Nothing was drafted yet.")

    def summary(self) -> str:
        curves = self._series.acceptance
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
