import itertools
from collections.abc import Sequence

import pytest
import torch
from table_network import TableNetwork
from tiny_models import tiny_model

from desktop_app.decoding.llama_adapter import LlamaNetwork
from desktop_app.decoding.runner import EXACT_ROWS, ModelRunner
from desktop_app.decoding.session import PREFILL_ROWS
from desktop_app.decoding.slot_cache import SlotCache
from desktop_app.decoding.transformers_adapter import TransformersNetwork

WIDE = {  # the widths of a 135M model: at them the last bits of a row do depend on the number of rows
    "vocab_size": 97,
    "hidden_size": 576,
    "intermediate_size": 1536,
    "num_attention_heads": 9,
    "num_key_value_heads": 3,
    "num_hidden_layers": 2,
}
STARTS = (40, 123, 128, 505, 511, 512, 1020)


def test_padding_ids_are_cut_off() -> None:
    """Qwen2's matrices have rows for ids that no tokenizer has."""
    network = TableNetwork(padding=3)
    logits = network.runner().forward(SlotCache(64), [1, 2], 0)
    assert logits.shape == (2, 6)
    assert logits.argmax(-1).tolist() == [int(network.row([1]).argmax()), int(network.row([1, 2]).argmax())]


def test_logits_are_single_precision() -> None:
    runner = ModelRunner(TransformersNetwork(tiny_model("Llama", torch.bfloat16)), 61)
    assert runner.forward(runner.new_cache(), [1, 2], 0).dtype == torch.float32


@pytest.mark.parametrize(("own", "asked", "limit"), [(64, None, 64), (64, 32, 32), (64, 999, 64)])
def test_context_is_never_longer_than_the_models(own: int, asked: int | None, limit: int) -> None:
    assert ModelRunner(TableNetwork(context=own), 6, asked).context_limit == limit


@pytest.mark.parametrize("count", range(1, EXACT_ROWS + 1))
def test_exact_passes_have_one_shape(count: int) -> None:
    network = TableNetwork()
    runner = network.runner()
    cache = runner.new_cache()
    tokens = [1, 2, 3, 4, 5, 0, 1, 2][:count]
    exact = runner.forward(cache, tokens, 0, exact=True)
    assert network.calls == [(0, (*tokens, *[tokens[-1]] * (EXACT_ROWS - count)))]
    assert torch.equal(exact, runner.forward(runner.new_cache(), tokens, 0))
    runner.prefill(cache, tokens, 0, exact=True)
    assert network.calls[-1] == network.calls[0]


def test_too_many_tokens_for_an_exact_pass() -> None:
    runner = TableNetwork().runner()
    with pytest.raises(ValueError, match="8 tokens, not 9"):
        runner.forward(runner.new_cache(), range(9), 0, exact=True)


def test_cache_has_room_for_the_padding_at_the_end_of_the_context() -> None:
    network = TableNetwork(context=512)
    runner = network.runner()
    cache = runner.new_cache()
    runner.prefill(cache, [index % 6 for index in range(511)], 0)
    runner.forward(cache, [3], 511, exact=True)


# ---- exact shapes


KINDS = list(itertools.product([LlamaNetwork, TransformersNetwork], [torch.bfloat16, torch.float32]))


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: f"{kind[0].__name__}-{kind[1]}")
def wide(request: pytest.FixtureRequest) -> ModelRunner:
    network, dtype = request.param
    return ModelRunner(network(tiny_model("Llama", dtype, **WIDE)), 97)


def tokens(count: int, seed: int) -> list[int]:
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(0, 97, (count,), generator=generator).tolist()


@torch.inference_mode()
def filled(runner: ModelRunner, length: int) -> SlotCache:
    """Random keys and values: what the prefix is does not matter, and a prefill takes long."""
    cache = runner.new_cache()
    cache.reserve(length)
    generator = torch.Generator().manual_seed(1)
    for layer in range(WIDE["num_hidden_layers"]):
        keys, values = torch.randn(2, 1, 3, length, 64, generator=generator).to(runner.network.dtype)
        cache.write(layer, keys, values, 0)
    return cache


@pytest.mark.parametrize(("starts", "threads"), [(STARTS, 1), (STARTS[3:4], 2)])
def test_exact_rows_do_not_depend_on_their_neighbours(
    wide: ModelRunner, starts: tuple[int, ...], threads: int
) -> None:
    """Bit for bit: one token alone, or among drafts that stand or fall, after a rollback or not, wherever the
    buckets of the cache end."""
    torch.set_num_threads(threads)  # how the work is split must not matter either
    cache = filled(wide, max(starts))
    for start in sorted(starts, reverse=True):
        block = tokens(8, start)
        together = wide.forward(cache, block, start, exact=True)
        for rows in (1, 2, 5):
            part = wide.forward(cache, block[:rows], start, exact=True)
            assert torch.equal(part, together[:rows]), (start, rows)
        # other drafts behind the first three tokens, then these rolled back
        wide.forward(cache, block[:3] + tokens(5, start + 1), start, exact=True)
        one_by_one = [wide.forward(cache, [block[i]], start + i, exact=True) for i in range(8)]
        assert torch.equal(torch.cat(one_by_one), together), start
        again = wide.forward(cache, block[4:], start + 4, exact=True)
        assert torch.equal(again, together[4:]), start
    torch.set_num_threads(1)


def test_exact_prefix_is_the_same_whoever_wrote_it(wide: ModelRunner) -> None:
    """Plain decoding writes one row a pass, speculation up to eight, prefill always eight."""
    text = tokens(40, 1)
    caches = []
    for sizes in ([8] * 5, [1] * 40, [3, 8, 1, 7, 5, 2, 8, 6]):
        cache, start = wide.new_cache(), 0
        for size in sizes:
            wide.forward(cache, text[start : start + size], start, exact=True)
            start += size
        assert start == 40
        caches.append(cache)
    for first, other in itertools.pairwise(caches):
        for layer in first.layers:
            for mine, theirs in zip(first.read(layer, 40), other.read(layer, 40), strict=True):
                assert torch.equal(mine, theirs)


def test_without_exact_shapes_rows_would_differ(wide: ModelRunner) -> None:
    """What the fixed shape is for. Which widths and types need it depends on the processor."""
    cache = filled(wide, 40)
    block = tokens(8, 5)
    alone = [wide.forward(cache, block[:rows], 40)[0] for rows in range(1, 9)]
    if all(torch.equal(alone[0], row) for row in alone):
        pytest.skip("this processor computes these rows alike whatever their number")


def test_prefill_computes_no_more_logits_than_needed() -> None:
    asked = []

    class Noted(TableNetwork):
        def forward(
            self,
            tokens: torch.Tensor,
            start: int,
            cache: SlotCache,
            logits_rows: int | None,
            parents: Sequence[int] | None = None,
        ) -> torch.Tensor:
            asked.append(logits_rows)
            return super().forward(tokens, start, cache, logits_rows, parents)

    network = Noted(context=1024)
    network.runner().prefill(SlotCache(1024), [1] * PREFILL_ROWS, 0)
    network.runner().forward(SlotCache(1024), [1, 2], 0)
    assert asked == [1, None]
