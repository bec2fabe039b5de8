"""A reply that sleeps with the machine: its figures leave that out, and it says so."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.decoding.awake_clock import AwakeClock
from desktop_app.decoding.plan import Plan
from desktop_app.decoding.rounds import Emitted, Origin, Round, Timing
from desktop_app.engines.sleep import saying_sleep

PLAN = Plan("lookup", "speculative", 4, "as chosen")


def round_at(index: int, at: float) -> Round:
    return Round(index, "none", (), (Emitted(1, "a", Origin.PLAIN, 0.5),), Timing(0, 0.1, 0), at)


def test_each_sleep_is_said_once_after_the_round_it_fell_into() -> None:
    now = [0.0]
    clock = AwakeClock(lambda: now[0])
    start = clock()

    def steps() -> Iterator[Round | Plan]:
        yield PLAN
        for index, seconds in enumerate((0.1, 0.1, 1200.0, 0.1, 60.0)):
            now[0] += seconds
            yield round_at(index, clock() - start)

    told = list(saying_sleep(steps(), clock))
    plans = [(index, step.why) for index, step in enumerate(told) if isinstance(step, Plan)]
    assert plans == [
        (0, "as chosen"),
        (4, "asleep for 1,200 s, which no figure counts"),
        (7, "asleep for 1,260 s, which no figure counts"),
    ]
    rounds = [step for step in told if isinstance(step, Round)]
    assert [round(round_.at, 6) for round_ in rounds] == [0.1, 0.2, 0.2, 0.3, 0.3]


def test_nothing_is_added_to_a_reply_without_sleep() -> None:
    steps = [PLAN, round_at(0, 0.1), round_at(1, 0.2)]
    assert list(saying_sleep(steps, AwakeClock(lambda: 0.0))) == steps
