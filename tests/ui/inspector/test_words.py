from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.ui.inspector.words import NOTHING, chance, exact, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [(" the", "␣the"), ("a b ", "a b␣"), ("  ", "␣␣"), ("", "∅"), ("\n\tx", "⏎⇥x"), (" \n ", "␣⏎␣")],
)
def test_blanks_of_a_token_can_be_seen(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text("a \n\t", max_size=8))
def test_every_letter_is_one_sign(text: str) -> None:
    assert len(visible(text)) == (len(text) or len(NOTHING))


@pytest.mark.parametrize(
    ("value", "short", "long"),
    [
        (None, "–", "–"),
        (0.0, "0", "0"),
        (1.0, "1", "1"),
        (0.5, "0.50", "0.500"),
        (0.004, "<0.01", "0.004"),
        (0.0000321, "<0.01", "3.2e-05"),
        (0.99999, ">0.99", "0.99999"),
        (0.9949, "0.99", "0.995"),
    ],
)
def test_a_probability(value: float | None, short: str, long: str) -> None:
    assert (chance(value), exact(value)) == (short, long)


@given(st.floats(0, 1, exclude_min=True, exclude_max=True))
def test_what_is_possible_is_never_written_as_certain(value: float) -> None:
    assert chance(value) not in ("0", "1", "0.00", "1.00")
    assert float(exact(value)) > 0
    assert exact(value) not in ("1", "1.000")
