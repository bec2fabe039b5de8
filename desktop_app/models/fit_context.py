"""How long a conversation may get. Torch-free."""

from __future__ import annotations

from typing import Literal

# tokens, or as many as fit into memory and the model was made for
Context = int | Literal["auto"]
SHORTEST = 256
LONGEST = 10_000_000
