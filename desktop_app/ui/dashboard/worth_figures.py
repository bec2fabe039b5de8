"""The figures of the card “Is it worth it?”: caption, value and definition of each."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from desktop_app.decoding.worth import Worth
from desktop_app.ui.dashboard import figures

# Row counts that fit beside each other.
_MOST_ROWS = 3
_MOST_POSITIONS = 5

# lupdate knows the function by this name
translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Figure:
    caption: str
    value: str
    definition: str


def figures_of(worth: Worth) -> tuple[Figure, ...]:
    """Always the same ones in the same order; a dash where something is not known."""
    return (
        _measured(worth),
        _predicted(worth),
        _best(worth),
        _cost(worth),
        _verify(worth),
        _acceptance(worth),
        _positions(worth),
    )


def _measured(worth: Worth) -> Figure:
    speedup = worth.measured
    value = figures.MISSING
    if speedup is not None:
        value = translate("Worth", "{value} ({low} to {high})").format(
            value=figures.times(speedup.value),
            low=figures.per_round(speedup.low),
            high=figures.per_round(speedup.high),
        )
    return Figure(
        translate("Worth", "measured speedup"),
        value,
        translate(
            "Worth",
            "The time the speculated tokens would have taken plainly, by the control rounds among them / the "
            "time they took, with its 95 % interval. Every round of these replies counts once, so a long "
            "reply weighs more than a short one.",
        ),
    )


def _predicted(worth: Worth) -> Figure:
    text = translate(
        "Worth",
        "Tokens a round emits by the acceptance at each position × plain step / what drafting, checking and "
        "the rest of a round took. Predicted from measured parts; it is no measured speedup.",
    )
    if worth.of_other_prompts:
        text += " " + translate(
            "Worth", "The plain step was measured on other prompts, behind about as many tokens."
        )
        return Figure(translate("Worth", "predicted, plain of other prompts"), figures.times(worth.now), text)
    return Figure(translate("Worth", "predicted speedup"), figures.times(worth.now), text)


def _best(worth: Worth) -> Figure:
    value = figures.MISSING
    if worth.best is not None:
        value = translate("Worth", "{k} ({speedup})").format(
            k=worth.best[0], speedup=figures.times(worth.best[1])
        )
    return Figure(
        translate("Worth", "best k, predicted"),
        value,
        translate(
            "Worth",
            "The number of drafts with the largest predicted speedup, up to the longest draft seen here. A "
            "dash for trees of drafts, whose size is no single number.",
        ),
    )


def _cost(worth: Worth) -> Figure:
    value = figures.MISSING
    if worth.cost_ratio is not None:
        value = f"{worth.cost_ratio:.2f}"
    return Figure(
        translate("Worth", "draft step / plain step (c)"),
        value,
        translate(
            "Worth",
            "Time to draft one level / time of a plain step of the target, both medians. The smaller, the "
            "better.",
        ),
    )


def _verify(worth: Worth) -> Figure:
    value = figures.MISSING
    if worth.costs is not None and worth.plain_s:
        often = sorted(worth.costs.verify, key=lambda cost: -cost.rounds)[:_MOST_ROWS]
        value = " · ".join(
            f"{cost.rows}: {cost.seconds / worth.plain_s:.2f}" for cost in sorted(often, key=lambda c: c.rows)
        )
    return Figure(
        translate("Worth", "checking, by rows"),
        value or figures.MISSING,
        translate(
            "Worth",
            "A pass of the target over so many rows (the pending token and the drafts) / a plain step; of "
            "the row counts that were most frequent.",
        ),
    )


def _acceptance(worth: Worth) -> Figure:
    value = figures.percent(worth.costs.acceptance if worth.costs else None)
    if worth.break_even is not None:
        value = translate("Worth", "{rate}, needed {needed}").format(
            rate=value, needed=figures.percent(worth.break_even)
        )
    return Figure(
        translate("Worth", "acceptance, and break-even"),
        value,
        translate(
            "Worth",
            "Accepted / tested levels; and the acceptance at every position with which these rounds would be "
            "just as fast as plain ones. Without the second, not even full acceptance would be enough, or "
            "the plain step is not known.",
        ),
    )


def _positions(worth: Worth) -> Figure:
    rates = worth.costs.conditional[:_MOST_POSITIONS] if worth.costs else ()
    known = [f"{100 * rate:.0f}" for rate in rates if rate is not None]
    return Figure(
        translate("Worth", "acceptance by position"),
        " · ".join(known) + " %" if known else figures.MISSING,
        translate(
            "Worth",
            "Accepted at a position / tested there; a draft is tested only behind accepted ones.",
        ),
    )
