"""A duel for a reader on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from desktop_app.bench.duel import DuelOutcome
from desktop_app.bench.duel_figures import LaneFigures, verdict_sentence

_COLUMNS = (
    f"{'lane':<24}{'tokens':>7}{'wall s':>8}{'first s':>9}{'tokens/s':>10}{'speedup':>9}{'per pass':>10}"
    f"{'accepted':>10}"
)


def render(outcome: DuelOutcome, figures: Sequence[LaneFigures], *, exact: bool) -> str:
    """The text of the first lane, a line a lane, and the verdicts."""
    return "\n".join(_lines(outcome, figures, exact=exact))


def _lines(outcome: DuelOutcome, figures: Sequence[LaneFigures], *, exact: bool) -> Iterator[str]:
    yield outcome.runs[0][0].text
    yield ""
    yield _COLUMNS
    for lane in figures:
        yield _lane(lane)
    for place, lane in enumerate(figures[1:], start=1):
        yield verdict_sentence(outcome, place, lane.name, exact=exact)
    if any(lane.loops for lane in figures):
        yield "A reply ends in a loop: such a text is guessed easily and says little about a chat."


def _lane(lane: LaneFigures) -> str:
    return (
        f"{lane.name:<24}{lane.tokens:>7}{lane.wall_s:>8.2f}{_number(lane.ttft_s, '.3f'):>9}"
        f"{_number(lane.decode_tokens_per_s, '.1f'):>10}{_number(lane.speedup_decode, '.2f', 'x'):>9}"
        f"{_number(lane.tokens_per_forward, '.2f'):>10}{_number(lane.acceptance_rate, '.0%'):>10}"
    )


def _number(value: float | None, form: str, unit: str = "") -> str:
    return "-" if value is None else f"{value:{form}}{unit}"
