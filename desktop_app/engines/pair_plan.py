"""Where and how a pair is to run. Torch-free."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.models.fit_context import Context


@dataclass(frozen=True, slots=True)
class PairPlan:
    """context: of the chats, in tokens. loaded: the target is in memory already."""

    device: str = "auto"
    dtype: str = "auto"
    context: Context = "auto"
    loaded: bool = False
