"""A model with another tokenizer drafts (Timor et al., 2502.05202).

Where tokens are drawn, it drafts those that both vocabularies have, from its distribution over them: that is
a distribution over the target's tokens like any other, so verification stays lossless. Where the target takes
its own first choice, the draft writes text in all of its tokens, which is then cut into the target's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.draft_cache import DraftCache
from desktop_app.decoding.drafters.drawing import BAD_ROUNDS, NOT_FINITE, draw_drafts
from desktop_app.decoding.drafters.names import MODEL
from desktop_app.decoding.drafters.retokenized_text import RetokenizedText
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.row_search import best_token
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.translation import Translation, whole_characters
from desktop_app.decoding.verification import Greedy

# Passes for each draft that is asked for: the draft's tokens may be shorter than the target's.
_PASSES = 2


class OtherVocabulary:
    """Keeps its cache from reply to reply: one for each conversation. vocab_size: the target's.

    Its cache holds the committed text in its own tokens, as its own tokenizer cuts it.
    """

    name = MODEL
    # the limit is of its own tokens, whose number says nothing about the target's
    limit = None

    def __init__(self, runner: ModelRunner, translation: Translation, vocab_size: int) -> None:
        self._runner = runner
        self._translation = translation
        self._vocab_size = vocab_size
        targets = list(translation.shared)
        self._target_ids = torch.tensor(targets, dtype=torch.long)
        self._draft_ids = torch.tensor([translation.shared[token] for token in targets], dtype=torch.long)
        self._cache = DraftCache(runner)
        self._context: DraftContext | None = None
        self._position = 0  # committed tokens of the target
        self._bad_rounds = 0
        self.text = RetokenizedText(translation)
        self.problem = ""

    @property
    def cached(self) -> list[int]:
        """Tokens of its own in slots 0, 1, …; after `propose` drafts are among them."""
        return self._cache.tokens

    @property
    def nbytes(self) -> int:
        return self._cache.nbytes

    def start(self, tokens: Sequence[int], context: DraftContext) -> None:
        self._context = context
        self._bad_rounds = 0
        self.problem = ""
        self._position = len(tokens)
        self.text.start(tokens)
        self._settle(0)
        if not self.problem:
            self._cache.prefill(self.text.ids, context.check)

    def commit(self, tokens: Sequence[int]) -> None:
        self._position += len(tokens)
        settled = min(len(self.cached), self.text.settled)
        self.text.extend(tokens)
        self._settle(settled)

    def propose(self, k: int) -> Drafts:
        # half a character cannot be read, and nothing can be drafted before the first token
        if k < 1 or self.problem or self._context is None or not self.text.whole or not self.text.ids:
            return Drafts(())
        ids = self.text.ids
        k = min(k, self._runner.context_limit - len(ids))
        self._cache.begin_round(ids, self._context.check)
        if isinstance(self._context.verifier, Greedy):
            drafts, finite = self._write(k, self._context)
        else:
            drafts, finite = draw_drafts(self._shared_forward(), [], k, self._position, self._context)
        if not finite:
            self._bad_rounds += 1
        if self._bad_rounds >= BAD_ROUNDS:
            self.problem = NOT_FINITE
            self._cache.forget()
        return drafts

    def _write(self, k: int, context: DraftContext) -> tuple[Drafts, bool]:
        """Its own first choices as text, cut into at most k of the target's tokens."""
        unread, written, ended, finite = self._unread(), b"", False, True
        drafts: list[int] = []
        for _ in range(min(_PASSES * k, self._runner.context_limit - len(self.text.ids))):
            context.check()
            logits = self._cache.forward(unread)
            finite = bool(logits.amax().isfinite())
            token = best_token(logits)
            ended = finite and token in self._translation.ends
            if ended or not finite:
                break
            written += self._translation.draft_bytes(token)
            drafts = self._translation.target_encode(whole_characters(written)[0])
            # one more than is asked for: what follows a token may still join with it
            if len(drafts) > k:
                break
            unread = [token]
        known = [token for token in drafts if token < self._vocab_size]
        if ended and self._translation.end is not None and len(known) == len(drafts):
            known.append(self._translation.end)
        return Drafts(tuple(known[:k])), finite

    def _shared_forward(self) -> Callable[[Sequence[int]], torch.Tensor]:
        """Logits [target vocabulary] from this model; what it does not share has none."""
        unread = self._unread()

        def forward(tokens: Sequence[int]) -> torch.Tensor:
            own = [*unread, *(self._translation.shared[token] for token in tokens)]
            unread.clear()
            logits = self._cache.forward(own)
            row = torch.full((self._vocab_size,), float("-inf"), dtype=logits.dtype, device=logits.device)
            row[self._target_ids.to(row.device)] = logits[self._draft_ids.to(row.device)]
            return row

        return forward

    def _unread(self) -> list[int]:
        return self.text.ids[len(self.cached) :]

    def _settle(self, right: int) -> None:
        """The first `right` tokens in the cache are known to be those of the text."""
        ids = self.text.ids
        self._cache.keep_common(ids, right)
        if not self.problem and len(ids) >= self._runner.context_limit:
            self.problem = (
                f"The draft model holds {self._runner.context_limit:,} tokens and this conversation has "
                "reached them, so the rest is decoded plainly."
            )
