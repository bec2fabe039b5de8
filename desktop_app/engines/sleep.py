"""Says that the machine slept while a reply was written: its figures leave that time out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from desktop_app.decoding.awake_clock import AwakeClock
from desktop_app.decoding.plan import Plan
from desktop_app.decoding.rounds import Round


def saying_sleep(steps: Iterable[Round | Plan], clock: AwakeClock) -> Iterator[Round | Plan]:
    """The same steps; after a sleep the plan comes once more and says how long all of them were."""
    plan: Plan | None = None
    told_s = clock.slept_s
    for step in steps:
        yield step
        if isinstance(step, Plan):
            plan = step
        elif plan is not None and clock.slept_s > told_s:
            told_s = clock.slept_s
            yield replace(plan, why=f"asleep for {told_s:,.0f} s, which no figure counts")
