"""A smaller model with the same tokenizer drafts (Leviathan et al. 2211.17192, Chen et al. 2302.01318)."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.draft_cache import DraftCache
from desktop_app.decoding.drafters.drawing import BAD_ROUNDS, NOT_FINITE, draw_drafts
from desktop_app.decoding.drafters.names import MODEL
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.runner import ModelRunner


class DraftModel:
    """Keeps its cache from reply to reply: one for each conversation.

    vocab_size: the target's. Ids that the draft does not know are never drafted; logits that the target does
    not know are cut off.
    """

    name = MODEL

    def __init__(self, runner: ModelRunner, vocab_size: int) -> None:
        self._runner = runner
        self._vocab_size = vocab_size
        self._cache = DraftCache(runner)
        self._context: DraftContext | None = None
        self._tokens: list[int] = []
        self._bad_rounds = 0
        self.problem = ""

    @property
    def cached(self) -> list[int]:
        """Tokens whose keys and values lie in slots 0, 1, …; after `propose` drafts are among them."""
        return self._cache.tokens

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
        self._cache.keep_common(self._tokens)
        if not self.problem:
            self._cache.prefill(self._tokens, context.check)

    def commit(self, tokens: Sequence[int]) -> None:
        right = min(len(self.cached), len(self._tokens))
        self._extend(tokens)
        self._cache.keep_common(self._tokens, right)

    def propose(self, k: int) -> Drafts:
        if k < 1 or self.problem or self._context is None:
            return Drafts(())
        self._cache.begin_round(self._tokens, self._context.check)
        unread = self._tokens[len(self.cached) :]
        drafts, finite = draw_drafts(self._forward, unread, k, len(self._tokens), self._context)
        if not finite:
            self._bad_rounds += 1
        if self._bad_rounds >= BAD_ROUNDS:
            self.problem = NOT_FINITE
            self._cache.forget()
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

    def _forward(self, tokens: Sequence[int]) -> torch.Tensor:
        logits = self._cache.forward(tokens)
        missing = self._vocab_size - len(logits)
        return torch.nn.functional.pad(logits, (0, missing), value=float("-inf"))
