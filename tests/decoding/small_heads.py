"""Tiny EAGLE-3 heads: one of random weights, and one that learned a little of a tiny target."""

from __future__ import annotations

from functools import cache

import torch
from tiny_models import VOCABULARY
from transformers import PreTrainedModel

from desktop_app.decoding.eagle_head import EagleHead, EagleShape
from desktop_app.decoding.eagle_network import EagleNetwork

HIDDEN = 32
TAPS = (0, 1, 2)
# Every id the target's rows of logits know, drafted or not; some drafted ones are only padding.
ROWS = VOCABULARY + 3
DRAFTED = 40
_STEPS = 60


def shape(**changes: object) -> EagleShape:
    values: dict[str, object] = {
        "hidden_size": HIDDEN,
        "target_hidden_size": HIDDEN,
        "intermediate_size": 48,
        "heads": 4,
        "kv_heads": 2,
        "head_dim": 8,
        "layers": 1,
        "vocab_size": ROWS,
        "draft_vocab_size": DRAFTED,
        "taps": TAPS,
        "inverse_frequencies": (1.0, 0.1, 0.01, 0.001),
    }
    return EagleShape(**{**values, **changes})  # type: ignore[arg-type]


def random_head(dtype: torch.dtype = torch.float32, seed: int = 0, **changes: object) -> EagleHead:
    """Its draft vocabulary is in no order and holds ids of the padding."""
    generator = torch.Generator().manual_seed(seed)
    head = EagleHead(shape(**changes))
    with torch.no_grad():
        for parameter in head.parameters():
            parameter.copy_(0.4 * torch.randn(parameter.shape, generator=generator))
        drafted = torch.randperm(ROWS, generator=generator)[: head.shape.draft_vocab_size]
        if ROWS - 1 not in drafted:
            drafted[0] = ROWS - 1
        head.d2t.copy_(drafted - torch.arange(len(drafted)))
        head.t2d[drafted] = True
    return head.to(dtype).eval().requires_grad_(False)


@cache
def small_network() -> EagleNetwork:
    return EagleNetwork(random_head(), VOCABULARY)


def learned_head(model: PreTrainedModel, texts: torch.Tensor, seed: int = 0) -> EagleHead:
    """One that knows texts [texts, tokens] of a target of 3 layers more or less by heart: what such a target
    says elsewhere is as good as random."""
    model.set_attn_implementation("eager")
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        output = model(input_ids=texts, use_cache=False, output_hidden_states=True)
    taps = torch.cat([output.hidden_states[tap] for tap in TAPS], dim=-1)[:, :-2].float()
    torch.manual_seed(seed)
    head = EagleHead(shape(draft_vocab_size=VOCABULARY))
    with torch.no_grad():
        head.embed_tokens.weight.copy_(model.get_input_embeddings().weight)
        drafted = torch.randperm(VOCABULARY, generator=generator)
        head.d2t.copy_(drafted - torch.arange(VOCABULARY))
        head.t2d[drafted] = True
    wanted = drafted.argsort()[texts[:, 2:]]
    read = texts[:, 1:-1]
    optimiser = torch.optim.Adam(head.parameters(), lr=0.01)
    for _ in range(_STEPS):
        rotation = head.rotation(torch.arange(read.shape[1]))
        hidden = head(head.embed_tokens(read), head.fuse(taps), rotation, causal)
        loss = torch.nn.functional.cross_entropy(head.logits(hidden).flatten(0, 1), wanted.flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return head.eval().requires_grad_(False)


def causal(_: int, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
