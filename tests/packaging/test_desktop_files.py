"""The application id is the same wherever a desktop looks for it, and the files are valid."""

import configparser
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from desktop_app import APP_ID, APP_NAME, __version__

ROOT = Path(__file__).resolve().parents[2]
LINUX = ROOT / "packaging" / "linux"
DESKTOP = LINUX / f"{APP_ID}.desktop"
METAINFO = LINUX / f"{APP_ID}.metainfo.xml"
ICON = LINUX / "icons" / "hicolor" / "scalable" / "apps" / f"{APP_ID}.svg"
SPEC = ROOT / "packaging" / "pyinstaller" / "slipstream.spec"


@pytest.fixture
def desktop_entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DESKTOP, encoding="utf-8")
    return parser["Desktop Entry"]


@pytest.fixture
def metainfo() -> ElementTree.Element:
    return ElementTree.parse(METAINFO).getroot()


@pytest.fixture
def project() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_desktop_entry_names_the_application(desktop_entry: configparser.SectionProxy) -> None:
    assert desktop_entry["Name"] == APP_NAME
    assert desktop_entry["Icon"] == APP_ID
    assert desktop_entry["StartupWMClass"] == APP_ID
    assert desktop_entry["Terminal"] == "false"


def test_desktop_entry_starts_a_script_of_the_project(
    desktop_entry: configparser.SectionProxy, project: dict[str, dict[str, str]]
) -> None:
    assert desktop_entry["Exec"] in project["gui-scripts"]


def test_metainfo_names_the_application(metainfo: ElementTree.Element) -> None:
    assert metainfo.get("type") == "desktop-application"
    assert metainfo.findtext("id") == APP_ID
    assert metainfo.findtext("name") == APP_NAME
    assert metainfo.findtext("icon[@type='stock']") == APP_ID
    assert metainfo.findtext("launchable[@type='desktop-id']") == DESKTOP.name
    assert metainfo.findtext("metadata_license") == "CC0-1.0"


def test_metainfo_agrees_with_the_project(
    metainfo: ElementTree.Element, project: dict[str, dict[str, str]]
) -> None:
    assert metainfo.findtext("project_license") == project["license"]
    binaries = {element.text for element in metainfo.iterfind("provides/binary")}
    assert binaries == {*project["scripts"], *project["gui-scripts"]}


def test_one_version_everywhere(metainfo: ElementTree.Element, project: dict[str, str]) -> None:
    newest = metainfo.find("releases/release")
    assert newest is not None
    assert newest.get("version") == project["version"] == __version__
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_spec_uses_the_same_id() -> None:
    assert f'APP_ID = "{APP_ID}"\n' in SPEC.read_text(encoding="utf-8")


def test_icon_of_the_desktop_is_the_icon_of_the_window() -> None:
    assert ICON.read_bytes() == (ROOT / "resources" / "icons" / "slipstream.svg").read_bytes()


@pytest.mark.parametrize(
    "command",
    [["desktop-file-validate", str(DESKTOP)], ["appstreamcli", "validate", "--no-net", str(METAINFO)]],
    ids=lambda command: command[0],
)
def test_validators_of_the_desktop_find_no_fault(command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
