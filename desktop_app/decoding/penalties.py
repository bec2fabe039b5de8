"""What a token's history does to its score: repetition, frequency and presence penalty."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from desktop_app.decoding.sampling_params import SamplingParams


class Penalties:
    """Penalties on the tokens of one history, and on the drafts each row sees besides.

    Costs the number of different tokens in the history, whatever the vocabulary.
    """

    def __init__(self, params: SamplingParams, device: torch.device) -> None:
        self._repetition = params.repetition_penalty
        self._frequency = params.frequency_penalty
        self._presence = params.presence_penalty
        self.active = self._repetition != 1.0 or self._frequency != 0.0 or self._presence != 0.0
        self._column: dict[int, int] = {}
        self._ids = torch.zeros(0, dtype=torch.long, device=device)
        self._counts = torch.zeros(0, device=device)

    def start(self, prompt: Sequence[int]) -> None:
        """Begins a reply: the prompt counts for the repetition penalty alone."""
        self._column.clear()
        self._ids, self._counts = self._ids[:0], self._counts[:0]
        if self._repetition != 1.0:
            self._columns_of(prompt)

    def commit(self, tokens: Sequence[int]) -> None:
        """Adds tokens of the reply."""
        if self.active and tokens:
            columns = torch.tensor(self._columns_of(tokens), device=self._ids.device)
            self._counts.index_add_(0, columns, torch.ones_like(columns, dtype=self._counts.dtype))

    def apply(self, scores: torch.Tensor, before: Sequence[Sequence[int]]) -> None:
        """Changes scores [rows, vocabulary] in place; before: the drafts each row sees."""
        known = len(self._column)
        ids, drafted = self._drafted(before)
        if not len(ids):
            return
        index = ids.expand(len(before), -1)
        values = scores.gather(1, index)
        if self._repetition != 1.0:
            # CTRL (Keskar et al., 1909.05858): divided, or multiplied if negative
            changed = torch.where(values < 0, values * self._repetition, values / self._repetition)
            changed[:, known:] = torch.where(drafted[:, known:] > 0, changed[:, known:], values[:, known:])
            values = changed
        if self._frequency != 0.0 or self._presence != 0.0:
            drafted[:, :known] += self._counts
            counts = drafted.to(values.dtype)
            values = values - counts * self._frequency - (counts > 0) * self._presence
        scores.scatter_(1, index, values)

    def _drafted(self, before: Sequence[Sequence[int]]) -> tuple[torch.Tensor, torch.Tensor]:
        """Ids [n] of the history and behind them those only drafted; how often each row sees each of them
        among its drafts [rows, n]."""
        new: dict[int, int] = {}
        rows: list[int] = []
        columns: list[int] = []
        for row, drafts in enumerate(before):
            for token in drafts:
                column = self._column.get(token)
                if column is None:
                    column = new.setdefault(token, len(self._column) + len(new))
                rows.append(row)
                columns.append(column)
        device = self._ids.device
        ids = torch.cat([self._ids, torch.tensor(list(new), dtype=torch.long, device=device)])
        counts = torch.zeros(len(before), len(ids), dtype=self._counts.dtype, device=device)
        if rows:
            cells = tuple(torch.tensor([rows, columns], device=device))
            counts.index_put_(cells, counts.new_ones(()), accumulate=True)
        return ids, counts

    def _columns_of(self, tokens: Sequence[int]) -> list[int]:
        """Columns of tokens, which are added where they are new."""
        known = len(self._column)
        columns = [self._column.setdefault(token, len(self._column)) for token in tokens]
        new = list(self._column)[known:]
        if new:
            self._ids = torch.cat([self._ids, self._ids.new_tensor(new)])
            self._counts = torch.cat([self._counts, self._counts.new_zeros(len(new))])
        return columns
