"""Where the models of the hub lie that are here already. Torch-free."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from desktop_app.models.catalogue import CataloguePair
from desktop_app.models.hub_download import model_folder
from desktop_app.models.hub_id import HubId
from desktop_app.models.local_model import LocalModel


def place_of(name: HubId, found: Sequence[LocalModel], models: Path) -> Path | None:
    """In the program's own folder or the cache of huggingface_hub; None where it is not, or is of no use."""
    own = model_folder(models, name)
    for model in found:
        if model.usable and (model.path == own or (model.source == "hub" and model.name == name.repo)):
            return model.path
    return None


def places_of_pair(pair: CataloguePair, found: Sequence[LocalModel], models: Path) -> tuple[Path, ...] | None:
    """Of the target and, where it is a model, of the draft; None unless all are here."""
    places = [place_of(model.id, found, models) for model in pair.models]
    here = tuple(place for place in places if place is not None)
    return here if len(here) == len(places) else None
