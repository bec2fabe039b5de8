"""Where a replay stands: its own pace, slower, faster, step by step, there and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import PREFILLED, STARTED, events, recorded

from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Text
from desktop_app.engines.trace import Trace, trace_of
from desktop_app.ui.replay.playhead import SPEEDS, Playhead

TRACE = recorded()
TIMES = [round_.at for round_ in TRACE.rounds]


def test_rounds_come_when_they_came() -> None:
    head = Playhead(TRACE)
    assert (head.shown, head.count, head.length) == (0, len(TIMES), TIMES[-1])
    for number, at in enumerate(TIMES):
        head.advance(at - head.at - 1e-6)
        assert head.shown == number
        head.advance(2e-6)
        assert head.shown == number + 1
    assert head.over
    head.advance(10)
    assert (head.at, head.shown) == (TIMES[-1], len(TIMES))


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_speed_changes_the_time_and_nothing_else(speed: float) -> None:
    head = Playhead(TRACE)
    head.speed = speed
    head.advance(TIMES[2] / speed + 1e-6)
    assert head.shown == 3
    assert head.at == pytest.approx(TIMES[2], abs=1e-4)


def test_steps_stop_at_both_ends() -> None:
    head = Playhead(TRACE)
    head.step(-1)
    assert (head.shown, head.at) == (0, 0.0)
    head.step(2)
    assert (head.shown, head.at) == (2, TIMES[1])
    head.step(-1)
    assert (head.shown, head.at) == (1, TIMES[0])
    head.seek(10**9)
    assert head.over
    head.restart()
    assert (head.shown, head.at) == (0, 0.0)


def test_the_speeds_are_a_row_with_two_ends() -> None:
    head = Playhead(TRACE)
    seen = []
    for _ in range(len(SPEEDS)):
        head.change_speed(1)
        seen.append(head.speed)
    assert seen == [2.0, 4.0, 8.0, 8.0, 8.0, 8.0, 8.0]
    for _ in range(len(SPEEDS) + 3):
        head.change_speed(-1)
    assert head.speed == 0.1


def test_text_without_tokens_comes_with_what_is_before_it() -> None:
    trace = trace_of([STARTED, PREFILLED, Text("a"), *TRACE.rounds[:1], Text("b")], "x")
    head = Playhead(trace)
    head.advance(0)
    assert head.shown == 1
    head.advance(TIMES[0])
    assert head.over
    assert Playhead(trace_of([STARTED], "x")).over


MOVES = st.one_of(
    st.tuples(st.just("advance"), st.floats(0, 3)),
    st.tuples(st.just("step"), st.integers(-5, 5)),
    st.tuples(st.just("seek"), st.integers(-10, 100)),
    st.tuples(st.just("change_speed"), st.integers(-3, 3)),
)


@given(st.lists(MOVES, max_size=20))
def test_whatever_is_done_it_stands_somewhere_in_the_trace(moves: list[tuple[str, float]]) -> None:
    head = Playhead(TRACE)
    for name, value in moves:
        getattr(head, name)(value)
        assert 0 <= head.shown <= head.count
        assert 0 <= head.at <= head.length
        assert head.speed in SPEEDS
        # what is shown had come by then, and what had come is shown
        assert head.shown == sum(at <= head.at for at in TIMES)


def test_the_trace_of_these_tests_is_one() -> None:
    assert isinstance(TRACE, Trace)
    assert sum(isinstance(event, Round) for event in events()) == len(TIMES)
