"""Held-out figures against a count by hand."""

from __future__ import annotations

import numpy as np
import torch

from desktop_app.models.progress import never_cancelled
from desktop_app.training.batches import TokenBatch
from desktop_app.training.evaluation import HeldOut, evaluate, read_all
from desktop_app.training.exchanges import Exchange
from desktop_app.training.hidden_states import TargetStates
from desktop_app.training.steps import DraftStep
from desktop_app.training.unroll import rows_of_steps

START = 4


def exchange(length: int, temperature: float) -> Exchange:
    return Exchange(np.arange(length, dtype=np.int32), ((START, length),), temperature)


class Scripted:
    """A head that drafts token x + 1 wrongly wherever a rule says so; also reads nothing of a target."""

    device = torch.device("cpu")

    def __init__(self, wrong: dict[int, set[int]], target_differs: set[int]) -> None:
        self.wrong = wrong
        self.target_differs = target_differs

    def read(self, batch: TokenBatch) -> TargetStates:
        empty = torch.zeros(0)
        return TargetStates(empty, batch.predicted.long() - 1, empty, empty)

    def run(self, batch: TokenBatch, states: TargetStates, depths: int) -> list[DraftStep]:
        steps = []
        for depth, wanted in enumerate(rows_of_steps(batch.predicted[:, 1:-1], depths)):
            said = batch.ids[:, 2:][wanted]
            bad = torch.tensor([int(token) in self.wrong.get(depth, set()) for token in said])
            top = torch.tensor([900 if int(token) in self.target_differs else int(token) for token in said])
            steps.append(DraftStep(torch.tensor(0.5), wanted, said.where(~bad, 999), top, said))
        return steps


def figures(script: Scripted, exchanges: list[Exchange], depths: int = 3) -> HeldOut:
    return evaluate(script, read_all(script, exchanges, never_cancelled), depths, never_cancelled)  # type: ignore[arg-type]


def test_all_right() -> None:
    held_out = figures(Scripted({}, set()), [exchange(10, 0.0)])
    assert held_out.agreement == held_out.acceptance == (1.0, 1.0, 1.0)
    assert held_out.tokens == 6
    assert held_out.tokens_per_round == 4.0


def test_a_draft_after_a_wrong_one_is_not_tested() -> None:
    """Reply 4 … 9. The first draft is wrong at 6; the second at 8."""
    held_out = figures(Scripted({0: {6}, 1: {8}}, set()), [exchange(10, 0.0)])
    assert held_out.agreement == (5 / 6, 4 / 5, 1.0)
    # second drafts: 5 … 9, but 7 follows the wrong 6; third: 6 … 9, not 8 (after 6, 7) nor 9 (after 8)
    assert held_out.acceptance == (5 / 6, 3 / 4, 1.0)
    assert held_out.tokens_per_round == 1 + 5 / 6 + 5 / 6 * 3 / 4 * 2


def test_acceptance_is_of_greedy_replies_and_agreement_of_all() -> None:
    both = [exchange(10, 0.0), exchange(10, 0.7)]
    held_out = figures(Scripted({0: {5}}, {5, 7}), both)
    # the head says 999, 900 is the target's: neither of 5 and 7 agree
    assert held_out.agreement[0] == 8 / 12
    assert held_out.acceptance[0] == 5 / 6
    assert held_out.tokens == 12


def test_without_greedy_replies_the_drawn_ones_count() -> None:
    held_out = figures(Scripted({0: {5}}, set()), [exchange(10, 0.7)])
    assert held_out.acceptance[0] == 5 / 6


def test_drafts_do_not_reach_from_one_reply_into_the_next() -> None:
    two = Exchange(np.arange(14, dtype=np.int32), ((4, 6), (9, 14)), 0.0)
    seen = Scripted({}, set()).run(
        TokenBatch(torch.arange(14)[None], torch.tensor([14]), _said(14, two.spans)),
        None,
        3,  # type: ignore[arg-type]
    )
    assert [step.said.tolist() for step in seen] == [
        [4, 5, 9, 10, 11, 12, 13],
        [5, 10, 11, 12, 13],
        [11, 12, 13],
    ]


def _said(length: int, spans: tuple[tuple[int, int], ...]) -> torch.Tensor:
    weights = torch.zeros(1, length)
    for start, end in spans:
        weights[0, start:end] = 1
    return weights
