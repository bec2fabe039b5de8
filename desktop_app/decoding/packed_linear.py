"""Linear layers whose bfloat16 weights are brought into oneDNN's blocked order once, for CPUs.

A pass over few rows is bound by how fast the weights are read. An ordinary linear layer finds them in
rows, and for those the library's kernels are about half as fast as for blocks of its own choice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch
from torch import nn
from torch.nn.functional import linear as plain_linear

from desktop_app.decoding.cpu_features import cpu_computes_bfloat16

# The number of rows the blocks are chosen for: other numbers were measured to be served as well by them.
_ROWS = 16
_OPERATIONS = ("_reorder_linear_weight", "_linear_pointwise")


class PackedLinear(nn.Module):
    """x [..., in] -> x @ weight.T + bias [..., out], both in bfloat16; for inference only.

    Makes a packed copy of weight [out, in] and keeps no reference to the weight itself.
    """

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor | None = None) -> None:
        super().__init__()
        self.out_features, self.in_features = weight.shape
        self.packed = _packed(weight)
        self.bias = None if bias is None else bias.detach()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return linear(x, self.packed, self.bias)

    @property
    def weight(self) -> torch.Tensor:
        """[out, in], unpacked anew each time: for code that asks a layer for it."""
        return self.packed.to_dense()

    def extra_repr(self) -> str:
        return f"in_features={self.in_features}, out_features={self.out_features}, packed"


# x [..., in] -> [..., out]
Linear = Callable[[torch.Tensor], torch.Tensor]


def linear(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
    """x [..., in] times a weight that may be packed. Can be compiled by TorchScript."""
    if weight.is_mkldnn:
        packed: torch.Tensor = torch.ops.mkldnn._linear_pointwise(x, weight, bias, "none", [], "")
        return packed
    return plain_linear(x, weight, bias)


def can_pack(weight: torch.Tensor) -> bool:
    """Whether this weight [out, in] gains by being packed: bfloat16, on a CPU that multiplies it natively,
    in a torch that has the operations."""
    return (
        weight.device.type == "cpu"
        and weight.dtype is torch.bfloat16
        and weight.dim() == 2
        and weight.numel() > 0
        and torch.backends.mkldnn.is_available()  # type: ignore[no-untyped-call]
        and all(hasattr(torch.ops.mkldnn, name) for name in _OPERATIONS)
        and cpu_computes_bfloat16()
    )


def pack_weight(weight: torch.Tensor) -> torch.Tensor:
    """The weight [out, in] as `linear` takes it: packed where that gains, else as it is."""
    return _packed(weight) if can_pack(weight) else weight.detach()


def _packed(weight: torch.Tensor) -> torch.Tensor:
    with torch.inference_mode(False):  # or it could be used in inference mode only
        packed: torch.Tensor = torch.ops.mkldnn._reorder_linear_weight(weight.detach().contiguous(), _ROWS)
    return packed


def pack_linear(weight: torch.Tensor, bias: torch.Tensor | None = None) -> Linear:
    """A linear layer of weight [out, in] and bias [out], packed where that gains."""
    return PackedLinear(weight, bias) if can_pack(weight) else partial(plain_linear, weight=weight, bias=bias)


def pack_linears(module: nn.Module) -> int:
    """Replaces every linear layer inside `module` that can be packed; returns how many.

    The weights that were replaced are freed unless somebody else holds them, as an embedding holds that of a
    tied head.
    """
    packed: dict[nn.Linear, PackedLinear] = {}
    for parent in list(module.modules()):
        for name, child in list(parent._modules.items()):  # a child may stand under two names
            if type(child) is nn.Linear and can_pack(child.weight):
                if child not in packed:
                    packed[child] = PackedLinear(child.weight, child.bias)
                setattr(parent, name, packed[child])
    return len(packed)
