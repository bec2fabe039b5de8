"""The Llama family from its weights: the same logits, hidden states and caches as the model by itself."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import pytest
import torch
from tiny_models import CONTEXT, VOCABULARY, WINDOW, own_logits, tiny_model
from torch import nn

from desktop_app.decoding import llama_adapter, llama_layers
from desktop_app.decoding.appending_adapter import network_for
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.llama_adapter import LlamaNetwork, is_llama
from desktop_app.decoding.packed_linear import can_pack
from desktop_app.decoding.slot_cache import BUCKET, SlotCache
from desktop_app.decoding.transformers_adapter import TransformersNetwork

FAMILY = ["Llama", "Mistral", "Qwen2", "Qwen3"]
LLAMA3 = {
    "rope_type": "llama3",
    "rope_theta": 10_000.0,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 64,
}
YARN = {"rope_type": "yarn", "rope_theta": 10_000.0, "factor": 4.0, "original_max_position_embeddings": 128}
MIXED = {"use_sliding_window": True, "sliding_window": WINDOW, "max_window_layers": 1}
MIXED |= {"layer_types": ["full_attention", "sliding_attention"]}
CHANGES: list[tuple[str, dict[str, Any]]] = [
    *((family, {}) for family in FAMILY),
    ("Llama", {"attention_bias": True, "mlp_bias": True}),
    ("Llama", {"num_key_value_heads": 4}),
    ("Llama", {"num_key_value_heads": 1, "head_dim": 20}),
    ("Llama", {"tie_word_embeddings": True, "rms_norm_eps": 0.5}),
    ("Llama", {"rope_parameters": LLAMA3}),
    ("Llama", {"rope_parameters": YARN}),
    ("Qwen2", MIXED),
    ("Qwen3", {**MIXED, "attention_bias": True}),
]
# over the window of Mistral and the first bucket's edge
PIECES = [40, 1, 3, 8, WINDOW, 200, 236, 8, 1, 1, 8, 8]


def build(family: str, dtype: torch.dtype = torch.float64, **changes: Any) -> Any:
    """Biases and norms count for something, too."""
    model = tiny_model(family, dtype, **changes)
    generator = torch.Generator().manual_seed(5)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                noise = torch.randn(parameter.shape, generator=generator)
                parameter.copy_(parameter + 0.2 * noise.to(dtype))
    return model


def random_tokens(length: int, seed: int = 1) -> torch.Tensor:
    return torch.randint(0, VOCABULARY, (length,), generator=torch.Generator().manual_seed(seed))


def in_pieces(network: LlamaNetwork, tokens: torch.Tensor, sizes: list[int]) -> torch.Tensor:
    """Logits of all rows; before each piece garbage is written over the slots that follow."""
    cache = network.new_cache(CONTEXT)
    rows, start = [], 0
    for size in sizes:
        network.forward(random_tokens(8, seed=start), start, cache, None)
        rows.append(network.forward(tokens[start : start + size], start, cache, None))
        start += size
    return torch.cat(rows)


@pytest.mark.parametrize(("family", "changes"), CHANGES)
def test_same_logits_as_the_model_by_itself(family: str, changes: dict[str, Any]) -> None:
    """transformers computes norms and rotations in single precision even in a model in double."""
    tokens = random_tokens(sum(PIECES))
    right = own_logits(build(family, **changes), tokens, "sdpa")
    assert right.std() > 0.05
    network = network_for(build(family, **changes))
    assert isinstance(network, LlamaNetwork)
    assert network.context_limit == CONTEXT
    once = network.forward(tokens, 0, network.new_cache(CONTEXT), None)
    torch.testing.assert_close(once, right, atol=5e-4, rtol=0)
    torch.testing.assert_close(in_pieces(network, tokens, PIECES), once, atol=1e-10, rtol=0)


@pytest.mark.parametrize("family", FAMILY)
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision(family: str, dtype: torch.dtype) -> None:
    """As near to the model in single precision as the model by itself is in half."""
    tokens = random_tokens(40)
    right = own_logits(build(family, torch.float32), tokens)
    own = own_logits(build(family, dtype), tokens).float()
    network = LlamaNetwork(build(family, dtype))
    assert network.dtype is dtype
    rows = in_pieces(network, tokens, [31, 1, 8])
    assert rows.dtype is dtype
    assert (rows.float() - right).square().mean() < 2 * (own - right).square().mean()


@pytest.mark.parametrize("family", FAMILY)
def test_same_logits_in_single_precision(family: str) -> None:
    tokens = random_tokens(sum(PIECES))
    right = own_logits(build(family, torch.float32), tokens)
    rows = in_pieces(LlamaNetwork(build(family, torch.float32)), tokens, PIECES)
    torch.testing.assert_close(rows, right, atol=2e-4, rtol=0)


def test_a_norm_over_next_to_nothing() -> None:
    """Where the epsilon decides."""
    model = build("Llama", torch.float32)
    with torch.no_grad():
        model.get_input_embeddings().weight.mul_(1e-4)
    tokens = random_tokens(12)
    right = own_logits(model, tokens)
    rows = LlamaNetwork(model).forward(tokens, 0, SlotCache(64), None)
    torch.testing.assert_close(rows, right, atol=1e-4, rtol=0)
    with torch.no_grad():
        model.get_input_embeddings().weight.zero_()
    assert own_logits(model, tokens).isfinite().all()
    assert LlamaNetwork(model).forward(tokens, 0, SlotCache(64), None).isfinite().all()


@pytest.mark.parametrize("start", [WINDOW - 1, WINDOW, WINDOW + 1])
def test_edge_of_a_sliding_window(start: int) -> None:
    tokens = random_tokens(start + 6)
    right = own_logits(build("Mistral"), tokens)
    rows = in_pieces(LlamaNetwork(build("Mistral")), tokens, [start, 6])
    torch.testing.assert_close(rows, right, atol=5e-4, rtol=0)
    wider = build("Mistral", sliding_window=WINDOW + 1)
    assert (own_logits(wider, tokens)[WINDOW:] - right[WINDOW:]).abs().max() > 5e-3, "the window matters"


@pytest.mark.parametrize("family", FAMILY)
def test_rows_of_a_tree_are_those_of_their_paths(family: str) -> None:
    parents = [-1, 0, 0, 1, 1, 2, 5]
    network = LlamaNetwork(build(family))
    text, tokens = random_tokens(BUCKET + 4), random_tokens(7, seed=2)
    cache = network.new_cache(CONTEXT)
    network.forward(text, 0, cache, 1)
    for start in (BUCKET + 3, BUCKET - 2, 20, 1):
        tree = network.forward(tokens, start, cache, None, parents)
        for row in range(7):
            path = [row]
            while parents[path[0]] >= 0:
                path.insert(0, parents[path[0]])
            alone = network.forward(tokens[path], start, cache, None)
            torch.testing.assert_close(tree[row], alone[-1], atol=1e-8, rtol=0)
        network.forward(text[start : start + 7], start, cache, 1)


@pytest.mark.parametrize("kept", [1, 3])
def test_pad_rows_past_the_context(kept: int) -> None:
    tokens = random_tokens(CONTEXT)
    network = LlamaNetwork(build("Llama"))
    cache = SlotCache(CONTEXT + 8)
    right = network.forward(tokens, 0, SlotCache(CONTEXT), kept)
    network.forward(tokens[:-kept], 0, cache, 1)
    padded = torch.cat([tokens[-kept:], tokens[-1:].repeat(8 - kept)])
    rows = network.forward(padded, CONTEXT - kept, cache, None)
    torch.testing.assert_close(rows[:kept], right, atol=1e-8, rtol=0)


def test_only_the_last_rows_logits_are_computed_when_asked() -> None:
    network = LlamaNetwork(build("Llama"))
    tokens = random_tokens(5)
    all_rows = network.forward(tokens, 0, SlotCache(64), None)
    for kept in (1, 3):
        last = network.forward(tokens, 0, SlotCache(64), kept)
        assert last.shape == (kept, VOCABULARY)
        torch.testing.assert_close(last, all_rows[-kept:])


# ---- hidden states, first layers


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_taps_are_the_models_own_hidden_states(dtype: torch.dtype) -> None:
    tokens = random_tokens(BUCKET + 12)
    model = build("Qwen3", dtype)
    model.set_attn_implementation("eager")
    with torch.inference_mode():
        states = model(input_ids=tokens[None], use_cache=False, output_hidden_states=True).hidden_states
    right = torch.cat([states[1][0], states[0][0]], dim=-1)
    network = LlamaNetwork(build("Qwen3", dtype))
    network.tap([1, 0])
    cache = network.new_cache(CONTEXT)
    start = 0
    for size in (BUCKET - 10, 1, 8, 13):
        network.forward(random_tokens(8, seed=start), start, cache, None)
        network.forward(tokens[start : start + size], start, cache, 1)
        start += size
    taps = cache.read_taps(0, start)
    assert taps.dtype is dtype
    tolerance = 2e-4 if dtype is torch.float32 else 0.2 * float(right.std())
    torch.testing.assert_close(taps, right, atol=tolerance, rtol=0)
    assert network.rollback(cache, 7) == 7
    network.tap([1])
    assert network.rollback(cache, 7) == 0, "the slots lack what is asked for now"
    with pytest.raises(ValueError, match="layers 0 to 1"):
        network.tap([2])


@pytest.mark.parametrize("family", FAMILY)
def test_first_layers_are_those_of_the_slow_way(family: str) -> None:
    changes = {"num_hidden_layers": 3}
    slow = TransformersNetwork(build(family, **changes)).first_layers(2)
    network = LlamaNetwork(build(family, **changes))
    tokens = random_tokens(30)
    first = network.first_layers(2)
    assert (first.layers, network.layers) == (2, 3)
    rows = first.forward(tokens, 0, SlotCache(64), None)
    torch.testing.assert_close(rows, slow.forward(tokens, 0, SlotCache(64), None), atol=5e-4, rtol=0)
    for count in (0, 3):
        with pytest.raises(DecodingError, match="choose from 1 to 2"):
            network.first_layers(count)


# ---- compiled


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_compiled_or_not_the_numbers_are_the_same(dtype: torch.dtype) -> None:
    network = LlamaNetwork(build("Qwen3", dtype, **MIXED))
    network.tap([0, 1])
    tokens = random_tokens(40)
    assert network._run_layers is not llama_layers.run_layers
    results = []
    for run in (network._run_layers, llama_layers.run_layers):
        network._run_layers = run
        cache = network.new_cache(CONTEXT)
        logits = [network.forward(tokens[:31], 0, cache, None), network.forward(tokens[31:], 31, cache, None)]
        kept = [tensor for layer in cache.layers for tensor in cache.read(layer, 40)]
        results.append([*logits, *kept, cache.read_taps(0, 40)])
    assert all(torch.equal(mine, right) for mine, right in zip(*results, strict=True))


def test_a_frozen_program_has_no_source_to_compile() -> None:
    plain = eval("lambda x: x")
    assert llama_layers.compiled(plain) is plain


# ---- the model it was made from


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_weights_exist_once_and_the_model_still_computes(dtype: torch.dtype) -> None:
    model = build("Qwen2", dtype)
    tokens = random_tokens(30)
    before = own_logits(model, tokens)
    layer = model.model.layers[1]
    joined = [layer.self_attn.q_proj, layer.self_attn.v_proj, layer.mlp.gate_proj, layer.mlp.up_proj]
    kept: dict[Any, Any] = {index: weakref.ref(linear.weight) for index, linear in enumerate(joined)}
    del layer, joined
    if can_pack(model.lm_head.weight):
        kept["out"] = weakref.ref(model.model.layers[0].self_attn.o_proj.weight)
        kept["head"] = weakref.ref(model.lm_head.weight)
    network = LlamaNetwork(model)
    assert {name: ref() is None for name, ref in kept.items()} == dict.fromkeys(kept, True)
    tolerance = 1e-4 if dtype is torch.float32 else 0.15 * float(before.float().std())
    torch.testing.assert_close(own_logits(model, tokens), before, atol=tolerance, rtol=0)
    again = network_for(model)
    assert isinstance(again, LlamaNetwork)
    rows = [each.forward(tokens, 0, SlotCache(64), None) for each in (network, again)]
    assert torch.equal(*rows)


def test_the_window_of_the_configuration_is_left_as_it_was() -> None:
    model = build("Mistral")
    network = LlamaNetwork(model)
    assert model.config.sliding_window == network._window == WINDOW


@pytest.mark.parametrize(
    ("family", "changes"),
    [
        ("Gemma 3", {}),
        ("Granite", {}),
        ("OLMo 2", {}),
        ("SmolLM3", {}),
        ("Llama", {"hidden_act": "gelu"}),
        ("Llama", {"rope_parameters": {"rope_type": "dynamic", "rope_theta": 1e4, "factor": 2.0}}),
    ],
)
def test_what_is_not_of_the_family_goes_the_slow_way(family: str, changes: dict[str, Any]) -> None:
    model = tiny_model(family, **changes)
    assert not is_llama(model)
    assert isinstance(network_for(model), TransformersNetwork)


def test_layers_of_another_make_are_not_taken() -> None:
    """As quantised ones, whose weights are no plain matrices."""

    class Quantised(nn.Linear):
        pass

    for path in ("model.layers.1.mlp.up_proj", "lm_head"):
        model = build("Llama")
        parent, _, name = path.rpartition(".")
        old = model.get_submodule(path)
        setattr(model.get_submodule(parent), name, Quantised(old.in_features, old.out_features, bias=False))
        assert not is_llama(model)


# ---- the self-check has teeth


def norm_without_epsilon(embedded: torch.Tensor, shape: llama_layers.LlamaShape) -> torch.Tensor:
    return llama_layers.residual_stream(embedded, shape._replace(epsilon=0.0))


def turned_the_wrong_way(*args: Any) -> llama_layers.Rotation:
    turn = llama_layers.rotation(*args)
    return turn._replace(sin=-turn.sin)


def gate_and_values_mixed_up(module: Any, names: tuple[str, ...]) -> Any:
    return JOIN(module, names if len(names) == 3 else names[::-1])


JOIN = llama_adapter._join


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize(
    ("name", "mistake"),
    [
        ("residual_stream", norm_without_epsilon),
        ("rotation", turned_the_wrong_way),
        ("_join", gate_and_values_mixed_up),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_self_check_notices(
    name: str, mistake: Callable[..., Any], dtype: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the model is then driven the slow way, though its weights lie otherwise by now."""
    changes = {"rms_norm_eps": 0.5}
    tokens = random_tokens(20)
    right = own_logits(build("Qwen3", dtype, **changes), tokens).float()
    LlamaNetwork(build("Qwen3", dtype, **changes))
    monkeypatch.setattr(llama_adapter, name, mistake)
    with pytest.raises(DecodingError, match="other results here"):
        LlamaNetwork(build("Qwen3", dtype, **changes))
    network = network_for(build("Qwen3", dtype, **changes))
    assert isinstance(network, TransformersNetwork)
    rows = network.forward(tokens, 0, SlotCache(64), None).float()
    tolerance = 1e-4 if dtype is torch.float32 else 0.2 * float(right.std())
    torch.testing.assert_close(rows, right, atol=tolerance, rtol=0)


def test_self_check_notices_a_wrong_window(monkeypatch: pytest.MonkeyPatch) -> None:
    own = LlamaNetwork._additive
    monkeypatch.setattr(
        LlamaNetwork, "_additive", lambda self, layout, slots, _: own(self, layout, slots, None)
    )
    with pytest.raises(DecodingError, match="other results here"):
        LlamaNetwork(build("Mistral", torch.float32))
