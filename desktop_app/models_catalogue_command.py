"""`slipstream models catalogue`: pairs to fetch, those first that this machine can hold."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from desktop_app.exit_codes import OK
from desktop_app.models.catalogue import SEE_PAGE, CatalogueModel, CataloguePair, load_catalogue
from desktop_app.models.catalogue_fit import MachineMemory, PairFit, fit_of, machine_memory
from desktop_app.paths import Paths


def models_catalogue(arguments: argparse.Namespace, _: Paths) -> int:
    """Three lines a pair, or one JSON object. Opens no connection."""
    machine = machine_memory()
    found = [(pair, fit_of(pair, machine)) for pair in load_catalogue().pairs]
    shown = [(pair, fit) for pair, fit in found if arguments.all or fit.usable]
    for pair, fit in shown:
        print(json.dumps(_as_json(pair, fit), ensure_ascii=False) if arguments.json else _lines(pair, fit))
    if not arguments.json:
        print(
            f"{len(shown)} of {len(found)} pairs, {_memory(machine)}.{_hint(shown, found)}", file=sys.stderr
        )
    return OK


def _lines(pair: CataloguePair, fit: PairFit) -> str:
    draft = "prompt lookup" if pair.draft is None else str(pair.draft.id)
    languages = " ".join(pair.target.languages)
    licences = "; ".join(dict.fromkeys(_licence(model) for model in pair.models))
    said = f"{pair.bytes / 1e9:,.1f} GB to fetch  {languages}  {licences}"
    return f"{pair.target.id} + {draft}\n    {said}\n    {_fit(fit)}{_speedup(pair)}"


def _licence(model: CatalogueModel) -> str:
    licence = "licence: see its page" if model.licence == SEE_PAGE else model.licence
    return f"{licence} (asks for agreement)" if model.gated else licence


def _fit(fit: PairFit) -> str:
    needed = f"needs about {fit.needed / 1e9:,.1f} GB"
    match fit.verdict:
        case "too large":
            return f"{needed}: too large for this machine"
        case "too slow":
            return f"{needed}: too slow without a graphics device"
        case "tight":
            return f"{needed}: fits with little to spare"
        case _:
            return needed


def _speedup(pair: CataloguePair) -> str:
    found = pair.speedup
    if found is None:
        return ""
    highest = "" if found.highest == found.lowest else f" to {found.highest:g}"
    return f"\n    published: {found.lowest:g}{highest} times as fast ({found.measured_on}; {found.source})"


def _memory(machine: MachineMemory) -> str:
    if machine.graphics is not None:
        return f"{machine.graphics / 1e9:,.1f} GB on the graphics device"
    return "main memory not told" if machine.main is None else f"{machine.main / 1e9:,.1f} GB of main memory"


def _hint(shown: list[tuple[CataloguePair, PairFit]], found: list[tuple[CataloguePair, PairFit]]) -> str:
    return "" if len(shown) == len(found) else " All of them: --all"


def _as_json(pair: CataloguePair, fit: PairFit) -> dict[str, object]:
    speedup = None if pair.speedup is None else asdict(pair.speedup)
    return {
        "target": str(pair.target.id),
        "draft": "lookup" if pair.draft is None else str(pair.draft.id),
        "bytes": pair.bytes,
        "licences": [model.licence for model in pair.models],
        "gated": any(model.gated for model in pair.models),
        "languages": pair.target.languages,
        "memory_gb": pair.memory_gb,
        "needed": fit.needed,
        "verdict": fit.verdict,
        "speedup": speedup,
    }
