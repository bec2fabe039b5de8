"""Layer skip: the target's own first layers, with its final norm and head, draft.

Self-speculative decoding (Zhang et al. 2309.08168, Elhoushi et al. 2404.16710). They share the target's
cache: what they need of the committed tokens lies there, and every slot they write is written again by the
verification.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.drawing import BAD_ROUNDS, NOT_FINITE, draw_drafts
from desktop_app.decoding.drafters.names import SKIP
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import Session


class LayerSkip:
    """runner runs the first layers of the session's target."""

    name = SKIP
    limit = None

    def __init__(self, runner: ModelRunner, session: Session) -> None:
        self._runner = runner
        self._session = session
        self._context: DraftContext | None = None
        self._bad_rounds = 0
        self.problem = ""

    def start(self, tokens: Sequence[int], context: DraftContext) -> None:  # noqa: ARG002
        self._context = context
        self._bad_rounds = 0
        self.problem = ""

    def commit(self, tokens: Sequence[int]) -> None: ...

    def propose(self, k: int) -> Drafts:
        session = self._session
        if k < 1 or self.problem or self._context is None or session.pending is None:
            return Drafts(())
        slot = len(session.cached)

        def forward(tokens: Sequence[int]) -> torch.Tensor:
            nonlocal slot
            logits = self._runner.forward(session.cache, tokens, slot)[-1]
            slot += len(tokens)
            return logits

        drafts, finite = draw_drafts(forward, [session.pending], k, session.length, self._context)
        if not finite:
            session.cache.wipe(slot - 1, slot)  # even a masked NaN would spread
            self._bad_rounds += 1
        if self._bad_rounds >= BAD_ROUNDS:
            self.problem = NOT_FINITE
        return drafts
