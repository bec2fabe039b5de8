"""JSON that any reader accepts: ASCII only, no NaN, no infinity."""

from __future__ import annotations

import json
import math
from typing import Any


def finite(value: Any) -> Any:
    """The same JSON value with null in place of each NaN and infinity."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(item) for item in value]
    return value


def dump_compact(value: Any) -> str:
    """One line of JSON. Lone surrogates and NUL are escaped, so it can be stored and printed anywhere."""
    try:
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    except ValueError:
        return json.dumps(finite(value), separators=(",", ":"), allow_nan=False)
