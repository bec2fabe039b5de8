"""Conversations side by side, padded at their ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch

from desktop_app.training.exchanges import Exchange


@dataclass(frozen=True, slots=True, eq=False)
class TokenBatch:
    """ids [texts, length] int64; lengths [texts] int64 without the padding; said [texts, length] bool: which
    tokens the target said in a reply. All on the CPU."""

    ids: torch.Tensor
    lengths: torch.Tensor
    said: torch.Tensor

    @property
    def predicted(self) -> torch.Tensor:
        """[texts, length] bool: the places whose next token the target said."""
        shifted = torch.zeros_like(self.said)
        shifted[:, :-1] = self.said[:, 1:]
        return shifted

    def parts(self, tokens: int) -> Iterator[slice]:
        """Texts that together have at most so many places, one text at least."""
        count = max(1, tokens // self.ids.shape[1])
        for start in range(0, len(self.ids), count):
            yield slice(start, start + count)


def token_batch(exchanges: Sequence[Exchange]) -> TokenBatch:
    lengths = torch.tensor([len(exchange.ids) for exchange in exchanges])
    ids = torch.zeros(len(exchanges), int(lengths.max()), dtype=torch.int64)
    said = torch.zeros(ids.shape, dtype=torch.bool)
    for row, exchange in enumerate(exchanges):
        ids[row, : len(exchange.ids)] = torch.from_numpy(exchange.ids)
        for start, end in exchange.spans:
            said[row, start:end] = True
    return TokenBatch(ids, lengths, said)


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
