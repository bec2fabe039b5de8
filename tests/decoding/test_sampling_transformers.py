"""The pipeline's results are those of transformers' own processors."""

import itertools
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers_sampling import with_transformers

from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams

CPU = torch.device("cpu")
VOCABULARY = 24
EOS = (0, 3)
OFF: dict[str, Any] = {"temperature": 1.0, "top_p": 1.0}

GRID = list(
    itertools.product(
        (0.1, 0.7, 1.0, 5.0),  # temperature
        (0, 1, 40),  # top_k
        (0.05, 0.95, 1.0),  # top_p
        (0.0, 0.02, 0.5),  # min_p
        (0.7, 1.0, 1.3),  # repetition penalty
        (0.2, 0.9, 1.0),  # typical_p
    )
)


def logits(rows: int, vocabulary: int, seed: int, spread: float = 3.0) -> torch.Tensor:
    return torch.randn(rows, vocabulary, generator=torch.Generator().manual_seed(seed)) * spread


def require_same(params: SamplingParams, rows: torch.Tensor, prompt: list[int], reply: list[int]) -> None:
    """Row i follows the prompt, all but the last rows - 1 tokens of the reply, and i of those as drafts."""
    committed, drafts = reply[: len(reply) + 1 - len(rows)], reply[len(reply) + 1 - len(rows) :]
    pipeline = SamplingPipeline(params, rows.shape[1], CPU, EOS)
    pipeline.start(prompt)
    pipeline.commit(committed)
    scores = pipeline.scores(rows, [drafts[:row] for row in range(len(rows))])
    ours = pipeline.distribution(scores)
    for row in range(len(rows)):
        theirs = with_transformers(params, rows[row], prompt, committed + drafts[:row], EOS)
        torch.testing.assert_close(ours[row], theirs, atol=1e-6, rtol=0, msg=str(params))
        assert torch.equal(ours[row] > 0, theirs > 0), params
        if params.greedy:
            assert scores[row].argmax() == theirs.argmax()


@pytest.mark.parametrize(("vocabulary", "grid"), [(30, GRID[::2]), (1000, GRID[::17])])
def test_grid(vocabulary: int, grid: list[tuple[Any, ...]]) -> None:
    for seed, values in enumerate(grid):
        rows = logits(2, vocabulary, seed)
        require_same(SamplingParams(*values), rows, [1, 5, 5], [7, seed % vocabulary, 9])


ALONE: list[dict[str, Any]] = [
    *[{"top_k": k} for k in (1, 2, 5, VOCABULARY, 99)],
    *[{"top_p": p} for p in (1e-6, 0.3, 0.6, 0.9, 0.999)],
    *[{"min_p": p} for p in (1e-3, 0.1, 0.7, 1.0)],
    *[{"typical_p": p} for p in (1e-6, 0.1, 0.5, 0.9, 0.999)],
    *[{"repetition_penalty": r} for r in (0.5, 1.2, 3.0)],
    *[{"frequency_penalty": f} for f in (-2.0, 0.3, 2.0)],
    *[{"presence_penalty": p} for p in (-2.0, 0.3, 2.0)],
    *[{"logit_bias": b} for b in (((4, 5.5),), ((4, -100.0), (9, 100.0)), ((7, -0.25), (2, 0.0)))],
    *[
        {"banned": b}
        for b in (((4,), (9,)), ((7, 2),), ((1, 7),), ((5, 7, 2, 7), (7, 2, 4), (2, 4)), ((0,),))
    ],
    *[{"banned": (tuple(range(9)),)}],
    *[{"min_tokens": n} for n in (1, 3, 4, 50)],
]


@pytest.mark.parametrize("option", ALONE, ids=str)
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_each_option(option: dict[str, Any], temperature: float) -> None:
    params = SamplingParams(**{**OFF, **option, "temperature": temperature})
    changed = False
    for seed in range(8):
        rows = logits(3, VOCABULARY, seed)
        require_same(params, rows, [1, 5], [7, 2, 7, 2])
        for row, reply in enumerate(([7, 2], [7, 2, 7], [7, 2, 7, 2])):
            changed |= not torch.allclose(
                with_transformers(params, rows[row], [1, 5], reply, EOS), rows[row].softmax(-1)
            )
    # or nothing would have been compared
    assert temperature == 0.0 or changed != (option in NOTHING)


