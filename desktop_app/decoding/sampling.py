"""From logits to the distribution a token is drawn from: one pipeline for plain, verified and drafted rows.

Order and results are those of transformers' generation: logit bias, repetition penalty, banned sequences,
minimum of tokens; then temperature, top-k, top-p, min-p, typical-p. Frequency and presence penalty, which it
lacks, are OpenAI's and come after the repetition penalty: a token that stands n times in the reply loses
n * frequency_penalty, and presence_penalty once if n > 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch

from desktop_app.decoding.bans import Bans
from desktop_app.decoding.distributions import LazyRows, Rows
from desktop_app.decoding.errors import BadSamplingError
from desktop_app.decoding.nucleus import row_distribution
from desktop_app.decoding.penalties import Penalties
from desktop_app.decoding.sampling_params import SamplingParams


class SamplingPipeline:
    """The sampling parameters applied to the history of one reply.

    Row i of a verification sees the committed tokens and the drafts before it, and no others. eos_ids: the
    stop tokens that min_tokens holds back.

    Raises:
        BadSamplingError: a token id is not in the vocabulary, or the bans might leave nothing to draw.
    """

    def __init__(
        self, params: SamplingParams, vocab_size: int, device: torch.device, eos_ids: Iterable[int] = ()
    ) -> None:
        _require_known(params, vocab_size)
        self.params = params
        self._penalties = Penalties(params, device)
        self._bans = Bans(params, vocab_size, tuple(eos_ids), device)
        self._biased = torch.tensor([token for token, _ in params.logit_bias], device=device).long()
        self._bias = torch.tensor([bias for _, bias in params.logit_bias], dtype=torch.float64)

    def start(self, prompt: Sequence[int]) -> None:
        """Begins a reply after this prompt; what was committed before is forgotten."""
        self._penalties.start(prompt)
        self._bans.start(prompt)

    def commit(self, tokens: Sequence[int]) -> None:
        """Adds tokens of the reply to the history."""
        self._penalties.commit(tokens)
        self._bans.commit(tokens)

    @property
    def changes_scores(self) -> bool:
        """Whether `scores` does anything now."""
        return len(self._biased) > 0 or self._penalties.active or self._bans.active

    def scores(self, logits: torch.Tensor, before: Sequence[Sequence[int]]) -> torch.Tensor:
        """Logits [rows, vocabulary] after the processors that change which token is largest.

        before: for each row the drafts between the committed tokens and it.
        """
        if not self.changes_scores:
            return logits
        scores = logits.to(torch.promote_types(logits.dtype, torch.float32), copy=True)
        if len(self._biased):
            scores.index_add_(1, self._biased, self._bias.to(scores).expand(len(scores), -1))
        if self._penalties.active:
            self._penalties.apply(scores, before)
        if self._bans.active:
            self._bans.apply(scores, before)
        return scores

    def rows(self, scores: torch.Tensor) -> Rows:
        """The distributions of scores [rows, vocabulary], each computed when it is first asked for."""
        return LazyRows(scores, self._row)

    def distribution(self, scores: torch.Tensor) -> torch.Tensor:
        """Probabilities [rows, vocabulary], at least in float32; at temperature 0 those of temperature 1."""
        return torch.stack([self._row(row) for row in scores])

    def _row(self, scores: torch.Tensor) -> torch.Tensor:
        wide = torch.promote_types(scores.dtype, torch.float32)
        return row_distribution(scores.to(wide), self.params)


def _require_known(params: SamplingParams, vocab_size: int) -> None:
    named = [token for token, _ in params.logit_bias]
    named += [token for ids in params.banned for token in ids]
    unknown = next((token for token in named if token >= vocab_size), None)
    if unknown is not None:
        raise BadSamplingError(
            f"Token {unknown} in the logit bias or the bans is not one of the model's {vocab_size:,} tokens."
        )
