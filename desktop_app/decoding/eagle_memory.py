"""What an EAGLE-3 head keeps of one conversation, and the passes that write it.

Row i of the head reads token i of the text and what the target made of token i - 1, and guesses token i + 1.
It lies in slot i - 1; the first token has none. Behind the committed rows lie those of one round's drafts,
which read what the head itself gave; the next round overwrites them with rows made from the target's states.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from desktop_app.decoding.common_prefix import common_prefix
from desktop_app.decoding.eagle_network import EagleNetwork
from desktop_app.decoding.session import PREFILL_ROWS
from desktop_app.decoding.slot_cache import SlotCache


class EagleMemory:
    """tokens: the text whose rows are read. slots: as many as text and one round's drafts need."""

    def __init__(self, network: EagleNetwork, slots: int) -> None:
        self.network = network
        self.cache = network.new_cache(slots)
        self.tokens: list[int] = []
        self._slots = slots

    @property
    def nbytes(self) -> int:
        return self.cache.nbytes

    @property
    def rows(self) -> int:
        return max(0, len(self.tokens) - 1)

    def keep_common(self, tokens: Sequence[int]) -> None:
        """Forgets all from the first token on that another text has otherwise."""
        del self.tokens[common_prefix(self.tokens, tokens) :]

    def forget(self) -> None:
        """All of it: what made numbers not finite may lie anywhere."""
        self.cache = self.network.new_cache(self._slots)
        self.tokens = []

    def read(self, tokens: Sequence[int], end: int, target: SlotCache) -> torch.Tensor:
        """Reads tokens of the text up to `end`, at most `PREFILL_ROWS` of them, with the target's states.

        Returns what the head gives for them, [rows, hidden size].

        Raises:
            ValueError: the target's cache has no states of them.
        """
        start = self.rows
        end = min(end, start + 1 + PREFILL_ROWS)
        hidden = self.network.fuse(target.read_taps(start, end - 1))
        rows = end - 1 - start
        mask = None
        if rows > 1:
            mask = torch.full((rows, end - 1), float("-inf")).triu_(start + 1)
        hidden = self.network.forward(
            tokens[start + 1 : end], hidden, range(start, end - 1), self.cache, start, mask
        )
        self.tokens = list(tokens[:end])
        return hidden


class DraftRows:
    """The rows of one round's drafts, behind those of the text."""

    def __init__(self, memory: EagleMemory) -> None:
        self._memory = memory
        self._written = 0

    def read(
        self, tokens: Sequence[int], hidden: torch.Tensor, depth: int, above: Sequence[Sequence[int]]
    ) -> torch.Tensor:
        """Reads drafts of one level, `depth` levels below the text's last token.

        hidden [rows, hidden size]: what the head gave for the draft before each. above: for each the rows of
        this round on its way, counted from 0 in the order they were read. Returns the same shape as hidden.
        """
        memory, first = self._memory, self._written
        start = memory.rows + first
        self._written += len(tokens)
        mask = None
        if len(tokens) > 1 or len(above[0]) < first:
            mask = torch.zeros(len(tokens), start + len(tokens))
            mask[:, memory.rows :] = float("-inf")
            for row, seen in enumerate(above):
                mask[row, [memory.rows + index for index in (*seen, first + row)]] = 0.0
        positions = [memory.rows - 1 + depth] * len(tokens)
        return memory.network.forward(tokens, hidden, positions, memory.cache, start, mask)
