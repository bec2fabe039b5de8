"""The smoke test of artefacts fails when it should: a check that cannot fail is worth nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

SMOKE_TEST = Path(__file__).resolve().parents[2] / "packaging" / "smoke_test.py"


def verdict(program: str, *options: str) -> tuple[int, str]:
    """Exit code and output of the smoke test of this Python program."""
    command = [sys.executable, str(SMOKE_TEST), *options, sys.executable, "-c", program]
    outcome = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return outcome.returncode, outcome.stdout + outcome.stderr


def test_a_program_that_opens_and_closes_passes() -> None:
    assert verdict("import sys; print('INFO READY', file=sys.stderr)")[0] == 0


def test_the_line_may_stand_in_the_log_file() -> None:
    program = (
        "import pathlib, sys; folder = pathlib.Path(sys.argv[sys.argv.index('--data-dir') + 1]) / 'logs'; "
        "folder.mkdir(parents=True); (folder / 'slipstream.log').write_text('INFO READY')"
    )
    assert verdict(program)[0] == 0


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("pass", "never said READY"),
        ("print('ALREADY')", "never said READY"),
        ("print('READY'); raise SystemExit(3)", "exit code was 3"),
        ("print('READY'); import os; os.abort()", "exit code was -6"),
        ("print('READY'); print('Traceback (most recent call last)')", "'Traceback"),
        ("print('READY'); print('QThread: Destroyed while thread is still running')", "'QThread"),
        ("import os; assert os.environ['SLIPSTREAM_SMOKE_TEST'] != '1'; print('READY')", "exit code was 1"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="exit codes of signals")
def test_anything_else_fails_and_says_why(program: str, reason: str) -> None:
    code, output = verdict(program)
    assert code == 1
    assert reason in output


def test_a_program_that_hangs_is_ended() -> None:
    code, output = verdict("print('READY', flush=True); import time; time.sleep(60)", "--timeout", "1")
    assert code == 1
    assert "did not end by itself" in output


def test_the_program_runs_away_from_the_source_tree() -> None:
    program = "import os; print({'PYTHONPATH', 'pyproject.toml'} & {*os.environ, *os.listdir()} or 'READY')"
    assert verdict(program)[0] == 0
