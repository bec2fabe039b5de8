"""The preflight of a pair in a thread of the window. Free of Qt."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.engines.pair_plan import PairPlan
from desktop_app.models.findings import Preflight
from desktop_app.paths import Paths


def checked(target: str, draft: str, paths: Paths, plan: PairPlan, check: Callable[[], None]) -> Preflight:
    """Raises Cancelled between two steps; what is wrong with the pair is a finding."""
    # torch and transformers come with it, which the window's own thread never imports
    from desktop_app.engines.loader import settle_torch

    settle_torch()
    from desktop_app.engines.pair_check import check_pair

    return check_pair(target, draft, paths, plan, check=check)
