"""The distribution that transformers' own processors give, chained in the order of its generation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import torch
from transformers import (
    LogitsProcessorList,
    MinNewTokensLengthLogitsProcessor,
    MinPLogitsWarper,
    NoBadWordsLogitsProcessor,
    RepetitionPenaltyLogitsProcessor,
    SequenceBiasLogitsProcessor,
    TemperatureLogitsWarper,
    TopKLogitsWarper,
    TopPLogitsWarper,
    TypicalLogitsWarper,
)

from desktop_app.decoding.sampling_params import SamplingParams


class OpenAiPenalties:
    """Frequency and presence penalty as their documentation writes them; transformers has none."""

    def __init__(self, prompt_length: int, frequency: float, presence: float) -> None:
        self.prompt_length, self.frequency, self.presence = prompt_length, frequency, presence

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        scores = scores.clone()
        for token, count in Counter(input_ids[0, self.prompt_length :].tolist()).items():
            scores[0, token] -= count * self.frequency + self.presence
        return scores


def processors(params: SamplingParams, prompt_length: int, eos: Sequence[int]) -> LogitsProcessorList:
    """Those its `_get_logits_processor` makes for sampling, or at temperature 0 for none."""
    steps: list[Any] = []
    if params.logit_bias:
        bias = [[[token], float(bias)] for token, bias in params.logit_bias]
        steps.append(SequenceBiasLogitsProcessor(bias))
    if params.repetition_penalty != 1.0:
        steps.append(RepetitionPenaltyLogitsProcessor(params.repetition_penalty))
    steps.append(OpenAiPenalties(prompt_length, params.frequency_penalty, params.presence_penalty))
    if params.banned:
        steps.append(NoBadWordsLogitsProcessor([list(ids) for ids in params.banned], list(eos)))
    if params.min_tokens:
        steps.append(MinNewTokensLengthLogitsProcessor(prompt_length, params.min_tokens, list(eos)))
    if not params.greedy:
        steps.append(TemperatureLogitsWarper(params.temperature))
        if params.top_k:
            steps.append(TopKLogitsWarper(params.top_k))
        if params.top_p < 1.0:
            steps.append(TopPLogitsWarper(params.top_p))
        if params.min_p:
            steps.append(MinPLogitsWarper(params.min_p))
        if params.typical_p < 1.0:
            steps.append(TypicalLogitsWarper(params.typical_p))
    return LogitsProcessorList(steps)


def with_transformers(
    params: SamplingParams,
    row: torch.Tensor,
    prompt: Sequence[int] = (),
    reply: Sequence[int] = (),
    eos: Sequence[int] = (),
) -> torch.Tensor:
    """Probabilities [vocabulary] after prompt and reply, from logits [vocabulary]."""
    ids = torch.tensor([[*prompt, *reply]], dtype=torch.long)
    scores: torch.Tensor = processors(params, len(prompt), eos)(ids, row[None].clone())
    return scores.softmax(-1)[0]
