"""Conversations side by side, padded at their ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from desktop_app.training.exchanges import Exchange


@dataclass(frozen=True, slots=True, eq=False)
class TokenBatch:
    """ids [texts, length] int64; lengths [texts] int64 without the padding; weights [texts, length] float32:
    what each token counts as one to be predicted, 1 in a reply. All on the CPU."""

    ids: torch.Tensor
    lengths: torch.Tensor
    weights: torch.Tensor

    @property
    def predicted(self) -> torch.Tensor:
        """[texts, length] bool: the places whose next token counts."""
        shifted = torch.zeros(self.weights.shape, dtype=torch.bool)
        shifted[:, :-1] = self.weights[:, 1:] > 0
        return shifted

    def parts(self, tokens: int) -> Iterator[slice]:
        """Texts that together have at most so many places, one text at least."""
        count = max(1, tokens // self.ids.shape[1])
        for start in range(0, len(self.ids), count):
            yield slice(start, start + count)


def token_batch(
    exchanges: Sequence[Exchange], other_weight: float = 0.0, common_start: int = 0
) -> TokenBatch:
    """other_weight: what tokens beside those of replies count, but for the first `common_start` ones."""
    lengths = torch.tensor([len(exchange.ids) for exchange in exchanges])
    ids = torch.zeros(len(exchanges), int(lengths.max()), dtype=torch.int64)
    weights = torch.zeros(ids.shape)
    for row, exchange in enumerate(exchanges):
        ids[row, : len(exchange.ids)] = torch.from_numpy(exchange.ids)
        weights[row, max(2, common_start) : len(exchange.ids)] = other_weight
        for start, end in exchange.spans:
            weights[row, start:end] = 1
    return TokenBatch(ids, lengths, weights)


def common_start(exchanges: Sequence[Exchange]) -> int:
    """How many first tokens are the same in all conversations: what a template always writes."""
    shortest = min(len(exchange.ids) for exchange in exchanges)
    first = exchanges[0].ids[:shortest]
    same = np.logical_and.reduce([exchange.ids[:shortest] == first for exchange in exchanges])
    return shortest if same.all() else int(same.argmin())


def length_sorted(exchanges: Sequence[Exchange], tokens: int) -> list[list[Exchange]]:
    """Batches of conversations of about one length, each of at most so many places, padding included."""
    batches: list[list[Exchange]] = []
    longest_first = sorted(exchanges, key=lambda exchange: -len(exchange.ids))
    for exchange in longest_first:
        if batches and (len(batches[-1]) + 1) * len(batches[-1][0].ids) <= tokens:
            batches[-1].append(exchange)
        else:
            batches.append([exchange])
    return batches
