"""Targets and drafts of every kind, small enough to enumerate."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence

from verification_oracle import Case, Prefix


def tables(name: str, size: int, k: int, make: Callable[[random.Random], tuple[list[float], ...]]) -> Case:
    rng = random.Random(name)
    target: dict[Prefix, list[float]] = {}
    draft: dict[Prefix, list[float]] = {}
    for length in range(k + 1):
        for prefix in itertools.product(range(size), repeat=length):
            target[prefix], draft[prefix] = make(rng)
    return Case(name, size, k, target, draft)


def weights(rng: random.Random, size: int, zeros: int = 0) -> list[float]:
    values = [rng.expovariate(1.0) + 0.01 for _ in range(size)]
    for index in rng.sample(range(size), zeros):
        values[index] = 0.0
    return normalised(values)


def normalised(values: Sequence[float]) -> list[float]:
    return [value / sum(values) for value in values]


def nearly(rng: random.Random, row: list[float], by: float) -> list[float]:
    return normalised([value * (1 + by * rng.uniform(-1, 1)) for value in row])


def one_hot(size: int, token: int) -> list[float]:
    return [float(index == token) for index in range(size)]


def disjoint(rng: random.Random, size: int) -> tuple[list[float], list[float]]:
    values = weights(rng, size)
    cut = rng.randrange(1, size)
    return normalised(values[:cut] + [0.0] * (size - cut)), normalised([0.0] * cut + values[cut:])


def same(row: list[float]) -> tuple[list[float], list[float]]:
    return row, list(row)


def close(rng: random.Random, size: int, by: float) -> tuple[list[float], list[float]]:
    row = weights(rng, size)
    return row, nearly(rng, row, by)


def guessed(name: str, size: int, guess: Prefix, zeros: int) -> Case:
    case = tables(name, size, len(guess), lambda r: (weights(r, size, zeros), weights(r, size)))
    return Case(name, size, len(guess), case.target, None, guess)


ORACLE_CASES = [
    tables("random, three drafts", 2, 3, lambda r: (weights(r, 2), weights(r, 2))),
    tables("random, two drafts", 3, 2, lambda r: (weights(r, 3), weights(r, 3))),
    tables("random, five tokens", 5, 1, lambda r: (weights(r, 5), weights(r, 5))),
    tables("zeros in both", 4, 1, lambda r: (weights(r, 4, 2), weights(r, 4, 2))),
    tables("zeros in the target", 3, 2, lambda r: (weights(r, 3, 1), weights(r, 3))),
    tables("zeros in the draft", 3, 2, lambda r: (weights(r, 3), weights(r, 3, 1))),
    tables("equal", 3, 2, lambda r: same(weights(r, 3))),
    tables("disjoint", 4, 1, lambda r: disjoint(r, 4)),
    tables("sure target", 3, 2, lambda r: (one_hot(3, r.randrange(3)), weights(r, 3))),
    tables("sure draft", 3, 2, lambda r: (weights(r, 3), one_hot(3, r.randrange(3)))),
    tables("nearly equal", 3, 1, lambda r: close(r, 3, 1e-6)),
    tables("equal to rounding", 4, 1, lambda r: close(r, 4, 1e-15)),
    guessed("deterministic drafter", 4, (2, 0), 0),
    guessed("deterministic drafter, long", 3, (1, 0, 2), 0),
    guessed("deterministic drafter that guesses the impossible", 3, (0, 1, 0), 1),
    guessed("plain", 5, (), 1),
]
