"""A network that computes each context once, so that one model can be asked thousands of times."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import torch

from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.layout import chain_layout, tree_layout
from desktop_app.decoding.runner import Network
from desktop_app.decoding.slot_cache import SlotCache


class MemoNetwork:
    """Wraps a network; each row's logits depend on the tokens it sees and on nothing else.

    Caches only tell it which tokens lie in which slots. Meant for few and short contexts: a new one is
    computed from its beginning.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self.device = network.device
        self.dtype = network.dtype
        self.context_limit = network.context_limit
        self.plain_only = network.plain_only
        self._slots: WeakKeyDictionary[SlotCache, list[int]] = WeakKeyDictionary()
        self._rows: dict[tuple[int, ...], torch.Tensor] = {}
        self._first_layers: dict[int, MemoNetwork] = {}

    def first_layers(self, count: int) -> MemoNetwork:
        """The network's first layers, which draft into the same caches.

        Raises:
            DecodingError: the network has no such layers.
        """
        first = getattr(self._network, "first_layers", None)
        if first is None:
            raise DecodingError("This model cannot draft with its own first layers; choose another draft.")
        if count not in self._first_layers:
            memo = self._first_layers[count] = MemoNetwork(first(count))
            memo._slots = self._slots
        return self._first_layers[count]

    @property
    def contexts(self) -> int:
        """Computed so far."""
        return len(self._rows)

    def new_cache(self, slots: int) -> SlotCache:
        return SlotCache(slots)

    def rollback(self, cache: SlotCache, length: int) -> int:  # noqa: ARG002 - slots are overwritten
        return length

    def forward(
        self,
        tokens: torch.Tensor,
        start: int,
        cache: SlotCache,
        logits_rows: int | None,
        parents: Sequence[int] | None = None,
    ) -> torch.Tensor:
        slots = self._slots.setdefault(cache, [])
        slots[start:] = tokens.tolist()
        layout = chain_layout(len(tokens), start) if parents is None else tree_layout(parents, start)
        own = layout.own.tolist()
        wanted = range(len(tokens)) if logits_rows is None else range(len(tokens) - logits_rows, len(tokens))
        rows = []
        for row in wanted:
            seen = [slots[start + other] for other, visible in enumerate(own[row]) if visible]
            rows.append(self.row((*slots[:start], *seen)))
        return torch.stack(rows)

    def row(self, context: tuple[int, ...]) -> torch.Tensor:
        """Logits [vocabulary] after these tokens."""
        if context not in self._rows:
            ids = torch.tensor(context, device=self.device)
            scratch = SlotCache(len(context))
            self._rows[context] = self._network.forward(ids, 0, scratch, 1)[0]
        return self._rows[context]
