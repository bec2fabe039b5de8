"""Batches of texts give each text's own logits and hidden states."""

from __future__ import annotations

import pytest
import torch
from tiny_models import CONTEXT, FAMILIES, SINGLE_PRECISION_ONLY, VOCABULARY, WINDOW, own_logits, tiny_model

from desktop_app.decoding.batch_adapter import BatchCache, BatchNetwork
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.packed_linear import can_pack, pack_linears

LENGTHS = [3, WINDOW + 5, 9]


def dtype_of(family: str) -> torch.dtype:
    return torch.float32 if family in SINGLE_PRECISION_ONLY else torch.float64


def texts(lengths: list[int] = LENGTHS) -> list[torch.Tensor]:
    torch.manual_seed(3)
    return [torch.randint(3, VOCABULARY, (length,)) for length in lengths]


def tolerance(family: str) -> float:
    return 1e-4 if family in SINGLE_PRECISION_ONLY else 1e-5  # rotary angles are float32


@pytest.mark.parametrize("family", FAMILIES)
def test_texts_that_begin_at_different_steps_get_their_own_logits(family: str) -> None:
    """The second text starts two steps later, the third takes the place of the first, which ended."""
    model = tiny_model(family, dtype_of(family))
    own = [own_logits(model, text) for text in texts()]
    network = BatchNetwork(model)
    cache = BatchCache(2, 64)
    ran: list[list[torch.Tensor]] = [[], [], []]
    text_in, at = [0, 1], [0, -2]
    for _ in range(WINDOW + 7):
        tokens = [int(texts()[text][max(0, place)]) for text, place in zip(text_in, at, strict=True)]
        logits = network.step(cache, torch.tensor(tokens), torch.tensor(at).clamp(min=0))
        for slot in range(2):
            if at[slot] >= 0:
                ran[text_in[slot]].append(logits[slot])
            at[slot] += 1
            if at[slot] == LENGTHS[text_in[slot]]:
                text_in[slot], at[slot] = 2, 0
    for text in (0, 1, 2):
        count = min(len(ran[text]), LENGTHS[text])
        assert count == LENGTHS[text]
        torch.testing.assert_close(
            torch.stack(ran[text][:count]), own[text], atol=tolerance(family), rtol=tolerance(family)
        )


@pytest.mark.parametrize("family", FAMILIES)
def test_whole_texts_get_their_own_logits_and_states(family: str) -> None:
    model = tiny_model(family, dtype_of(family))
    own = [own_logits(model, text) for text in texts()]
    states = [model(input_ids=text[None], output_hidden_states=True).hidden_states for text in texts()]
    padded = torch.nn.utils.rnn.pad_sequence(texts(), batch_first=True, padding_value=5)
    wanted = torch.zeros(padded.shape, dtype=torch.bool)
    for row, length in enumerate(LENGTHS):
        wanted[row, 1:length] = True
    tapped, logits = BatchNetwork(model).read(padded, [1, 0], wanted)
    expected = torch.cat([rows[1:] for rows in own])
    torch.testing.assert_close(logits, expected, atol=tolerance(family), rtol=tolerance(family))
    for row, length in enumerate(LENGTHS):
        own_states = torch.cat([states[row][1], states[row][0]], dim=-1)[0]
        torch.testing.assert_close(
            tapped[row, :length], own_states, atol=tolerance(family), rtol=tolerance(family)
        )


def test_nothing_stays_hooked() -> None:
    model = tiny_model("Llama")
    network = BatchNetwork(model)
    network.read(torch.ones(1, 4, dtype=torch.long), [0], torch.ones(1, 4, dtype=torch.bool))
    assert not any(module._forward_pre_hooks for module in model.modules())
    with pytest.raises(IndexError):
        network.read(torch.full((1, 4), VOCABULARY), [0], torch.ones(1, 4, dtype=torch.bool))
    assert not any(module._forward_pre_hooks for module in model.modules())


def test_a_packed_model_is_read_like_an_unpacked_one() -> None:
    model = tiny_model("Llama", torch.bfloat16)
    if not can_pack(model.lm_head.weight):
        pytest.skip("this CPU packs nothing")
    ids = torch.stack(texts([12, 12]))
    wanted = torch.ones(ids.shape, dtype=torch.bool)
    _, before = BatchNetwork(model).read(ids, [0], wanted)
    assert pack_linears(model)
    _, after = BatchNetwork(model).read(ids, [0], wanted)
    torch.testing.assert_close(after.float(), before.float(), atol=0.15, rtol=0.05)


def test_the_bytes_of_a_token_are_those_of_the_cache() -> None:
    network = BatchNetwork(tiny_model("Llama"))
    cache = BatchCache(3, 40)
    network.step(cache, torch.tensor([4, 5, 6]), torch.tensor([0, 0, 0]))
    used = sum(b.nbytes for buffers in (cache._keys, cache._values) for b in buffers.values())
    assert used == 3 * 40 * network.cache_bytes_per_token
    assert network.context_limit == CONTEXT


def test_a_model_that_computes_attention_its_own_way_is_refused() -> None:
    with pytest.raises(DecodingError, match="choose another model"):
        BatchNetwork(tiny_model("BLOOM"))
