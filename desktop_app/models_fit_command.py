"""`slipstream models fit`: what a target and its draft take of the memory, before anything is loaded."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from desktop_app.decoding.drafters.names import AUTO, EAGLE, NONE
from desktop_app.engines.loader import target_path
from desktop_app.exit_codes import OK
from desktop_app.models.fit import Level
from desktop_app.models.fitting import Fit, change_in_words
from desktop_app.paths import Paths

_LEVELS = {
    Level.GREEN: "green: fits",
    Level.AMBER: "amber: fits, with little to spare",
    Level.RED: "red: does not fit",
}


def models_fit(arguments: argparse.Namespace, paths: Paths) -> int:
    """The parts, what is needed, what is free, and what would make it fit; or one JSON object.

    Raises:
        SlipstreamError: no such model or device, or the files do not say how large they are.
    """
    from desktop_app.models.fit_here import fit_here

    target = target_path(arguments.target, paths)
    fit = fit_here(
        target,
        draft_path(arguments.draft, target, paths),
        models=paths.models,
        context=arguments.context_limit,
        device=arguments.device,
        dtype=arguments.dtype,
    )
    print(json.dumps(as_json(fit)) if arguments.json else "\n".join(lines(fit)))
    return OK


def draft_path(draft: str, target: Path, paths: Paths) -> Path | None:
    """The model or head that a draft's name stands for; None for one that takes no memory of its own.

    Raises:
        NoSuchModelError: it is not there.
    """
    if draft == NONE:
        return None
    if draft in (AUTO, EAGLE):
        from desktop_app.engines.heads import shipped_head

        return shipped_head(target)
    found = target_path(draft, paths)
    # the target drafts for itself without being loaded twice
    return None if found.samefile(target) else found


def lines(fit: Fit) -> Iterator[str]:
    """For the terminal."""
    for part in fit.estimate.parts:
        name = f"{part.model} {part.name}".strip()
        spare = "  (given back when memory runs short)" if part.spare else ""
        yield f"{name:<22}{_size(part.bytes)}{spare}"
    yield f"{'needed':<22}{_size(fit.estimate.needed)}"
    yield f"{'at most at one time':<22}{_size(fit.estimate.peak)}"
    free = "unknown".rjust(10) if fit.free is None else _size(fit.free)
    yield f"{'free on ' + fit.device:<22}{free}"
    yield f"{'context':<22}{fit.plan.context:>10,} tokens of {fit.plan.target.context:,}"
    yield _LEVELS[fit.level]
    if fit.refused:
        change = change_in_words(fit.plan, fit.change)
        yield f"It would fit with {change}." if change else "Nothing short of a smaller model would fit."


def as_json(fit: Fit) -> dict[str, object]:
    """Sizes in bytes, contexts in tokens."""
    plan, change = fit.plan, fit.change
    return {
        "parts": [asdict(part) for part in fit.estimate.parts],
        "needed": fit.estimate.needed,
        "peak": fit.estimate.peak,
        "free": fit.free,
        "device": fit.device,
        "context": plan.context,
        "level": str(fit.level),
        "change": None
        if change is None
        else {
            "words": change_in_words(plan, change),
            "context": change.context,
            "draft": change.draft is not None,
            "bytes_per_weight": change.bytes_per_weight,
        },
    }


def _size(size: int) -> str:
    return f"{size / 2**20:>6,.0f} MiB"
