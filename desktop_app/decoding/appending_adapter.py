"""Drives a transformers model whose memory of the text can only grow: recurrent, hybrid, or with attention
in a way of its own. It decodes plainly, with the model's own cache."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import torch
from transformers import PreTrainedModel
from transformers.cache_utils import Cache, DynamicCache

from desktop_app.decoding.config_adapter import context_limit
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.llama_adapter import LlamaNetwork, is_llama
from desktop_app.decoding.runner import Network
from desktop_app.decoding.transformers_adapter import TransformersNetwork

_ATTENTION_KINDS = {"full_attention", "sliding_attention", "chunked_attention"}
# The self-check, as that of `TransformersNetwork`. Some models compute one token by another formula than
# many, and clamp or round it otherwise: up to 2e-3 of the logits' standard deviation apart in float32.
_PROBE_PIECES = (5, 3, 1, 1, 2)
_PROBE_TOLERANCE = 1e-2
_PROBE_TOLERANCE_HALF = 0.3


class AppendingCache:
    """What a model remembers of the first `length` tokens. Nothing of it can be taken back.

    `take` hands it to a pass and leaves the cache empty, so that a pass that fails leaves nothing half done.
    """

    def __init__(self, new_state: Callable[[], Cache]) -> None:
        self._new_state = new_state
        self._state: Cache | None = None
        self.length = 0

    def take(self) -> Cache:
        state, self._state, self.length = self._state, None, 0
        return self._new_state() if state is None else state

    def put(self, state: Cache, length: int) -> None:
        self._state, self.length = state, length

    def wipe(self, start: int, end: int) -> None:
        """Forgets everything if any of it lies between start and end."""
        if start < self.length and start < end:
            self._state, self.length = None, 0

    def move(self, sources: Sequence[int], start: int) -> None:  # noqa: ARG002 - as of any cache
        raise ValueError("tokens read in order cannot be moved")

    @property
    def nbytes(self) -> int:
        return 0 if self._state is None else sum(tensor.nbytes for tensor in _tensors(self._state))


class AppendingNetwork:
    """A causal language model that reads each token once, in order.

    why: the sentence for the user that says why it can only decode plainly.

    Raises:
        DecodingError: the model does not compute in pieces what it computes at once.
    """

    def __init__(self, model: PreTrainedModel, why: str) -> None:
        parameters = inspect.signature(model.forward).parameters
        if "cache" not in parameters:
            raise _own_state(model)
        self.plain_only = why
        self._model = model.eval()
        self._config = model.config.get_text_config()
        self._takes_positions = "position_ids" in parameters
        self._reads_several = True
        self.device: torch.device = model.device
        self.dtype: torch.dtype = model.dtype
        self.context_limit = context_limit(self._config)
        self._require_same_logits()

    def new_cache(self, slots: int) -> AppendingCache:  # noqa: ARG002 - it has none
        return AppendingCache(lambda: DynamicCache(config=self._config))

    def rollback(self, cache: AppendingCache, length: int) -> int:
        """All of it, or nothing: what was read cannot be forgotten one by one."""
        if length == cache.length:
            return length
        cache.wipe(0, cache.length)
        return 0

    @torch.inference_mode()
    def forward(
        self,
        tokens: torch.Tensor,
        start: int,
        cache: AppendingCache,
        logits_rows: int | None,
        parents: Sequence[int] | None = None,
    ) -> torch.Tensor:
        """Logits [kept rows, vocabulary] of tokens [rows], which follow all that the cache has read.

        Raises:
            ValueError: they do not, or they are a tree.
        """
        if parents is not None or start != cache.length:
            raise ValueError(f"this model has read {cache.length} tokens and can only go on from there")
        state, end = cache.take(), start + len(tokens)
        if self._reads_several or start == 0:
            logits = self._pass(tokens, start, state, logits_rows)
        else:
            rows = [self._pass(tokens[row : row + 1], start + row, state, 1) for row in range(len(tokens))]
            logits = torch.cat(rows if logits_rows is None else rows[-logits_rows:])
        cache.put(state, end)
        return logits

    def _pass(self, tokens: torch.Tensor, start: int, state: Cache, logits_rows: int | None) -> torch.Tensor:
        positions = torch.arange(start, start + len(tokens), device=self.device)[None]
        output = self._model(
            input_ids=tokens[None],
            cache=state,
            use_cache=True,
            logits_to_keep=0 if logits_rows is None else logits_rows,
            **({"position_ids": positions} if self._takes_positions else {}),
        )
        logits: torch.Tensor = output.logits[0]
        return logits

    @torch.inference_mode()
    def _require_same_logits(self) -> None:
        """Compares a text read in pieces with the same at once; some take several tokens only at first."""
        count = sum(_PROBE_PIECES)
        tokens = torch.arange(1, count + 1, device=self.device) * 7919 % self._config.vocab_size
        own = self._model(input_ids=tokens[None], use_cache=False).logits[0].float()
        if not own.isfinite().all():
            return  # damaged weights are reported where they matter
        try:
            if self._agrees(tokens, own):
                return
        except (AttributeError, TypeError, ValueError, LookupError) as error:
            raise _own_state(self._model) from error  # it expects a cache of another class
        self._reads_several = False
        if not self._agrees(tokens, own):
            raise DecodingError(
                f"{type(self._model).__name__} gives other results in pieces than at once, so its replies "
                "would be wrong; choose another model."
            )

    def _agrees(self, tokens: torch.Tensor, own: torch.Tensor) -> bool:
        cache, rows, start = self.new_cache(0), [], 0
        for size in _PROBE_PIECES:
            rows.append(self.forward(tokens[start : start + size], start, cache, None).float())
            start += size
        half = torch.finfo(self.dtype).bits < 32
        error = (torch.cat(rows) - own).square().mean(dim=-1).sqrt() / own.std(dim=-1).clamp_min(1e-30)
        # the first piece is computed as the whole is; of the others the median, as in a mixture of experts
        worst = error[_PROBE_PIECES[0] :].median()
        return bool(worst <= (_PROBE_TOLERANCE_HALF if half else _PROBE_TOLERANCE))


def _own_state(model: PreTrainedModel) -> DecodingError:
    return DecodingError(
        f"{type(model).__name__} keeps its state in a way of its own, which cannot be used here; "
        "choose another model."
    )


def network_for(model: PreTrainedModel) -> Network:
    """The way this model can be run: with drafts if at all possible, else plainly.

    Raises:
        DecodingError: in no way.
    """
    attention = model.config._attn_implementation
    why = why_plain(type(model), model.config)
    if not why:
        try:
            return _fused(model) or TransformersNetwork(model)
        except DecodingError:
            model.set_attn_implementation(attention)
            why = (
                "This model decodes plainly: its attention cannot be computed here in the way that "
                "several drafts at once need."
            )
    return AppendingNetwork(model, why)


def _fused(model: PreTrainedModel) -> Network | None:
    """The quick way, for the models that have one."""
    if not is_llama(model):
        return None
    try:
        return LlamaNetwork(model)
    except DecodingError:
        return None


def why_plain(network: type[PreTrainedModel], config: Any) -> str:
    """Why models of this class and configuration can only decode plainly; "" where nothing of it says so."""
    kinds = set(getattr(config.get_text_config(), "layer_types", None) or ()) - _ATTENTION_KINDS
    if kinds or getattr(network, "_is_stateful", False):
        what = " and ".join(sorted(kind.replace("_", " ") for kind in kinds)) or "recurrent"
        return (
            f"This model decodes plainly: what its {what} layers remember cannot be rolled back when a "
            "draft is rejected."
        )
    if not network._can_set_attn_implementation():
        return (
            "This model decodes plainly: it computes attention in a way of its own, in which several drafts "
            "cannot be verified at once."
        )
    return ""


def _tensors(state: Any) -> list[torch.Tensor]:
    """All tensors that the layers of a transformers cache hold."""
    held = [value for layer in state.layers for value in vars(layer).values()]
    spread = [item for value in held for item in (value.values() if isinstance(value, dict) else [value])]
    return [item for item in spread if isinstance(item, torch.Tensor)]
