"""What a head starts as."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from desktop_app.decoding.batch_adapter import BatchNetwork
from desktop_app.decoding.eagle_head import EagleHead
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.layer_weights_adapter import default_taps, target_weights
from desktop_app.training.exchanges import Exchange
from desktop_app.training.head_start import HeadSize, frequent_ids, shape_of_head, started_head
from desktop_app.training.unroll import Unroll

sys.path.append(str(Path(__file__).parent.parent / "decoding"))
from tiny_models import FAMILIES, VOCABULARY, tiny_model

IDS = torch.tensor([2, 5, 9, 30, 31])


def exchange(ids: list[int], *spans: tuple[int, int]) -> Exchange:
    return Exchange(np.array(ids, dtype=np.int32), spans, 0.0)


def head_for(family: str, layers: int = 1, **changes: int) -> EagleHead:
    model = tiny_model(family, **changes)
    count = model.config.get_text_config().num_hidden_layers
    shape = shape_of_head(model.config.get_text_config(), HeadSize(layers, len(IDS), default_taps(count)))
    return started_head(shape, target_weights(model, layers), IDS, seed=1)


def test_the_most_frequent_ids_of_replies_are_drafted_and_stop_tokens_always() -> None:
    data = [exchange([9, 9, 9, 9, 1, 1, 3, 3, 3, 4], (4, 10)), exchange([0, 0, 7, 7, 7, 7, 6], (2, 7))]
    assert frequent_ids(data, {15}, 4, 20).tolist() == [1, 3, 7, 15]
    assert frequent_ids(data, {15}, 2, 20).tolist() == [7, 15]


def test_of_equally_frequent_ids_the_lowest_are_drafted() -> None:
    data = [exchange([0, 0, 8, 6, 7, 5], (2, 6))]
    assert frequent_ids(data, {5}, 3, 20).tolist() == [5, 6, 7]


def test_a_small_vocabulary_is_drafted_whole() -> None:
    assert frequent_ids([exchange([0, 0, 1], (2, 3))], {1}, 50, 20).tolist() == list(range(20))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_gets_a_head_that_runs_on_its_states(family: str) -> None:
    model = tiny_model(family)
    head = head_for(family)
    ids = torch.randint(3, VOCABULARY, (2, 9))
    taps, _ = BatchNetwork(model).read(ids, head.shape.taps, torch.ones(2, 9, dtype=torch.bool))
    (output,) = Unroll(head)(ids, taps, [torch.ones(2, 7, dtype=torch.bool)])
    assert head.lm_head(output).isfinite().all()
    assert not head.embed_tokens.weight.requires_grad
    assert torch.equal(head.embed_tokens.weight, model.get_input_embeddings().weight)
    assert torch.equal(head.target_ids, IDS)
    assert head.t2d.nonzero()[:, 0].tolist() == IDS.tolist()
    assert torch.equal(head.lm_head.weight, model.get_output_embeddings().weight[IDS])


def test_what_it_computes_is_the_targets_layer_on_the_late_tap() -> None:
    """Where the embedding's share of the attention is nothing and positions agree."""
    model = tiny_model("Llama", num_hidden_layers=4)
    head = head_for("Llama", num_hidden_layers=4)
    with torch.no_grad():
        for projection in (head.layers[0].self_attn.q_proj, head.layers[0].self_attn.k_proj):
            projection.weight[:, :32] = 0
        head.layers[0].self_attn.v_proj.weight[:, :32] = 0
    ids = torch.randint(3, VOCABULARY, (1, 12))
    with torch.no_grad():
        states = model(input_ids=ids, output_hidden_states=True).hidden_states
        late = head.shape.taps[-1]
        assert late == 2
        taps = torch.cat([states[tap] for tap in head.shape.taps], dim=-1)
        (ours,) = Unroll(head)(ids, taps, [torch.ones(1, 10, dtype=torch.bool)])
        own = model.model.norm(states[late + 1])[0, :10]
    torch.testing.assert_close(ours, own, atol=1e-4, rtol=1e-4)


def test_several_layers_are_copied_in_order() -> None:
    model = tiny_model("Llama", num_hidden_layers=5)
    head = head_for("Llama", layers=2, num_hidden_layers=5)
    first, second = (model.model.layers[index].mlp.up_proj.weight for index in (2, 3))
    assert torch.equal(head.layers[0].mlp.up_proj.weight, first)
    assert torch.equal(head.layers[1].mlp.up_proj.weight, second)
    own = model.model.layers[3].self_attn.q_proj.weight
    assert torch.equal(head.layers[1].self_attn.q_proj.weight, own)


def test_the_seed_decides_what_is_random_and_nothing_else_is_touched() -> None:
    before = torch.random.get_rng_state()
    first, second = head_for("GPT-2"), head_for("GPT-2")
    assert torch.equal(first.layers[0].mlp.up_proj.weight, second.layers[0].mlp.up_proj.weight)
    torch.random.set_rng_state(before)
    model = tiny_model("Llama")
    weights = target_weights(model, 1)
    shape = shape_of_head(model.config, HeadSize(1, len(IDS), (0, 1, 1)))
    state = torch.random.get_rng_state()
    started_head(shape, weights, IDS, seed=1)
    assert torch.equal(torch.random.get_rng_state(), state)


def test_queries_without_their_norm_are_not_copied() -> None:
    assert not any("q_proj" in name for name in target_weights(tiny_model("Qwen3"), 1).layers[0])
    assert any("q_proj" in name for name in target_weights(tiny_model("Qwen2"), 1).layers[0])


def test_a_head_as_deep_as_the_target_is_refused() -> None:
    with pytest.raises(DecodingError, match="no smaller"):
        target_weights(tiny_model("Llama"), 2)


@pytest.mark.parametrize(
    ("layers", "taps"), [(2, (1, 1, 1)), (4, (2, 2, 2)), (30, (2, 15, 27)), (32, (2, 16, 29))]
)
def test_taps(layers: int, taps: tuple[int, ...]) -> None:
    assert default_taps(layers) == taps
