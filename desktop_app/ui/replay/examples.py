"""The traces that come with the program, by their card, resources/traces/card.toml. Free of Qt."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from desktop_app.paths import resource


@dataclass(frozen=True, slots=True)
class Example:
    """machine and date: where and when it was recorded. provisional: its times are of a machine that was
    busy, and say nothing."""

    name: str
    path: Path
    machine: str
    date: str
    provisional: bool


def examples() -> list[Example]:
    """In the order of the card."""
    folder = Path(str(resource("traces")))
    card = tomllib.loads((folder / "card.toml").read_text(encoding="utf-8"))
    return [
        Example(
            entry["name"],
            folder / f"{entry['name']}.jsonl",
            entry["machine"],
            entry["date"],
            entry["provisional"],
        )
        for entry in card["trace"]
    ]
