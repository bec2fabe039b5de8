"""Whether a value read from outside has the type its dataclass declares."""

from __future__ import annotations

import math
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


def fits(value: Any, declared: Any) -> bool:
    """declared: a plain class, a dataclass, a union or a tuple of any length.

    A float may be a whole number, and None: that is how JSON keeps NaN and infinity.
    """
    if get_origin(declared) in (Union, UnionType):
        return any(fits(value, option) for option in get_args(declared))
    if get_origin(declared) is tuple:
        return isinstance(value, tuple) and all(fits(item, get_args(declared)[0]) for item in value)
    if declared is float:
        return value is None or (_number(value) and math.isfinite(value))
    if declared is int:
        return _number(value) and isinstance(value, int)
    if isinstance(declared, type) and is_dataclass(declared):
        return isinstance(value, declared) and all(
            fits(getattr(value, name), hint) for name, hint in _hints(declared).items()
        )
    return isinstance(value, declared)


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


@cache
def _hints(declared: Any) -> dict[str, Any]:
    hints = get_type_hints(declared)
    return {field.name: hints[field.name] for field in fields(declared)}
