"""The reply that the instruments show, live or stored. Free of Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import TallySummary
from desktop_app.engines.base import Plan, Prefilled, Started
from desktop_app.ui.dashboard.interface_cost import InterfaceCost
from desktop_app.ui.dashboard.series import ReplySeries


@dataclass
class ShownReply:
    """One for each reply; the dashboard keeps it up to date, instruments only read it.

    plain: nothing was to be drafted. started, prefilled and plan are None where they are not known, as in a
    reply that an older version stored. final: the figures of the engine, once there are any.
    same_prompt_plain: decode tokens/s of a plain reply measured on this prompt. interface: what the window
    costs, of a reply that ran on screen.
    """

    plain: bool = False
    started: Started | None = None
    prefilled: Prefilled | None = None
    plan: Plan | None = None
    rounds: list[Round] = field(default_factory=list)
    series: ReplySeries = field(default_factory=ReplySeries)
    final: TallySummary | None = None
    ended: bool = False
    same_prompt_plain: float | None = None
    interface: InterfaceCost | None = None
    _counted: tuple[int, TallySummary] | None = None

    def add_rounds(self, rounds: Sequence[Round]) -> None:
        """Counts the rounds.

        Raises:
            AssertionError: a round contradicts itself.
        """
        for round_ in rounds:
            self.series.add(round_)
            self.plain &= round_.switched is None
            self.rounds.append(round_)

    def note_prefill(self, prefilled: Prefilled) -> None:
        self.prefilled = prefilled
        self.series.tally.prefilled(prefilled.tokens, prefilled.seconds)
        self._counted = None

    def note_plan(self, plan: Plan) -> None:
        self.plan = plan
        self.series.drafting.plan(plan.k)
        if not self.rounds:
            self.plain = plan.mode == "plain"

    def summary(self) -> TallySummary:
        """The engine's figures of the whole reply, else those of the rounds so far."""
        if self.final is not None:
            return self.final
        tally = self.series.tally
        if self._counted is None or self._counted[0] != tally.rounds:
            self._counted = (tally.rounds, tally.summary())
        return self._counted[1]
