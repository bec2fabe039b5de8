"""Models whose memory can only grow, through the engine: plain, with the reason, right in the next turn."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from tiny import VOCABULARY, tiny_loaded
from transformers import BloomConfig, BloomForCausalLM, Lfm2Config, Lfm2ForCausalLM, PreTrainedModel

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event, Finished, Plan, Prefilled, Started
from desktop_app.engines.local import LocalEngine


def hybrid() -> PreTrainedModel:
    config = Lfm2Config(
        vocab_size=VOCABULARY,
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=600,
        layer_types=["conv", "full_attention"],
        initializer_range=0.3,
    )
    return Lfm2ForCausalLM(config)


def other_attention() -> PreTrainedModel:
    sizes = {"hidden_size": 32, "n_layer": 2, "n_head": 4, "initializer_range": 0.3}
    return BloomForCausalLM(BloomConfig(vocab_size=VOCABULARY, **sizes))


def engine(make: object) -> LocalEngine:
    torch.manual_seed(0)
    return LocalEngine(replace(tiny_loaded(), model=make().eval()))  # type: ignore[operator]


def ask(*texts: str, exact: bool = False) -> ChatRequest:
    roles = ["user", "assistant", "user"]
    messages = tuple(Message(role, text) for role, text in zip(roles, texts, strict=False))  # type: ignore[arg-type]
    greedy = SamplingParams(temperature=0.0)
    return ChatRequest(messages, sampling=greedy, draft="lookup", max_tokens=20, exact=exact, seed=1)


def run(local: LocalEngine, request: ChatRequest) -> list[Event]:
    events = list(local.reply(request, ReplyControl()))
    assert isinstance(events[-1], Finished), events[-1]
    return events


@pytest.mark.parametrize("make", [hybrid, other_attention])
@pytest.mark.parametrize("exact", [False, True])
def test_plain_with_the_reason_and_the_next_turn_goes_on(make: object, exact: bool) -> None:
    local = engine(make)
    first = run(local, ask("abc abc abc", exact=exact))
    started = next(event for event in first if isinstance(event, Started))
    plan = next(event for event in first if isinstance(event, Plan))
    assert (started.draft, started.mode) == ("none", "plain")
    assert (plan.drafter, plan.mode, plan.k) == ("none", "plain", 0)
    assert plan.why.startswith("This model decodes plainly: ")
    end = first[-1]
    assert isinstance(end, Finished)
    assert end.tally.drafted == 0
    turns = ask("abc abc abc", end.text, "more", exact=exact)
    again = run(local, turns)[-1]
    # the same prompt, its reply spelled as it was generated, read from the beginning
    sessions = local._sessions
    sessions.get("fresh").replies.update(sessions.get(turns.session).replies)
    fresh = run(local, replace(turns, session="fresh"))
    assert next(event.reused for event in fresh if isinstance(event, Prefilled)) == 0
    assert isinstance(again, Finished)
    assert isinstance(fresh[-1], Finished)
    assert again.text == fresh[-1].text


@pytest.mark.parametrize("make", [hybrid, other_attention])
def test_only_what_goes_on_is_reused(make: object) -> None:
    local = engine(make)

    def prefilled(request: ChatRequest) -> tuple[Prefilled, str, int]:
        events = run(local, request)
        end = events[-1]
        assert isinstance(end, Finished)
        return next(event for event in events if isinstance(event, Prefilled)), end.text, end.tally.emitted

    first, text, emitted = prefilled(ask("abc abc abc"))
    assert prefilled(ask("abc abc abc", text, "more"))[0].reused == first.tokens + emitted
    for _ in range(2):
        assert prefilled(ask("abd", text, "more"))[0].reused == 0
