"""Tokens that may not come: banned sequences, and stop tokens before the reply is long enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import torch

from desktop_app.decoding.errors import BadSamplingError
from desktop_app.decoding.sampling_params import SamplingParams

_NEVER = float("-inf")


class Bans:
    """Follows one history: a sequence's last token is ruled out where the ones before it have just come.

    Raises:
        BadSamplingError: nothing might be left to draw.
    """

    def __init__(
        self, params: SamplingParams, vocab_size: int, eos_ids: Sequence[int], device: torch.device
    ) -> None:
        eos = {token for token in eos_ids if token < vocab_size}
        # as in transformers, a stop token alone cannot be banned: the reply could not end
        banned = [ids for ids in params.banned if ids not in {(token,) for token in eos}]
        self._min_tokens = params.min_tokens if eos else 0
        ruled_out = {ids[-1] for ids in banned} | (eos if self._min_tokens else set())
        if len(ruled_out) >= vocab_size:
            raise BadSamplingError(
                "The banned tokens leave nothing to draw: every token of the model is one or ends a banned "
                "sequence; ban fewer."
            )
        self._always = torch.tensor([ids[0] for ids in banned if len(ids) == 1], device=device).long()
        self._eos = sorted(eos)
        self._after: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for ids in banned:
            if len(ids) > 1:
                self._after[ids[:-1]].append(ids[-1])
        self._lengths = sorted({len(prefix) for prefix in self._after})
        self._tail: list[int] = []
        self._emitted = 0
        self.active = bool(banned) or self._min_tokens > 0

    def start(self, prompt: Sequence[int]) -> None:
        """Begins a reply: a sequence may begin in the prompt, but only the reply's tokens are counted."""
        self._tail = []
        self.commit(prompt)
        self._emitted = 0

    def commit(self, tokens: Sequence[int]) -> None:
        """Adds tokens of the reply."""
        self._emitted += len(tokens)
        if self._lengths:
            self._tail = [*self._tail, *tokens][-self._lengths[-1] :]

    def apply(self, scores: torch.Tensor, before: Sequence[Sequence[int]]) -> None:
        """Changes scores [rows, vocabulary] in place; before: the drafts each row sees."""
        if len(self._always):
            scores.index_fill_(1, self._always, _NEVER)
        cells = [(row, token) for row, drafts in enumerate(before) for token in self._ruled_out(drafts)]
        if cells:
            rows, tokens = torch.tensor(cells, device=scores.device).T
            scores[rows, tokens] = _NEVER

    def _ruled_out(self, drafts: Sequence[int]) -> list[int]:
        """What the history and these drafts rule out besides the tokens that are banned always."""
        tokens: list[int] = []
        text = [*self._tail, *drafts]
        for length in self._lengths:
            if length <= len(text):
                tokens += self._after.get(tuple(text[-length:]), ())
        if self._emitted + len(drafts) < self._min_tokens:
            tokens += self._eos
        return tokens
