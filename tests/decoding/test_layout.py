"""Which slots a row may look at, compared with the definition: its own path, and what lies before."""

from collections.abc import Sequence

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.layout import Layout, chain_layout, tree_layout
from desktop_app.decoding.slot_cache import BUCKET


@st.composite
def parents(draw: st.DrawFn) -> list[int]:
    return [draw(st.integers(-1, row - 1)) for row in range(draw(st.integers(1, 9)))]


STARTS = st.sampled_from([0, 1, 5, BUCKET - 3, BUCKET, 2 * BUCKET - 1])


def path(parents: Sequence[int], row: int) -> list[int]:
    """Rows of the pass that a row follows, itself last."""
    return [*(path(parents, parents[row]) if parents[row] >= 0 else []), row]


def seen(parents: Sequence[int], start: int, row: int, window: int | None) -> set[int]:
    """Slots, by the definition: of the text that ends with this row the last `window` tokens."""
    text = [*range(start), *(start + other for other in path(parents, row))]
    return set(text if window is None else text[-window:])


def slots(mask: torch.Tensor) -> set[int]:
    return set(mask.nonzero().flatten().tolist())


@given(parents(), STARTS, st.none() | st.integers(1, 12))
def test_a_row_of_a_tree_sees_its_path_and_nothing_beside_it(
    parents: list[int], start: int, window: int | None
) -> None:
    layout = tree_layout(parents, start)
    visible = layout.visible(window)
    for row in range(len(parents)):
        assert int(layout.positions[row]) == start + len(path(parents, row)) - 1
        assert slots(visible[row]) == seen(parents, start, row, window)


@given(st.integers(1, 9), STARTS, st.none() | st.integers(1, 12))
def test_a_row_of_a_chain_sees_all_before_it(rows: int, start: int, window: int | None) -> None:
    parents = list(range(-1, rows - 1))
    layout = chain_layout(rows, start)
    visible = layout.visible(window)
    for row in range(rows):
        assert int(layout.positions[row]) == start + row
        assert slots(visible[row]) == seen(parents, start, row, window)
    same = tree_layout(parents, start)
    assert torch.equal(same.positions, layout.positions)
    assert torch.equal(same.own, layout.own)


@pytest.mark.parametrize(
    ("start", "rows", "width"),
    [(0, 1, BUCKET), (BUCKET - 1, 1, BUCKET), (BUCKET - 1, 2, 2 * BUCKET), (BUCKET, 8, 2 * BUCKET)],
)
def test_masks_end_on_whole_buckets(start: int, rows: int, width: int) -> None:
    assert chain_layout(rows, start).visible(None).shape == (rows, width)
    assert tree_layout([-1] * rows, start).visible(3).shape == (rows, width)


def test_rows_of_a_layout_stand_where_it_says() -> None:
    """Two siblings and a child of the second, after four tokens."""
    layout = tree_layout([-1, -1, 1], 4)
    assert isinstance(layout, Layout)
    assert layout.start == 4
    assert layout.positions.tolist() == [4, 4, 5]
    assert layout.own.tolist() == [[True, False, False], [False, True, False], [False, True, True]]
