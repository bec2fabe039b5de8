from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from scripted_engine import plain_rounds

from desktop_app.ui.duel.ghost import Ghost

ROUNDS = plain_rounds()


def test_a_round_comes_when_its_time_has_come_and_once() -> None:
    ghost = Ghost(ROUNDS)
    assert ghost.due(ROUNDS[0].at - 0.001) == []
    assert ghost.due(ROUNDS[0].at) == [ROUNDS[0]]
    assert ghost.due(ROUNDS[0].at) == []
    assert ghost.due(ROUNDS[3].at) == ROUNDS[1:4]
    assert not ghost.over
    assert ghost.due(1e9) == ROUNDS[4:]
    assert ghost.over


@given(st.lists(st.floats(0, 4), max_size=30))
def test_whenever_it_is_asked_it_gives_all_that_was_due(times: list[float]) -> None:
    ghost = Ghost(ROUNDS)
    given_ = [round_ for now in sorted(times) for round_ in ghost.due(now)]
    assert given_ == [round_ for round_ in ROUNDS if times and round_.at <= max(times)]