# what transformers ignores too: a k beyond the vocabulary, a stop token banned alone, a minimum that is met
NOTHING: list[dict[str, Any]] = [
    {"top_k": VOCABULARY},
    {"top_k": 99},
    {"min_tokens": 1},
    *[{"banned": (ids,)} for ids in ((0,), tuple(range(9)), (1, 7))],
]

tokens = st.integers(0, VOCABULARY - 1)
combinations = st.builds(
    SamplingParams,
    temperature=st.sampled_from([0.0, 0.2, 0.7, 1.0, 3.0]),
    top_k=st.sampled_from([0, 0, 1, 3, 10, 50]),
    top_p=st.sampled_from([1.0, 0.97, 0.8, 0.31, 0.01]),
    min_p=st.sampled_from([0.0, 0.013, 0.21, 0.77]),
    typical_p=st.sampled_from([1.0, 0.93, 0.52, 0.12]),
    repetition_penalty=st.sampled_from([1.0, 0.6, 1.3]),
    frequency_penalty=st.sampled_from([0.0, 0.7, -1.1]),
    presence_penalty=st.sampled_from([0.0, 0.4, -0.9]),
    logit_bias=st.dictionaries(tokens, st.sampled_from([-100.0, -2.5, 1.25, 40.0]), max_size=3).map(
        lambda bias: tuple(bias.items())
    ),
    banned=st.lists(st.lists(tokens, min_size=1, max_size=3).map(tuple), max_size=6).map(tuple),
    min_tokens=st.integers(0, 8),
)


@given(
    combinations,
    st.integers(0, 2**32),
    st.lists(tokens, min_size=1, max_size=5),
    st.lists(st.integers(0, 5), min_size=3, max_size=8),
)
def test_combinations(params: SamplingParams, seed: int, prompt: list[int], reply: list[int]) -> None:
    require_same(params, logits(4, VOCABULARY, seed), prompt, reply)


@pytest.mark.parametrize(
    "option",
    [
        *[{"top_p": p} for p in (0.2, 0.95, 0.9999)],
        *[{"typical_p": p} for p in (0.2, 0.95, 0.9999)],
        *[{"top_k": k} for k in (50, 15_000)],
        *[{"min_p": p} for p in (1e-5, 0.05)],
        {"top_k": 900, "top_p": 0.97, "typical_p": 0.9},
        {"min_p": 1e-3, "typical_p": 0.9},
    ],
    ids=str,
)
@pytest.mark.parametrize("spread", [0.0, 1e-3, 0.7, 3.0, 3.7, 30.0])
def test_large_vocabulary(option: dict[str, Any], spread: float) -> None:
    """From flat to sure, so that each level down to which tokens are looked at is needed somewhere. In double
    precision: transformers' own sums over so many tokens are off by more than one token's share."""
    row = logits(1, 20_000, 5, spread).double()
    if spread == 0.0 and option.get("top_p"):
        row += torch.arange(20_000, dtype=torch.float64) * 1e-9  # ties are dealt with elsewhere
    require_same(SamplingParams(**{**OFF, **option}), row, [], [])


def test_typical_among_one_sure_and_many_rare() -> None:
    """The entropy lies far above the surprise of the sure token, so that tokens down to 2e-6 are more typical
    than it: fewer than 1 - typical_p of the mass would suggest."""
    row = logits(1, 20_000, 5, 1.0).double()
    row[0, 0] = row[0, 1:].logsumexp(0) + torch.tensor(0.3 / 0.7).log()
    params = SamplingParams(**{**OFF, "typical_p": 0.71})
    require_same(params, row, [], [])
    kept = with_transformers(params, row[0]) > 0
    assert kept[0]
    assert row[0].softmax(-1)[kept].min() < (1 - 0.71) / 20_000 / 3
