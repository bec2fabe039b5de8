from __future__ import annotations

import pytest
from inspected_rounds import row

from desktop_app.ui.inspector.bars import bars_of
from desktop_app.ui.inspector.distribution_bars import figure

FILLED = ((4, 0.02), (5, 0.01), (6, 0.01))


def test_the_tokens_of_both_models_stand_side_by_side() -> None:
    bars = bars_of(row((1, 0.5), (2, 0.3), *FILLED, q=((3, 0.6), (1, 0.1), *FILLED)), taken=2)
    assert [(bar.token, bar.p, bar.q, bar.taken) for bar in bars[:3]] == [
        (1, 0.5, 0.1, False),
        (2, 0.3, None, True),
        (4, 0.02, 0.02, False),
    ]
    assert (bars[5].token, bars[5].p, bars[5].q) == (3, None, 0.6), "last in the target's opinion"
    rest = bars[-1]
    assert (rest.token, rest.p, rest.q) == (None, pytest.approx(0.16), pytest.approx(0.26))


def test_what_was_not_recorded_is_bounded_by_what_was() -> None:
    bars = bars_of(row((1, 0.5), (2, 0.3), *FILLED, q=((3, 0.6), (1, 0.1), *FILLED)), taken=2)
    assert figure(bars[1].q, bars[1].q_at_most) == "≤0.01"
    assert figure(bars[5].p, bars[5].p_at_most) == "≤0.01"
    assert figure(None, 0.001) == "<0.01"
    assert figure(0.25, 0.1) == "0.25"


def test_fewer_than_five_are_all_that_there_are() -> None:
    bars = bars_of(row((1, 1.0), q=((3, 0.6), (1, 0.4))), taken=1)
    assert [(bar.p, bar.q) for bar in bars] == [(1.0, 0.4), (0.0, 0.6), (0.0, 0.0)]


def test_without_a_draft_there_is_one_bar_each() -> None:
    bars = bars_of(row((1, 0.75), (2, 0.25)), taken=1)
    assert [bar.q for bar in bars] == [None, None, None]
    assert bars[-1].p == 0.0


def test_rounding_leaves_nothing_negative() -> None:
    assert bars_of(row((1, 0.7), (2, 0.3000001)), taken=1)[-1].p == 0.0
