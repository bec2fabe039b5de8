"""The same tokens as by looking at each number."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.row_search import best_token, tokens_where

NUMBERS = st.sampled_from([-3.0, 0.0, 0.5, 2.0, 7.0, math.inf, -math.inf, math.nan])
DTYPES = st.sampled_from([torch.float32, torch.bfloat16, torch.float16, torch.float64])


@st.composite
def rows(draw: st.DrawFn) -> torch.Tensor:
    """Few different numbers, so that there are ties."""
    row = torch.full((draw(st.integers(1, 300)),), draw(NUMBERS), dtype=draw(DTYPES))
    for place, number in draw(st.lists(st.tuples(st.integers(0, 999), NUMBERS), max_size=6)):
        row[place % len(row)] = number
    return row


@given(rows())
def test_best_token_is_the_first_of_the_largest(row: torch.Tensor) -> None:
    largest = row.isnan() if row.isnan().any() else row == row.max()
    assert best_token(row) == largest.tolist().index(True)


@given(rows(), st.sampled_from([-3.0, 0.5, 2.0, 7.0]))
def test_tokens_from_a_level_up(row: torch.Tensor, level: float) -> None:
    found = tokens_where(row >= level)
    assert found.dtype is torch.int64
    assert found.tolist() == [token for token, number in enumerate(row.tolist()) if number >= level]


@pytest.mark.parametrize("length", [49152, 151936])
def test_rows_as_long_as_vocabularies_and_rows_of_a_larger_tensor(length: int) -> None:
    table = torch.randn(3, length + 5, generator=torch.Generator().manual_seed(1))[:, :length]
    with torch.inference_mode():
        for row in (*table, *table.clone(), table.t()[:, 1]):
            assert best_token(row) == int(row.argmax())
            assert torch.equal(tokens_where(row > 3), (row > 3).nonzero().flatten())
