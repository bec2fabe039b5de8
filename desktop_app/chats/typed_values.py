"""Whether a value read from outside has the type its dataclass declares."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

_LARGEST = sys.float_info.max

Check = Callable[[Any], bool]


def fits(value: Any, declared: Any) -> bool:
    """declared: a plain class, a dataclass, a literal, a union or a tuple of any length.

    A float may be a whole number, and None: that is how JSON keeps NaN and infinity.
    """
    return _check(declared)(value)


# a chat has hundred thousands of values of a dozen types
@cache
def _check(declared: Any) -> Check:
    if get_origin(declared) in (Union, UnionType):
        options = [_check(option) for option in get_args(declared)]
        return lambda value: any(option(value) for option in options)
    if get_origin(declared) is tuple:
        item = _check(get_args(declared)[0])
        return lambda value: isinstance(value, tuple) and all(map(item, value))
    if get_origin(declared) is Literal:
        return lambda value: value in get_args(declared)
    if declared is float:
        return _is_float
    if declared is int:
        return _is_int
    if isinstance(declared, type) and is_dataclass(declared):
        return _dataclass_check(declared)
    return lambda value: isinstance(value, declared)


def _dataclass_check(declared: type) -> Check:
    hints = get_type_hints(declared)
    checks = [(field.name, _check(hints[field.name])) for field in fields(declared)]
    return lambda value: (
        isinstance(value, declared) and all(check(getattr(value, name)) for name, check in checks)
    )


def _is_float(value: Any) -> bool:
    # NaN is in no range
    return value is None or (_is_number(value) and -_LARGEST <= value <= _LARGEST)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
