"""How the rounds of a reply were planned, and after how many of its parts. Free of torch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from desktop_app.chats.text import without_surrogates
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Event, Plan, Text
from desktop_app.engines.event_json import EventFormatError, begun_from_json, event_from_json, event_to_json

_KEY = "plans"

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class PlacedPlan:
    """at: parts of the reply, rounds as a rule, that came before the plan."""

    at: int
    plan: Plan


def placed(events: Iterable[Event]) -> tuple[PlacedPlan, ...]:
    """The plans among the events of one reply."""
    found, parts = [], 0
    for event in events:
        if isinstance(event, Plan):
            found.append(PlacedPlan(parts, replace(event, why=without_surrogates(event.why))))
        parts += isinstance(event, Round | Text)
    return tuple(found)


def in_order(plans: Iterable[PlacedPlan], parts: Sequence[Part], first: int = 0) -> list[Plan | Part]:
    """The parts, each behind the plans that came before it; plans for parts that are not there come last.

    first: place in the reply of the first of the parts.
    """
    waiting = sorted(plans, key=lambda placed: placed.at)
    told: list[Plan | Part] = []
    for place, part in enumerate(parts, first):
        while waiting and waiting[0].at <= place:
            told.append(waiting.pop(0).plan)
        told.append(part)
    return [*told, *(placed.plan for placed in waiting)]


def with_plans(begun: dict[str, Any], plans: Iterable[PlacedPlan]) -> dict[str, Any]:
    """What a stored reply keeps of its beginning, and in it how its rounds were planned."""
    told = [{"at": placed.at, **event_to_json(placed.plan)} for placed in plans]
    return {**begun, _KEY: told} if told else begun


def stored_plans(begun: Mapping[str, Any] | None) -> tuple[PlacedPlan, ...]:
    """The inverse; none of a reply of an older version, and none where one of them is damaged."""
    found = (begun or {}).get(_KEY)
    if not isinstance(found, list):
        return ()
    try:
        return tuple(map(_placed, found))
    except EventFormatError:
        return ()


def stored_events(begun: Mapping[str, Any] | None, rounds: Sequence[Round]) -> list[Event]:
    """The rounds of a stored reply with what else is kept of how it was decoded."""
    try:
        prefilled = begun_from_json(dict(begun or {}))[1]
    except EventFormatError:
        prefilled = None
    before: list[Event] = [] if prefilled is None else [prefilled]
    return [*before, *in_order(stored_plans(begun), rounds)]


def _placed(data: Any) -> PlacedPlan:
    plan = event_from_json(data)
    at = data.get("at")
    if not isinstance(plan, Plan) or not isinstance(at, int) or isinstance(at, bool) or at < 0:
        raise EventFormatError("A plan of the reply is damaged.")
    return PlacedPlan(at, replace(plan, why=without_surrogates(plan.why)))
