"""JSON any reader accepts."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.chats.json_text import dump_compact

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(alphabet=st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def refuse(name: str) -> Any:
    raise AssertionError(f"{name} is not JSON")


@given(VALUES)
def test_any_value_becomes_one_line_of_strict_json(value: Any) -> None:
    line = dump_compact(value)
    assert line.isascii()
    assert "\n" not in line
    again = json.loads(line, parse_constant=refuse)
    assert json.loads(dump_compact(again)) == again


@given(st.lists(st.integers() | st.text() | st.floats(allow_nan=False, allow_infinity=False)))
def test_ordinary_values_are_kept(value: list[Any]) -> None:
    assert json.loads(dump_compact(value)) == value
