"""The cache of a model that drafts, and which tokens lie in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from desktop_app.decoding.common_prefix import common_prefix
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import PREFILL_ROWS

# As many tokens as are caught up with in the pass that drafts; more are prefilled, without their logits.
CAUGHT_UP_WITH = 8


class DraftCache:
    """tokens: those, of the draft model, whose keys and values lie in slots 0, 1, …"""

    def __init__(self, runner: ModelRunner) -> None:
        self._runner = runner
        self.slots = runner.new_cache()
        self.tokens: list[int] = []

    @property
    def nbytes(self) -> int:
        return self.slots.nbytes

    def keep_common(self, text: Sequence[int], right: int = 0) -> None:
        """Keeps what it has in common with a text; the first `right` tokens are known to be.

        The last token of the text is always read again: its logits are what drafting begins with.
        """
        same = common_prefix(self.tokens, text, right)
        del self.tokens[max(0, min(same, len(text) - 1)) :]

    def begin_round(self, text: Sequence[int], check: Callable[[], None]) -> None:
        """Drops what was drafted, and prefills where much of the text is not read yet."""
        del self.tokens[len(text) - 1 :]
        if len(text) - len(self.tokens) > CAUGHT_UP_WITH:
            self.prefill(text, check)

    def prefill(self, text: Sequence[int], check: Callable[[], None]) -> None:
        """Reads a text but for its last token.

        Raises:
            Cancelled: the user asked to stop; what was read stays.
        """
        end = len(text) - 1
        while len(self.tokens) < end:
            check()
            start = len(self.tokens)
            chunk = text[start : min(end, start + PREFILL_ROWS)]
            self._runner.prefill(self.slots, chunk, start)
            self.tokens.extend(chunk)

    def forward(self, tokens: Sequence[int]) -> torch.Tensor:
        """Logits [vocabulary] after these tokens, which are read behind the others unless the logits are not
        finite."""
        start = len(self.tokens)
        logits = self._runner.forward(self.slots, tokens, start)[-1]
        if logits.amax().isfinite():
            self.tokens.extend(tokens)
        else:  # even a masked NaN would spread
            self.slots.wipe(start, start + len(tokens))
        return logits

    def forget(self) -> None:
        """All of it: what made the numbers not finite may lie anywhere in it."""
        self.tokens = []
        self.slots = self._runner.new_cache()
