"""The KV cache: written at explicit slots. It knows no length of its own; its owner does.

Rolling back is doing nothing: slots past the owner's length are masked and later overwritten.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

# The CPU attention kernel works through keys in blocks of 512. When a view always ends on such a block,
# further blocks hold masked slots only and add exact zeros: no row depends on the length of the view.
BUCKET = 512


class SlotCache:
    """Keys and values of one token sequence for all layers, each [1, heads, capacity, head size].

    Buffers are made on a layer's first write, zeroed (a masked NaN would still poison a product), and grow
    by doubling up to `max_slots`.
    """

    def __init__(self, max_slots: int) -> None:
        self.max_slots = _round_up(max_slots)
        self.capacity = min(2 * BUCKET, self.max_slots)
        self._keys: dict[int, torch.Tensor] = {}
        self._values: dict[int, torch.Tensor] = {}

    def reserve(self, slots: int) -> None:
        """Makes room for that many slots, keeping what is written."""
        if slots <= self.capacity:
            return
        while self.capacity < slots:
            self.capacity *= 2
        self.capacity = min(self.capacity, self.max_slots)
        for buffers in (self._keys, self._values):
            for layer, old in buffers.items():
                buffers[layer] = _zeros_like(old, self.capacity)
                buffers[layer][:, :, : old.shape[2]] = old

    def write(
        self, layer: int, keys: torch.Tensor, values: torch.Tensor, start: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Writes rows [1, heads, rows, head size] at slots from start on.

        Returns views of keys and values, [1, heads, visible_slots(start + rows), head size].
        """
        if layer not in self._keys:
            self._keys[layer] = _zeros_like(keys, self.capacity)
            self._values[layer] = _zeros_like(values, self.capacity)
        end = start + keys.shape[2]
        self._keys[layer][:, :, start:end] = keys
        self._values[layer][:, :, start:end] = values
        visible = visible_slots(end)
        return self._keys[layer][:, :, :visible], self._values[layer][:, :, :visible]

    @torch.inference_mode()  # buffers born in a forward pass may be changed only so
    def wipe(self, start: int, end: int) -> None:
        """Zeroes slots that hold values no attention may meet."""
        for buffers in (self._keys, self._values):
            for buffer in buffers.values():
                buffer[:, :, start:end] = 0

    def move(self, sources: Sequence[int], start: int) -> None:
        """Copies slots to start, start + 1, …: the accepted path of a tree made contiguous."""
        if list(sources) == list(range(start, start + len(sources))):
            return
        end = start + len(sources)
        with torch.inference_mode():
            for buffers in (self._keys, self._values):
                for buffer in buffers.values():
                    # indexing copies, so that overlapping slots come out right
                    buffer[:, :, start:end] = buffer[:, :, list(sources)]

    def read(self, layer: int, slots: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Views of the first slots of a layer, for tests and copies."""
        return self._keys[layer][:, :, :slots], self._values[layer][:, :, :slots]

    @property
    def layers(self) -> tuple[int, ...]:
        """Layers written so far."""
        return tuple(self._keys)

    @property
    def nbytes(self) -> int:
        return sum(b.nbytes for buffers in (self._keys, self._values) for b in buffers.values())


def visible_slots(end: int) -> int:
    """Slots an attention over the first `end` slots looks at: whole buckets."""
    return _round_up(end)


def _round_up(slots: int) -> int:
    return -(-slots // BUCKET) * BUCKET


def _zeros_like(rows: torch.Tensor, capacity: int) -> torch.Tensor:
    return rows.new_zeros(rows.shape[0], rows.shape[1], capacity, rows.shape[3])
