"""Noise that depends on nothing but the seed, the position in the text and the token: the coupled verifier's.

A counter-based generator (the finaliser of SplitMix64, Steele et al. 2014, as used for Philox-like streams):
any token's noise can be computed alone, the same on every device, so only tokens that can be drawn cost.
"""

from __future__ import annotations

import torch

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_M1, _M2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def gumbel(seed: int, position: int, ids: torch.Tensor) -> torch.Tensor:
    """Independent Gumbel(0, 1) noise, float64, for token ids [n] at an absolute position of the text."""
    key = _mix_int(_mix_int(seed) + position * _GOLDEN)
    bits = _mix(ids * _signed(_GOLDEN) + _signed(key))
    # and a half, so that neither 0 nor 1 can come out; of 53 bits the half would be rounded away
    uniform = (_shift(bits, 12).to(torch.float64) + 0.5) * 2.0**-52
    return -torch.log(-torch.log(uniform))


def _mix(x: torch.Tensor) -> torch.Tensor:
    x = (x ^ _shift(x, 30)) * _signed(_M1)
    x = (x ^ _shift(x, 27)) * _signed(_M2)
    return x ^ _shift(x, 31)


def _shift(x: torch.Tensor, bits: int) -> torch.Tensor:
    """A logical shift to the right; torch's own keeps the sign."""
    return (x >> bits) & ((1 << (64 - bits)) - 1)


def _mix_int(x: int) -> int:
    x &= _MASK
    x = ((x ^ (x >> 30)) * _M1) & _MASK
    x = ((x ^ (x >> 27)) * _M2) & _MASK
    return x ^ (x >> 31)


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value
