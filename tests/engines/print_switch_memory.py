"""Memory after each of five switches between a model and itself, with a reply in between.

    python tests/engines/print_switch_memory.py DATA_DIR [TARGET …]

TARGETs take turns, "starter" by default. Run it on a quiet machine. What the first load leaves, libraries and
thread pools, is no part of a model: the memory before the second load is the baseline.
"""

from __future__ import annotations

import gc
import sys
from itertools import cycle, islice
from pathlib import Path

import psutil

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.engines.base import ChatRequest
from desktop_app.engines.model_loader import LoadOptions, ModelLoader
from desktop_app.models.given_back import give_back_memory
from desktop_app.models.progress import ignore_progress, never_cancelled
from desktop_app.paths import Paths

SWITCHES = 5


def resident() -> float:
    """MiB, without the pages of files, which the system takes back when it needs them."""
    memory = psutil.Process().memory_full_info()
    return float(memory.uss) / 2**20


def main(data: str, *targets: str) -> None:
    loader = ModelLoader(Paths.under(Path(data)), LoadOptions)
    request = ChatRequest((Message("user", "word " * 500),), max_tokens=16)
    baseline = 0.0
    for number, target in enumerate(islice(cycle(targets or ("starter",)), SWITCHES + 1)):
        engine = loader(target, ignore_progress, never_cancelled)
        for _ in engine.reply(request, ReplyControl()):
            pass
        loaded = resident()
        engine.close()
        del engine
        gc.collect()
        give_back_memory()
        freed = resident()
        baseline = baseline or freed
        print(f"{number}: {target}: {loaded:.0f} MiB loaded, {freed:.0f} MiB freed, {freed - baseline:+.0f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
