"""Whether a target and its draft fit into the memory that is free."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from desktop_app.engines.pair_plan import PairPlan
from desktop_app.models.findings import Finding, fine, note, problem
from desktop_app.models.fit import Level, estimate
from desktop_app.models.fit_here import fit_here
from desktop_app.models.fitting import Fit, refusal, tight_note


def memory_findings(
    target: Path, draft: Path | None, plan: PairPlan, models: Path, what: str
) -> Iterator[Finding]:
    """what: the pair's name.

    Raises:
        ModelError: the files do not say how large the models are, or there is no such device.
    """

    def fit(given_back: int = 0) -> Fit:
        return fit_here(
            target,
            draft,
            models=models,
            context=plan.context,
            device=plan.device,
            dtype=plan.dtype,
            given_back=given_back,
        )

    found = fit()
    if plan.loaded:
        # what the target has taken already is there for it
        found = fit(estimate(replace(found.plan, draft=None, head=False)).needed)
    if found.free is None:
        return
    match found.level:
        case Level.RED:
            yield problem("memory", refusal(what, found))
        case Level.AMBER:
            yield note("memory", tight_note(found))
        case _:
            yield fine(
                "memory",
                f"{what} may need {found.estimate.peak / 1e9:.1f} GB of memory at "
                f"{found.plan.context:,} tokens, and {found.free / 1e9:.1f} GB are there on {found.device}.",
            )
