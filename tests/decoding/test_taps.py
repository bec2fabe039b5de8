"""Hidden states that enter layers, kept beside keys and values."""

import pytest
import torch
from tiny_models import CONTEXT, FAMILIES, VOCABULARY, tiny_model
from transformers import PreTrainedModel

from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import Session
from desktop_app.decoding.slot_cache import BUCKET, SlotCache, Taps
from desktop_app.decoding.transformers_adapter import TransformersNetwork

HIDDEN = 32


def random_tokens(length: int, seed: int = 1) -> torch.Tensor:
    return torch.randint(0, VOCABULARY, (length,), generator=torch.Generator().manual_seed(seed))


def own_states(model: PreTrainedModel, tokens: torch.Tensor, layers: list[int]) -> torch.Tensor:
    """The same as the model tells it by itself."""
    model.set_attn_implementation("eager")
    with torch.inference_mode():
        states = model(input_ids=tokens[None], use_cache=False, output_hidden_states=True).hidden_states
    return torch.cat([states[layer][0] for layer in layers], dim=-1)


@pytest.mark.parametrize("family", FAMILIES)
def test_taps_are_the_models_own_hidden_states(family: str) -> None:
    """In pieces, with rolled back garbage before each, over the edge of a bucket."""
    layers = [1, 0]
    tokens = random_tokens(BUCKET + 20)
    right = own_states(tiny_model(family), tokens, layers)
    network = TransformersNetwork(tiny_model(family))
    network.tap(layers)
    cache = SlotCache(CONTEXT)
    start = 0
    for size in (BUCKET - 10, 1, 8, 13):
        network.forward(random_tokens(8, seed=start), start, cache, None)
        network.forward(tokens[start : start + size], start, cache, 1)
        start += size
    assert start == BUCKET + 12
    assert right.std(dim=0).min() > 1e-3
    torch.testing.assert_close(cache.read_taps(0, start), right[:start], atol=2e-4, rtol=1e-4)


def test_the_final_text_is_the_same_and_nothing_is_kept_unasked() -> None:
    network = TransformersNetwork(tiny_model("Llama"))
    tokens = random_tokens(9)
    without = SlotCache(64)
    plain = network.forward(tokens, 0, without, None)
    hooks = [len(layer._forward_pre_hooks) for layer in network._layers]
    network.tap([0, 1])
    tapped = SlotCache(64)
    assert torch.equal(network.forward(tokens, 0, tapped, None), plain)
    assert tapped.nbytes == without.nbytes + 4 * tapped.capacity * 2 * HIDDEN
    assert hooks == [0, 0] == [len(layer._forward_pre_hooks) for layer in network._layers]
    with pytest.raises(ValueError, match="no taps"):
        without.read_taps(0, 1)


def test_layers_the_model_does_not_have() -> None:
    network = TransformersNetwork(tiny_model("Llama"))
    for layers in ([2], [-1, 0]):
        with pytest.raises(ValueError, match="layers 0 to 1"):
            network.tap(layers)


def test_a_failed_pass_leaves_no_hooks() -> None:
    network = TransformersNetwork(tiny_model("Llama"))
    network.tap([0])
    with pytest.raises(IndexError):
        network.forward(torch.tensor([VOCABULARY]), 0, SlotCache(64), None)
    assert not network._layers[0]._forward_pre_hooks


def prefill(session: Session, prompt: list[int], exact: bool = False) -> int:
    return session.prefill(prompt, exact=exact, check=lambda: None)


