"""The engine on this machine, with a tiny random model."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import torch
from tiny import tiny_loaded

from desktop_app.chats.messages import Message
from desktop_app.decoding.awake_clock import AwakeClock
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import Tally
from desktop_app.engines import local
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Plan, Prefilled, Started
from desktop_app.engines.local import LocalEngine

GREEDY = SamplingParams(temperature=0.0)
QUESTION = Message("user", "abc abc abc abc")


def ask(text: str = "abc abc abc abc", **changes: Any) -> ChatRequest:
    request = ChatRequest((Message("user", text),), sampling=GREEDY, max_tokens=40, exact=True, seed=1)
    return replace(request, **changes)


def run(engine: LocalEngine, request: ChatRequest) -> list[Event]:
    return list(engine.reply(request, ReplyControl()))


def finished(events: list[Event]) -> Finished:
    assert isinstance(events[-1], Finished), events[-1]
    return events[-1]


def rounds(events: list[Event]) -> list[Round]:
    return [event for event in events if isinstance(event, Round)]


@pytest.fixture
def engine() -> Iterator[LocalEngine]:
    engine = LocalEngine(tiny_loaded())
    yield engine
    engine.close()


def test_the_events_of_a_reply_come_in_order_and_agree(engine: LocalEngine) -> None:
    events = run(engine, ask(draft="lookup"))
    assert [type(event) for event in events[:3]] == [Started, Prefilled, Plan]
    assert all(isinstance(event, Round) for event in events[3:-1])
    end = finished(events)
    assert end.text == "".join(round_.text for round_ in rounds(events))
    recount = Tally.of(rounds(events)).summary()
    assert replace(end.tally, prefill_tokens_per_s=None) == recount
    assert end.reason == "length"
    assert end.tally.emitted == 40


@pytest.mark.parametrize("k", [0, 1, 2, 3, 5, 7, "auto"])
def test_greedy_speculative_text_is_the_plain_text_in_the_exact_shape(k: Any) -> None:
    accepted = 0
    for seed in range(4):
        loaded = tiny_loaded(seed)
        plain = finished(run(LocalEngine(loaded), ask(draft="none", max_tokens=120)))
        lookup = finished(run(LocalEngine(loaded), ask(draft="lookup", k=k, max_tokens=120)))
        assert lookup.text == plain.text
        accepted += lookup.tally.accepted
    assert accepted > 0 or k == 0, "random models repeat themselves, so lookup must hit"


def test_the_second_turn_reuses_the_first_and_changes_nothing(engine: LocalEngine) -> None:
    first = finished(run(engine, ask()))
    conversation = (QUESTION, Message("assistant", first.text), Message("user", "and more?"))
    events = run(engine, ask(messages=conversation))
    other = LocalEngine(tiny_loaded())
    other._sessions.get("default").replies.update(engine._sessions.get("default").replies)
    fresh = run(other, ask(messages=conversation))
    assert finished(events).text == finished(fresh).text
    prefilled = next(event for event in events if isinstance(event, Prefilled))
    assert prefilled.reused >= len("<abc abc abc abc")
    assert next(event for event in fresh if isinstance(event, Prefilled)).reused == 0


def test_stopping_keeps_what_was_generated_and_the_next_reply_is_right(engine: LocalEngine) -> None:
    control = ReplyControl()
    events = []
    for event in engine.reply(ask(), control):
        events.append(event)
        if len(rounds(events)) == 3:
            control.stop()
    end = finished(events)
    assert end.reason == "cancelled"
    assert end.text == "".join(round_.text for round_ in rounds(events))
    assert len(rounds(events)) == 3
    assert finished(run(engine, ask())).text == finished(run(LocalEngine(tiny_loaded()), ask())).text


def test_a_reply_stopped_before_it_began_ends_at_once(engine: LocalEngine) -> None:
    control = ReplyControl()
    control.stop()
    events = list(engine.reply(ask(), control))
    assert finished(events).reason == "cancelled"
    assert not rounds(events)


def test_every_stop_token_ends_the_reply_without_a_trace_in_the_text() -> None:
    whole = rounds(run(LocalEngine(tiny_loaded()), ask(draft="none", max_tokens=60)))
    tokens = [round_.emitted[0].token for round_ in whole]
    stop = tokens[20]
    end = finished(run(LocalEngine(tiny_loaded(eos=(stop,))), ask(max_tokens=60)))
    assert end.reason == "eos"
    assert end.tally.emitted == tokens.index(stop) + 1


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 9, 31])
def test_max_tokens_is_exact(engine: LocalEngine, count: int) -> None:
    assert finished(run(engine, ask(max_tokens=count))).tally.emitted == count


def test_the_context_ends_a_reply_that_would_run_past_it() -> None:
    engine = LocalEngine(tiny_loaded(context=64))
    events = run(engine, ask(max_tokens=500))
    prompt = next(event for event in events if isinstance(event, Prefilled)).tokens + 1
    assert finished(events).reason == "context"
    assert prompt + finished(events).tally.emitted == 64


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"messages": ()}, "empty"),
        ({"messages": (Message("user", " \n\t"),)}, "empty"),
        ({"messages": (Message("user", "x" * 5_000_000),)}, "shorten the message"),
        ({"seed": 2**80}, "seed"),
        ({"seed": -1}, "seed"),
        ({"max_tokens": 0}, "at least 1 token"),
        ({"k": -1}, "k must be"),
        ({"k": 8}, "7 drafts"),
        ({"draft": "eagle9"}, "no draft called"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_the_engine_goes_on(
    engine: LocalEngine, changes: dict[str, Any], words: str
) -> None:
    events = run(engine, ask(**changes))
    assert isinstance(events[-1], Failed)
    assert words in events[-1].error
    assert finished(run(engine, ask())).tally.emitted == 40


def test_numbers_that_are_not_finite_end_the_reply_with_their_position() -> None:
    loaded = tiny_loaded()
    engine = LocalEngine(loaded)
    whole = finished(run(engine, ask()))
    good = loaded.model.lm_head.weight.detach().clone()
    events: list[Event] = []
    for event in engine.reply(ask(session="other"), ReplyControl()):
        events.append(event)
        if len(rounds(events)) == 2:
            loaded.model.lm_head.weight.data.fill_(float("nan"))
    assert isinstance(events[-1], Failed)
    assert "not finite at token" in events[-1].error
    assert len(rounds(events)) == 2
    loaded.model.lm_head.weight.data.copy_(good)
    assert finished(run(engine, ask(session="other"))).text == whole.text


def test_running_out_of_memory_is_one_sentence(engine: LocalEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise torch.OutOfMemoryError("tried to allocate 2 GiB")

    monkeypatch.setattr("desktop_app.decoding.runner.ModelRunner.prefill", full)
    events = run(engine, ask())
    assert isinstance(events[-1], Failed)
    assert "Memory ran out" in events[-1].error


@pytest.mark.parametrize("where", ["prefill", "forward"])
def test_memory_that_runs_out_anywhere_frees_what_is_kept(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    finished(run(engine, ask(session="other")))
    kept = engine._sessions.peek("other")
    assert kept is not None

    def full(*_: object, **__: object) -> None:
        raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes")

    with monkeypatch.context() as patch:
        patch.setattr(f"desktop_app.decoding.runner.ModelRunner.{where}", full)
        events = run(engine, ask())
    assert isinstance(events[-1], Failed)
    assert events[-1].error.startswith("Memory ran out during the reply")
    assert engine._sessions.peek("other") is None
    assert finished(run(engine, ask())).text


def test_conversations_do_not_disturb_each_other_and_the_oldest_is_freed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = LocalEngine(tiny_loaded())
    run(one, ask(max_tokens=4))
    monkeypatch.setattr("desktop_app.engines.local.sessions_memory", lambda _: 3 * one._sessions.nbytes + 1)
    engine = LocalEngine(tiny_loaded())

    def reused(session: str) -> int:
        events = run(engine, ask(session=session, max_tokens=4))
        return next(event for event in events if isinstance(event, Prefilled)).reused

    assert [reused(name) for name in "abc"] == [0, 0, 0]
    assert all(reused(name) > 0 for name in "abc")
    assert reused("one more") == 0
    assert reused("a") == 0, "the least recently used conversation was freed"
    engine.forget("c")
    assert reused("c") == 0


def test_a_sampled_reply_stands_in_the_next_prompt_as_it_was_generated(engine: LocalEngine) -> None:
    sampled = SamplingParams(temperature=1.0)
    events = run(engine, ask(sampling=sampled, draft="none"))
    generated = [token.token for round_ in rounds(events) for token in round_.emitted]
    conversation = (QUESTION, Message("assistant", finished(events).text), Message("user", "more"))
    prompt = engine.prompt_ids(ask(messages=conversation))
    assert any(prompt[start : start + len(generated)] == generated for start in range(len(prompt))), (
        "bytes that are no characters are lost when the text is encoded again"
    )
    prefilled = next(e for e in run(engine, ask(messages=conversation)) if isinstance(e, Prefilled))
    assert prefilled.reused >= len(generated)


def test_a_drawn_seed_is_told_and_repeats_the_reply(engine: LocalEngine) -> None:
    request = ask(seed=None, sampling=SamplingParams(temperature=1.0), draft="none")
    events = run(engine, request)
    started = events[0]
    assert isinstance(started, Started)
    again = run(engine, replace(request, seed=started.seed))
    assert finished(again).text == finished(events).text
    other = run(engine, replace(request, seed=started.seed + 1))
    assert finished(other).text != finished(events).text


def test_what_is_resolved_is_told(engine: LocalEngine) -> None:
    started = run(engine, ask(draft="none"))[0]
    assert isinstance(started, Started)
    assert (started.mode, started.draft, started.k) == ("plain", "none", 0)
    assert started.resolved.verifier == "greedy"
    speculative = run(engine, ask(sampling=SamplingParams(temperature=0.5)))
    assert isinstance(speculative[0], Started)
    assert speculative[0].resolved.verifier == "rejection"
    plan = speculative[2]
    assert isinstance(plan, Plan)
    assert (plan.drafter, plan.k) == ("lookup", 7)
    assert plan.why


def test_a_closed_engine_says_so(engine: LocalEngine) -> None:
    engine.close()
    events = run(engine, ask())
    assert isinstance(events[-1], Failed)
    assert "closed" in events[-1].error


def test_a_reply_cut_at_a_stop_string_leaves_no_trace_of_it_in_the_next_prompt(engine: LocalEngine) -> None:
    whole = finished(run(engine, ask(session="first"))).text
    stop = whole[8:11]
    end = finished(run(engine, ask(stop=(stop,))))
    assert (end.reason, stop in end.text) == ("stop", False)
    conversation = (QUESTION, Message("assistant", end.text), Message("user", "more"))
    ids = engine.prompt_ids(ask(messages=conversation))
    assert bytes(token for token in ids if token < 256).count(stop.encode()) == 0


def test_a_closed_engine_frees_its_model() -> None:
    loaded = tiny_loaded()
    model = weakref.ref(loaded.model)
    engine = LocalEngine(loaded)
    run(engine, ask(max_tokens=3))
    del loaded
    engine.close()
    gc.collect()
    assert model() is None


def test_a_count_is_the_prompt_that_would_be_read_and_makes_no_session(engine: LocalEngine) -> None:
    messages = (QUESTION,)
    counted = engine.count(messages, "new")
    assert counted == len(engine.prompt_ids(ask()))
    assert len(engine._sessions) == 0
    events = run(engine, ask(session="new"))
    prefilled = next(event for event in events if isinstance(event, Prefilled))
    assert prefilled.tokens + prefilled.reused + 1 == counted


def test_a_prompt_beyond_the_context_is_counted_too(engine: LocalEngine) -> None:
    text = "abc " * engine.context_limit * 20
    assert engine.count((Message("user", text),), "") > engine.context_limit
    assert engine.count_text(text) > engine.context_limit
    assert engine.count_text("") == 0


def test_a_reply_that_slept_is_not_slower_for_it(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asleep = [0.0]
    monkeypatch.setattr(local, "AwakeClock", lambda: AwakeClock(lambda: time.perf_counter() + asleep[0]))
    events: list[Event] = []
    for event in engine.reply(ask(draft="lookup", max_seconds=600), ReplyControl()):
        events.append(event)
        if len(rounds(events)) == 5:
            asleep[0] = 7200.0
    end = finished(events)
    assert end.reason == "length"
    last, told = rounds(events)[-1], [event for event in events if isinstance(event, Plan)]
    assert last.at < 600
    assert sum(round_.timing.total_s for round_ in rounds(events)) < 600
    assert told[-1].why == "asleep for 7,200 s, which no figure counts"
