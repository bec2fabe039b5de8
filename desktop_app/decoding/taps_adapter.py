"""Hidden states caught on their way into a model's layers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from transformers import PreTrainedModel

from desktop_app.decoding.errors import DecodingError


def decoder_layers(model: PreTrainedModel) -> Sequence[torch.nn.Module]:
    """The model's decoder layers, in order: of the lists as long as it has layers the outermost.

    Raises:
        DecodingError: it has no such list.
    """
    count = model.config.get_text_config().num_hidden_layers
    lists = [
        (name.count("."), module)
        for name, module in model.named_modules()
        if isinstance(module, torch.nn.ModuleList) and len(module) == count
    ]
    if not lists:
        raise DecodingError(
            f"{type(model).__name__} is built in a way that cannot be used here; choose another model."
        )
    return list(min(lists, key=lambda found: found[0])[1])


@contextmanager
def entering_states(
    layers: Sequence[torch.nn.Module], wanted: Sequence[int]
) -> Iterator[dict[int, torch.Tensor]]:
    """Collects what enters the wanted layers, [batch, rows, hidden size] each, while a pass runs within.

    The hooks last no longer: another network may share the model.
    """
    states: dict[int, torch.Tensor] = {}
    hooks = [
        layers[layer].register_forward_pre_hook(_catch(layer, states), with_kwargs=True)
        for layer in dict.fromkeys(wanted)
    ]
    try:
        yield states
    finally:
        for hook in hooks:
            hook.remove()


def _catch(layer: int, states: dict[int, torch.Tensor]) -> Any:
    def hook(_: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        states[layer] = args[0] if args else kwargs["hidden_states"]

    return hook
