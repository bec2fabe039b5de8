"""When a reply ends, and what of its text may be shown before it is certain. Free of torch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from desktop_app.decoding.plan import Plan
from desktop_app.decoding.rounds import Round

Step = Plan | Round
FinishReason = Literal["eos", "stop", "length", "context", "cancelled"]


@dataclass(frozen=True, slots=True)
class StopRules:
    """eos_ids end a reply as tokens, strings as text; max_tokens and context_limit count tokens.

    max_seconds since the reply was asked for: a budget like max_tokens; None is no limit.
    """

    eos_ids: frozenset[int]
    max_tokens: int
    context_limit: int
    strings: tuple[str, ...] = ()
    max_seconds: float | None = None


class StopStrings:
    """Looks for stop strings in streamed text, across tokens and rounds."""

    def __init__(self, strings: Sequence[str]) -> None:
        self._strings = tuple(string for string in strings if string)
        self._longest = max(map(len, self._strings), default=0)
        self._tail = ""

    def push(self, text: str) -> int | None:
        """Adds text; when a stop string is complete, how many characters to cut off the end of all text.

        Of several the one completed first counts, of those the longest.
        """
        if not self._strings:
            return None
        window = self._tail + text
        hits = [(start + len(s), start) for s in self._strings if (start := window.find(s)) >= 0]
        if hits:
            return len(window) - min(hits)[1]
        self._tail = window[max(0, len(window) - self._longest + 1) :]
        return None

    @property
    def held(self) -> int:
        """Characters at the end of the text that may be the start of a stop string."""
        for size in range(len(self._tail), 0, -1):
            if any(string.startswith(self._tail[-size:]) for string in self._strings):
                return size
        return 0


class HeldRounds:
    """Rounds kept back while their text may still turn out to be the start of a stop string, and the plans
    among them."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    def add(self, step: Step, held: int) -> list[Step]:
        """Takes a step; returns the steps that can be shown when `held` last characters cannot yet."""
        self._steps.append(step)
        keep = len(self._steps)
        after = 0
        while keep > 0 and after < held:
            keep -= 1
            kept = self._steps[keep]
            after += len(kept.text) if isinstance(kept, Round) else 0
        free, self._steps = self._steps[:keep], self._steps[keep:]
        return free

    def finish(self, round_: Round | None, cut: int) -> list[Step]:
        """All steps still kept and the last round, with `cut` characters taken off the end."""
        steps = self._steps + ([round_] if round_ else [])
        self._steps = []
        for index in range(len(steps) - 1, -1, -1):
            steps[index], cut = _trim(steps[index], cut)
        return steps


def _trim(step: Step, cut: int) -> tuple[Step, int]:
    if cut == 0 or isinstance(step, Plan):
        return step, cut
    emitted = list(step.emitted)
    for index in range(len(emitted) - 1, -1, -1):
        text = emitted[index].text
        kept = text[: max(0, len(text) - cut)]
        cut -= len(text) - len(kept)
        emitted[index] = replace(emitted[index], text=kept)
    return replace(step, emitted=tuple(emitted)), cut
