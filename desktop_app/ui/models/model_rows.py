"""The rows of the list of models: what matches, in which order, under which heading. Free of widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from desktop_app.models.local_model import LocalModel
from desktop_app.ui.models.model_words import can_be, source_title

Order = Literal["name", "size", "parameters", "context"]
ORDERS: tuple[Order, ...] = ("name", "size", "parameters", "context")

# the largest first; what is not known comes last
_KEYS: dict[Order, Callable[[LocalModel], tuple[float, str]]] = {
    "name": lambda m: (0, m.name.casefold()),
    "size": lambda m: (-m.bytes, m.name.casefold()),
    "parameters": lambda m: (-(m.facts.parameters or 0), m.name.casefold()),
    "context": lambda m: (-(m.facts.context or 0), m.name.casefold()),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A heading where model is None."""

    title: str
    model: LocalModel | None = None


def rows(models: Iterable[LocalModel], query: str, order: Order) -> list[Row]:
    """models: by place, as they were found. query: words that all must be found."""
    words = query.casefold().split()
    matching = [model for model in models if _matches(model, words)]
    result: list[Row] = []
    for source, group in groupby(matching, key=lambda model: model.source):
        result.append(Row(source_title(source)))
        result += [Row(model.name, model) for model in sorted(group, key=_KEYS[order])]
    return result


def _matches(model: LocalModel, words: Sequence[str]) -> bool:
    facts = model.facts
    text = " ".join(
        (
            model.name,
            str(model.path),
            facts.format,
            facts.architecture,
            facts.number_format,
            facts.licence,
            facts.verifier,
            can_be(model),
        )
    ).casefold()
    return all(word in text for word in words)
