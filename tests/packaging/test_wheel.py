"""The wheel and the sdist hold what the program needs and nothing else, and the wheel works elsewhere."""

import configparser
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app import __version__

ROOT = Path(__file__).resolve().parents[2]
INFO = f"slipstream_chat-{__version__}.dist-info"
NOT_IN_THE_WHEEL = {"screenshots"}  # of the folders in resources/


def run(command: list[str], cwd: Path, **environment: str) -> str:
    outcome = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    return outcome.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel built from that sdist."""
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)], cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (file,) = built.glob("*.whl")
    assert file.name == f"slipstream_chat-{__version__}-py3-none-any.whl"
    return file


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    run([*pip, "--target", str(folder), str(wheel)], cwd=folder)
    return folder


def source_files(folder: Path) -> Iterator[Path]:
    """Files under the folder as git would keep them."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".pyc", ".pyo"):
            yield path


def expected_resources() -> set[str]:
    files = (path.relative_to(ROOT / "resources") for path in source_files(ROOT / "resources"))
    return {
        f"desktop_app/resources/{path.as_posix()}" for path in files if path.parts[0] not in NOT_IN_THE_WHEEL
    }


def test_every_resource_is_in_the_wheel(names: set[str]) -> None:
    assert "desktop_app/resources/models/catalogue.toml" in names
    assert "desktop_app/resources/icons/slipstream.svg" in names
    assert {name for name in names if name.startswith("desktop_app/resources/")} == expected_resources()


def test_every_module_is_in_the_wheel_and_nothing_else(names: set[str]) -> None:
    modules = {path.relative_to(ROOT).as_posix() for path in source_files(ROOT / "desktop_app")}
    rest = {name for name in names if not name.startswith("desktop_app/resources/")}
    info = {
        f"{INFO}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE")
    }
    assert rest == modules | info


def test_entry_points_lead_to_the_program(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(f"{INFO}/entry_points.txt").decode()
    parser = configparser.ConfigParser()
    parser.read_string(text)
    assert dict(parser["console_scripts"]) == {"slipstream": "desktop_app.cli:main"}
    assert dict(parser["gui_scripts"]) == {"slipstream-gui": "desktop_app.cli:main"}


def test_sdist_builds_and_carries_its_tests_but_no_screenshots(built: Path) -> None:
    (file,) = built.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        paths = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "resources/models/catalogue.toml"} <= paths
    assert "tests/packaging/test_wheel.py" in paths
    assert not [path for path in paths if path.startswith("resources/screenshots")]


FIND_RESOURCES = """
import desktop_app, desktop_app.paths as paths
print(desktop_app.__file__)
print(paths.resource("models", "catalogue.toml").read_text(encoding="utf-8")[:9])
print(paths.resource("icons", "slipstream.svg").read_text(encoding="utf-8").count("<svg"))
"""


def test_installed_program_finds_its_resources_from_another_folder(installed: Path, tmp_path: Path) -> None:
    output = run([sys.executable, "-c", FIND_RESOURCES], cwd=tmp_path, PYTHONPATH=str(installed))
    origin, catalogue, icon = output.splitlines()
    assert Path(origin).is_relative_to(installed)
    assert catalogue == "# The mod"
    assert icon == "1"


def test_installed_program_says_its_version(installed: Path, tmp_path: Path) -> None:
    output = run([sys.executable, "-m", "desktop_app", "--version"], cwd=tmp_path, PYTHONPATH=str(installed))
    assert __version__ in output
