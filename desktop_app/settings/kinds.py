"""What a setting may be. A kind says what it accepts and how to say so; the window makes a field of it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, Literal

_LONGEST_SHOWN = 40  # characters


@dataclass(frozen=True, slots=True)
class Flag:
    """true or false."""

    def accepts(self, value: Any) -> bool:
        return isinstance(value, bool)

    @property
    def expected(self) -> str:
        return "true or false"


@dataclass(frozen=True, slots=True)
class Instead:
    """What may stand in a number's place; None is a key that is not in the file."""

    value: Literal["auto"] | None
    label: str


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from low to high."""

    low: int
    high: int
    step: int = 1
    instead: Instead | None = None
    note: str = ""

    def accepts(self, value: Any) -> bool:
        if self.instead is not None and isinstance(value, str):
            return value == self.instead.value
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    @property
    def expected(self) -> str:
        low = f"{self.low}{self.note}"
        text = f"a whole number from {low} to {self.high}"
        return f'"{self.instead.value}" or {text}' if self.instead and self.instead.value else text


@dataclass(frozen=True, slots=True)
class Number:
    """A number from low to high; with above, low itself is none of them. step: of the arrow keys."""

    low: float
    high: float
    step: float
    above: bool = False

    def accepts(self, value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            return False
        return self.low <= value <= self.high and not (self.above and value == self.low)

    @property
    def expected(self) -> str:
        if self.above:
            return f"a number above {self.low:g} up to {self.high:g}"
        return f"a number from {self.low:g} up to {self.high:g}"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few texts. others: a pattern of further ones that can be written into the file."""

    options: tuple[tuple[str, str], ...]
    others: str = ""
    others_shown: str = ""

    def accepts(self, value: Any) -> bool:
        if not isinstance(value, str):
            return False
        known = any(value == option for option, _ in self.options)
        return known or bool(self.others and re.fullmatch(self.others, value, re.DOTALL))

    @property
    def expected(self) -> str:
        shown = [f'"{option}"' for option, _ in self.options]
        shown += [self.others_shown] if self.others_shown else []
        return f"{', '.join(shown[:-1])} or {shown[-1]}"


@dataclass(frozen=True, slots=True)
class Place:
    """A folder or file that need not be there; words are names that stand for one."""

    words: tuple[str, ...] = ()

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str)

    @property
    def expected(self) -> str:
        return "a text"


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of texts, none of them empty; a tuple in the program."""

    def accepts(self, value: Any) -> bool:
        return isinstance(value, list | tuple) and all(isinstance(text, str) and text for text in value)

    @property
    def expected(self) -> str:
        return "a list of texts, none of them empty"


@dataclass(frozen=True, slots=True)
class Prose:
    """A text of any length, on as many lines as it takes."""

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str)

    @property
    def expected(self) -> str:
        return "a text"


Kind = Flag | Whole | Number | Choice | Place | Texts | Prose


def from_file(kind: Kind, value: Any) -> Any:
    """The program's form of an accepted value: TOML tells 1 from 1.0 and has no tuple."""
    match kind:
        case Number():
            return float(value)
        case Texts():
            return tuple(value)
        case _:
            return value


def to_file(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def shown(value: object) -> str:
    """A value in a sentence about it."""
    return shortened(f'"{value}"' if isinstance(value, str) else str(value))


def shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
