"""What the window says of a model."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.models.local_model import LocalModel, Source
from desktop_app.ui.sentences import translated
from desktop_app.ui.token_count import token_count

# lupdate knows the function by this name
translate = QCoreApplication.translate


def source_title(source: Source) -> str:
    match source:
        case "own":
            return translate("Models", "On this computer")
        case "added":
            return translate("Models", "Your folders")
        case "hub":
            return translate("Models", "Hugging Face cache")
        case "shipped":
            return translate("Models", "Comes with the program")


def can_be(model: LocalModel) -> str:
    match model.facts.target.usable, model.facts.draft.usable:
        case True, True:
            return translate("Models", "Target or draft")
        case True, False:
            return translate("Models", "Target")
        case False, True:
            return translate("Models", "Draft")
        case _:
            return translate("Models", "Neither")


def why_not(model: LocalModel) -> str:
    """Why it can be nothing here, "" where it can."""
    return "" if model.usable else translated(model.facts.target.reason or model.facts.draft.reason)


def parameters(count: int | None) -> str:
    if count is None:
        return ""
    if count < 999_500_000:
        return translate("Models", "{millions:,.0f} M").format(millions=max(count / 1e6, 1))
    return translate("Models", "{billions:,.1f} B").format(billions=count / 1e9)


def size(count: int) -> str:
    """count in bytes."""
    if count < 999_500:
        return translate("Models", "{kilobytes:,.0f} kB").format(kilobytes=count / 1e3)
    if count < 999_500_000:
        return translate("Models", "{megabytes:,.0f} MB").format(megabytes=count / 1e6)
    return translate("Models", "{gigabytes:,.1f} GB").format(gigabytes=count / 1e9)


def context(tokens: int | None) -> str:
    return "" if tokens is None else token_count(tokens)


def architecture(model: LocalModel) -> str:
    """As its files name it; of a head what it is."""
    if model.facts.format == "head":
        return translate("Models", "{kind} head").format(kind=model.facts.architecture)
    return model.facts.architecture


def in_short(model: LocalModel) -> str:
    """What is known of it, in one line."""
    facts = model.facts
    known = (
        architecture(model),
        parameters(facts.parameters),
        facts.number_format,
        context(facts.context),
        facts.licence,
    )
    return " · ".join(part for part in known if part)
