"""Events to JSON and back."""

import json
from dataclasses import replace
from typing import Any

import pytest
from event_strategies import KINDS, events
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.rounds import Draft, Round, Timing, Verdict
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import Event, Failed, Prefilled, Prompt, PromptMessage, Resolved, Started
from desktop_app.engines.event_json import (
    EventFormatError,
    begun_from_json,
    begun_to_json,
    event_from_json,
    event_to_json,
    event_to_line,
)

NAN = float("nan")
# as written before there were more parameters
FIRST_SAMPLING = {"temperature": 0.7, "top_k": 0, "top_p": 0.95, "min_p": 0.0, "repetition_penalty": 1.0}
STARTED = Started(
    "m", "lookup", "speculative", 5, SamplingParams(), 7, Resolved("rejection", "cpu", "bfloat16", False)
)


def refuse(name: str) -> Any:
    raise AssertionError(f"{name} is not JSON")


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
def test_every_event_comes_back(name: str, data: st.DataObject) -> None:
    event = data.draw(KINDS[name])
    line = event_to_line(event)
    assert json.loads(line)["event"] == name
    assert event_from_json(json.loads(line)) == event
    assert event_from_json(event_to_json(event)) == event


@given(events)
def test_a_line_is_one_line_and_unknown_keys_are_ignored(event: Event) -> None:
    line = event_to_line(event, {"format": "slipstream-trace", "version": 1})
    assert line.isascii()
    assert "\n" not in line
    assert event_from_json(json.loads(line) | {"added_later": {"a": [1]}}) == event


def test_the_names_are_those_of_the_documented_stream() -> None:
    assert event_to_json(STARTED) == {
        "event": "request",
        "model": "m",
        "draft": "lookup",
        "mode": "speculative",
        "k": 5,
        "sampling": {
            **FIRST_SAMPLING,
            "typical_p": 1.0,
            "frequency_penalty": 0.0,
            "presence_penalty": 0.0,
            "logit_bias": [],
            "banned": [],
            "min_tokens": 0,
        },
        "seed": 7,
        "resolved": {"verifier": "rejection", "device": "cpu", "dtype": "bfloat16", "exact": False},
        "left_out": 0,
    }
    assert event_to_json(Prefilled(57, 0, 0.41)) == {
        "event": "prefilled",
        "tokens": 57,
        "reused": 0,
        "seconds": 0.41,
    }
    draft = Draft(260, " the", 0.61, 0.7, Verdict.ACCEPTED, -1)
    assert event_to_json(Round(0, "eagle", (draft,), (), Timing(0.004, 0.031, 0.0003), 0.52)) == {
        "event": "round",
        "index": 0,
        "drafter": "eagle",
        "drafts": [{"token": 260, "text": " the", "q": 0.61, "p": 0.7, "verdict": "accepted", "parent": -1}],
        "emitted": [],
        "timing": {"draft": 0.004, "verify": 0.031, "other": 0.0003},
        "at": 0.52,
    }


def test_a_prompt_is_there_only_where_one_is_kept() -> None:
    assert "prompt" not in event_to_json(STARTED)
    prompt = Prompt((PromptMessage("user", "Hi"), PromptMessage("assistant", "Ho", (7, 8))), (1, 2))
    assert event_to_json(replace(STARTED, prompt=prompt))["prompt"] == {
        "messages": [
            {"role": "user", "content": "Hi", "ids": []},
            {"role": "assistant", "content": "Ho", "ids": [7, 8]},
        ],
        "ids": [1, 2],
        "continues": False,
        "raw": False,
    }


@pytest.mark.parametrize("prefilled", [None, Prefilled(3, 1, 0.5)])
def test_the_beginning_of_a_stored_reply_comes_back(prefilled: Prefilled | None) -> None:
    kept = event_to_json(STARTED) if prefilled is None else begun_to_json(STARTED, prefilled)
    assert begun_from_json(json.loads(json.dumps(kept))) == (STARTED, prefilled)


def test_a_trace_of_the_first_version_is_read() -> None:
    assert event_from_json({**event_to_json(STARTED), "sampling": FIRST_SAMPLING}) == STARTED


@pytest.mark.parametrize("number", [NAN, float("inf"), -float("inf")])
def test_what_is_no_number_becomes_null(number: float) -> None:
    draft = Draft(1, "x", number, number, Verdict.REJECTED, -1)
    round_ = Round(0, "model", (draft,), (), Timing(number, 0.0, 0.0), number)
    for text in (event_to_line(round_), json.dumps(event_to_json(round_))):
        data = json.loads(text, parse_constant=refuse)
        assert (data["drafts"][0]["q"], data["drafts"][0]["p"], data["at"]) == (None, None, None)
    assert json.loads(event_to_line(Prefilled(1, 0, number)), parse_constant=refuse)["seconds"] is None


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        None,
        {"event": "later"},
        {"event": ["round"]},
        {"event": "round"},
        {
            "event": "round",
            **dict.fromkeys(("index", "drafter", "drafts", "emitted", "timing", "at")),
        },
        {"event": "prefilled", "tokens": 1},
        {"event": "request", "sampling": 3},
        {"event": "finished", "reason": "eos", "text": "x", "tally": []},
        {"event": "prefilled", "tokens": "3", "reused": 0, "seconds": 0.1},
        {"event": "text", "text": 3},
        {**event_to_json(STARTED), "sampling": {**FIRST_SAMPLING, "temperature": 10**400}},
        {**event_to_json(STARTED), "sampling": {**FIRST_SAMPLING, "temperature": -1}},
        {**event_to_json(STARTED), "mode": "fast"},
        {**event_to_json(STARTED), "prompt": {"messages": [{"role": "god", "content": "x"}]}},
    ],
)
def test_what_is_no_event_is_one_sentence(data: Any) -> None:
    with pytest.raises(EventFormatError) as raised:
        event_from_json(data)
    assert "\n" not in str(raised.value)


def test_a_failed_event_keeps_its_sentence() -> None:
    assert event_from_json({"event": "failed", "error": "Out of memory."}) == Failed("Out of memory.")
