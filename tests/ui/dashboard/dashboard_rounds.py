"""Rounds made by hand for the tests of the instruments."""

from __future__ import annotations

import random
from collections.abc import Sequence

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict


def make_round(index: int, drafted: int, accepted: int, at: float, text: str = " w") -> Round:
    """A chain round that ends with the target's own token; without drafts a plain one."""
    drafts = []
    for i in range(drafted):
        verdict = Verdict.ACCEPTED if i < accepted else Verdict.UNTESTED
        if i == accepted:
            verdict = Verdict.REJECTED
        p = None if verdict is Verdict.UNTESTED else 0.75
        drafts.append(Draft(i, f"{text}{i}", 0.5, p, verdict, i - 1))
    own = Origin.PLAIN if not drafted else Origin.BONUS if accepted == drafted else Origin.CORRECTED
    emitted = [Emitted(d.token, d.text, Origin.ACCEPTED, 0.75) for d in drafts[:accepted]]
    emitted.append(Emitted(99, f"{text}!", own, 0.9))
    drafter = "lookup" if drafted else "none"
    return Round(index, drafter, tuple(drafts), tuple(emitted), Timing(0.001, 0.03, 0.002), at)


def make_reply(shape: Sequence[tuple[int, int]], *, first: float = 0.5, step: float = 0.25) -> list[Round]:
    """One round per (drafted, accepted), each `step` seconds after the one before."""
    return [make_round(i, k, a, first + i * step) for i, (k, a) in enumerate(shape)]


def random_reply(count: int, seed: int = 1) -> list[Round]:
    """Rounds of uneven length and duration, some without drafts."""
    rng = random.Random(seed)
    at, rounds = 0.4, []
    for index in range(count):
        drafted = rng.choice((0, 1, 3, 5, 7))
        rounds.append(make_round(index, drafted, rng.randint(0, drafted), at))
        at += rng.uniform(0.02, 0.3)
    return rounds
