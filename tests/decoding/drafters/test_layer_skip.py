"""The target's own first layers: what they compute, and that the target does not notice."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from drafter_cases import LAYERS, first_layers, plain_tokens, target
from replies import GREEDY, PROMPT, Reply, require_fresh
from tiny_models import (
    CONTEXT,
    FAMILIES,
    SINGLE_PRECISION_ONLY,
    SLIDING,
    VOCABULARY,
    WINDOW,
    own_logits,
    tiny_model,
)

from desktop_app.decoding.drafters.drawing import BAD_ROUNDS
from desktop_app.decoding.drafters.layer_skip import LayerSkip
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import Session
from desktop_app.decoding.slot_cache import SlotCache
from desktop_app.decoding.transformers_adapter import TransformersNetwork

_LAYER_NAMES = ("num_hidden_layers", "n_layer", "num_layers")


def layers_config(family: str, layers: int) -> dict[str, Any]:
    """Sliding and full layers in turn for the families that mix them, so that the first ones are of both."""
    values = FAMILIES[family][1]
    name = next(name for name in _LAYER_NAMES if name in values)
    changes: dict[str, Any] = {name: layers}
    if "layer_types" in values:
        changes["layer_types"] = [["sliding_attention", "full_attention"][i % 2] for i in range(layers)]
    return changes


def tokens_of(length: int) -> torch.Tensor:
    return torch.randint(0, VOCABULARY, (length,), generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize(
    ("family", "count"), [*[(family, 2) for family in FAMILIES], *[(family, 1) for family in SLIDING]]
)
def test_same_logits_as_a_model_with_that_many_layers(family: str, count: int) -> None:
    """Over the edge of a sliding window, in pieces; the whole model computes what it did before."""
    dtype = torch.float32 if family in SINGLE_PRECISION_ONLY else torch.float64
    eager = family in SINGLE_PRECISION_ONLY | {"Gemma 2"}  # the eager softmax is in single precision
    tolerance = 1e-4 if eager else 1e-10
    tokens = tokens_of(2 * WINDOW + 8)
    whole = tiny_model(family, dtype, **layers_config(family, 3))
    short = tiny_model(family, dtype, **layers_config(family, count))
    known = whole.state_dict()
    short.load_state_dict({name: known[name] for name in short.state_dict()})
    right = own_logits(short, tokens, "eager" if eager else "sdpa")
    network = TransformersNetwork(whole)
    before = network.forward(tokens, 0, SlotCache(CONTEXT), None)
    first = network.first_layers(count)
    cache = SlotCache(CONTEXT)
    rows = [
        first.forward(tokens[:WINDOW], 0, cache, None),
        first.forward(tokens[WINDOW:], WINDOW, cache, None),
    ]
    torch.testing.assert_close(torch.cat(rows), right, atol=tolerance, rtol=0)
    assert cache.layers == tuple(range(count))
    assert (before - right).abs().max() > 1e-3
    assert torch.equal(network.forward(tokens, 0, SlotCache(CONTEXT), None), before)
    assert (first.layers, network.layers) == (count, 3)


def test_weights_are_shared_and_the_target_is_untouched() -> None:
    model = tiny_model("Gemma 3", **layers_config("Gemma 3", 4))
    network = TransformersNetwork(model)
    config = model.config.to_dict()
    names = [name for name, _ in model.named_modules()]
    first = network.first_layers(2)
    assert model.config.to_dict() == config
    assert [name for name, _ in model.named_modules()] == names
    mine = {id(parameter) for parameter in first._model.parameters()}
    assert mine < {id(parameter) for parameter in model.parameters()}
    assert first._model.config.layer_types == config["layer_types"][:2]


@pytest.mark.parametrize("count", [-1, 0, LAYERS, LAYERS + 1, 1000])
def test_as_many_layers_as_the_model_has_or_none_are_refused(count: int) -> None:
    with pytest.raises(DecodingError, match=f"has {LAYERS} layers; choose from 1 to {LAYERS - 1}"):
        first_layers(target(), count)


def reply_of(runner: ModelRunner, count: int, k: int, **changes: Any) -> Reply:
    session = Session(runner)
    drafter = LayerSkip(first_layers(runner, count), session)
    return Reply(
        runner, PROMPT, drafter, k, session=session, token_bytes=lambda t: bytes([33 + t]), **changes
    )


@pytest.mark.parametrize("family", SLIDING)
def test_text_of_models_with_a_sliding_window(family: str) -> None:
    """Past the window's edge with several drafts."""
    model = tiny_model(family, torch.float64, **layers_config(family, 3))
    runner = ModelRunner(TransformersNetwork(model), VOCABULARY)
    plain = Reply(runner, PROMPT, max_tokens=20, token_bytes=lambda t: bytes([33 + t])).run()
    reply = reply_of(runner, 2, 4, max_tokens=20, after_round=require_fresh).run()
    assert reply.tokens == plain.tokens


