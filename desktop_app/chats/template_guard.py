"""What one rendering of a chat template may use: steps, time, text.

Templates come with models: foreign code that nobody has read.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, ItemsView, Mapping, ValuesView
from typing import Any

_MAX_STEPS = 1_000_000
_MAX_SECONDS = 1.5
_MAX_ITEMS = 1_000_000
_MAX_INT_BITS = 4096
# all text made on the way, against the largest single one
_CHURN = 50
# a width or precision of four digits or more, or one taken from an argument
_WIDE = re.compile(r"\d{4,}|\*")
_PERCENT = re.compile(r"%(?:\([^)]*\))?([^a-zA-Z%]*)[a-zA-Z%]")


class TooLongError(Exception):
    """The template would make too much text or take too long."""


class Guard:
    """Counts what one rendering uses; every method raises TooLongError when that is too much.

    limit: characters a text may have. clock: seconds; by default those of this thread alone, since a busy
    machine is no fault of the template.
    """

    def __init__(self, limit: int, clock: Callable[[], float] = time.thread_time) -> None:
        self._limit = limit
        self._churn = 0
        self._steps = 0
        self._clock = clock
        self._deadline = clock() + _MAX_SECONDS

    def step(self, characters: int = 0) -> str:
        """One loop turn, call or output that makes so many characters. Returns nothing to show."""
        self._steps += 1
        self._churn += characters
        if (
            self._steps > _MAX_STEPS
            or characters > self._limit
            or self._churn > _CHURN * self._limit
            or self._clock() > self._deadline
        ):
            raise TooLongError
        return ""

    def text(self, value: object) -> str:
        """str(value), measured before a small nest of shared lists unfolds into gigabytes."""
        if not isinstance(value, str):
            self.measure(value)
            value = str(value)
        self.step(len(value))
        return value

    def concat(self, *values: object) -> str:
        parts = [self.text(value) for value in values]
        self.step(sum(map(len, parts)))
        return "".join(parts)

    def measure(self, value: object) -> int:
        """Characters and items of a value, at least."""
        total = 0
        open_values: list[Any] = [value]
        while open_values:
            item = open_values.pop()
            if isinstance(item, (str, bytes)):
                total += len(item)
            elif isinstance(item, Mapping):
                open_values.extend(item.keys())
                open_values.extend(item.values())
            elif isinstance(item, (list, tuple, set, frozenset, ValuesView, ItemsView)):
                open_values.extend(item)
            total += 1
            if total > self._limit or len(open_values) > _MAX_ITEMS:
                raise TooLongError
        return total

    def result(self, value: Any) -> Any:
        """Charges for what a method or filter made."""
        if isinstance(value, (str, bytes)):
            self.step(len(value))
        elif isinstance(value, (list, tuple)) and len(value) > _MAX_ITEMS:
            raise TooLongError
        return value

    def binop(self, operator: str, left: Any, right: Any) -> None:
        """Checks the operands before the operator is applied."""
        self.step()
        if operator == "%" and isinstance(left, (str, bytes)):
            self.percent(left if isinstance(left, str) else left.decode("latin-1"), right)
        elif isinstance(left, int) and isinstance(right, int):
            _check_integers(operator, left, right)
        elif operator == "*":
            self._check_repeat(left, right)
        elif operator == "+":
            self._check_join(left, right)

    def percent(self, pattern: str, values: object) -> None:
        if any(_WIDE.search(match[1]) for match in _PERCENT.finditer(pattern)):
            raise TooLongError
        # the same long value may be named again and again
        self.step(len(pattern) + (1 + pattern.count("%")) * self.measure(values))

    def format_spec(self, spec: str) -> None:
        if _WIDE.search(spec):
            raise TooLongError
        self.step()

    def replacement(self, text: str, old: str, new: str) -> None:
        self.step(len(text) + text.count(old) * len(new))

    def _check_repeat(self, left: Any, right: Any) -> None:
        whole, times = (right, left) if isinstance(left, int) else (left, right)
        if not isinstance(times, int) or not hasattr(whole, "__len__"):
            return
        size = len(whole) * max(times, 0)
        if isinstance(whole, (str, bytes)):
            self.step(size)
        elif size > _MAX_ITEMS:
            raise TooLongError

    def _check_join(self, left: Any, right: Any) -> None:
        if not hasattr(left, "__len__") or not hasattr(right, "__len__"):
            return
        size = len(left) + len(right)
        if isinstance(left, (str, bytes)):
            self.step(size)
        elif size > _MAX_ITEMS:
            raise TooLongError


def _check_integers(operator: str, left: int, right: int) -> None:
    bits = left.bit_length() + right.bit_length()
    if operator == "**":
        bits = left.bit_length() * max(right, 1)
    if bits > _MAX_INT_BITS:
        raise TooLongError
