"""What stands in the menus of targets and drafts. Free of widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path, PurePath

from PySide6.QtCore import QCoreApplication

from desktop_app.decoding.drafters.names import NONE
from desktop_app.models import starter_info
from desktop_app.models.local_model import LocalModel
from desktop_app.models.pairing import DraftChoice, Pairing
from desktop_app.ui.controls.pick_menu import PickEntry
from desktop_app.ui.draft_names import draft_choices
from desktop_app.ui.engine.engine_jobs import STARTER
from desktop_app.ui.models.model_words import can_be, in_short, source_title
from desktop_app.ui.sentences import translated

# lupdate knows the function by this name
translate = QCoreApplication.translate

# greyed entries that stand in the menu itself; more would hide what can be chosen
_GREYED = 6
# characters of a name and a reason; all of it is in the tooltip
_LONGEST = 72


def target_entries(
    models: Sequence[LocalModel], recent: Iterable[str], value: Callable[[Path], str], *, starter: bool
) -> list[PickEntry]:
    """recent: targets used lately. value: what stands for a place. starter: whether it is installed."""
    usable = [model for model in models if model.facts.target.usable]
    known = {value(model.path) for model in usable}
    entries: list[PickEntry] = []
    if STARTER not in known:
        fetch = translate("Models", "Fetch {name}…").format(name=starter_info.NAME)
        entries.append(PickEntry(starter_info.NAME if starter else fetch, STARTER))
    for source, group in groupby(usable, key=lambda model: model.source):
        entries.append(PickEntry(source_title(source)))
        entries += [PickEntry(model.name, value(model.path), in_short(model)) for model in group]
    lately = [_recent(target) for target in recent if target not in known and target != STARTER]
    if lately:
        entries += [PickEntry(translate("Models", "Used lately")), *lately]
    unusable = [m for m in models if not m.facts.target.usable and m.facts.format != "head"]
    title = translate("Models", "Cannot be loaded")
    entries += _greyed(title, [(model, model.facts.target.reason) for model in unusable])
    return entries


def draft_entries(choices: Iterable[DraftChoice], target: LocalModel | None) -> list[PickEntry]:
    """What drafts without a model, then the models. choices: the best first."""
    entries = [PickEntry(title, name) for name, title in draft_choices(NONE)]
    greyed: list[tuple[LocalModel, str]] = []
    for pairing, group in groupby(choices, key=lambda choice: choice.pairing):
        if pairing == "none":
            greyed = [(choice.model, choice.why) for choice in group]
            continue
        if pairing != "itself":
            entries.append(PickEntry(_heading(pairing, target)))
        entries += [_draft(choice) for choice in group]
    return entries + _greyed(translate("Models", "Cannot draft"), greyed)


def _heading(pairing: Pairing, target: LocalModel | None) -> str:
    name = target.name if target is not None else ""
    match pairing:
        case "head":
            return translate("Models", "Trained for {target}").format(target=name)
        case "family":
            return translate("Models", "With the tokenizer of {target}").format(target=name)
        case "other":
            return translate("Models", "With another tokenizer")
    return translate("Models", "Draft models")


def _draft(choice: DraftChoice) -> PickEntry:
    model = choice.model
    if choice.pairing == "itself":
        text = translate("Models", "{name}: the draft is the target itself").format(name=model.name)
        return PickEntry(text, str(model.path), text)
    hint = in_short(model)
    if choice.pairing == "other":
        hint = translate("Models", "It drafts in tokens of its own, so fewer of its drafts count.")
    return PickEntry(model.name, str(model.path), hint)


def _recent(target: str) -> PickEntry:
    path = PurePath(target)
    return PickEntry(f"{path.name}  ({path.parent})", target, target)


def _greyed(title: str, models: Sequence[tuple[LocalModel, str]]) -> list[PickEntry]:
    if not models:
        return []
    entries = tuple(_unusable(model, translated(reason)) for model, reason in models)
    if len(entries) <= _GREYED:
        return [PickEntry(title), *entries]
    more = translate("Models", "{title} ({count})").format(title=title, count=len(entries))
    return [PickEntry(more, inside=entries)]


def _unusable(model: LocalModel, reason: str) -> PickEntry:
    """The reason stands beside the name too: no key and no screen reader comes to the tooltip of an entry
    that cannot be chosen."""
    reason = reason or can_be(model)
    # most reasons begin with the name
    text = reason if reason.startswith(model.name) else f"{model.name}:  {reason}"
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
    return PickEntry(short, str(model.path), reason, enabled=False)
