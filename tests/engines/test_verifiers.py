"""What a request can ask of the decoder, through the engine: verifier, recorded rows, a time limit."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from tiny import tiny_loaded

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.drafters.prompt_lookup import PromptLookup
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Started
from desktop_app.engines.event_json import event_from_json, event_to_json
from desktop_app.engines.local import LocalEngine

QUESTION = Message("user", "abc abc abc abc")
HOT = SamplingParams(1.2, 0, 1.0)


@pytest.fixture(scope="module")
def engine() -> LocalEngine:
    return LocalEngine(tiny_loaded())


def run(engine: LocalEngine, **changes: Any) -> list[Event]:
    request = ChatRequest((QUESTION,), sampling=HOT, max_tokens=40, exact=True, seed=1)
    engine.forget("default")
    return list(engine.reply(replace(request, **changes), ReplyControl()))


def text(events: list[Event]) -> str:
    assert isinstance(events[-1], Finished), events[-1]
    return events[-1].text


def rounds(events: list[Event]) -> list[Round]:
    return [event for event in events if isinstance(event, Round)]


def resolved(events: list[Event]) -> str:
    (started,) = (event for event in events if isinstance(event, Started))
    return started.resolved.verifier


def test_coupled_speculative_text_is_the_plain_text_for_the_seed(engine: LocalEngine) -> None:
    # a temperature at which the model repeats itself, so that lookup hits
    common = {"verifier": "coupled", "sampling": SamplingParams(0.3, 0, 1.0), "max_tokens": 80}
    accepted = 0
    for seed in range(3):
        plain = run(engine, draft="none", seed=seed, **common)
        lookup = run(engine, draft="lookup", seed=seed, k=5, **common)
        assert resolved(plain) == resolved(lookup) == "coupled"
        assert text(plain) == text(lookup)
        accepted += sum(round_.accepted for round_ in rounds(lookup))
    assert accepted > 0


def test_control_rounds_leave_a_coupled_reply_as_it_is(engine: LocalEngine) -> None:
    common = {"verifier": "coupled", "sampling": SamplingParams(0.3, 0, 1.0), "max_tokens": 80, "seed": 1}
    plain = run(engine, draft="none", control_every=3, **common)
    lookup = run(engine, draft="lookup", k=5, control_every=3, **common)
    assert text(plain) == text(lookup)
    assert {round_.undrafted for round_ in rounds(lookup)} == {None, "control"}
    assert {round_.undrafted for round_ in rounds(plain)} == {None}


def test_one_control_round_in_one_is_refused(engine: LocalEngine) -> None:
    failed = run(engine, control_every=1)[-1]
    assert isinstance(failed, Failed)
    assert "control round" in failed.error


def test_a_seed_decides_the_text(engine: LocalEngine) -> None:
    texts = [text(run(engine, verifier="coupled", seed=seed)) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize("verifier", ["rejection", "coupled"])
def test_the_verifier_asked_for_is_the_one_resolved(engine: LocalEngine, verifier: str) -> None:
    assert resolved(run(engine, verifier=verifier)) == verifier
    assert resolved(run(engine, verifier=verifier, sampling=SamplingParams(0.0))) == "greedy"


@pytest.mark.parametrize(("verifier", "fails"), [("rejection", True), ("coupled", False)])
def test_the_rejection_verifier_fails_a_reply_with_a_tree_in_a_sentence(
    engine: LocalEngine, verifier: str, fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PromptLookup, "propose", lambda *_: Drafts((97, 98), None, (-1, -1)))
    events = run(engine, verifier=verifier, draft="lookup", exact=False)
    assert isinstance(events[-1], Failed if fails else Finished)
    if isinstance(events[-1], Failed):
        assert events[-1].error == (
            "The rejection verifier cannot check a draft tree; choose the coupled verifier or temperature 0."
        )
    monkeypatch.undo()
    assert text(run(engine)), "the next reply is none the worse"


def test_rows_are_recorded_on_request_and_survive_json(engine: LocalEngine) -> None:
    assert all(round_.rows is None for round_ in rounds(run(engine)))
    recorded = rounds(run(engine, record=True))
    for round_ in recorded:
        assert round_.rows is not None
        assert len(round_.rows) == len(round_.emitted)
        assert all(0 < row.entropy < math.log(258) for row in round_.rows)
        assert event_from_json(event_to_json(round_)) == round_


def test_a_reply_ends_when_its_time_is_over(engine: LocalEngine) -> None:
    """However short the time, one token comes: the one that is found to be late."""
    events = run(engine, max_seconds=1e-9, draft="none")
    assert len(rounds(events)) == 1
    assert isinstance(events[-1], Finished)
    assert events[-1].reason == "length"
    assert len(rounds(run(engine, max_seconds=1e9, draft="none"))) == 40


@pytest.mark.parametrize("seconds", [0.0, -1.0, math.nan])
def test_a_time_limit_that_makes_no_sense_is_said(engine: LocalEngine, seconds: float) -> None:
    (event,) = run(engine, max_seconds=seconds)
    assert isinstance(event, Failed)
    assert event.error == f"The time limit must be above 0 seconds, not {seconds:g}."
