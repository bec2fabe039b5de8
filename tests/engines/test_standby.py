"""A plain reply that is switched to speculative: the drafter is made then, and catches up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from tiny import tiny_loaded
from tiny_head import write_head

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event, Finished, Plan, Started
from desktop_app.engines.local import LocalEngine

GREEDY = SamplingParams(temperature=0.0)
SAMPLED = SamplingParams(temperature=0.8)
LENGTH = 40


def ask(**changes: Any) -> ChatRequest:
    request = ChatRequest(
        (Message("user", "abc abc abc abc"),),
        sampling=GREEDY,
        draft="none",
        verifier="coupled",
        max_tokens=LENGTH,
        exact=True,
        seed=1,
    )
    return replace(request, **changes)


def run(engine: LocalEngine, request: ChatRequest, switch_at: int | None = None) -> list[Event]:
    """switch_at: rounds after which speculative is asked for."""
    control = ReplyControl()
    events: list[Event] = []
    for event in engine.reply(request, control):
        events.append(event)
        if len(rounds(events)) == switch_at:
            control.mode = "speculative"
    return events


def rounds(events: list[Event]) -> list[Round]:
    return [event for event in events if isinstance(event, Round)]


def text_of(events: list[Event]) -> str:
    assert isinstance(events[-1], Finished), events[-1]
    return events[-1].text


Draft = Callable[[Path], str]
DRAFTS: dict[str, Draft] = {
    "lookup": lambda _: "lookup",
    "skip": lambda _: "skip:1",
    "head": lambda folder: str(write_head(folder)),
    "head and lookup": lambda folder: f"{write_head(folder)}+lookup",
}


@pytest.mark.parametrize("sampling", [GREEDY, SAMPLED], ids=["greedy", "coupled"])
@pytest.mark.parametrize("name", DRAFTS)
def test_the_text_is_the_plain_one_and_drafts_come_from_there_on(
    name: str, sampling: SamplingParams, tmp_path: Path
) -> None:
    draft = DRAFTS[name](tmp_path / "head")
    plain = text_of(run(LocalEngine(tiny_loaded()), ask(sampling=sampling)))
    events = run(LocalEngine(tiny_loaded()), ask(sampling=sampling, standby=draft), switch_at=9)
    assert text_of(events) == plain
    found = rounds(events)
    assert not any(round_.drafts for round_ in found[:9])
    # drawn text hardly repeats itself
    assert any(round_.drafts for round_ in found[9:]) or (name, sampling) == ("lookup", SAMPLED)
    assert [round_.index for round_ in found if round_.switched] == [9]
    assert [plan.mode for plan in events if isinstance(plan, Plan)] == ["plain", "speculative"]
    started = next(event for event in events if isinstance(event, Started))
    assert started.mode == "plain"


def test_the_next_turn_reuses_what_a_switch_left(tmp_path: Path) -> None:
    engine = LocalEngine(tiny_loaded())
    draft = str(write_head(tmp_path / "head"))
    first = text_of(run(engine, ask(standby=draft), switch_at=9))
    messages = (Message("user", "abc abc abc abc"), Message("assistant", first), Message("user", "more"))
    mine = run(engine, ask(messages=messages, draft=draft))
    other = LocalEngine(tiny_loaded())
    other._sessions.get("default").replies.update(engine._sessions.get("default").replies)
    assert text_of(mine) == text_of(run(other, ask(messages=messages)))


@pytest.mark.parametrize("draft", ["no-such-draft", "skip:99", "eagle"])
def test_a_draft_that_cannot_be_had_is_said_and_the_reply_goes_on(draft: str) -> None:
    events = run(LocalEngine(tiny_loaded()), ask(standby=draft), switch_at=3)
    assert text_of(events) == text_of(run(LocalEngine(tiny_loaded()), ask()))
    plans = [event for event in events if isinstance(event, Plan)]
    assert [plan.mode for plan in plans] == ["plain", "plain"]
    assert plans[1].why.endswith((".", "train"))


def test_a_draft_without_room_in_memory_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = LocalEngine(tiny_loaded())
    assert engine._drafters is not None

    def full(*_: object, **__: object) -> None:
        raise torch.OutOfMemoryError("no room")

    def switched() -> list[Event]:
        control, events = ReplyControl(), []
        for event in engine.reply(ask(standby="lookup"), control):
            events.append(event)
            if len(rounds(events)) == 3:
                monkeypatch.setattr(engine._drafters, "resolve", full)
                control.mode = "speculative"
        return events

    events = switched()
    assert text_of(events) == text_of(run(LocalEngine(tiny_loaded()), ask()))
    plans = [event for event in events if isinstance(event, Plan)]
    assert "not enough memory" in plans[-1].why


def test_nobody_stands_by_unless_asked() -> None:
    events = run(LocalEngine(tiny_loaded()), ask(), switch_at=3)
    assert not any(round_.drafts for round_ in rounds(events))
    assert len([event for event in events if isinstance(event, Plan)]) == 1
