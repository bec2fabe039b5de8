"""What the details of a model say, as sentences and as pairs of a name and a value."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from desktop_app.models.local_model import LocalModel
from desktop_app.ui.models.model_words import architecture, context, parameters, size, source_title
from desktop_app.ui.sentences import translated

# lupdate knows the function by this name
translate = QCoreApplication.translate

# more would push out of sight what comes after
_MOST_SHARING = 6
_COMMIT = 12


def roles_of(model: LocalModel) -> list[str]:
    """What it can be here and why not: one sentence, or one for either role."""
    target, draft = model.facts.target, model.facts.draft
    if target.usable and draft.usable:
        return [translate("Models", "It can be the target or a draft.")]
    if target.usable:
        return [translate("Models", "It can be the target."), translated(draft.reason)]
    if draft.usable:
        why = [translated(target.reason)] if target.reason else []
        return [*why, translate("Models", "It can be a draft.")]
    return list(dict.fromkeys(translated(role.reason) for role in (target, draft)))


def facts_of(model: LocalModel, models: Sequence[LocalModel]) -> list[tuple[str, str]]:
    """models: all there are. What is not known is left out."""
    facts = model.facts
    pairs = [
        (translate("Models", "Made for"), facts.verifier),
        (translate("Models", "Architecture"), architecture(model)),
        (translate("Models", "Parameters"), parameters(facts.parameters)),
        (translate("Models", "Number format"), facts.number_format),
        (translate("Models", "Size on disk"), size(model.bytes)),
        (translate("Models", "Context"), context(facts.context)),
        (translate("Models", "Vocabulary"), context(facts.vocabulary)),
        (translate("Models", "Tokenizer"), _family(model, models)),
        (translate("Models", "Licence"), facts.licence or translate("Models", "not stated")),
        (translate("Models", "Found in"), source_title(model.source)),
        (translate("Models", "Revision"), model.revision[:_COMMIT]),
        (translate("Models", "Path"), str(model.path)),
    ]
    return [(name, value) for name, value in pairs if value]


def sharing(model: LocalModel, models: Sequence[LocalModel]) -> list[LocalModel]:
    """The others whose tokenizer begins with the same tokens."""
    family = model.facts.family
    return [other for other in models if family and other.facts.family == family and other.path != model.path]


def _family(model: LocalModel, models: Sequence[LocalModel]) -> str:
    if not model.facts.family:
        return ""
    names = [other.name for other in sharing(model, models)]
    if not names:
        return translate("Models", "shared with no other model here")
    shown = ", ".join(names[:_MOST_SHARING])
    more = len(names) - _MOST_SHARING
    if more > 0:
        return translate("Models", "shared with {names} and {count} more").format(names=shown, count=more)
    return translate("Models", "shared with {names}").format(names=shown)
