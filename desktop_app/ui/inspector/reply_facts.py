"""What the rules of a reply depend on. Free of Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from desktop_app.engines.base import Started


@dataclass(frozen=True, slots=True)
class ReplyFacts:
    """verifier: greedy, rejection or coupled. k: as asked for, a number or "auto".

    Empty or None where a reply does not tell, such as one of a server."""

    verifier: str = ""
    mode: str = ""
    k: str = ""
    seed: int | None = None
    temperature: float | None = None

    @property
    def greedy(self) -> bool:
        return self.temperature == 0


UNKNOWN = ReplyFacts()


def facts_of(started: Started | None) -> ReplyFacts:
    if started is None:
        return UNKNOWN
    return ReplyFacts(
        started.resolved.verifier, started.mode, str(started.k), started.seed, started.sampling.temperature
    )


def stored_facts(started: Mapping[str, Any] | None) -> ReplyFacts:
    """Of the JSON of a Started event, as far as it can be read."""
    if not started:
        return UNKNOWN
    resolved, sampling, seed = (started.get(name) for name in ("resolved", "sampling", "seed"))
    verifier = resolved.get("verifier") if isinstance(resolved, Mapping) else ""
    temperature = sampling.get("temperature") if isinstance(sampling, Mapping) else None
    return ReplyFacts(
        verifier if isinstance(verifier, str) else "",
        str(started.get("mode", "")),
        str(started.get("k", "")),
        seed if isinstance(seed, int) else None,
        float(temperature) if isinstance(temperature, int | float) else None,
    )
