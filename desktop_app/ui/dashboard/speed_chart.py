"""Tokens/s of this reply over its tokens, with the last measured plain reply beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout

from desktop_app.decoding.rounds import Round
from desktop_app.ui.chat.switch_words import part_lines
from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.chart import LineChart
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.legend import CurveStyle
from desktop_app.ui.dashboard.series import BoundedSeries, SpeedSeries, nice_ceiling
from desktop_app.ui.dashboard.shown_reply import ShownReply
from desktop_app.ui.theme import Theme, ThemeManager

_SHORTEST = 60


class SpeedChart(Instrument):
    """Its ranges only grow while a reply runs, in round steps, so that the curve does not jump about."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self._reference = SpeedSeries()
        self._reference_rounds: Sequence[Round] = ()
        self._reference_label = ""
        self._top = 0.0
        self._right = float(_SHORTEST)
        self.chart = LineChart(
            self.tr("Tokens/s"),
            self.tr("tokens of the reply"),
            (
                CurveStyle("reference", "", "plain", dashed=True, own_row=True),
                CurveStyle("reply", self.tr("speculative"), "accent"),
            ),
            lines=8.0,
        )
        self.chart.setToolTip(
            self.tr("Decode tokens per second over the last second or 16 tokens, whichever is longer.")
        )
        self._label = self.tr("speculative")
        self.aside = self.chart.legends
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.chart)
        self.draw()

    def begin(self, reply: ShownReply) -> None:
        super().begin(reply)
        self._top = 0.0
        self._label = self.tr("plain") if reply.plain else self.tr("speculative")
        self.chart.set_curve("reply", self._label, "plain" if reply.plain else "accent")

    def _show_parts(self) -> None:
        parts = self.reply.series.parts
        self.chart.set_boundaries([part.start for part in parts.boundaries()])
        label = self.tr("switched") if parts.switched else self._label
        if label != self._label:
            self._label = label
            self.chart.set_curve("reply", label, "accent")

    def set_reference(self, rounds: Sequence[Round], label: str) -> None:
        """Nothing is drawn anew for the very rounds and label that are shown."""
        if rounds is not self._reference_rounds:
            self._show_reference(rounds)
        if label != self._reference_label:
            self._reference_label = label
            self.chart.set_curve("reference", label, "plain")

    def _show_reference(self, rounds: Sequence[Round]) -> None:
        self._reference_rounds = rounds
        self._reference = SpeedSeries()
        for round_ in rounds:
            self._reference.add(round_)
        points = self._reference.points
        self.chart.set_points("reference", points.xs, points.ys)
        self._grow()

    def draw(self) -> None:
        """The x axis of a reply that has ended ends where it does."""
        self._show_parts()
        series = self.reply.series
        points = series.speed.points
        self.chart.set_points("reply", points.xs, points.ys)
        tokens = series.tally.emitted
        self._right = max(10.0, tokens) if self.reply.ended else nice_ceiling(max(tokens, _SHORTEST))
        self._grow()

    def _grow(self) -> None:
        highest = max(self.reply.series.speed.highest, self._reference.highest) or 10.0
        self._top = max(self._top, nice_ceiling(highest))
        self.chart.set_range(self._right, self._top)

    def summary(self) -> str:
        self._show_parts()
        speed, parts = self.reply.series.speed, self.reply.series.parts
        if speed.points.last is None:
            text = self.tr("Too few tokens for a speed yet.")
        else:
            text = self.tr(
                "Tokens per second ({label}): latest {latest}, highest {highest}, over {tokens} tokens."
            ).format(
                label=self._label,
                latest=figures.rate(speed.points.last),
                highest=figures.rate(speed.highest),
                tokens=self.reply.series.tally.emitted,
            )
        if parts.switched:
            text = f"{text} {'; '.join(part_lines(parts.all()))}."
        return text + self._reference_summary(self._reference.points)

    def _reference_summary(self, points: BoundedSeries) -> str:
        if points.last is None:
            return ""
        return " " + self.tr("Beside it {label}: mean {mean}.").format(
            label=self._reference_label, mean=figures.rate(sum(points.ys) / len(points))
        )

    def set_theme(self, theme: Theme) -> None:
        self.chart.set_theme(theme)
