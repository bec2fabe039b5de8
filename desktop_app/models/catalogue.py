"""The models that are offered by name and the pairs that make sense, as resources/models/catalogue.toml lists
them. Torch-free."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from desktop_app.models.errors import DownloadError, ModelError
from desktop_app.models.hub_id import HubId, parse_hub_id
from desktop_app.models.memory_shape import MemoryShape
from desktop_app.paths import resource

# A pair whose draft is no model.
LOOKUP = "lookup"
# The licence of a model whose page alone names it.
SEE_PAGE = "see-page"


class CatalogueError(ModelError):
    """The list of models that comes with the program is damaged."""


@dataclass(frozen=True, slots=True)
class LayerSizes:
    """Numbers of elements, as in a model's configuration; tokens: rows of the embedding."""

    layers: int
    hidden_size: int
    intermediate_size: int
    heads: int
    kv_heads: int
    head_size: int
    tokens: int
    tied: bool


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """architecture: the model type, “eagle3” for a head. parameters: tied weights once; bytes: of the weight
    files. context in tokens. languages: ISO 639 codes of those it is known to write well.

    head_of: for a head the name of its target on the hub, else "". draft_tokens: of a head's own vocabulary.
    embedding: whether a head brings one. pictures: parameters that read pictures.
    """

    id: HubId
    architecture: str
    parameters: int
    bytes: int
    context: int
    licence: str
    gated: bool
    languages: tuple[str, ...]
    shape: LayerSizes
    head_of: str = ""
    draft_tokens: int = 0
    embedding: bool = True
    pictures: int = 0

    @property
    def memory_shape(self) -> MemoryShape:
        """For an estimate of what it takes in memory before any of its files is here."""
        size = self.shape
        return MemoryShape(
            architecture=self.architecture,
            elements=self.bytes // 2,
            layers=size.layers,
            kv_heads=size.kv_heads,
            head_size=size.head_size,
            hidden_size=size.hidden_size,
            intermediate_size=size.intermediate_size,
            tokens=size.tokens,
            context=self.context,
            tied=size.tied,
        )


@dataclass(frozen=True, slots=True)
class PublishedSpeedup:
    """Factors against plain decoding that somebody published; source: the address where they stand."""

    lowest: float
    highest: float
    measured_on: str
    source: str


@dataclass(frozen=True, slots=True)
class CataloguePair:
    """draft: None for prompt lookup. memory_gb: GiB of the smallest graphics device that holds the pair with
    4,096 tokens. cpu: small enough to be used without a graphics device."""

    target: CatalogueModel
    draft: CatalogueModel | None
    memory_gb: int
    cpu: bool = False
    speedup: PublishedSpeedup | None = None

    @property
    def models(self) -> tuple[CatalogueModel, ...]:
        return (self.target,) if self.draft is None else (self.target, self.draft)

    @property
    def bytes(self) -> int:
        """Of both downloads."""
        return sum(model.bytes for model in self.models)


@dataclass(frozen=True, slots=True)
class Catalogue:
    models: tuple[CatalogueModel, ...]
    pairs: tuple[CataloguePair, ...]

    def drafts_for(self, repo: str) -> tuple[str, ...]:
        """The targets that a model of the hub drafts for."""
        found = (p.target.id.repo for p in self.pairs if p.draft is not None and p.draft.id.repo == repo)
        return tuple(found)


@cache
def load_catalogue() -> Catalogue:
    """That of the program.

    Raises:
        CatalogueError: the file is damaged, which a new installation mends.
    """
    try:
        text = resource("models", "catalogue.toml").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CatalogueError("The catalogue of models cannot be read; install the program again.") from error
    return read_catalogue(text)


def read_catalogue(text: str) -> Catalogue:
    """
    Raises:
        CatalogueError: what is wrong, and in which entry.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(f"The catalogue of models is damaged ({error}).") from error
    models = [_model(table) for table in tables.get("model", [])]
    by_name = {model.id.repo: model for model in models}
    if len(by_name) != len(models):
        raise CatalogueError("The catalogue of models names a model twice.")
    return Catalogue(tuple(models), tuple(_pair(table, by_name) for table in tables.get("pair", [])))


def _model(table: Mapping[str, Any]) -> CatalogueModel:
    name = str(table.get("id", ""))
    try:
        values = {**table, "id": parse_hub_id(name), "languages": tuple(table["languages"])}
        return CatalogueModel(**(values | {"shape": _checked(LayerSizes, table["shape"])}))
    except (DownloadError, KeyError, TypeError, ValueError) as error:
        raise CatalogueError(f"The catalogue’s entry “{name}” is damaged ({error}).") from error


def _pair(table: Mapping[str, Any], models: Mapping[str, CatalogueModel]) -> CataloguePair:
    name = f"{table.get('target', '')} + {table.get('draft', '')}"
    try:
        draft = None if table["draft"] == LOOKUP else models[table["draft"]]
        target = models[table["target"]]
        if draft is not None and draft.head_of not in ("", target.id.repo):
            raise ValueError(f"that head is for {draft.head_of}")
        published = table.get("speedup")
        return CataloguePair(
            target=target,
            draft=draft,
            memory_gb=int(table["memory_gb"]),
            cpu=bool(table.get("cpu", False)),
            speedup=None if published is None else _speedup(published),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise CatalogueError(f"The catalogue’s pair “{name}” is damaged ({error}).") from error


def _speedup(table: Mapping[str, Any]) -> PublishedSpeedup:
    return PublishedSpeedup(
        float(table["from"]), float(table["to"]), str(table["measured_on"]), str(table["source"])
    )


def _checked(kind: type[LayerSizes], table: Mapping[str, Any]) -> LayerSizes:
    named = {field.name for field in fields(kind)}
    if set(table) != named:
        raise ValueError(f"its shape needs {', '.join(sorted(named))}")
    return kind(**table)
