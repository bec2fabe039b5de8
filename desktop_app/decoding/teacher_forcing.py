"""Verifiers that follow a reply that is written already, to see how other drafts would have fared in it.

Nothing is drawn anew: every token that is emitted is the reply's own. Greedy and coupled replies decide for
each draft by equality, as the true rule does. Under the rejection rule it is a matter of chance whether a
token came from the draft. Given the reply's token y, it stood as a draft with probability
min(1, q(y) / p(y)): a draft is y and stands with min(p(y), q(y)), and the token is y with p(y). So the drafts
are the reply's own tokens, and a coin with that probability decides.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from desktop_app.decoding.distributions import Rows
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.sampling_params import VerifierName
from desktop_app.decoding.verification import Coins, Rejection, Verification, Verifier, accepts, walk

# past the end of the reply the decoder cuts, so that any token will do
_AFTER = 0


class Forced:
    """For a greedy or a coupled reply. start: the position in the text of the reply's first token.

    The true rule is asked too and its answer thrown away, so that a round costs what it costs.
    """

    def __init__(self, rule: Verifier, reply: Sequence[int], start: int) -> None:
        self.name: VerifierName = rule.name
        self._rule = rule
        self._own = _Own(reply, start)

    def verify(self, scores: torch.Tensor, p: Rows, drafts: Drafts, position: int) -> Verification:
        self._rule.verify(scores, p, drafts, position)
        return walk(drafts, lambda _, at: self._own(at), position)

    def draft(self, scores: torch.Tensor, q: torch.Tensor, position: int) -> int:
        return self._rule.draft(scores, q, position)


class ForcedRejection(Rejection):
    """For a reply of the rejection rule: drafters that draw are made to draw the reply's own tokens."""

    def __init__(self, coins: Coins, reply: Sequence[int], start: int) -> None:
        super().__init__(coins)
        self._own = _Own(reply, start)

    def verify(self, scores: torch.Tensor, p: Rows, drafts: Drafts, position: int) -> Verification:
        super().verify(scores, p, drafts, position)
        for index, token in enumerate(drafts.tokens):
            own = self._own(position + index)
            q = drafts.probability(index)
            if token != own or not accepts(self._coins.next(), q, float(p[index][own])):
                return Verification(index, own)
        return Verification(len(drafts.tokens), self._own(position + len(drafts.tokens)))

    def draft(self, scores: torch.Tensor, q: torch.Tensor, position: int) -> int:
        drawn = super().draft(scores, q, position)
        own = self._own(position)
        # a token that the draft never draws falls in any case; its model may not even know it
        return own if q[own] > 0 else drawn


class _Own:
    """The reply's token at a position of the text."""

    def __init__(self, reply: Sequence[int], start: int) -> None:
        self._reply = reply
        self._start = start

    def __call__(self, position: int) -> int:
        place = position - self._start
        return self._reply[place] if place < len(self._reply) else _AFTER
