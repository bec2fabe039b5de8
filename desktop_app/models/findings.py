"""What a preflight has found out about a target and a draft. Torch-free."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Topic = Literal[
    "target",
    "draft",
    "same",
    "tokenizer",
    "vocabulary",
    "special",
    "end",
    "template",
    "context",
    "rollback",
    "head",
    "device",
    "memory",
]


class Level(StrEnum):
    """note: it works, with less use than one may think. problem: it does not work."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    topic: Topic
    sentence: str


def fine(topic: Topic, sentence: str) -> Finding:
    return Finding(Level.OK, topic, sentence)


def note(topic: Topic, sentence: str) -> Finding:
    return Finding(Level.NOTE, topic, sentence)


def problem(topic: Topic, sentence: str) -> Finding:
    return Finding(Level.PROBLEM, topic, sentence)


@dataclass(frozen=True, slots=True)
class Preflight:
    """target and draft: their names, or what was given where they have none."""

    target: str
    draft: str
    findings: tuple[Finding, ...]

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(found.sentence for found in self.findings if found.level is Level.PROBLEM)

    @property
    def refusal(self) -> str:
        """The first problem for which the pair cannot work, "" without one; whether it fits is not asked."""
        found = [f for f in self.findings if f.level is Level.PROBLEM and f.topic != "memory"]
        return found[0].sentence if found else ""
