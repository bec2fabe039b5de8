"""`slipstream models list|remove`: the models on this machine."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from desktop_app.exit_codes import OK
from desktop_app.models.library import places, scan
from desktop_app.models.local_model import LocalModel
from desktop_app.models.removal import RemoveError, remove
from desktop_app.paths import Paths
from desktop_app.settings.store import SettingsStore


def models_list(arguments: argparse.Namespace, paths: Paths) -> int:
    """One line a model, or one JSON object; the reason under what can be nothing here."""
    found = find_models(paths)
    for model in found:
        if arguments.json:
            print(json.dumps(asdict(model), default=str, ensure_ascii=False))
        else:
            print(line(model))
    if not any(model.facts.target.usable for model in found) and not arguments.json:
        print("No model yet; get one with: slipstream models get starter", file=sys.stderr)
    return OK


def find_models(paths: Paths) -> list[LocalModel]:
    """Everything in the user's places."""
    added = SettingsStore(paths.settings).settings.model_folders
    return scan(places(paths, added), paths.library)


def line(model: LocalModel) -> str:
    """Name, what it is, what it can be, where it lies."""
    facts = model.facts
    size = "" if facts.parameters is None else f"{facts.parameters / 1e6:,.0f} M"
    context = "" if facts.context is None else f"{facts.context:,} tokens"
    parts = [
        facts.architecture,
        size,
        facts.number_format,
        f"{model.bytes / 1e6:,.0f} MB",
        context,
        facts.licence,
    ]
    said = "  ".join(part for part in parts if part)
    reason = facts.draft.reason or facts.target.reason
    return f"{model.name}\n    {said}\n    {can_be(model)}{': ' + reason if reason else ''}\n    {model.path}"


def can_be(model: LocalModel) -> str:
    match model.facts.target.usable, model.facts.draft.usable:
        case True, True:
            return "target or draft"
        case True, False:
            return "target"
        case False, True:
            return "draft"
        case _:
            return "neither target nor draft"


def models_remove(arguments: argparse.Namespace, paths: Paths) -> int:
    """Deletes a model of the program's own folder.

    Raises:
        RemoveError: no such model, or one that lies elsewhere.
    """
    named = [model for model in find_models(paths) if arguments.id in (model.name, str(model.path))]
    if not named:
        raise RemoveError(f"There is no model {arguments.id}; see: slipstream models list")
    freed = remove(named[0], paths.models)
    print(f"Removed {named[0].name}, {freed / 1e6:,.0f} MB.")
    return OK
