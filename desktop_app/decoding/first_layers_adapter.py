"""A transformers model cut down to its first layers, without touching or copying the model."""

from __future__ import annotations

import copy
from typing import Any

import torch
from transformers import PreTrainedModel


def with_first_layers(model: PreTrainedModel, count: int) -> PreTrainedModel:
    """A model whose list of layers is shorter; every other module, and all weights, are the model's own."""
    total = model.config.get_text_config().num_hidden_layers
    config = copy.deepcopy(model.config)
    _shorten(config.get_text_config(), count)
    *parents, last = _path_of_layers(model, total).split(".")
    twin = module = _own_children(model, config)
    for name in parents:
        child = _own_children(module.get_submodule(name), config)
        module._modules[name] = child
        module = child
    module._modules[last] = torch.nn.ModuleList(list(module.get_submodule(last))[:count])
    return twin


def _path_of_layers(model: PreTrainedModel, total: int) -> str:
    """Of the lists as long as the model has layers the outermost: experts may be as many."""
    names: list[str] = [
        name
        for name, module in model.named_modules()
        if isinstance(module, torch.nn.ModuleList) and len(module) == total
    ]
    return min(names, key=lambda name: name.count("."))


def _own_children(module: Any, config: Any) -> Any:
    """The module with a table of children of its own, which may be changed, and the shorter configuration."""
    twin = copy.copy(module)
    twin._modules = dict(module._modules)
    if hasattr(module, "config"):
        same = type(module.config) is type(config)
        twin.config = config if same else config.get_text_config()
    return twin


def _shorten(config: Any, count: int) -> None:
    """The configuration of the first layers, with what it says of each of them."""
    total = config.num_hidden_layers
    for name, value in list(vars(config).items()):
        if "layer" in name and isinstance(value, list) and len(value) == total:
            setattr(config, name, value[:count])
    config.num_hidden_layers = count
