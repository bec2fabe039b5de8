"""The head as it drafts computes what the head as it learns does."""

from __future__ import annotations

import pytest
import torch
from small_heads import HIDDEN, ROWS, TAPS, causal, random_head
from tiny_models import VOCABULARY

from desktop_app.decoding.eagle_head import EagleHead
from desktop_app.decoding.eagle_memory import DraftRows, EagleMemory
from desktop_app.decoding.eagle_network import EagleNetwork
from desktop_app.decoding.session import PREFILL_ROWS
from desktop_app.decoding.slot_cache import SlotCache, Taps

KINDS: dict[str, dict[str, object]] = {
    "plain": {},
    "two layers": {"layers": 2},
    "eagle 3.1": {"norm_output": True, "fc_norm": True},
    "norms before": {"norm_before_residual": True, "norm_before_fc": True},
    "biases": {"attention_bias": True, "mlp_bias": True},
    "qwen3": {"qk_norm": True, "head_dim": 6, "inverse_frequencies": (1.0, 0.2, 0.03)},
    "narrower": {"hidden_size": 24, "rope_scale": 1.3},
}
LENGTH = PREFILL_ROWS + 44


def head_of(kind: str) -> EagleHead:
    return random_head(torch.float64, **KINDS[kind])


def tapped(length: int, seed: int = 1) -> SlotCache:
    """A target's cache that holds hidden states of so many tokens, and nothing else."""
    generator = torch.Generator().manual_seed(seed)
    cache = SlotCache(length)
    cache.reserve(length)
    states = torch.randn(length, len(TAPS) * HIDDEN, generator=generator, dtype=torch.float64)
    cache.write_taps(Taps(TAPS), states, 0)
    return cache


def text(length: int, seed: int = 2) -> list[int]:
    return torch.randint(0, ROWS, (length,), generator=torch.Generator().manual_seed(seed)).tolist()


def own_rows(head: EagleHead, tokens: list[int], target: SlotCache) -> torch.Tensor:
    """All rows in one pass of the module, [tokens - 1, hidden size]."""
    rotation = head.rotation(torch.arange(len(tokens) - 1))
    fused = head.fuse(target.read_taps(0, len(tokens) - 1))
    embeds = head.embed_tokens(torch.tensor(tokens[1:]))
    hidden: torch.Tensor = head(embeds[None], fused[None], rotation, causal)[0]
    return hidden


def close(mine: torch.Tensor, right: torch.Tensor) -> None:
    torch.testing.assert_close(mine, right, atol=1e-9, rtol=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_rows_of_the_text_in_pieces(kind: str) -> None:
    head, tokens, target = head_of(kind), text(LENGTH), tapped(LENGTH)
    right = own_rows(head, tokens, target)
    memory = EagleMemory(EagleNetwork(head, VOCABULARY), LENGTH)
    read = []
    for end in (5, 6, 9, LENGTH, LENGTH):
        read.append(memory.read(tokens, end, target))
        assert len(memory.tokens) <= end
    close(torch.cat(read), right)
    assert memory.tokens == tokens
    known = head.target_ids < VOCABULARY
    logits = head.logits(right[-3:])[:, known]
    torch.testing.assert_close(memory.network.logits(read[-1][-3:]), logits.float(), atol=1e-5, rtol=1e-5)
    assert memory.network.target_ids.tolist() == head.target_ids[known].tolist()
    assert 0 < len(memory.network.target_ids) < len(head.target_ids), "padding is never drafted"


@pytest.mark.parametrize("kind", ["plain", "two layers", "qwen3"])
def test_a_tree_of_drafts_is_its_chains_one_by_one(kind: str) -> None:
    """Three branches read level by level, against each branch alone from a fresh memory."""
    head, tokens, target = head_of(kind), text(12), tapped(12)
    network = EagleNetwork(head, VOCABULARY)
    branches = {(0,): [7, 8, 9], (1,): [3, 8, 4], (2,): [5, 6, 2]}
    memory = EagleMemory(network, 64)
    last = memory.read(tokens, 12, target)[-1:]
    rows = DraftRows(memory)
    levels = [last.expand(3, -1)]
    for depth in range(3):
        above = [[3 * level + branch for level in range(depth)] for branch in range(3)]
        drafts = [branch[depth] for branch in branches.values()]
        levels.append(rows.read(drafts, levels[-1], depth + 1, above))
    for branch, drafts in enumerate(branches.values()):
        alone = EagleMemory(network, 64)
        hidden = alone.read(tokens, 12, target)[-1:]
        chain = DraftRows(alone)
        for depth, draft in enumerate(drafts):
            hidden = chain.read([draft], hidden, depth + 1, [range(depth)])
            close(levels[depth + 1][branch : branch + 1], hidden)
    # and the text's own rows come out as if nothing had been drafted
    longer = [*text(12), 11, 12]
    target = tapped(14)
    close(memory.read(longer, 14, target), own_rows(head, longer, target)[11:])


def test_a_chain_of_drafts_stands_where_the_text_would() -> None:
    """Fed what the target would have made of them, drafts give the same as committed tokens."""
    head, tokens, target = head_of("plain"), text(9), tapped(9)
    right = own_rows(head, tokens, target)
    memory = EagleMemory(EagleNetwork(head, VOCABULARY), 64)
    memory.read(tokens, 6, target)
    fused = memory.network.fuse(target.read_taps(5, 8))
    rows = DraftRows(memory)
    drafted = [
        rows.read([tokens[6 + step]], fused[step : step + 1], step + 1, [range(step)]) for step in range(3)
    ]
    close(torch.cat(drafted), right[5:])


def test_memory_keeps_what_two_texts_share() -> None:
    network = EagleNetwork(head_of("plain"), VOCABULARY)
    tokens, target = text(10), tapped(10)
    memory = EagleMemory(network, 64)
    memory.read(tokens, 10, target)
    memory.keep_common([*tokens[:4], (tokens[4] + 1) % ROWS, *tokens[5:]])
    assert memory.tokens == tokens[:4]
    assert memory.rows == 3
    memory.keep_common(tokens[:2])
    assert memory.tokens == tokens[:2]
    memory.forget()
    assert (memory.tokens, memory.rows, memory.nbytes) == ([], 0, 0)


def test_positions_past_the_first_table_are_computed_when_met() -> None:
    network = EagleNetwork(head_of("plain"), VOCABULARY)
    far = network._rotation([5000, 3])
    near = EagleNetwork(head_of("plain"), VOCABULARY)._rotation([3])
    assert torch.equal(far[0][1:], near[0])
    assert not torch.equal(far[1][:1], far[1][1:])
