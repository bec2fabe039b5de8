"""Which pairs of the catalogue this machine can hold, known before anything loads. Torch-free."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Literal

from desktop_app.models.catalogue import CataloguePair
from desktop_app.models.fit import Level, Plan, estimate, level

# Tokens a chat should have room for.
CONTEXT = 4096
_ASKING_S = 5.0

Verdict = Literal["fits", "tight", "too large", "too slow", "unknown"]


@dataclass(frozen=True, slots=True)
class MachineMemory:
    """Bytes of all memory there is: main memory, and that of the largest graphics device. None: not told."""

    main: int | None
    graphics: int | None = None


@dataclass(frozen=True, slots=True)
class PairFit:
    """needed: bytes with the caches of 4,096 tokens; available: all there is of what it would lie in."""

    verdict: Verdict
    needed: int
    available: int | None

    @property
    def usable(self) -> bool:
        return self.verdict in ("fits", "tight", "unknown")


def pair_plan(pair: CataloguePair, device: Literal["cpu", "cuda"]) -> Plan:
    draft = None if pair.draft is None else pair.draft.memory_shape
    head = pair.draft is not None and bool(pair.draft.head_of)
    return Plan(pair.target.memory_shape, draft, head=head, context=CONTEXT, device=device)


def fit_of(pair: CataloguePair, machine: MachineMemory) -> PairFit:
    """On the graphics device where there is one, else in main memory, which large models are too slow in."""
    device: Literal["cpu", "cuda"] = "cpu" if machine.graphics is None else "cuda"
    plan = pair_plan(pair, device)
    available = machine.main if machine.graphics is None else machine.graphics
    return PairFit(_verdict(pair, plan, available), estimate(plan).peak, available)


def _verdict(pair: CataloguePair, plan: Plan, available: int | None) -> Verdict:
    if available is not None and level(plan, available) is Level.RED:
        return "too large"
    if plan.device == "cpu" and not pair.cpu:
        return "too slow"
    if available is None:
        return "unknown"
    return "fits" if level(plan, available) is Level.GREEN else "tight"


@cache
def machine_memory() -> MachineMemory:
    """Asked once. May take seconds where a graphics device sleeps: never in the window's thread."""
    main = _main_memory()
    # there the graphics device computes in main memory
    shared = sys.platform == "darwin" and platform.machine() == "arm64"
    return MachineMemory(main, main if shared else _graphics_memory())


def _main_memory() -> int | None:
    try:
        return int(import_module("psutil").virtual_memory().total)
    except (ImportError, OSError):
        return None


def _graphics_memory() -> int | None:
    """The driver's own tool answers without torch, whose import takes seconds."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return None
    question = [tool, "--query-gpu=memory.total", "--format=csv,noheader,nounits"]
    try:
        answer = subprocess.run(question, capture_output=True, text=True, timeout=_ASKING_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    found = [int(line) for line in answer.stdout.split() if line.isdigit()]
    return max(found) << 20 if found else None
