from collections.abc import Callable
from typing import Any

import pytest
import torch
from tiny_models import (
    CONTEXT,
    FAMILIES,
    REFUSED,
    SINGLE_PRECISION_ONLY,
    SLIDING,
    VOCABULARY,
    WINDOW,
    own_logits,
    tiny_model,
)
from transformers import PreTrainedModel

from desktop_app.decoding import transformers_adapter
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.layout import Layout
from desktop_app.decoding.slot_cache import SlotCache
from desktop_app.decoding.transformers_adapter import TransformersNetwork


def random_tokens(length: int, seed: int = 1) -> torch.Tensor:
    return torch.randint(0, VOCABULARY, (length,), generator=torch.Generator().manual_seed(seed))


def in_pieces(network: TransformersNetwork, tokens: torch.Tensor, sizes: list[int]) -> torch.Tensor:
    """Logits of all rows; before each piece garbage is written over the slots that follow."""
    cache = SlotCache(CONTEXT)
    rows, start = [], 0
    for size in sizes:
        network.forward(random_tokens(8, seed=start), start, cache, None)
        rows.append(network.forward(tokens[start : start + size], start, cache, None))
        start += size
    assert start == len(tokens)
    return torch.cat(rows)


# over the first bucket's edge at 512
PIECES = [40, 1, 3, 8, WINDOW, 200, 236, 8, 1, 1, 8, 8]


@pytest.mark.parametrize("family", FAMILIES)
def test_same_logits_as_the_model_by_itself(family: str) -> None:
    """In one pass, and in pieces with rolled back garbage in between and over the edge of a bucket."""
    dtype = torch.float32 if family in SINGLE_PRECISION_ONLY else torch.float64
    attention, tolerance = "sdpa", 1e-10
    if family in SINGLE_PRECISION_ONLY | {"Gemma 2"}:  # softcapping is known to the eager attention only,
        attention, tolerance = "eager", 1e-4  # whose softmax is always in single precision
    tokens = random_tokens(sum(PIECES))
    right = own_logits(tiny_model(family, dtype), tokens, attention)
    assert right.std() > 0.05
    network = TransformersNetwork(tiny_model(family, dtype))
    assert network.context_limit == CONTEXT
    once = network.forward(tokens, 0, SlotCache(CONTEXT), None)
    torch.testing.assert_close(once, right, atol=tolerance, rtol=0)
    torch.testing.assert_close(in_pieces(network, tokens, PIECES), right, atol=tolerance, rtol=0)


@pytest.mark.parametrize("family", ["Llama", "Qwen2", "Gemma 3", "SmolLM3"])
@pytest.mark.parametrize("tied", [False, True])
def test_tied_and_untied_heads(family: str, tied: bool) -> None:
    changes = {"tie_word_embeddings": tied}
    model = tiny_model(family, torch.float64, **changes)
    head, embedding = model.get_output_embeddings(), model.get_input_embeddings()
    assert (head.weight is embedding.weight) == tied
    tokens = random_tokens(40)
    right = own_logits(tiny_model(family, torch.float64, **changes), tokens, "sdpa")
    rows = in_pieces(TransformersNetwork(model), tokens, [31, 1, 8])
    torch.testing.assert_close(rows, right, atol=1e-10, rtol=0)


@pytest.mark.parametrize("family", ["Llama", "Qwen2", "Gemma 3", "Phi"])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision(family: str, dtype: torch.dtype) -> None:
    """As near to the model in single precision as the model by itself is in half."""
    tokens = random_tokens(40)
    right = own_logits(tiny_model(family), tokens)
    own = own_logits(tiny_model(family, dtype), tokens).float()
    network = TransformersNetwork(tiny_model(family, dtype))
    assert network.dtype is dtype
    rows = in_pieces(network, tokens, [31, 1, 8]).float()
    assert (rows - right).square().mean() < 2 * (own - right).square().mean()


@pytest.mark.parametrize("family", ["Llama", "GPT-2", "Gemma 2", "Gemma 3"])
def test_same_logits_in_single_precision(family: str) -> None:
    tokens = random_tokens(sum(PIECES))
    right = own_logits(tiny_model(family), tokens)
    rows = in_pieces(TransformersNetwork(tiny_model(family)), tokens, PIECES)
    torch.testing.assert_close(rows, right, atol=1e-4, rtol=0)


@pytest.mark.parametrize("family", SLIDING)
@pytest.mark.parametrize("start", [WINDOW - 1, WINDOW, WINDOW + 1])
def test_edge_of_a_sliding_window(family: str, start: int) -> None:
    """Several rows from there on: a window that is one off shows in the first row past it."""
    tokens = random_tokens(start + 6)
    right = own_logits(tiny_model(family, torch.float64), tokens)
    network = TransformersNetwork(tiny_model(family, torch.float64))
    rows = in_pieces(network, tokens, [start, 6])
    torch.testing.assert_close(rows, right, atol=1e-4, rtol=0)
    wider = tiny_model(family, torch.float64, sliding_window=WINDOW + 1)
    assert (own_logits(wider, tokens)[WINDOW:] - right[WINDOW:]).abs().max() > 1e-3, "the window matters"


@pytest.mark.parametrize("family", ["GPT-2", "OPT", "Llama"])
@pytest.mark.parametrize("kept", [1, 3])
def test_pad_rows_past_the_context(family: str, kept: int) -> None:
    """The last rows of the context, with the padding of a fixed shape behind them."""
    tokens = random_tokens(CONTEXT)
    right = own_logits(tiny_model(family), tokens)
    network = TransformersNetwork(tiny_model(family))
    cache = SlotCache(CONTEXT + 8)
    network.forward(tokens[:-kept], 0, cache, 1)
    padded = torch.cat([tokens[-kept:], tokens[-1:].repeat(8 - kept)])
    rows = network.forward(padded, CONTEXT - kept, cache, None)
    torch.testing.assert_close(rows[:kept], right[-kept:], atol=1e-3, rtol=0)


