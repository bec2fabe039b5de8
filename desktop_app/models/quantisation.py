"""Weights in 8 or 4 bits, by libraries that transformers integrates and the user may have installed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import torch

from desktop_app.models.errors import QuantisationError
from desktop_app.models.fit_context import Quantise
from desktop_app.models.hugging_face import import_transformers


def quantisation_config(quantise: Quantise, dtype: torch.dtype) -> Any:
    """What `from_pretrained` is given; None where nothing is quantised. dtype: what is computed in.

    Raises:
        QuantisationError: no library for it is installed.
    """
    if quantise == "off":
        return None
    transformers = import_transformers()
    if find_spec("bitsandbytes") is not None:
        if quantise == "8":
            return transformers.BitsAndBytesConfig(load_in_8bit=True)
        return transformers.BitsAndBytesConfig(
            load_in_4bit=True, bnb_4bit_compute_dtype=dtype, bnb_4bit_quant_type="nf4"
        )
    if find_spec("torchao") is not None:
        quantization = import_module("torchao.quantization")
        kind = quantization.Int8WeightOnlyConfig if quantise == "8" else quantization.Int4WeightOnlyConfig
        return transformers.TorchAoConfig(kind())
    raise QuantisationError(
        f"Weights in {quantise} bits need a library that is not installed; get it with “pip install "
        "bitsandbytes”, or load the model unquantised."
    )
