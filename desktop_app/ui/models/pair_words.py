"""What the window says of a pair of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_app.models.catalogue import SEE_PAGE, CatalogueModel, CataloguePair, PublishedSpeedup
from desktop_app.models.catalogue_fit import MachineMemory, PairFit
from desktop_app.ui.models.model_words import size

# Languages that are named; the others are counted.
_NAMED = 2

# lupdate knows the function by this name
translate = QCoreApplication.translate


def pair_title(pair: CataloguePair) -> str:
    if pair.draft is None:
        text = translate("Catalogue", "{target} with prompt lookup")
        return text.format(target=pair.target.id.name)
    if pair.draft.head_of:
        return translate("Catalogue", "{target} with an EAGLE-3 head").format(target=pair.target.id.name)
    text = translate("Catalogue", "{target} with {draft}")
    return text.format(target=pair.target.id.name, draft=pair.draft.id.name)


def pair_facts(pair: CataloguePair, fit: PairFit, hub: str) -> str:
    """Download, memory, languages and licences, as HTML. hub: its address."""
    known = (
        translate("Catalogue", "{size} to download").format(size=size(pair.bytes)),
        memory_in_words(fit),
        languages(pair.target.languages),
    )
    return " · ".join([*map(escape, known), licences(pair.models, hub)])


def memory_in_words(fit: PairFit) -> str:
    needed = size(fit.needed)
    match fit.verdict:
        case "too large":
            text = translate("Catalogue", "needs about {needed} of memory, more than there is")
        case "too slow":
            text = translate(
                "Catalogue", "needs about {needed} of memory, too slow without a graphics device"
            )
        case "tight":
            text = translate("Catalogue", "needs about {needed} of memory, nearly all there is")
        case _:
            text = translate("Catalogue", "needs about {needed} of memory")
    return text.format(needed=needed)


def languages(codes: Sequence[str]) -> str:
    """Each in its own words."""
    listed = translate("Catalogue", ", ").join(_language(code) for code in codes[:_NAMED])
    rest = codes[_NAMED:]
    if not rest:
        return listed
    return translate("Catalogue", "{languages} and {count} more").format(languages=listed, count=len(rest))


def _language(code: str) -> str:
    """Qt calls English after the country that it takes for its home."""
    return "English" if code == "en" else QLocale(code).nativeLanguageName() or code


def licences(models: Sequence[CatalogueModel], hub: str) -> str:
    """As HTML with links to the pages of the models. hub: its address."""
    said: dict[str, str] = {}
    for model in models:
        name = translate("Catalogue", "licence on its page") if model.licence == SEE_PAGE else model.licence
        link = f'<a href="{escape(hub)}/{escape(model.id.repo)}">{escape(name)}</a>'
        if model.gated:
            link = translate("Catalogue", "{licence} (asks for agreement)").format(licence=link)
        said.setdefault(name, link)
    return " · ".join(said.values())


def speedup(found: PublishedSpeedup) -> str:
    """As HTML with a link to where it stands."""
    if found.lowest == found.highest:
        text = translate("Catalogue", "Published: {factor} times as fast ({measured_on})")
    else:
        text = translate("Catalogue", "Published: {lowest} to {factor} times as fast ({measured_on})")
    said = text.format(
        lowest=f"{found.lowest:g}", factor=f"{found.highest:g}", measured_on=escape(found.measured_on)
    )
    source = translate("Catalogue", "source")
    return f'{said} · <a href="{escape(found.source)}">{escape(source)}</a>'


def machine_in_words(machine: MachineMemory | None) -> str:
    if machine is None:
        return translate("Catalogue", "Looking at this machine…")
    if machine.graphics is not None:
        text = translate("Catalogue", "Pairs for {size} of graphics memory")
        return text.format(size=size(machine.graphics))
    if machine.main is None:
        return translate("Catalogue", "Pairs to use without a graphics device")
    text = translate("Catalogue", "Pairs for {size} of memory, without a graphics device")
    return text.format(size=size(machine.main))
