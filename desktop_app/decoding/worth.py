"""Whether speculation pays in a chat, why not, and what would be sensible. Free of torch.

The measured speedup decides where control rounds give one; a plain speed of other prompts only predicts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.decoding.drafters.names import LOOKUP, NONE, SUFFIX
from desktop_app.decoding.measured_speedup import MeasuredSpeedup
from desktop_app.decoding.prediction import (
    best_k,
    break_even,
    expected_tokens,
    predicted_speedup,
    round_seconds,
    verify_seconds,
)
from desktop_app.decoding.round_costs import RoundCosts

# Of control rounds, before their median stands for the plain step.
_LEAST_STEPS = 3
# Speculative rounds before anything is predicted of them; a reply of so many has a measured speedup.
ENOUGH_ROUNDS = 20
# A gain that is worth a change; the same below 1 is no difference either.
_WORTH_IT = 1.05
# Parts of a draft's name that run no forward pass.
_FREE = frozenset({LOOKUP, SUFFIX})


class Case(StrEnum):
    NOTHING = "nothing"
    PLAIN = "plain"
    TOO_FEW = "too few rounds"
    NO_BASELINE = "no plain speed"
    GAINS = "gains"
    LOSES = "loses"
    EVEN = "even"
    UNCLEAR = "unclear"
    SHOULD_GAIN = "should gain"
    SHOULD_LOSE = "should lose"
    SHOULD_BE_EVEN = "should be even"


class Reason(StrEnum):
    """What costs more than it brings: without it there would be a gain; else too few drafts stand."""

    DRAFT = "draft"
    VERIFY = "verify"
    ACCEPTANCE = "acceptance"


class Remedy(StrEnum):
    NOTHING = "nothing"
    TURN_OFF = "turn off"
    TURN_ON = "turn on"
    LOOKUP = "lookup"
    SET_K = "set k"
    MEASURE = "measure"
    CONTROL_ROUNDS = "control rounds"


@dataclass(frozen=True, slots=True)
class Setup:
    """draft: as the replies name it, such as "eagle+lookup" or "none". controls: rounds are to run plain."""

    draft: str = "auto"
    controls: bool = True


@dataclass(frozen=True, slots=True)
class Worth:
    """plain_s: a plain step in seconds; of_other_prompts: a baseline, not of this chat's control rounds.

    cost_ratio: draft step / plain step. now, best: predicted speedups, of the rounds as they were and of the
    best k. break_even: None where every draft standing would not be enough, or it is not known.
    """

    case: Case
    remedy: Remedy
    reason: Reason | None = None
    costs: RoundCosts | None = None
    plain_s: float | None = None
    of_other_prompts: bool = False
    cost_ratio: float | None = None
    now: float | None = None
    best: tuple[int, float] | None = None
    break_even: float | None = None

    @property
    def measured(self) -> MeasuredSpeedup | None:
        return self.costs.speedup if self.costs else None


def worth_of(costs: RoundCosts | None, baseline_s: float | None, setup: Setup) -> Worth:
    """costs: of the chat's speculative replies of one kind, None without one. baseline_s: a plain step of
    this target on this machine behind about as many tokens, None where that was never measured.
    """
    if setup.draft == NONE:
        return Worth(Case.PLAIN, Remedy.TURN_ON)
    if costs is None or not costs.rounds:
        remedy = Remedy.MEASURE if baseline_s is None else Remedy.NOTHING
        return Worth(Case.NOTHING, remedy)
    own = costs.plain_s if costs.controls >= _LEAST_STEPS else None
    plain_s = own if own is not None else baseline_s
    if plain_s is None:
        return _unknown(costs, setup)
    now = predicted_speedup(costs, plain_s)
    case = _case(costs, now)
    best = best_k(costs, plain_s)
    reason = _reason(costs, plain_s) if case in (Case.LOSES, Case.SHOULD_LOSE) else None
    step = costs.draft_step_s
    return Worth(
        case=case,
        remedy=_remedy(case, reason, setup, better=_better(costs, now, best)),
        reason=reason,
        costs=costs,
        plain_s=plain_s,
        of_other_prompts=own is None,
        cost_ratio=None if step is None else step / plain_s,
        now=now,
        best=best,
        break_even=break_even(costs, plain_s),
    )


def _unknown(costs: RoundCosts, setup: Setup) -> Worth:
    """Nothing is known of the plain speed; control rounds will tell where there are to be some."""
    waiting = setup.controls and costs.rounds < ENOUGH_ROUNDS
    return Worth(Case.TOO_FEW if waiting else Case.NO_BASELINE, Remedy.MEASURE, costs=costs)


def _case(costs: RoundCosts, now: float | None) -> Case:
    measured = costs.speedup
    if measured is not None:
        if measured.low > 1 / _WORTH_IT and measured.high < _WORTH_IT:
            return Case.EVEN
        if measured.low > 1:
            return Case.GAINS
        return Case.LOSES if measured.high < 1 else Case.UNCLEAR
    if now is None or costs.rounds < ENOUGH_ROUNDS:
        return Case.TOO_FEW
    if now >= _WORTH_IT:
        return Case.SHOULD_GAIN
    return Case.SHOULD_LOSE if now <= 1 / _WORTH_IT else Case.SHOULD_BE_EVEN


def _reason(costs: RoundCosts, plain_s: float) -> Reason:
    tokens, free = expected_tokens(costs, costs.most_levels), round_seconds(costs, draft=False)
    if free and tokens * plain_s > free:
        return Reason.DRAFT
    whole, one_row = round_seconds(costs), verify_seconds(costs.verify, 1)
    if whole and costs.verify_s is not None and one_row is not None:
        narrow = whole - costs.verify_s + one_row
        if narrow > 0 and tokens * plain_s > narrow:
            return Reason.VERIFY
    return Reason.ACCEPTANCE


def _better(costs: RoundCosts, now: float | None, best: tuple[int, float] | None) -> bool:
    """Whether another k should be clearly better than drafting as now, and than not drafting."""
    if best is None or now is None or best[0] == costs.most_levels:
        return False
    return best[1] >= _WORTH_IT * max(1.0, now)


def _remedy(case: Case, reason: Reason | None, setup: Setup, *, better: bool) -> Remedy:
    match case:
        case Case.GAINS | Case.SHOULD_GAIN if better:
            return Remedy.SET_K
        case Case.SHOULD_GAIN | Case.SHOULD_BE_EVEN | Case.TOO_FEW if not setup.controls:
            return Remedy.CONTROL_ROUNDS
        case Case.LOSES | Case.SHOULD_LOSE | Case.EVEN if better:
            return Remedy.SET_K
        case Case.LOSES | Case.SHOULD_LOSE if reason is Reason.DRAFT and _computes(setup.draft):
            return Remedy.LOOKUP
        case Case.LOSES | Case.SHOULD_LOSE | Case.EVEN:
            return Remedy.TURN_OFF
    return Remedy.NOTHING


def _computes(draft: str) -> bool:
    return not set(draft.split("+")) <= _FREE
