"""The parallel steps against a head that really drafts, one token after the other."""

from __future__ import annotations

import pytest
import torch
from heads import HIDDEN, TAPS, VOCABULARY, head, shape

from desktop_app.decoding.eagle_head import EagleHead
from desktop_app.training.unroll import Unroll, rows_of_steps

TEXTS, LENGTH, STEPS = 2, 11, 4
ROWS = LENGTH - 2


class GrowingCache:
    """The attend interface as a drafter uses it: keys and values of the rows before, then the row's own."""

    def __init__(self) -> None:
        self.rows: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}

    def __call__(self, layer: int, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        if layer in self.rows:
            k, v = (torch.cat(pair, dim=1) for pair in zip(self.rows[layer], (k, v), strict=True))
        self.rows[layer] = (k, v)
        group = q.shape[0] // k.shape[0]
        scores = q @ k.repeat_interleave(group, 0).transpose(-1, -2) / q.shape[-1] ** 0.5
        before = k.shape[1] - q.shape[1]
        seen = torch.ones(scores.shape[-2:], dtype=torch.bool).tril(before)
        weights = scores.masked_fill(~seen, float("-inf")).softmax(-1)
        return weights @ v.repeat_interleave(group, 0)


def drafted(of: EagleHead, ids: torch.Tensor, taps: torch.Tensor, start: int) -> list[torch.Tensor]:
    """Outputs of a draft of one text that begins at a row; the rows up to it are read from the target."""
    cache = GrowingCache()

    def run(first: int, last: int, hidden: torch.Tensor) -> torch.Tensor:
        positions = torch.arange(first, last)
        embeds = of.embed_tokens(ids[first + 1 : last + 1])
        return of(embeds, hidden, of.rotation(positions), cache)

    outputs = [run(0, start + 1, of.fuse(taps[: start + 1]))[-1:]]
    for row in range(start + 1, min(start + STEPS, ROWS)):
        outputs.append(run(row, row + 1, outputs[-1]))
    return [of.norm(output) if not of.shape.norm_output else output for output in outputs]


@pytest.mark.parametrize(
    "variant",
    [
        {},
        {"kv_heads": 4},
        {"layers": 3},
        {"layers": 2, "norm_output": True, "norm_before_residual": True},
        {"qk_norm": True, "fc_norm": True, "attention_bias": True},
    ],
    ids=str,
)
@torch.no_grad()
def test_every_step_of_every_draft_is_what_drafting_gives(variant: dict[str, bool]) -> None:
    of = head(shape(**variant))
    ids = torch.randint(0, VOCABULARY, (TEXTS, LENGTH))
    taps = torch.randn(TEXTS, LENGTH, len(TAPS) * HIDDEN, dtype=torch.float64)
    wanted = [torch.ones(TEXTS, ROWS, dtype=torch.bool)] * STEPS
    outputs = [output.view(TEXTS, ROWS, -1) for output in Unroll(of)(ids, taps, wanted)]
    for text in range(TEXTS):
        for start in range(ROWS):
            expected = drafted(of, ids[text], taps[text], start)
            assert len(expected) == min(STEPS, ROWS - start)
            for step, row in enumerate(expected):
                torch.testing.assert_close(outputs[step][text, start + step], row[0])


@torch.no_grad()
def test_only_the_wanted_rows_are_given() -> None:
    of = head(shape())
    ids = torch.randint(0, VOCABULARY, (TEXTS, LENGTH))
    taps = torch.randn(TEXTS, LENGTH, len(TAPS) * HIDDEN, dtype=torch.float64)
    every = [torch.ones(TEXTS, ROWS, dtype=torch.bool)] * 2
    some = [torch.rand(TEXTS, ROWS) < 0.4 for _ in range(2)]
    everything, chosen = Unroll(of)(ids, taps, every), Unroll(of)(ids, taps, some)
    for all_rows, rows, which in zip(everything, chosen, some, strict=True):
        torch.testing.assert_close(rows, all_rows.view(TEXTS, ROWS, -1)[which])


def test_padding_and_what_comes_later_change_nothing() -> None:
    of = head(shape())
    ids = torch.randint(0, VOCABULARY, (1, LENGTH))
    taps = torch.randn(1, LENGTH, len(TAPS) * HIDDEN, dtype=torch.float64)
    wanted = [torch.ones(1, 4, dtype=torch.bool)] * 3
    longer = [torch.nn.functional.pad(which, (0, ROWS - 4)) for which in wanted]
    short = Unroll(of)(ids[:, :6], taps[:, :6], wanted)
    for first, second in zip(short, Unroll(of)(ids, taps, longer), strict=True):
        torch.testing.assert_close(first, second)


def test_every_weight_gets_a_gradient_through_the_last_step() -> None:
    of = head(shape(layers=2))
    ids = torch.randint(0, VOCABULARY, (1, LENGTH))
    taps = torch.randn(1, LENGTH, len(TAPS) * HIDDEN, dtype=torch.float64)
    wanted = [torch.zeros(1, ROWS, dtype=torch.bool), torch.ones(1, ROWS, dtype=torch.bool)]
    wanted[1][:, 0] = False
    output = Unroll(of)(ids, taps, wanted)[1]
    of.lm_head(output).square().sum().backward()
    for name, parameter in of.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.isfinite().all(), name
        assert parameter.grad.abs().sum() > 0, name


def test_a_draft_counts_only_where_all_of_it_is_a_reply() -> None:
    said = torch.tensor([[0, 1, 1, 1, 0, 1, 1, 0]]).bool()
    steps = [which[0].int().tolist() for which in rows_of_steps(said, 3)]
    assert steps == [[0, 1, 1, 1, 0, 1, 1, 0], [0, 0, 1, 1, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0, 0, 0]]
