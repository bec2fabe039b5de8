"""Values have the declared type, all the way down."""

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from desktop_app.chats.typed_values import fits
from desktop_app.decoding.rounds import Origin


@dataclass(frozen=True)
class Inner:
    count: int


@dataclass(frozen=True)
class Outer:
    name: str
    rate: float | None
    inner: tuple[Inner, ...]


@pytest.mark.parametrize(
    ("value", "declared"),
    [
        ("x", str),
        ("b", Literal["a", "b"] | None),
        (None, str | None),
        (1, int),
        (1, float),
        (-1.5, float),
        (None, float),
        ((), tuple[int, ...]),
        ((1, 2), tuple[int, ...]),
        ({}, dict),
        (Origin.BONUS, Origin),
        (Outer("x", None, (Inner(1),)), Outer),
    ],
)
def test_what_fits(value: Any, declared: Any) -> None:
    assert fits(value, declared)


@pytest.mark.parametrize(
    ("value", "declared"),
    [
        (1, str),
        ("c", Literal["a", "b"] | None),
        (None, str),
        (1, str | None),
        (True, int),
        (1.0, int),
        (None, int),
        (True, float),
        ("1", float),
        (float("nan"), float),
        (float("inf"), float),
        (-(10**400), float),
        ([1], tuple[int, ...]),
        ((1, "2"), tuple[int, ...]),
        ("bonus", Origin),
        (Inner(1), Outer),
        (Outer("x", None, (Inner(None),)), Outer),  # type: ignore[arg-type]
        (Outer("x", None, [Inner(1)]), Outer),  # type: ignore[arg-type]
    ],
)
def test_what_does_not(value: Any, declared: Any) -> None:
    assert not fits(value, declared)