def test_only_the_last_rows_logits_are_computed_when_asked() -> None:
    network = TransformersNetwork(tiny_model("Llama"))
    tokens = random_tokens(5)
    all_rows = network.forward(tokens, 0, SlotCache(64), None)
    last = network.forward(tokens, 0, SlotCache(64), 1)
    assert all_rows.shape == (5, VOCABULARY)
    assert last.shape == (1, VOCABULARY)
    torch.testing.assert_close(last[0], all_rows[-1])


def test_mistakes_in_the_cache_would_show() -> None:
    """The comparison above is worth something only if a wrong slot changes the logits."""
    network = TransformersNetwork(tiny_model("Llama"))
    tokens = random_tokens(20)
    cache = SlotCache(64)
    network.forward(tokens[:10], 0, cache, None)
    right = network.forward(tokens[10:], 10, cache, None)
    cache.wipe(4, 5)
    assert (network.forward(tokens[10:], 10, cache, None) - right).abs().max() > 1e-2


# ---- what is refused, and that the self-check has teeth


@pytest.mark.parametrize("family", REFUSED)
def test_models_that_cannot_be_driven_are_refused(family: str) -> None:
    with pytest.raises(DecodingError, match=r"choose .*model.*\.$"):
        TransformersNetwork(tiny_model(family))


def no_softcap(*args: Any, **kwargs: Any) -> Any:
    return PACKED(*args, **{**kwargs, "softcap": None})


def no_scaling(*args: Any, **kwargs: Any) -> Any:
    return PACKED(*args, **{**kwargs, "scaling": 1.0})


def heads_mixed_up(module: Any, query: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
    return PACKED(module, query.flip(1), *args, **kwargs)


def mask_ignored(*args: Any, **kwargs: Any) -> Any:
    module, query, key, value, mask = args
    return PACKED(module, query, key, value, torch.zeros_like(mask), **kwargs)


PACKED = transformers_adapter.packed_attention


@pytest.mark.parametrize(
    ("family", "mistake", "dtype"),
    [
        ("Gemma 2", no_softcap, torch.float32),
        *[("Llama", no_scaling, dtype) for dtype in (torch.float32, torch.bfloat16)],
        *[("Llama", heads_mixed_up, dtype) for dtype in (torch.float32, torch.bfloat16)],
        *[("Llama", mask_ignored, dtype) for dtype in (torch.float32, torch.bfloat16)],
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_self_check_notices_a_wrong_attention(
    family: str, mistake: Callable[..., Any], dtype: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    TransformersNetwork(tiny_model(family, dtype))
    monkeypatch.setattr(transformers_adapter, "packed_attention", mistake)
    with pytest.raises(DecodingError, match="other results here"):
        TransformersNetwork(tiny_model(family, dtype))


@pytest.mark.parametrize("family", SLIDING)
def test_self_check_notices_a_wrong_window(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = TransformersNetwork._additive

    def without_window(self: TransformersNetwork, layout: Layout, window: int | None) -> torch.Tensor:
        return right(self, layout, None)

    monkeypatch.setattr(TransformersNetwork, "_additive", without_window)
    with pytest.raises(DecodingError, match="other results here"):
        TransformersNetwork(tiny_model(family))


@pytest.mark.parametrize("family", SLIDING)
def test_self_check_leaves_the_window_as_it_was(family: str) -> None:
    model = tiny_model(family)
    network = TransformersNetwork(model)
    assert model.config.sliding_window == WINDOW
    assert network._window == WINDOW


def test_window_that_the_model_does_not_use_is_not_used() -> None:
    tokens = random_tokens(3 * WINDOW)
    changes = {"sliding_window": WINDOW, "use_sliding_window": False}
    right = own_logits(tiny_model("Qwen2", **changes), tokens)
    rows = TransformersNetwork(tiny_model("Qwen2", **changes)).forward(tokens, 0, SlotCache(64), None)
    torch.testing.assert_close(rows, right, atol=1e-4, rtol=0)


def test_two_networks_may_share_a_model() -> None:
    model = tiny_model("Llama")
    tokens = random_tokens(6)
    first = TransformersNetwork(model)
    before = first.forward(tokens, 0, SlotCache(64), None)
    second = TransformersNetwork(model)
    for network in (first, second):
        assert torch.equal(network.forward(tokens, 0, SlotCache(64), None), before)


def with_weights(model: PreTrainedModel, value: float) -> PreTrainedModel:
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.fill_(value)
    return model


@pytest.mark.parametrize("value", [0.0, float("nan")])
def test_damaged_weights_are_not_called_another_architecture(value: float) -> None:
    TransformersNetwork(with_weights(tiny_model("Llama"), value))


# ---- limits


def test_context_ends_where_rotary_embeddings_would_change() -> None:
    rope = {
        "rope_type": "longrope",
        "rope_theta": 10_000.0,
        "short_factor": [1.0] * 4,
        "long_factor": [2.0] * 4,
        "original_max_position_embeddings": 64,
    }
    changes = {"rope_parameters": rope, "original_max_position_embeddings": 64}
    network = TransformersNetwork(tiny_model("Phi-3", **changes))
    assert network.context_limit == 64
    tokens = random_tokens(64)
    right = own_logits(tiny_model("Phi-3", **changes), tokens)
    rows = in_pieces(network, tokens, [30, 26, 8])
    torch.testing.assert_close(rows, right, atol=1e-3, rtol=0)
