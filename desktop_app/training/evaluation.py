"""How well a head drafts on conversations it never learned from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import torch

from desktop_app.models.progress import CancelCheck
from desktop_app.training.batches import TokenBatch, length_sorted, token_batch
from desktop_app.training.exchanges import Exchange
from desktop_app.training.hidden_states import TargetStates
from desktop_app.training.steps import DraftStep, HeadSteps
from desktop_app.training.unroll import shifted_down


class Reader(Protocol):
    """Reads the target's states of a batch."""

    @property
    def device(self) -> torch.device: ...

    def read(self, batch: TokenBatch) -> TargetStates: ...


_BATCH_TOKENS = 4096


@dataclass(frozen=True, slots=True)
class HeldOut:
    """agreement by depth: how often the head's first choice is the target's, the text's own tokens before it.
    acceptance by depth: how often it is what the text says next, among drafts all of whose earlier tokens
    were right; of greedy replies where there are any. loss: cross-entropy of the first step. tokens: of
    replies that were looked at.
    """

    agreement: tuple[float, ...]
    acceptance: tuple[float, ...]
    loss: float
    tokens: int

    @property
    def tokens_per_round(self) -> float:
        """Of a chain as long as there are depths: one and the expected number of accepted drafts."""
        expected, reached = 1.0, 1.0
        for rate in self.acceptance:
            reached *= rate
            expected += reached
        return expected


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A batch with what the target thinks of it. counted [texts] bool: whose acceptance counts."""

    batch: TokenBatch
    states: TargetStates
    counted: torch.Tensor


def read_all(reader: Reader, exchanges: Sequence[Exchange], check: CancelCheck) -> Iterator[Seen]:
    """
    Raises:
        Cancelled: the user stopped it.
    """
    # without greedy replies the drawn ones have to do
    drawn_only = all(exchange.temperature > 0 for exchange in exchanges)
    for batch_of in length_sorted(exchanges, _BATCH_TOKENS):
        check()
        batch = token_batch(batch_of)
        counted = torch.tensor([drawn_only or exchange.temperature == 0 for exchange in batch_of])
        yield Seen(batch, reader.read(batch), counted)


@torch.no_grad()
def evaluate(steps: HeadSteps, held_out: Iterable[Seen], depths: int, check: CancelCheck) -> HeldOut:
    """
    Raises:
        Cancelled: the user stopped it.
    """
    counts = _Counts(depths)
    for seen in held_out:
        check()
        counts.add(steps.run(seen.batch, seen.states, depths), seen.counted)
    return counts.summary()


class _Counts:
    def __init__(self, depths: int) -> None:
        self._rows = [0] * depths
        self._agreed = [0] * depths
        self._tested = [0] * depths
        self._accepted = [0] * depths
        self._loss = 0.0

    def add(self, steps: Sequence[DraftStep], counted: torch.Tensor) -> None:
        # before the first draft nothing can have gone wrong
        standing = torch.ones_like(steps[0].wanted)
        standing &= counted.to(standing.device)[:, None]
        for depth, step in enumerate(steps):
            count = len(step.best)
            self._rows[depth] += count
            self._agreed[depth] += int((step.best == step.top).sum())
            if depth == 0:
                self._loss += float(step.loss) * count
            tested = standing & step.wanted
            accepted = torch.zeros_like(tested)
            accepted[step.wanted] = step.best == step.said
            accepted &= tested
            self._tested[depth] += int(tested.sum())
            self._accepted[depth] += int(accepted.sum())
            standing = shifted_down(accepted)

    def summary(self) -> HeldOut:
        return HeldOut(
            agreement=_rates(self._agreed, self._rows),
            acceptance=_rates(self._accepted, self._tested),
            loss=self._loss / max(1, self._rows[0]),
            tokens=self._rows[0],
        )


def _rates(hits: Sequence[int], of: Sequence[int]) -> tuple[float, ...]:
    return tuple(hit / total if total else 0.0 for hit, total in zip(hits, of, strict=True))
