"""Drawing drafts: each from the distribution that is reported for it, and none is dropped for what it is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import torch
from table_network import TableNetwork

from desktop_app.bench.chi_square import chi_square
from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.drawing import draw_drafts
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.verification import Rejection, SeededCoins

K = 2
DRAWS = 2500
LEVEL = 1e-3


@pytest.mark.parametrize("params", [SamplingParams(1.4, 0, 1.0), SamplingParams(0.8, 4, 0.95, 0.0, 1.3)])
def test_drafts_are_drawn_from_the_q_that_is_reported(params: SamplingParams) -> None:
    """Unlikely ones too: to drop a token once it is drawn would leave the others drawn too often."""
    network = TableNetwork(vocabulary=6)
    committed = [3, 1]
    pipeline = SamplingPipeline(params, 6, torch.device("cpu"))
    pipeline.start(committed)
    context = DraftContext(pipeline, Rejection(SeededCoins(3)), lambda: None)
    counts = torch.zeros(6, 6, dtype=torch.long)
    for _ in range(DRAWS):
        text = list(committed[:-1])

        def forward(tokens: Sequence[int], text: list[int] = text) -> torch.Tensor:
            text.extend(tokens)
            return network.row(text)

        drafts, finite = draw_drafts(forward, committed[-1:], K, len(committed), context)
        assert finite
        assert len(drafts.tokens) == K, "none is dropped"
        assert drafts.q is not None
        first, second = drafts.tokens
        counts[first, second] += 1
        reported = [_q(params, network, committed), _q(params, network, [*committed, first])]
        torch.testing.assert_close(drafts.q, torch.stack(reported).float())
    joint = torch.stack(
        [_q(params, network, committed)[a] * _q(params, network, [*committed, a]) for a in range(6)]
    )
    assert chi_square(counts.flatten().tolist(), joint.flatten().tolist()).p_value > LEVEL


def _q(params: SamplingParams, network: TableNetwork, tokens: Sequence[int]) -> torch.Tensor:
    pipeline = SamplingPipeline(params, 6, torch.device("cpu"))
    pipeline.start(tokens)
    logits = network.row(tokens)[None].double()
    return pipeline.distribution(pipeline.scores(logits, [()]))[0]
