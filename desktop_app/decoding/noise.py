"""Noise that depends on nothing but the seed, the position in the text and the token: the coupled verifier's.

A counter-based generator (the finaliser of SplitMix64, Steele et al. 2014, as used for Philox-like streams):
any token's noise can be computed alone, so only tokens that can be drawn cost. It is computed on the CPU, so
that it is the same for every device, and with numpy, whose operations on so few numbers are quicker.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_M1, _M2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def gumbel(seed: int, position: int, ids: torch.Tensor) -> torch.Tensor:
    """Independent Gumbel(0, 1) noise, float64, for token ids [n] at an absolute position of the text."""
    key = _mix(_mix(seed & _MASK) + position * _GOLDEN & _MASK)
    # unsigned, so that products wrap around and shifts bring in zeros
    bits = _mix(ids.cpu().numpy().astype(np.uint64) * np.uint64(_GOLDEN) + np.uint64(key))
    # and a half, so that neither 0 nor 1 can come out; of 53 bits the half would be rounded away
    uniform: NDArray[np.float64] = ((bits >> np.uint64(12)).astype(np.float64) + 0.5) * 2.0**-52
    return torch.from_numpy(-np.log(-np.log(uniform))).to(ids.device)


def _mix(x: Any) -> Any:
    """Of 64 bits: an int, or an array of uint64."""
    number = np.uint64 if isinstance(x, np.ndarray) else int
    x = (x ^ (x >> number(30))) * number(_M1) & number(_MASK)
    x = (x ^ (x >> number(27))) * number(_M2) & number(_MASK)
    return x ^ (x >> number(31))
