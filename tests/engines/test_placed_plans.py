"""A reply's plans keep their places: stored with it, in its trace, and read back."""

from __future__ import annotations

import json

from event_strategies import COUNT, KINDS
from hypothesis import given
from hypothesis import strategies as st
from trace_samples import EVENTS, FINISHED, PLAN, PREFILLED, ROUNDS, STARTED

from desktop_app.chats.text import without_surrogates
from desktop_app.engines.base import Plan, Text
from desktop_app.engines.event_json import begun_from_json, begun_to_json
from desktop_app.engines.placed_plans import (
    PlacedPlan,
    in_order,
    placed,
    stored_events,
    stored_plans,
    with_plans,
)
from desktop_app.engines.trace import trace_of

PLAIN = Plan("none", "plain", 0, "The draft gave up.")
SWITCHED = (*EVENTS[:5], PLAIN, *EVENTS[5:])
plans = st.lists(st.builds(PlacedPlan, COUNT, KINDS["plan"])).map(tuple)


def test_a_plan_stands_where_it_came() -> None:
    assert placed(SWITCHED) == (PlacedPlan(0, PLAN), PlacedPlan(2, PLAIN))
    assert placed([Text("a"), PLAIN, Text("b")]) == (PlacedPlan(1, PLAIN),)


def test_a_trace_gives_back_its_plans_in_their_places() -> None:
    assert trace_of(SWITCHED, "x").events() == SWITCHED


def test_a_part_of_a_reply_has_the_plans_within_it() -> None:
    found = placed(SWITCHED)
    assert in_order(found[1:], ROUNDS[1:], first=1) == [ROUNDS[1], PLAIN, ROUNDS[2]]
    assert in_order(found, ROUNDS[:1]) == [PLAN, ROUNDS[0], PLAIN]


@given(plans)
def test_a_stored_reply_keeps_them(found: tuple[PlacedPlan, ...]) -> None:
    begun = with_plans(begun_to_json(STARTED, PREFILLED), found)
    read = json.loads(json.dumps(begun))
    kept = stored_plans(read)
    assert [(p.at, p.plan.drafter, p.plan.mode, p.plan.k) for p in kept] == [
        (p.at, p.plan.drafter, p.plan.mode, p.plan.k) for p in found
    ]
    assert [p.plan.why for p in kept] == [without_surrogates(p.plan.why) for p in found]
    assert begun_from_json(read) == (STARTED, PREFILLED)


def test_what_is_shown_of_a_stored_reply_is_what_was_shown_of_the_one_that_ran() -> None:
    begun = with_plans(begun_to_json(STARTED, PREFILLED), placed(SWITCHED))
    assert (STARTED, *stored_events(begun, ROUNDS), FINISHED) == SWITCHED


def test_an_older_or_damaged_reply_has_none() -> None:
    assert stored_events(None, ROUNDS) == list(ROUNDS)
    begun = begun_to_json(STARTED, PREFILLED)
    assert stored_plans(begun) == ()
    assert stored_events(begun, ROUNDS) == [PREFILLED, *ROUNDS]
    whole = with_plans(begun, [PlacedPlan(0, PLAN)])["plans"][0]
    for damaged in (7, [7], [{**whole, "at": -1}], [{**whole, "k": "x"}], [whole, {**whole, "at": True}]):
        assert stored_plans({**begun, "plans": damaged}) == ()
