"""What this CPU computes natively."""

from __future__ import annotations

import torch


def cpu_features() -> dict[str, bool]:
    """bfloat16 instructions of this CPU as torch sees them."""
    # torch exposes these only under private names.
    questions = {"AVX512-BF16": "_is_avx512_bf16_supported", "AMX": "_is_amx_tile_supported"}
    return {label: bool(getattr(torch.cpu, name, lambda: False)()) for label, name in questions.items()}


def cpu_computes_bfloat16() -> bool:
    """AVX512-BF16 or AMX; without them bfloat16 is emulated and slower than float32."""
    return any(cpu_features().values())
