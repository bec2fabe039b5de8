"""Drafting token by token with a model: the loop that the drafters with forward passes share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafts import Drafts

# Rounds of a reply whose drafts were not finite, after which drafting ends.
BAD_ROUNDS = 3
NOT_FINITE = (
    "The draft produced numbers that are not finite again and again, so the rest is decoded plainly; "
    "its weights may be damaged."
)

Forward = Callable[[Sequence[int]], torch.Tensor]


def draw_drafts(
    forward: Forward, unread: Sequence[int], k: int, position: int, context: DraftContext
) -> tuple[Drafts, bool]:
    """At most k drafts, each drawn from the distribution after the ones before it.

    forward(tokens) reads tokens and gives the logits [vocabulary] after the last of them; unread are the
    committed tokens it has not read. position is that of the first draft in the text. False beside the drafts
    when logits that are not finite ended them.

    Raises:
        Cancelled: the user asked to stop.
    """
    tokens: list[int] = []
    rows: list[torch.Tensor] = []
    while len(tokens) < k:
        context.check()
        logits = forward(unread)[None]
        scores = context.pipeline.scores(logits, [tokens])
        if not (logits.amax().isfinite() and scores.amax().isfinite()):
            return _drafts(tokens, rows), False
        q = context.pipeline.distribution(scores)
        token = context.verifier.draft(scores[0], q[0], position + len(tokens))
        tokens.append(token)
        rows.append(q[0])
        unread = [token]
    return _drafts(tokens, rows), True


def _drafts(tokens: list[int], rows: list[torch.Tensor]) -> Drafts:
    return Drafts(tuple(tokens), torch.stack(rows)) if rows else Drafts(())
