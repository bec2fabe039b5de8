"""Replies that are gone on with, and replies drafted from their older versions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import END, ByteTokenizer, tiny_loaded

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Plan, Prefilled, Started
from desktop_app.engines.begun_reply import begun_reply
from desktop_app.engines.local import LocalEngine
from desktop_app.models.loading import load_model

GREEDY = SamplingParams(temperature=0.0)
QUESTION = Message("user", "abc abc abc abc")


def ask(**changes: Any) -> ChatRequest:
    return replace(ChatRequest((QUESTION,), sampling=GREEDY, max_tokens=40, exact=True, seed=1), **changes)


def run(engine: LocalEngine, request: ChatRequest) -> list[Event]:
    return list(engine.reply(request, ReplyControl()))


def text_of(events: list[Event]) -> str:
    assert isinstance(events[-1], Finished), events[-1]
    return events[-1].text


def tokens(events: list[Event]) -> tuple[int, ...]:
    return tuple(token.token for e in events if isinstance(e, Round) for token in e.emitted)


def prefilled(events: list[Event]) -> Prefilled:
    return next(event for event in events if isinstance(event, Prefilled))


def going_on(events: list[Event], **changes: Any) -> ChatRequest:
    """The request that goes on from a reply."""
    reply = Message("assistant", text_of(events))
    return ask(messages=(QUESTION, reply), continues=True, reply_ids=tokens(events), **changes)


@pytest.fixture
def engine() -> Iterator[LocalEngine]:
    engine = LocalEngine(tiny_loaded())
    yield engine
    engine.close()


@pytest.mark.parametrize("draft", ["none", "lookup", "suffix"])
@pytest.mark.parametrize("cut", [1, 7, 20, 39])
def test_a_greedy_reply_in_two_parts_is_the_whole_reply(cut: int, draft: str) -> None:
    for seed in range(3):
        whole = run(LocalEngine(tiny_loaded(seed)), ask(draft="none"))
        engine = LocalEngine(tiny_loaded(seed))
        first = run(engine, ask(draft=draft, max_tokens=cut))
        second = run(engine, going_on(first, draft=draft, max_tokens=40 - cut))
        assert tokens(first) + tokens(second) == tokens(whole)
        assert text_of(first) + text_of(second) == text_of(whole)
        assert prefilled(second).tokens == 0, "all of it still lies in the cache"


@pytest.mark.parametrize("temperature", [0.7, 1.5])
def test_a_coupled_reply_in_two_parts_is_the_whole_reply_of_that_seed(
    engine: LocalEngine, temperature: float
) -> None:
    sampled = {"sampling": SamplingParams(temperature=temperature), "verifier": "coupled", "draft": "lookup"}
    whole = run(LocalEngine(tiny_loaded()), ask(**sampled))
    first = run(engine, ask(max_tokens=13, **sampled))
    second = run(engine, going_on(first, max_tokens=27, **sampled))
    assert tokens(first) + tokens(second) == tokens(whole)
    assert text_of(first) + text_of(second) == text_of(whole), "characters begun in one end in the other"


def test_penalties_see_the_reply_from_its_beginning(engine: LocalEngine) -> None:
    sampling = SamplingParams(temperature=0.0, presence_penalty=1.5, frequency_penalty=0.5)
    whole = run(LocalEngine(tiny_loaded()), ask(sampling=sampling))
    assert tokens(whole) != tokens(run(LocalEngine(tiny_loaded()), ask()))
    first = run(engine, ask(sampling=sampling, max_tokens=15))
    second = run(engine, going_on(first, sampling=sampling, max_tokens=25))
    assert tokens(first) + tokens(second) == tokens(whole)


def test_going_on_needs_no_session_but_the_reply_as_it_was_generated() -> None:
    sampled = {"sampling": SamplingParams(temperature=1.5), "verifier": "coupled"}
    whole = run(LocalEngine(tiny_loaded()), ask(**sampled))
    first = run(LocalEngine(tiny_loaded()), ask(max_tokens=13, **sampled))
    later = run(LocalEngine(tiny_loaded()), going_on(first, max_tokens=27, **sampled))
    assert tokens(first) + tokens(later) == tokens(whole)
    assert prefilled(later).reused == 0


def test_a_reply_that_was_gone_on_with_stands_in_the_next_prompt_as_generated(engine: LocalEngine) -> None:
    sampled = {"sampling": SamplingParams(temperature=1.5), "verifier": "coupled"}
    first = run(engine, ask(max_tokens=13, **sampled))
    second = run(engine, going_on(first, max_tokens=27, **sampled))
    reply = Message("assistant", text_of(first) + text_of(second))
    generated = list(tokens(first) + tokens(second))
    prompt = engine.prompt_ids(ask(messages=(QUESTION, reply, Message("user", "more"))))
    assert any(prompt[at : at + len(generated)] == generated for at in range(len(prompt)))


def test_ids_of_another_model_do_not_count_and_the_text_goes_on(engine: LocalEngine) -> None:
    request = ask(messages=(QUESTION, Message("assistant", "Well")), continues=True)
    plain = run(engine, request)
    for wrong in ((1, 2, 3), (9_999_999,), (*b"Wel",)):
        assert tokens(run(LocalEngine(tiny_loaded()), replace(request, reply_ids=wrong))) == tokens(plain)
    prompt = engine.prompt_ids(request)
    assert prompt[-4:] == [*b"Well"], "the reply stays open"


def test_the_stop_token_of_a_reply_that_ended_is_left_out() -> None:
    assert begun_reply(ByteTokenizer(), "ab", [(97, 98, END)], frozenset({END})).ids == (97, 98)  # type: ignore[arg-type]


@settings(max_examples=40)
@given(st.text(min_size=1, max_size=8), st.lists(st.integers(0, 255), max_size=6))
def test_what_is_begun_always_reads_as_its_text(text: str, ids: list[int]) -> None:
    begun = begun_reply(ByteTokenizer(), text, [ids], frozenset({END}))  # type: ignore[arg-type]
    assert bytes(begun.ids).decode("utf-8", "replace").startswith(text)


def test_only_a_reply_can_be_gone_on_with(engine: LocalEngine) -> None:
    end = run(engine, ask(continues=True))[-1]
    assert isinstance(end, Failed)
    assert "Only a reply" in end.error


def test_automatic_drafting_begins_with_the_older_version(engine: LocalEngine) -> None:
    first = run(engine, ask())
    again = run(engine, ask(references=(text_of(first),)))
    assert tokens(again) == tokens(first)
    told = again[0]
    assert isinstance(told, Started)
    assert told.draft == "suffix+lookup"
    plan = next(event for event in again if isinstance(event, Plan))
    assert "written before" in plan.why
    drafted = next(event for event in again if isinstance(event, Round))
    assert (drafted.drafter, len(drafted.emitted)) == ("suffix", 8), "from the first token on"
    assert sum(isinstance(e, Round) for e in again) == 5, "40 tokens, 8 a round"


def test_a_draft_that_was_chosen_is_kept_beside_older_versions(engine: LocalEngine) -> None:
    told = run(engine, ask(draft="lookup", references=("abc",)))[0]
    assert isinstance(told, Started)
    assert told.draft == "lookup"


def test_the_starter_goes_on_as_if_it_had_never_stopped(starter_folder: Path) -> None:
    question = Message("user", "Tell me a story about a fox.")
    base = ask(messages=(question,), draft="auto")
    engine = LocalEngine(load_model(starter_folder))
    whole = run(engine, replace(base, session="whole"))
    first = run(engine, replace(base, max_tokens=20))
    reply = Message("assistant", text_of(first))
    second = run(engine, replace(base, messages=(question, reply), continues=True, max_tokens=20))
    assert tokens(first) + tokens(second) == tokens(whole)
    assert text_of(first) + text_of(second) == text_of(whole)
    assert prefilled(second).tokens == 0
