"""The largest logits, found block by block."""

from __future__ import annotations

import pytest
import torch

from desktop_app.training.top_tokens import draw, top_tokens


@pytest.mark.parametrize("vocabulary", [5, 128, 130, 1000, 49152])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_they_are_the_first_of_the_whole_row_sorted(vocabulary: int, dtype: torch.dtype) -> None:
    torch.manual_seed(vocabulary)
    logits = torch.randn(7, vocabulary).to(dtype)
    values, ids = top_tokens(logits, 40)
    expected = logits.float().sort(dim=-1, descending=True, stable=True).values[:, :40]
    assert torch.equal(values, expected)
    assert torch.equal(logits.float().gather(1, ids), values)
    assert all(len(set(row)) == len(row) for row in ids.tolist())


def test_of_equal_ones_the_lowest_id_comes_first() -> None:
    logits = torch.zeros(1, 700)
    logits[0, [650, 3, 200]] = 2.0
    logits[0, [699, 128]] = 3.0
    values, ids = top_tokens(logits, 5)
    assert ids[0].tolist() == [128, 699, 3, 200, 650]
    assert values[0].tolist() == [3.0, 3.0, 2.0, 2.0, 2.0]


def test_padding_of_the_last_block_is_never_a_token() -> None:
    values, ids = top_tokens(torch.full((2, 3), -50.0), 8)
    assert ids.tolist() == [[0, 1, 2]] * 2
    assert (values == -50).all()


def test_draws_are_as_frequent_as_the_temperature_makes_them() -> None:
    logits = torch.tensor([[2.0, 1.0, 0.0, 1.0, -1.0]])
    rows = 40_000
    for temperature in (0.5, 1.0):
        source = torch.Generator().manual_seed(5)
        drawn = draw(logits.expand(rows, -1), torch.full((rows,), temperature), source)
        frequency = torch.bincount(drawn, minlength=5) / rows
        expected = (logits[0] / temperature).softmax(-1)
        assert (frequency - expected).abs().max() < 0.012  # five standard deviations


def test_at_temperature_zero_the_likeliest_is_taken_beside_rows_that_are_drawn() -> None:
    logits = torch.tensor([[0.0, 1.0, 1.0, 0.5]]).expand(400, -1)
    temperature = torch.tensor([0.0, 1.0]).repeat(200)
    drawn = draw(logits, temperature, torch.Generator().manual_seed(1))
    assert (drawn[::2] == 1).all()
    assert len(drawn[1::2].unique()) == 4


def test_what_is_not_among_the_forty_likeliest_is_never_drawn() -> None:
    logits = torch.arange(100.0).div(1000)[None].expand(3000, -1)
    drawn = draw(logits, torch.ones(3000), torch.Generator().manual_seed(1))
    assert int(drawn.min()) >= 60
