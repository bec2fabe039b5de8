"""Rounds for tests, from verdicts and origins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict

_NO_TIME = Timing(0.0, 0.0, 0.0)


def make_round(
    drafts: Sequence[str | dict[str, Any]] = (),
    emitted: Sequence[str] = ("plain",),
    *,
    index: int = 0,
    drafter: str = "model",
    timing: Timing = _NO_TIME,
    at: float = 0.0,
    texts: Sequence[str] | None = None,
) -> Round:
    """A draft is a verdict (its parent is the draft before it) or {"verdict", "parent", "drafter"}."""
    records = []
    for place, draft in enumerate(drafts):
        given = {"verdict": draft, "parent": place - 1} if isinstance(draft, str) else draft
        verdict = Verdict(given["verdict"])
        p = None if verdict is Verdict.UNTESTED else 0.25
        records.append(Draft(place, f"d{place}", 0.5, p, verdict, given["parent"], given.get("drafter")))
    texts = texts or [f"e{place}" for place in range(len(emitted))]
    tokens = tuple(
        Emitted(place, text, Origin(origin), 0.5)
        for place, (origin, text) in enumerate(zip(emitted, texts, strict=True))
    )
    return Round(index, drafter if drafts else "none", tuple(records), tokens, timing, at)
