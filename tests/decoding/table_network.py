"""A network whose next token depends on the last two tokens, as it reads them back from the cache.

A wrong slot, a stale one that is not masked or a lost one gives other text or an error at once, and the exact
distribution of every reply is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from desktop_app.decoding.layout import chain_layout, tree_layout
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.slot_cache import SlotCache

ORDER = 2


class TableNetwork:
    """calls notes (start, tokens) of every pass; before_pass is called before each.

    not_finite: positions whose row of logits is NaN, and whose keys and values are too.
    """

    plain_only = ""

    def __init__(self, vocabulary: int = 6, context: int = 64, seed: int = 0, padding: int = 0) -> None:
        self.device = torch.device("cpu")
        self.dtype = torch.float32
        self.context_limit = context
        self.vocabulary = vocabulary
        self.padding = padding
        self.calls: list[tuple[int, tuple[int, ...]]] = []
        self.before_pass: Callable[[], None] = lambda: None
        self.not_finite: set[int] = set()
        generator = torch.Generator().manual_seed(seed)
        contexts = (vocabulary + 1,) * ORDER  # the last id stands for "before the beginning"
        self.table = 2.0 * torch.randn(*contexts, vocabulary, generator=generator)

    def runner(self) -> ModelRunner:
        return ModelRunner(self, self.vocabulary)

    def new_cache(self, slots: int) -> SlotCache:
        return SlotCache(slots)

    def rollback(self, cache: SlotCache, length: int) -> int:
        return length

    def row(self, tokens: Sequence[int]) -> torch.Tensor:
        """Logits [vocabulary] after these tokens."""
        padded = [self.vocabulary] * ORDER + list(tokens)
        row: torch.Tensor = self.table[tuple(padded[-ORDER:])]
        return row

    def forward(
        self,
        tokens: torch.Tensor,
        start: int,
        cache: SlotCache,
        logits_rows: int | None,
        parents: Sequence[int] | None = None,
    ) -> torch.Tensor:
        self.before_pass()
        self.calls.append((start, tuple(tokens.tolist())))
        end = start + len(tokens)
        cache.reserve(end)
        layout = chain_layout(len(tokens), start) if parents is None else tree_layout(parents, start)
        positions = layout.positions
        # from the first bad position on: what follows it looks at it
        first_bad = min((p for p in self.not_finite if start <= p < end), default=end)
        bad = positions >= first_bad
        written = tokens.float().masked_fill(bad, torch.nan)
        views = cache.write(0, written[None, None, :, None], positions.float()[None, None, :, None], start)
        keys, values = (view[0, 0, :, 0] for view in views)
        assert not keys[:start].isnan().any(), "the sequence holds what is not finite"
        assert not keys[end:].isnan().any(), "even a masked NaN would spread"
        assert torch.equal(values[:start], torch.arange(float(start))), "a slot was lost"
        assert torch.equal(values[start:end], positions.float())
        # what each row may look at, in the order of the positions that were written with it
        order = values.argsort(stable=True)
        seen = keys.nan_to_num().int()
        visible = layout.visible(None)
        rows = [seen[order][mask[order]].tolist() for mask in visible[:, : len(seen)]]
        logits = torch.stack([self.row(row) for row in rows])
        # ids that only pad the matrix have the largest logits of all, to be noticed
        padding = torch.full((len(tokens), self.padding), 99.0)
        logits = torch.cat([logits, padding], dim=1).masked_fill(bad[:, None], torch.nan)
        return logits if logits_rows is None else logits[-logits_rows:]

    def greedy(self, prompt: Sequence[int], length: int) -> list[int]:
        """The reply at temperature 0."""
        tokens = list(prompt)
        for _ in range(length):
            tokens.append(int(self.row(tokens).argmax()))
        return tokens[len(prompt) :]


def token_text(token: int) -> bytes:
    """Token 0 is a, 1 is b, …"""
    return bytes([ord("a") + token])
