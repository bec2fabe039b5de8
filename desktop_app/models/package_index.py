"""Where a wheel lies: asked of pip, which knows the user's index, proxy and certificates."""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote, urljoin, urlsplit

import httpx

from desktop_app.models.errors import DownloadError
from desktop_app.models.http_client import ConnectionSettings, network_errors_as_sentences, open_client
from desktop_app.models.progress import CancelCheck

PYPI = "https://pypi.org/simple"
_JSON = "application/vnd.pypi.simple.v1+json"
# What would make a dry run refuse to look anything up; the rest of the user's settings stands.
_PIP_ENVIRONMENT = {
    "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_USER": "0",
    "PIP_REQUIRE_HASHES": "0",
    "PIP_NO_INPUT": "1",
}
_UNREACHABLE = (
    "connection",
    "resolve",
    "resolution",
    "timed out",
    "proxy",
    "ssl",
    "certificate",
    "unreachable",
)


@dataclass(frozen=True, slots=True)
class WheelLocation:
    """Where a wheel lies and how to get there. url may be a file:// one; sha256 is what the index states."""

    url: str
    sha256: str
    settings: ConnectionSettings = field(default_factory=ConnectionSettings)

    @property
    def filename(self) -> str:
        return unquote(urlsplit(self.url).path.rsplit("/", 1)[-1])


def locate_wheel(name: str, version: str, check: CancelCheck) -> WheelLocation:
    """Asks pip, or the index itself where there is no pip (a frozen application).

    Raises:
        DownloadError: the index cannot be reached or does not have the wheel.
        Cancelled: the user asked to stop.
    """
    if pip_is_here():
        return _ask_pip(name, version, check)
    check()
    index = os.environ.get("PIP_INDEX_URL", PYPI)
    return ask_index(index, name, version, ConnectionSettings.from_pip({}))


def pip_is_here() -> bool:
    # In a frozen application sys.executable is the application, not a Python.
    return not getattr(sys, "frozen", False) and importlib.util.find_spec("pip") is not None


def _ask_pip(name: str, version: str, check: CancelCheck) -> WheelLocation:
    command = [
        "install",
        "--dry-run",
        "--no-deps",
        "--ignore-installed",
        "--only-binary",
        ":all:",
        "--retries",
        "2",
    ]
    code, out, err = _run_pip([*command, "--report", "-", "--quiet", f"{name}=={version}"], check)
    if code != 0:
        raise DownloadError(_pip_sentence(name, version, err))
    url, sha256 = _read_report(out)
    _, configuration, _ = _run_pip(["config", "list"], check)
    return WheelLocation(url, sha256, ConnectionSettings.from_pip(_read_configuration(configuration), url))


def _run_pip(arguments: list[str], check: CancelCheck) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of pip; killed when the user cancels."""
    command = [sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", *arguments]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        env=os.environ | _PIP_ENVIRONMENT | {"PYTHONIOENCODING": "utf-8"},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    try:
        while True:
            check()
            try:
                out, err = process.communicate(timeout=0.1)
                return process.returncode, out, err
            except subprocess.TimeoutExpired:
                continue
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def _read_report(text: str) -> tuple[str, str]:
    try:
        report = json.loads(text[text.index("{") :])
        info = report["install"][0]["download_info"]
        return str(info["url"]), str(info["archive_info"].get("hashes", {}).get("sha256", ""))
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise DownloadError(
            "pip answered in a form that is not understood; update it with “python -m pip install -U pip”."
        ) from error


def _read_configuration(text: str) -> dict[str, str]:
    """`pip config list` prints key='value'; later sections win, the environment last."""
    settings: dict[str, str] = {}
    for line in sorted(text.splitlines(), key=lambda line: line.startswith(":env:")):
        key, equals, value = line.partition("=")
        section, _, option = key.rpartition(".")
        if equals and section in ("global", "install", ":env:"):
            settings[option] = _unquoted(value)
    return settings


def _unquoted(value: str) -> str:
    try:
        return " ".join(shlex.split(value, posix=True)).replace("\\n", " ").strip()
    except ValueError:
        return value.strip("'\"")


def _pip_sentence(name: str, version: str, stderr: str) -> str:
    errors = [line.removeprefix("ERROR: ") for line in stderr.splitlines() if line.startswith("ERROR:")]
    if any(word in stderr.lower() for word in _UNREACHABLE):
        return "The package index cannot be reached; check the network, proxy and certificates and try again."
    reason = f" ({errors[-1].rstrip('.')})" if errors else ""
    return f"pip cannot find {name} {version} in its package index{reason}; check “pip config list”."


def ask_index(index: str, name: str, version: str, settings: ConnectionSettings) -> WheelLocation:
    """The wheel as the index's JSON simple API states it.

    Raises:
        DownloadError: the index cannot be reached, does not speak JSON or does not have the wheel.
    """
    page = f"{index.rstrip('/')}/{name}/"
    with open_client(settings) as client, network_errors_as_sentences(page):
        response = client.get(page, headers={"Accept": _JSON})
        if response.status_code != httpx.codes.OK:
            raise DownloadError(
                f"The package index answered {response.status_code} for {name}; try again later "
                "or set PIP_INDEX_URL."
            )
    try:
        files: list[Mapping[str, object]] = response.json()["files"]
    except (ValueError, KeyError, TypeError) as error:
        raise DownloadError(
            "The package index does not speak the JSON interface; set PIP_INDEX_URL to one that does."
        ) from error
    return _pick(files, name, version, page, settings)


def _pick(
    files: list[Mapping[str, object]], name: str, version: str, page: str, settings: ConnectionSettings
) -> WheelLocation:
    prefix = f"{name.replace('-', '_')}-{version}-"
    for entry in files:
        filename, hashes = str(entry.get("filename", "")), entry.get("hashes")
        if filename.startswith(prefix) and filename.endswith(".whl") and isinstance(hashes, Mapping):
            return WheelLocation(urljoin(page, str(entry["url"])), str(hashes.get("sha256", "")), settings)
    raise DownloadError(
        f"The package index has no wheel of {name} {version}; set PIP_INDEX_URL to one that has."
    )
