"""Records the traces that come with the program, with the starter, on this machine.

    python packaging/example_traces.py [--data-dir DIR] [--provisional]

To be run on a machine that does nothing else: the times in a trace are shown to whoever plays it.
--provisional marks them as taken on a busy one. The card beside them says where and when.
"""

from __future__ import annotations

import argparse
import datetime
import subprocess
import sys
import tempfile
from pathlib import Path

import tomli_w

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

FOLDER = ROOT / "resources" / "traces"
# our own wording; the first has much to guess, the second little
PROMPTS = {
    "code": (
        "Write a Python class Stack with the methods push, pop, peek, is_empty and size, each with a "
        "docstring.",
        "--temperature=0",
        "--max-tokens=320",
    ),
    "question": (
        "What is the difference between weather and climate?",
        "--temperature=0.7",
        "--seed=7",
        "--max-tokens=160",
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data-dir", type=Path, help="where the starter is installed")
    parser.add_argument("--provisional", action="store_true")
    arguments = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, words in PROMPTS.items():
        record(FOLDER / f"{name}.jsonl", words, arguments.data_dir)
    write_card(FOLDER / "card.toml", provisional=arguments.provisional)


def record(path: Path, words: tuple[str, ...], data_dir: Path | None) -> None:
    """The second of two runs: the first warms the machine up."""
    where = [] if data_dir is None else ["--data-dir", str(data_dir)]
    command = [sys.executable, "-m", "desktop_app", *where, "generate", "--model", "starter", *words]
    with tempfile.TemporaryDirectory() as folder:
        warm = Path(folder) / "warm.jsonl"
        for file in (warm, path):
            print(path.name, "warming up" if file is warm else "recording")
            subprocess.run([*command, "--trace", str(file)], cwd=ROOT, check=True)


def write_card(path: Path, *, provisional: bool) -> None:
    from desktop_app.bench.suite_machine import machine
    from desktop_app.engines.trace import load_trace
    from desktop_app.models import starter_info

    here = machine()
    entries = [
        {
            "name": name,
            "model": load_trace(path.with_name(f"{name}.jsonl")).started.model,
            "model_licence": starter_info.LICENSE,
            "machine": f"{here.cpu}, {here.cores} cores",
            "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
            "licence": "Apache-2.0",
            "provisional": provisional,
        }
        for name in PROMPTS
    ]
    path.write_bytes(tomli_w.dumps({"trace": entries}).encode())


if __name__ == "__main__":
    main()
