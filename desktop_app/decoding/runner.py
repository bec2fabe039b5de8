"""Runs a model forward over rows of tokens at given slots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import torch

from desktop_app.decoding.slot_cache import TokenCache

# A linear layer's row changes in its last bits with the number of rows. At this fixed number each row is
# bitwise independent of its neighbours, so that one token costs the same arithmetic alone or among drafts.
EXACT_ROWS = 8


class Network(Protocol):
    """What a runner needs of a model: `TransformersNetwork`, or `AppendingNetwork` for plain decoding.

    plain_only: why no draft can be verified with it, a sentence for the user; "" when they can.
    """

    device: torch.device
    dtype: torch.dtype
    context_limit: int
    plain_only: str

    def new_cache(self, slots: int) -> TokenCache:
        """An empty cache with room for so many tokens."""

    def rollback(self, cache: Any, length: int) -> int:
        """Forgets what lies past the first `length` tokens; returns how many the cache still holds."""

    def forward(
        self,
        tokens: torch.Tensor,
        start: int,
        cache: Any,
        logits_rows: int | None,
        parents: Sequence[int] | None = None,
    ) -> torch.Tensor:
        """Logits [rows kept, vocabulary] of tokens [rows] written at slots from start on.

        cache: one of this network's own. parents: for each row the row it follows, -1 for what lies before
        start; None: each follows the last.
        """


class ModelRunner:
    """Owns a model. With exact, every pass has `EXACT_ROWS` rows.

    vocab_size: ids the tokenizer and the logits share; logits past it are padding and are cut off.
    logits_device: where logits are given out and sampled from, a draft's where the target's are; mps has no
    double precision, so by itself its go to the CPU.
    """

    def __init__(
        self,
        network: Network,
        vocab_size: int,
        context_limit: int | None = None,
        logits_device: torch.device | None = None,
    ) -> None:
        self.network = network
        self.vocab_size = vocab_size
        self.context_limit = min(context_limit or network.context_limit, network.context_limit)
        own = torch.device("cpu") if network.device.type == "mps" else network.device
        self.logits_device = logits_device or own

    def new_cache(self) -> TokenCache:
        """A cache for the whole context, with room for the rows that pad an exact shape."""
        return self.network.new_cache(self.context_limit + EXACT_ROWS)

    def forward(
        self,
        cache: TokenCache,
        tokens: Sequence[int],
        start: int,
        *,
        exact: bool = False,
        parents: Sequence[int] | None = None,
        as_computed: bool = False,
    ) -> torch.Tensor:
        """Logits [len(tokens), vocabulary] in float32 of tokens written at slots from start on.

        parents: for each token the one it follows, -1 for what lies before start; None for a chain.
        as_computed: half precision is left as it is, for who looks at a few rows only.

        Raises:
            ValueError: more tokens than an exact shape holds.
        """
        padded = self._padded(tokens) if exact else tokens
        if parents is not None:
            parents = [*parents, *[-1] * (len(padded) - len(tokens))]
        logits = self._run(cache, padded, start, None, parents)[: len(tokens)]
        return logits if as_computed and logits.dtype.itemsize == 2 else logits.to(torch.float32)

    def prefill(self, cache: TokenCache, tokens: Sequence[int], start: int, *, exact: bool = False) -> None:
        """Fills slots from start on; computes no more logits than the model insists on."""
        self._run(cache, self._padded(tokens) if exact else tokens, start, 1)

    def _padded(self, tokens: Sequence[int]) -> Sequence[int]:
        if len(tokens) > EXACT_ROWS:
            raise ValueError(f"an exact shape holds {EXACT_ROWS} tokens, not {len(tokens)}")
        # what is only appended to must not read padding; without drafts its shapes agree by themselves
        padding = 0 if self.network.plain_only else EXACT_ROWS - len(tokens)
        return [*tokens, *[tokens[-1]] * padding]

    def _run(
        self,
        cache: TokenCache,
        tokens: Sequence[int],
        start: int,
        logits_rows: int | None,
        parents: Sequence[int] | None = None,
    ) -> torch.Tensor:
        ids = torch.tensor(tokens, dtype=torch.long, device=self.network.device)
        logits = self.network.forward(ids, start, cache, logits_rows, parents)
        return logits[:, : self.vocab_size].to(self.logits_device)
