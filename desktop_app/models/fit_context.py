"""What may be asked for so that a model fits: fewer tokens, fewer bits. Torch-free."""

from __future__ import annotations

from typing import Literal

# tokens, or as many as fit into memory and the model was made for
Context = int | Literal["auto"]
# bits of a weight; off: as the number format says
Quantise = Literal["off", "8", "4"]
SHORTEST = 256
LONGEST = 10_000_000
