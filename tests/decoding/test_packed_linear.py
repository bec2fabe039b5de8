"""Packed weights compute what the weights as they lie compute, and are packed only where that gains."""

from __future__ import annotations

import weakref

import pytest
import torch
from tiny_models import VOCABULARY, tiny_model
from torch import nn
from torch.nn.functional import linear as plain_linear

from desktop_app.decoding import packed_linear
from desktop_app.decoding.packed_linear import PackedLinear, can_pack, pack_linear, pack_linears

# the matrices of a 135M model, but for a shorter head
SHAPES = [(960, 576), (3072, 576), (576, 1536), (1000, 576)]
packs_here = can_pack(torch.zeros(32, 32, dtype=torch.bfloat16))
only_where_packed = pytest.mark.skipif(not packs_here, reason="this processor has no bfloat16 instructions")


def random(*shape: int, dtype: torch.dtype = torch.bfloat16, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).to(dtype)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize(("out", "into"), SHAPES)
def test_same_numbers_as_the_unpacked_weight(out: int, into: int, bias: bool) -> None:
    """To the rounding of the result: both sum in single precision, in another order."""
    weight, added = random(out, into), random(out, seed=1) if bias else None
    linear = pack_linear(weight, added)
    for rows in (1, 2, 7, 8, 16, 31, 256, 2048):
        x = random(rows, into, seed=rows)
        right = plain_linear(x.double(), weight.double(), None if added is None else added.double())
        error = (linear(x).double() - right).abs()
        assert (error <= right.abs() * 2**-7 + 0.02).all(), rows


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.float64])
def test_other_formats_are_left_as_they_are(dtype: torch.dtype) -> None:
    weight, added, x = random(48, 32, dtype=dtype), random(48, dtype=dtype), random(5, 32, dtype=dtype)
    assert not can_pack(weight)
    assert torch.equal(pack_linear(weight, added)(x), plain_linear(x, weight, added))


@pytest.mark.parametrize("missing", ["operation", "instructions", "library"])
def test_falls_back(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if missing == "operation":
        monkeypatch.setattr(packed_linear, "_OPERATIONS", ("_linear_pointwise", "_no_such_operation"))
    elif missing == "instructions":
        monkeypatch.setattr(packed_linear, "cpu_computes_bfloat16", lambda: False)
    else:
        monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: False)
    weight, x = random(48, 32), random(5, 32)
    assert not can_pack(weight)
    assert torch.equal(pack_linear(weight)(x), plain_linear(x, weight))
    assert pack_linears(nn.Sequential(nn.Linear(32, 48, dtype=torch.bfloat16))) == 0


@only_where_packed
def test_batches_views_and_no_rows_at_all() -> None:
    linear = pack_linear(random(48, 64))
    x = random(3, 7, 64)
    rows = linear(x.reshape(21, 64))
    with torch.inference_mode():
        assert torch.equal(linear(x), rows.reshape(3, 7, 48))
        turned = x.transpose(0, 1)
        assert torch.equal(linear(turned), linear(turned.contiguous()))
    wide = random(5, 128)
    assert torch.equal(linear(wide[:, :64]), linear(wide[:, :64].contiguous()))
    assert linear(random(0, 64)).shape == (0, 48)


@only_where_packed
@pytest.mark.parametrize(("out", "into"), SHAPES)
def test_a_row_does_not_depend_on_its_place_or_neighbours(out: int, into: int) -> None:
    """What exact shapes rest on: bit for bit, whatever else is in the eight rows."""
    linear = pack_linear(random(out, into))
    x = random(8, into)
    right = linear(x)
    for shift in range(1, 8):
        assert torch.equal(linear(x.roll(shift, 0)).roll(-shift, 0), right)
    other = torch.cat([x[:3], random(5, into, seed=2) * 100])
    assert torch.equal(linear(other)[:3], right[:3])


@only_where_packed
def test_a_model_keeps_its_logits_and_frees_its_weights() -> None:
    model = tiny_model("Llama", torch.bfloat16)
    tokens = torch.arange(20)[None] % VOCABULARY
    with torch.inference_mode():
        before = model(input_ids=tokens, use_cache=False).logits
    weight = weakref.ref(model.model.layers[0].mlp.up_proj.weight)
    linears = sum(type(module) is nn.Linear for module in model.modules())
    assert pack_linears(model) == linears == 15
    assert weight() is None
    assert not any(type(module) is nn.Linear for module in model.modules())
    with torch.inference_mode():
        after = model(input_ids=tokens, use_cache=False).logits
    torch.testing.assert_close(after, before, atol=0.15, rtol=0.05)
    assert pack_linears(model) == 0


@only_where_packed
def test_the_embedding_of_a_tied_head_stays() -> None:
    model = tiny_model("Llama", torch.bfloat16, tie_word_embeddings=True)
    embedding = model.get_input_embeddings().weight.clone()
    pack_linears(model)
    assert isinstance(model.lm_head, PackedLinear)
    assert torch.equal(model.get_input_embeddings().weight, embedding)


@only_where_packed
def test_only_plain_layers_of_the_right_format_are_replaced() -> None:
    class Special(nn.Linear):
        """May do more than multiply."""

    shared = nn.Linear(8, 8, dtype=torch.bfloat16)
    module = nn.Sequential(
        shared,
        nn.ModuleDict({"again": shared, "twice": shared}),
        Special(8, 8, dtype=torch.bfloat16),
        nn.Linear(8, 8),
    )
    assert pack_linears(module) == 1
    assert isinstance(module[0], PackedLinear)
    assert module[1]["again"] is module[0] is module[1]["twice"]
    assert [type(module[2]), type(module[3])] == [Special, nn.Linear]
