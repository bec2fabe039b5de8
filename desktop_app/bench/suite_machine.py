"""What a measurement was taken on, and whether somebody else used the processor meanwhile."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from pathlib import Path

import torch

from desktop_app.models.machine import cores, cpu_name

_CPU_TIMES = Path("/proc/stat")


@dataclass(frozen=True, slots=True)
class Machine:
    """cores: those this process may run on. threads: those torch computes with."""

    cpu: str
    cores: int
    threads: int
    system: str
    python: str
    torch: str
    gpu: str | None


@dataclass(frozen=True, slots=True)
class Load:
    """One reading. average: processes that wanted to run in the last minute; None where not counted.

    busy_s, own_s: processor seconds of the whole machine and of this process since they started.
    """

    average: float | None
    busy_s: float | None
    own_s: float


def machine() -> Machine:
    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else None
    return Machine(
        cpu=cpu_name(),
        cores=cores(),
        threads=torch.get_num_threads(),
        system=f"{platform.system()} {platform.release()}",
        python=platform.python_version(),
        torch=torch.__version__,
        gpu=gpu,
    )


def load() -> Load:
    average = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    times = os.times()
    return Load(average, _busy_seconds(), times.user + times.system)


def others_share(before: Load, after: Load, seconds: float, cores: int) -> float | None:
    """Share of the machine's processor time that others took between two readings; None where not counted."""
    if before.busy_s is None or after.busy_s is None or seconds <= 0:
        return None
    others = (after.busy_s - before.busy_s) - (after.own_s - before.own_s)
    return max(0.0, others) / (seconds * cores)


def _busy_seconds() -> float | None:
    """user, nice, system, irq, softirq and steal; waiting is no work."""
    if not _CPU_TIMES.is_file():
        return None
    ticks = [int(part) for part in _CPU_TIMES.read_text(encoding="ascii").splitlines()[0].split()[1:9]]
    idle, waiting = ticks[3], ticks[4]
    return float(sum(ticks) - idle - waiting) / os.sysconf("SC_CLK_TCK")
