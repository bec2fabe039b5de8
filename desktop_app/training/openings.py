"""First words of a user's turn: what the target continues when it writes its own training questions.

Self-distillation needs no data set: from its chat template's empty user turn a chat model writes a
question by itself, but what it writes then clusters on a few subjects. A few fixed first words, spread over
what people ask of a chat application, widen that. Everything after the opening is the target's own.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import cache

from desktop_app.paths import resource


@dataclass(frozen=True, slots=True)
class Openings:
    """groups: (name, openings) pairs; {topic} and {Topic} in an opening stand for one of the topics."""

    topics: tuple[str, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]

    def draw(self, random_source: random.Random) -> tuple[str, str]:
        """(group, first words); every group is equally likely, every opening of a group too."""
        group, openings = random_source.choice(self.groups)
        words = random_source.choice(openings)
        topic = random_source.choice(self.topics)
        return group, words.replace("{topic}", topic).replace("{Topic}", topic[0].upper() + topic[1:])


@cache
def read_openings() -> Openings:
    """The program's own."""
    data = json.loads(resource("training", "openings.json").read_text(encoding="utf-8"))
    groups = tuple((name, tuple(openings)) for name, openings in data["openings"].items())
    return Openings(tuple(data["topics"]), groups)


def opening(random_source: random.Random) -> tuple[str, str]:
    """Draws (group, first words) of the program's own openings."""
    return read_openings().draw(random_source)
