"""The suite bites: each of the known mistakes, made on purpose in a copy of the package, fails a test."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mutations import MUTATIONS, Mutation

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="copies are tested in forked processes")

ROOT = Path(__file__).parents[2]
TIMEOUT_S = 600
UNCHANGED = "unchanged"

Results = dict[str, dict[str, Any]]


def changed_copy(folder: Path, mutation: Mutation | None) -> None:
    package = folder / "desktop_app"
    ignored = shutil.ignore_patterns("__pycache__", "ui")
    shutil.copytree(ROOT / "desktop_app", package, ignore=ignored)
    for edit in mutation.edits if mutation else ():
        path = package / "decoding" / edit.file
        text = path.read_text(encoding="utf-8")
        assert text.count(edit.old) == 1, f"{edit.file} has another text now: {edit.old!r}"
        path.write_text(text.replace(edit.old, edit.new), encoding="utf-8")


@pytest.fixture(scope="module")
def results(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """What pytest said to each mutation that was asked for, and to the unchanged copy."""
    asked = {
        item.callspec.params["mutation"].name
        for item in request.session.items
        if isinstance(item, pytest.Function) and hasattr(item, "callspec") and item.path == request.path
    }
    chosen: list[Mutation | None] = [None, *(m for m in MUTATIONS if m.name in asked)]
    folder = tmp_path_factory.mktemp("mutations")
    jobs = []
    for index, mutation in enumerate(chosen):
        copy = folder / str(index)
        copy.mkdir()
        changed_copy(copy, mutation)
        tests = mutation.tests if mutation else sorted({test for m in MUTATIONS for test in m.tests})
        jobs.append({"copy": str(copy), "tests": tests, "result": str(folder / f"{index}.json")})
    (folder / "jobs.json").write_text(json.dumps(jobs))
    subprocess.run(
        [
            sys.executable,
            "-P",
            "-B",
            str(Path(__file__).with_name("run_copies.py")),
            str(folder / "jobs.json"),
        ],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        check=True,
        timeout=TIMEOUT_S,
    )
    names = [mutation.name if mutation else UNCHANGED for mutation in chosen]
    return {name: result_of(job) for name, job in zip(names, jobs, strict=True)}


def result_of(job: dict[str, Any]) -> dict[str, Any]:
    path = Path(job["result"])
    assert path.exists(), path.with_suffix(".txt").read_text(encoding="utf-8")
    result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    assert Path(result["package"]).is_relative_to(job["copy"]), "another package was tested"
    return result


def test_unchanged_copy_passes(results: Results) -> None:
    """So that what fails below fails for the change."""
    result = results[UNCHANGED]
    assert result["code"] == pytest.ExitCode.OK, result["output"]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_mistake_is_caught(results: Results, mutation: Mutation) -> None:
    result = results[mutation.name]
    assert result["code"] == pytest.ExitCode.TESTS_FAILED, result["output"]
    assert any(failed.startswith(mutation.tests) for failed in result["failed"]), result["output"]


def test_names_are_different() -> None:
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS)
