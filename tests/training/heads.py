"""Small heads with random weights."""

from __future__ import annotations

import torch

from desktop_app.decoding.eagle_head import EagleHead, EagleShape

HIDDEN, TAPS, VOCABULARY, DRAFTS = 16, (0, 1, 1), 40, 12


def shape(layers: int = 1, kv_heads: int = 2, **changes: bool) -> EagleShape:
    return EagleShape(
        hidden_size=HIDDEN,
        target_hidden_size=HIDDEN,
        intermediate_size=24,
        heads=4,
        kv_heads=kv_heads,
        head_dim=8,
        layers=layers,
        vocab_size=VOCABULARY,
        draft_vocab_size=DRAFTS,
        taps=TAPS,
        inverse_frequencies=tuple(10_000 ** (-place / 4) for place in range(4)),
        **changes,
    )


def head(of: EagleShape, seed: int = 0) -> EagleHead:
    torch.manual_seed(seed)
    made = EagleHead(of).double()
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.copy_(torch.randn_like(parameter) * 0.4 + (parameter.dim() == 1))
    return made
