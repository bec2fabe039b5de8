"""A tiny target, conversations of it, and a trainer over both."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import torch
from tiny import END, VOCABULARY, tiny_llama
from transformers import LlamaForCausalLM

from desktop_app.decoding.batch_adapter import BatchNetwork
from desktop_app.decoding.eagle_head import EagleHead
from desktop_app.decoding.layer_weights_adapter import target_weights
from desktop_app.training.exchanges import Exchange, split
from desktop_app.training.head_start import HeadSize, frequent_ids, shape_of_head, started_head
from desktop_app.training.hidden_states import TargetReader
from desktop_app.training.recipe import Recipe
from desktop_app.training.top_tokens import draw
from desktop_app.training.trainer import Trainer

TAPS = (0, 1, 1)
RECIPE = Recipe(batch_tokens=512, epochs=0.6, warm_up_steps=5, learning_rate=4e-3, evaluations=4, depths=4)


@cache
def target() -> LlamaForCausalLM:
    """What it says follows mostly from its last token, so that it can be learned."""
    model = tiny_llama()
    with torch.no_grad():
        for layer in model.model.layers:
            layer.self_attn.o_proj.weight *= 0.03
            layer.mlp.down_proj.weight *= 0.03
        model.lm_head.weight *= 2
    return model


@cache
def network() -> BatchNetwork:
    return BatchNetwork(target())


@cache
def conversations(count: int = 480) -> tuple[Exchange, ...]:
    """Random prompts and what the target says to them, every second time greedily."""
    source = torch.Generator().manual_seed(1)
    ids = torch.randint(0, 30, (count, 8), generator=source)
    temperature = torch.tensor([0.0, 1.0]).repeat(count // 2)
    with torch.no_grad():
        for _ in range(16):
            logits = target()(input_ids=ids).logits[:, -1, :30]
            ids = torch.cat([ids, draw(logits, temperature, source)[:, None]], dim=1)
    return tuple(
        Exchange(row.numpy().astype(np.int32), ((8, 24),), float(heat))
        for row, heat in zip(ids, temperature, strict=True)
    )


def reader() -> TargetReader:
    """Only 30 ids are ever said."""
    return TargetReader(network(), TAPS, 30)


def new_head(drafts: int = 24) -> EagleHead:
    ids = frequent_ids(conversations(), {END}, drafts, VOCABULARY)
    shape = shape_of_head(target().config, HeadSize(1, len(ids), TAPS))
    return started_head(shape, target_weights(target(), 1), ids, seed=0)


def trainer(folder: Path, recipe: Recipe = RECIPE, seed: int = 0, **changes: object) -> Trainer:
    train, held_out = split(conversations())
    return Trainer(
        new_head(),
        changes.pop("reader", reader()),  # type: ignore[arg-type]
        train,
        held_out,
        recipe,
        folder / "checkpoint.pt",
        dtype=torch.float32,
        seed=seed,
        **changes,  # type: ignore[arg-type]
    )