@pytest.mark.parametrize("exact", [False, True])
def test_reuse_and_edits_keep_taps_right(exact: bool) -> None:
    network = TransformersNetwork(tiny_model("Llama"))
    network.tap([0, 1])
    session = Session(ModelRunner(network, VOCABULARY))
    prompt = random_tokens(30).tolist()
    prefill(session, prompt, exact)
    # a round whose drafts are rejected
    session.runner.forward(session.cache, [prompt[-1], 5, 6, 7], 29, exact=exact)
    session.commit([9])
    edited = [*prompt[:20], *random_tokens(15, seed=5).tolist()]
    assert prefill(session, edited, exact) == 20
    right = own_states(tiny_model("Llama"), torch.tensor(edited), [0, 1])
    assert isinstance(session.cache, SlotCache)
    torch.testing.assert_close(session.cache.read_taps(0, 34), right[:34], atol=1e-4, rtol=1e-4)


def test_what_was_prefilled_before_anybody_asked_is_computed_again() -> None:
    network = TransformersNetwork(tiny_model("Llama"))
    session = Session(ModelRunner(network, VOCABULARY))
    prompt = random_tokens(30).tolist()
    assert prefill(session, prompt) == 0
    network.tap([1])
    assert prefill(session, prompt) == 0
    network.tap([1])
    assert prefill(session, prompt) == 29, "asking again for the same changes nothing"
    network.tap([0])
    assert prefill(session, prompt) == 0
    network.tap([])
    assert prefill(session, [*prompt, 3, 4]) == 29
    network.tap([0])
    assert prefill(session, [*prompt, 3, 4]) == 0, "two slots were written while nobody asked"
    right = own_states(tiny_model("Llama"), torch.tensor([*prompt, 3]), [0])
    assert isinstance(session.cache, SlotCache)
    torch.testing.assert_close(session.cache.read_taps(0, 31), right, atol=1e-4, rtol=1e-4)


def test_asked_for_in_the_middle_they_begin_there() -> None:
    cache = SlotCache(64)
    taps = Taps((0,))
    cache.write_taps(taps, torch.ones(3, 4), 5)
    assert torch.equal(cache.read_taps(5, 8), torch.ones(3, 4))
    assert not cache.has_taps(taps)
    with pytest.raises(ValueError, match="no taps"):
        cache.read_taps(4, 8)
    cache.write_taps(taps, torch.zeros(5, 4), 0)
    assert cache.has_taps(taps)
    assert not cache.has_taps(Taps((0,)))
    assert cache.has_taps(Taps(()))


@pytest.mark.parametrize("stacked", [False, True])
def test_taps_follow_growth_move_and_wipe(stacked: bool) -> None:
    cache = SlotCache(4 * BUCKET)
    if stacked:
        cache.stacked(2, 1, torch.zeros(3))
    states = torch.arange(24.0).reshape(6, 4) + 1
    cache.write_taps(Taps((0,)), states, 0)
    cache.reserve(3 * BUCKET)
    assert torch.equal(cache.read_taps(0, 6), states)
    cache.move([3, 5], 1)
    assert torch.equal(cache.read_taps(0, 3), states[[0, 3, 5]])
    cache.wipe(1, 2)
    assert not cache.read_taps(1, 2).any()
    assert torch.equal(cache.read_taps(2, 3), states[[5]])


def test_two_networks_on_one_model_tap_apart() -> None:
    model = tiny_model("Llama")
    tapped, other = TransformersNetwork(model), TransformersNetwork(model)
    tapped.tap([1])
    cache = SlotCache(64)
    other.forward(random_tokens(4), 0, cache, None)
    with pytest.raises(ValueError, match="no taps"):
        cache.read_taps(0, 4)


def test_layers_that_draft_leave_the_taps_of_the_verification() -> None:
    network = TransformersNetwork(tiny_model("Llama"))
    network.tap([1])
    tokens = random_tokens(12)
    cache = SlotCache(64)
    network.forward(tokens[:8], 0, cache, None)
    drafting = network.first_layers(1)
    drafting.forward(tokens[8:10], 8, cache, None)
    network.forward(tokens[8:], 8, cache, None)
    right = own_states(tiny_model("Llama"), tokens, [1])
    torch.testing.assert_close(cache.read_taps(0, 12), right, atol=1e-4, rtol=1e-4)
    assert drafting.rollback(cache, 12) == 12