def test_drafts_use_what_the_target_wrote_for_the_committed_text() -> None:
    """One pass for each draft and no prefill of its own."""
    runner = target()
    reply = reply_of(runner, 2, 3, max_tokens=20).prepare()
    drafter = reply.drafter
    assert isinstance(drafter, LayerSkip)
    passes: list[int] = []
    network = drafter._runner.network
    own = network.forward

    def forward(tokens: torch.Tensor, *rest: Any) -> torch.Tensor:
        passes.append(len(tokens))
        return own(tokens, *rest)

    network.forward = forward  # type: ignore[method-assign]
    reply.run()
    assert passes == [1] * sum(len(round_.drafts) for round_ in reply.rounds)
    assert tuple(reply.tokens) == plain_tokens(GREEDY, None, False, torch.float64, 20)


def spoil_after(reply: Reply, passes: int) -> None:
    """From so many passes on the first layers give NaN and write it to their slots."""
    drafter = reply.drafter
    assert isinstance(drafter, LayerSkip)
    network = drafter._runner.network
    own = network.forward
    done = 0

    def forward(tokens: torch.Tensor, start: int, cache: SlotCache, *rest: Any) -> torch.Tensor:
        nonlocal done
        logits = own(tokens, start, cache, *rest)
        done += 1
        if done <= passes:
            return logits
        with torch.inference_mode():
            cache._keys[0][:, :, start : start + len(tokens)] = torch.nan
        return torch.full_like(logits, torch.nan)

    network.forward = forward  # type: ignore[method-assign]


@pytest.mark.parametrize("passes", [0, 1, 2, 5])
def test_numbers_not_finite_leave_no_trace_in_the_targets_cache(passes: int) -> None:
    reply = reply_of(target(), 2, 3, max_tokens=20, after_round=require_fresh).prepare()
    spoil_after(reply, passes)
    reply.run()
    assert tuple(reply.tokens) == plain_tokens(GREEDY, None, False, torch.float64, 20)
    assert "not finite" in reply.plans[-1][1].why
    assert BAD_ROUNDS <= reply.plans[-1][0] <= BAD_ROUNDS + passes
    assert not any(round_.drafts for round_ in reply.rounds[reply.plans[-1][0] :])


def test_cancelled_right_after_a_bad_pass_the_session_can_be_used() -> None:
    """The slot the first layers spoilt is never verified then."""
    reply = reply_of(target(), 2, 3, max_tokens=20).prepare()
    spoil_after(reply, 1)
    reply.drafter.propose(3)
    assert reply.session is not None
    again = Reply(
        target(), PROMPT, max_tokens=20, session=reply.session, token_bytes=lambda t: bytes([33 + t])
    )
    assert tuple(again.run().tokens) == plain_tokens(GREEDY, None, False, torch.float64, 20)


def test_without_a_prompt_it_drafts_nothing() -> None:
    session = Session(target())
    assert LayerSkip(first_layers(target(), 1), session).propose(3).tokens == ()
