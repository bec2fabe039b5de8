"""The distributions behind the rows of one forward pass, each computed when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import torch


class Rows(Protocol):
    """A tensor [rows, vocabulary], or what can be indexed like one by a row."""

    def __getitem__(self, row: int, /) -> torch.Tensor:
        """Row [vocabulary]."""


class LazyRows:
    """Rows after a rejected draft count for nothing, and are never computed."""

    def __init__(self, scores: torch.Tensor, distribution: Callable[[torch.Tensor], torch.Tensor]) -> None:
        self._scores = scores
        self._distribution = distribution
        self._rows: dict[int, torch.Tensor] = {}

    def __getitem__(self, row: int, /) -> torch.Tensor:
        if row not in self._rows:
            self._rows[row] = self._distribution(self._scores[row])
        return self._rows[row]
