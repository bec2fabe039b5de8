"""What networks over a cache of slots have in common: how far they go back, taps, their first layers."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Self

from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.slot_cache import SlotCache, Taps


class SlotNetwork:
    """layers: what a pass runs through, in order."""

    plain_only = ""

    def __init__(self, layers: Sequence[Any]) -> None:
        self._layers = list(layers)
        self._taps = Taps(())

    @property
    def layers(self) -> int:
        return len(self._layers)

    def new_cache(self, slots: int) -> SlotCache:
        return SlotCache(slots)

    def rollback(self, cache: SlotCache, length: int) -> int:
        """Slots past the length are overwritten in time; but those written before `tap` lack their taps."""
        return length if cache.has_taps(self._taps) else 0

    def tap(self, layers: Sequence[int]) -> None:
        """From now on each pass also writes the hidden states that enter these layers, [rows, layers *
        hidden size] in the order given, into the cache at its slots. None: no more.

        Raises:
            ValueError: the model has no such layer.
        """
        if any(not 0 <= layer < self.layers for layer in layers):
            raise ValueError(f"this model has layers 0 to {self.layers - 1}, not all of {list(layers)}")
        if tuple(layers) != self._taps.layers:
            self._taps = Taps(tuple(layers))

    def first_layers(self, count: int) -> Self:
        """The model's first layers with its final norm and head, as a network of its own. Weights are shared.

        Raises:
            DecodingError: the model has no more layers than that, or none are asked for.
        """
        if not 1 <= count < self.layers:
            raise DecodingError(
                f"This model has {self.layers} layers; choose from 1 to {self.layers - 1} of them to draft, "
                f"not {count}."
            )
        twin = copy.copy(self)
        twin._taps = Taps(())
        twin._layers = self._layers[:count]
        return twin
