"""What the speed of a model depends on besides the model; elsewhere a measurement does not count."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_CPU_INFO = Path("/proc/cpuinfo")


def fingerprint() -> str:
    """Processor, its cores, the threads torch computes with, the version of torch, and the GPU.

    Complete once torch was imported, which whoever loads a model does; this module never imports it.
    """
    torch = sys.modules.get("torch")
    threads = torch.get_num_threads() if torch else cores()
    parts = [cpu_name(), f"{cores()} cores", f"{threads} threads", f"torch {_torch_version()}"]
    if torch and torch.cuda.is_available():
        parts.append(torch.cuda.get_device_name())
    return " · ".join(parts)


def cores() -> int:
    """Those this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cpu_name() -> str:
    """platform.processor() is empty or only the architecture on Linux."""
    if _CPU_INFO.is_file():
        for line in _CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def _torch_version() -> str:
    try:
        return version("torch")
    except PackageNotFoundError:
        return "unknown"
