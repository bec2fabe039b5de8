"""Which of the models on this machine can draft for a target, told by their files alone. Torch-free.

Whether two tokenizers really are one is decided by the whole vocabulary, once both are loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from desktop_app.models.hub_download import read_origin
from desktop_app.models.local_model import LocalModel

# head: trained for the target. family: the tokenizers begin with the same tokens. unknown: there is no
# target, or a tokenizer cannot be told. other: another tokenizer, so it drafts in tokens of its own.
Pairing = Literal["head", "family", "itself", "unknown", "other", "none"]
_ORDER: tuple[Pairing, ...] = ("head", "family", "unknown", "itself", "other", "none")


@dataclass(frozen=True, slots=True)
class DraftChoice:
    """A model as a draft of the target; why says, where pairing is none, why it cannot be one."""

    model: LocalModel
    pairing: Pairing
    why: str = ""


def draft_choices(target: LocalModel | None, models: Iterable[LocalModel]) -> list[DraftChoice]:
    """All of the models, the best drafts first: those of a kind by weights, the fewest and cheapest first."""
    choices = [_choice(target, model) for model in models]
    return sorted(choices, key=lambda c: (_ORDER.index(c.pairing), c.model.facts.parameters or 0))


def is_made_for(head: LocalModel, target: LocalModel) -> bool:
    """Whether a head names this target, by the last part of the name: its folder's, or the hub's."""
    wanted = _last(head.facts.verifier)
    origin = read_origin(target.path if target.path.is_dir() else target.path.parent)
    known = {_last(target.name), _last(str(origin.get("repo", ""))), target.path.resolve().name.lower()}
    # a GGUF file is named after its model and its quantisation
    parts = {name.rsplit(".", 1)[0] for name in known} if target.facts.format == "gguf" else set()
    return wanted in known | parts


def _choice(target: LocalModel | None, model: LocalModel) -> DraftChoice:
    facts = model.facts
    if not facts.draft.usable:
        return DraftChoice(model, "none", facts.draft.reason)
    if target is None:
        return DraftChoice(model, "unknown")
    if model.path == target.path:
        return DraftChoice(model, "itself")
    if facts.format == "head":
        if not facts.verifier:
            return DraftChoice(model, "unknown")
        if is_made_for(model, target):
            return DraftChoice(model, "head")
        return DraftChoice(
            model, "none", f"{model.name} was trained for {facts.verifier}, not for {target.name}."
        )
    if not facts.family or not target.facts.family:
        return DraftChoice(model, "unknown")
    return DraftChoice(model, "family" if facts.family == target.facts.family else "other")


def _last(name: str) -> str:
    return Path(name).name.lower()
