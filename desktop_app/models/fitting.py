"""An estimate of memory held against what is free, and what it means in words. Torch-free."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.models.fit import Estimate, Level, Plan, change_that_fits, estimate, level

# A chat has little room in less; where more is comfortable, it is taken.
_ROOMY_CONTEXT = 4096
_SHORTEST_CONTEXT = 1024


@dataclass(frozen=True, slots=True)
class Fit:
    """A plan on its device. free: bytes, None where the system does not tell; device: as it is asked for.

    change: the mildest change of the plan after which it fits; None where it fits as it is, or none helps.
    """

    plan: Plan
    estimate: Estimate
    free: int | None
    device: str
    level: Level
    change: Plan | None = None

    @property
    def refused(self) -> bool:
        return self.level is Level.RED


def fit_of(plan: Plan, free: int | None, device: str) -> Fit:
    """Green where nobody knows what is free: nothing is refused on a guess."""
    taken = estimate(plan)
    if free is None:
        return Fit(plan, taken, None, device, Level.GREEN)
    found = level(plan, free)
    change = change_that_fits(plan, free) if found is Level.RED else None
    return Fit(plan, taken, free, device, found, change)


def with_longest_context(plan: Plan, free: int | None) -> Plan:
    """The plan with the longest context that its target was made for and that fits.

    A comfortable one is taken if a chat has room in it, else the longest that fits at all, else the shortest
    there is.
    """
    most = plan.target.context
    if free is None:
        return replace(plan, context=most)
    lengths = [most]
    while lengths[-1] // 2 >= _SHORTEST_CONTEXT:
        lengths.append(lengths[-1] // 2)
    plans = [replace(plan, context=length) for length in lengths]
    levels = [level(one, free) for one in plans]
    for one, found in zip(plans, levels, strict=True):
        if found is Level.GREEN and one.context >= min(most, _ROOMY_CONTEXT):
            return one
    fitting = (one for one, found in zip(plans, levels, strict=True) if found is not Level.RED)
    return next(fitting, plans[-1])


def change_in_words(plan: Plan, change: Plan | None) -> str:
    """What to do so that it fits, without a full stop; "" where nothing helps."""
    if change is None:
        return ""
    context = f"a context of {change.context:,} tokens" if change.context != plan.context else ""
    fewer_bytes = change.bytes_per_weight != plan.bytes_per_weight
    match plan.draft is not None and change.draft is None, fewer_bytes, bool(context):
        case True, False, True:
            return f"no draft and {context}"
        case True, False, False:
            return "no draft"
        case True, True, True:
            return f"no draft, bfloat16 and {context}"
        case True, True, False:
            return "no draft and bfloat16"
        case False, True, True:
            return f"bfloat16 and {context}"
        case False, True, False:
            return "bfloat16"
    return context


def refusal(what: str, fit: Fit) -> str:
    """The sentence for what does not fit. what: the model's name and number format."""
    needed, free = fit.estimate.peak / 1e9, (fit.free or 0) / 1e9
    change = change_in_words(fit.plan, fit.change)
    if change:
        return (
            f"{what} needs {needed:.1f} GB of memory but {free:.1f} GB are free on {fit.device}; it would "
            f"fit with {change}."
        )
    return (
        f"{what} needs {needed:.1f} GB of memory but {free:.1f} GB are free on {fit.device}; close other "
        "programs or choose a smaller model."
    )


def tight_note(fit: Fit) -> str:
    """Said of an amber fit; "" of another."""
    if fit.level is not Level.AMBER or fit.free is None:
        return ""
    return (
        f"Memory is tight: {fit.estimate.peak / 1e9:.1f} GB of the {fit.free / 1e9:.1f} GB that were free on "
        f"{fit.device} may be needed."
    )
