"""The KV cache: written at explicit slots. It knows no length of its own; its owner does.

Rolling back is doing nothing: slots past the owner's length are masked and later overwritten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import torch

# The CPU attention kernel works through keys in blocks of 512. When a view always ends on such a block,
# further blocks hold masked slots only and add exact zeros: no row depends on the length of the view.
BUCKET = 512


@dataclass(frozen=True, slots=True, eq=False)
class Taps:
    """Asks for the hidden states that enter these layers. A request made later is another one: slots written
    between the two lack what it wants."""

    layers: tuple[int, ...]


class TokenCache(Protocol):
    """What is asked of any cache; how it is kept, only the network that made it knows."""

    @property
    def nbytes(self) -> int: ...

    def wipe(self, start: int, end: int) -> None:
        """Forgets what slots start to end hold."""

    def move(self, sources: Sequence[int], start: int) -> None:
        """Copies slots to start, start + 1, …"""


class SlotCache:
    """Keys and values of one token sequence for all layers, each [1, heads, capacity, head size].

    Buffers are made on a layer's first write, zeroed (a masked NaN would still poison a product), and grow
    by doubling up to `max_slots`; those of all layers may lie in one. Beside them may lie taps: hidden states
    of the same slots.
    """

    def __init__(self, max_slots: int) -> None:
        self.max_slots = _round_up(max_slots)
        self.capacity = min(2 * BUCKET, self.max_slots)
        self._keys: dict[int, torch.Tensor] = {}
        self._values: dict[int, torch.Tensor] = {}
        self._stack: torch.Tensor | None = None
        self._taps: dict[int, torch.Tensor] = {}  # at most one, [1, 1, capacity, width]
        self._tapped: Taps | None = None
        self._tapped_from = 0

    def reserve(self, slots: int) -> None:
        """Makes room for that many slots, keeping what is written."""
        if slots <= self.capacity:
            return
        while self.capacity < slots:
            self.capacity *= 2
        self.capacity = min(self.capacity, self.max_slots)
        for buffers in self._single:
            for layer, old in buffers.items():
                buffers[layer] = _grown(old, self.capacity)
        if self._stack is not None:
            self._restack(_grown(self._stack, self.capacity))

    def stacked(
        self, layers: int, heads: int, like: torch.Tensor
    ) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        """Keys and values of the first layers, whole buffers, for who writes them by itself.

        They lie in one tensor, so that what is done to a slot of all layers is done at once. like [...,
        head size] tells format and device.
        """
        if self._stack is None or len(self._stack) < 2 * layers:
            count = max(layers, *(layer + 1 for layer in self._keys), 1)
            stack = like.new_zeros(2 * count, heads, self.capacity, like.shape[-1])
            for layer in self._keys:
                stack[2 * layer], stack[2 * layer + 1] = self._keys[layer][0], self._values[layer][0]
            self._restack(stack)
        first = range(layers)
        return [self._keys[layer] for layer in first], [self._values[layer] for layer in first]

    def _restack(self, stack: torch.Tensor) -> None:
        """Keys and values of a layer lie behind each other in [2 * layers, heads, capacity, head size]."""
        self._stack = stack
        for layer in range(len(stack) // 2):
            self._keys[layer] = stack[2 * layer][None]
            self._values[layer] = stack[2 * layer + 1][None]

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
        for buffer in self._buffers:
            buffer[:, :, start:end] = 0

    def move(self, sources: Sequence[int], start: int) -> None:
        """Copies slots to start, start + 1, …: the accepted path of a tree made contiguous."""
        if list(sources) == list(range(start, start + len(sources))):
            return
        end = start + len(sources)
        with torch.inference_mode():
            for buffer in self._buffers:
                index = torch.tensor(list(sources), device=buffer.device)
                # selecting copies, so that overlapping slots come out right
                buffer[:, :, start:end] = buffer.index_select(2, index)

    def write_taps(self, taps: Taps, states: torch.Tensor, start: int) -> None:
        """Writes what was asked for of slots from start on, [rows, width]; drops what another asked for."""
        if taps is not self._tapped:
            self._taps, self._tapped, self._tapped_from = {}, taps, start
        rows = states[None, None]
        if not self._taps:
            self._taps[0] = _zeros_like(rows, self.capacity)
        self._taps[0][:, :, start : start + len(states)] = rows
        self._tapped_from = min(self._tapped_from, start)

    def read_taps(self, start: int, end: int) -> torch.Tensor:
        """[end - start, width]: what was written last for these slots, a view.

        Raises:
            ValueError: nothing was tapped from there on.
        """
        if not self._taps or start < self._tapped_from:
            raise ValueError(f"slots {start} to {end} have no taps")
        return self._taps[0][0, 0, start:end]

    def has_taps(self, taps: Taps) -> bool:
        """Whether all that was written since the first slot has them."""
        return not taps.layers or (taps is self._tapped and self._tapped_from == 0)

    def read(self, layer: int, slots: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Views of the first slots of a layer, for tests and copies."""
        return self._keys[layer][:, :, :slots], self._values[layer][:, :, :slots]

    @property
    def layers(self) -> tuple[int, ...]:
        """Layers written so far."""
        return tuple(self._keys)

    @property
    def _single(self) -> tuple[dict[int, torch.Tensor], ...]:
        """Buffers that are no views of the stack."""
        return (self._taps,) if self._stack is not None else (self._keys, self._values, self._taps)

    @property
    def _buffers(self) -> list[torch.Tensor]:
        """All that is kept by slot, [..., heads, capacity, size]."""
        single = [buffer for buffers in self._single for buffer in buffers.values()]
        return single if self._stack is None else [*single, self._stack]

    @property
    def nbytes(self) -> int:
        return sum(buffer.nbytes for buffer in self._buffers)


def visible_slots(end: int, bucket: int = BUCKET) -> int:
    """Slots an attention over the first `end` slots looks at: whole buckets."""
    return _round_up(end, bucket)


def _round_up(slots: int, bucket: int = BUCKET) -> int:
    return -(-slots // bucket) * bucket


def _grown(buffer: torch.Tensor, capacity: int) -> torch.Tensor:
    new = _zeros_like(buffer, capacity)
    new[:, :, : buffer.shape[2]] = buffer
    return new


def _zeros_like(rows: torch.Tensor, capacity: int) -> torch.Tensor:
    return rows.new_zeros(rows.shape[0], rows.shape[1], capacity, rows.shape[3])
