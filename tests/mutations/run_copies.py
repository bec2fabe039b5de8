"""Runs pytest on changed copies of the package: python run_copies.py jobs.json, in the repository root.

jobs.json: [{"copy": the folder that holds desktop_app, "tests": [node ids], "result": a file}]. Each job runs
in a process of its own, forked from this one once the libraries are loaded: loading them again and again
would cost more than the tests. A result is {"code": pytest's exit status, "failed": [node ids whose call
failed], "package": the file desktop_app was imported from, "output": what pytest printed}.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import hypothesis  # noqa: F401 - loaded for those who are forked
import pytest
import torch
import transformers

PROCESSES = 2
LONGEST_S = 240  # for a change that makes a loop endless


class Failures:
    """A pytest plugin that remembers which tests failed, not counting fixtures."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.failed:
            self.failed.append(report.nodeid)


def main(jobs: list[dict[str, Any]]) -> None:
    torch.set_num_threads(1)
    # found lazily otherwise, by every test that makes a tiny model
    _ = transformers.LlamaForCausalLM, transformers.AutoModelForCausalLM
    assert "desktop_app" not in sys.modules
    running = 0
    for job in jobs:
        if running == PROCESSES:
            os.wait()
            running -= 1
        if os.fork() == 0:
            try:
                run(job)
            finally:
                os._exit(0)
        running += 1
    while running:
        os.wait()
        running -= 1


def run(job: dict[str, Any]) -> None:
    signal.alarm(LONGEST_S)
    output = Path(job["result"]).with_suffix(".txt")
    with output.open("w") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.path.insert(0, job["copy"])
    failures = Failures()
    code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *job["tests"]], plugins=[failures])
    sys.stdout.flush()
    package = importlib.import_module("desktop_app.decoding").__file__
    result = {"code": int(code), "failed": failures.failed, "package": package, "output": output.read_text()}
    Path(job["result"]).write_text(json.dumps(result))


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text()))
