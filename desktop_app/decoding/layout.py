"""Where the rows of one forward pass stand in the text, and which slots each may look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from desktop_app.decoding.slot_cache import visible_slots


@dataclass(frozen=True, slots=True)
class Layout:
    """Rows written at slots start, start + 1, …; everything on the CPU.

    positions [rows]: the place of each row in the text. own [rows, rows] bool: which rows of the same pass a
    row sees, itself included. Of the slots before start every row sees all, whose position is their slot.
    """

    start: int
    positions: torch.Tensor
    own: torch.Tensor

    def visible(self, window: int | None, slots: int | None = None) -> torch.Tensor:
        """[rows, slots] bool; window: how many last positions a row may see. slots: whole buckets if None."""
        rows = len(self.positions)
        slots = slots or visible_slots(self.start + rows)
        seen = torch.zeros(rows, slots, dtype=torch.bool)
        seen[:, : self.start] = True
        seen[:, self.start : self.start + rows] = self.own
        if window is not None:
            position = torch.arange(slots)
            position[self.start : self.start + rows] = self.positions
            seen &= position[None] > self.positions[:, None] - window
        return seen


def additive_mask(visible: torch.Tensor, heads_per_kv: int, dtype: torch.dtype) -> torch.Tensor:
    """visible [batch, rows, slots] bool as attention adds it, [batch, 1, heads_per_kv * rows, slots]: 0 where
    a row may look, -inf elsewhere, for the heads that share a KV head as its rows."""
    mask = torch.zeros(visible.shape, dtype=dtype, device=visible.device)
    return mask.masked_fill_(~visible, float("-inf")).repeat(1, heads_per_kv, 1)[:, None]


def chain_layout(rows: int, start: int) -> Layout:
    """Each row follows the one before."""
    own = torch.ones(rows, rows, dtype=torch.bool).tril_()
    return Layout(start, torch.arange(start, start + rows), own)


def tree_layout(parents: Sequence[int], start: int) -> Layout:
    """parents: for each row the row it follows, before it, or -1 for the slots before start."""
    rows = len(parents)
    own = torch.eye(rows, dtype=torch.bool)
    depths: list[int] = []
    for row, parent in enumerate(parents):
        depths.append(0 if parent < 0 else depths[parent] + 1)
        if parent >= 0:
            own[row] |= own[parent]
    return Layout(start, torch.tensor(depths) + start, own)
