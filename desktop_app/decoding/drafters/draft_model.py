"""A smaller model with the same tokenizer drafts (Leviathan et al. 2211.17192, Chen et al. 2302.01318)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from desktop_app.decoding.common_prefix import common_prefix
from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.drawing import BAD_ROUNDS, NOT_FINITE, draw_drafts
from desktop_app.decoding.drafters.names import MODEL
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import PREFILL_ROWS

# As many tokens as are caught up with in the pass that drafts; more are prefilled, without their logits.
_CAUGHT_UP_WITH = 8


class DraftModel:
    """Keeps its cache from reply to reply: one for each conversation.

    vocab_size: the target's. Ids that the draft does not know are never drafted; logits that the target does
    not know are cut off.
    """

    name = MODEL

    def __init__(self, runner: ModelRunner, vocab_size: int) -> None:
        self._runner = runner
        self._vocab_size = vocab_size
        self._cache = runner.new_cache()
        self._context: DraftContext | None = None
        self._tokens: list[int] = []
        self._bad_rounds = 0
        self.problem = ""
        self.cached: list[int] = []
        """Tokens whose keys and values lie in slots 0, 1, …; after `propose` drafts are among them."""

    @property
    def limit(self) -> int:
        return self._runner.context_limit

    @property
    def nbytes(self) -> int:
        return self._cache.nbytes

    def start(self, tokens: Sequence[int], context: DraftContext) -> None:
        self._context = context
        self._bad_rounds = 0
        self.problem = ""
        self._tokens = []
        self._extend(tokens)
        self._keep_common(0)
        if not self.problem:
            self._prefill(len(self._tokens) - 1, context.check)

    def commit(self, tokens: Sequence[int]) -> None:
        right = min(len(self.cached), len(self._tokens))
        self._extend(tokens)
        self._keep_common(right)

    def propose(self, k: int) -> Drafts:
        if k < 1 or self.problem or self._context is None:
            return Drafts(())
        del self.cached[len(self._tokens) - 1 :]
        if len(self._tokens) - len(self.cached) > _CAUGHT_UP_WITH:
            self._prefill(len(self._tokens) - 1, self._context.check)
        unread = self._tokens[len(self.cached) :]
        drafts, finite = draw_drafts(self._forward, unread, k, len(self._tokens), self._context)
        if not finite:
            self._bad_rounds += 1
        if self._bad_rounds >= BAD_ROUNDS:
            self.problem = NOT_FINITE
            self._forget()
        return drafts

    def _extend(self, tokens: Sequence[int]) -> None:
        self._tokens.extend(tokens)
        if self.problem:
            return
        if len(self._tokens) >= self.limit:
            self.problem = (
                f"The draft model holds {self.limit:,} tokens and this conversation has reached them, "
                "so the rest is decoded plainly."
            )
        elif tokens and max(tokens) >= self._runner.vocab_size:
            self.problem = (
                f"The text has a token ({max(tokens):,}) that the draft model does not know, "
                "so the rest is decoded plainly."
            )

    def _keep_common(self, right: int) -> None:
        """Keeps what the cache has in common with the committed tokens; the first `right` are known to be.

        The last committed token is always read again: its logits are what drafting begins with.
        """
        same = common_prefix(self.cached, self._tokens, right)
        del self.cached[min(same, len(self._tokens) - 1) :]

    def _prefill(self, end: int, check: Callable[[], None]) -> None:
        while len(self.cached) < end:
            check()
            start = len(self.cached)
            chunk = self._tokens[start : min(end, start + PREFILL_ROWS)]
            self._runner.prefill(self._cache, chunk, start)
            self.cached.extend(chunk)

    def _forward(self, tokens: Sequence[int]) -> torch.Tensor:
        start = len(self.cached)
        logits = self._runner.forward(self._cache, tokens, start)[-1]
        if logits.amax().isfinite():
            self.cached.extend(tokens)
        else:  # even a masked NaN would spread
            self._cache.wipe(start, start + len(tokens))
        missing = self._vocab_size - len(logits)
        return torch.nn.functional.pad(logits, (0, missing), value=float("-inf"))

    def _forget(self) -> None:
        """What made the numbers not finite may lie anywhere in the cache."""
        self.cached = []
        self._cache = self._runner.new_cache()
