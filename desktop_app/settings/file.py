"""Settings in a TOML file. A value that makes no sense costs that value, never the file."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from desktop_app.atomic_write import write_atomically
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.set_aside import set_aside
from desktop_app.settings.kinds import from_file, shortened, shown, to_file
from desktop_app.settings.table import RECORDS, Settings
from desktop_app.settings.toml_patch import patched


class SettingsError(SlipstreamError):
    """The settings cannot be saved."""


class DamagedSettingsError(SlipstreamError):
    """The file's content is not TOML."""


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """problems: a sentence for each value that was replaced by its default."""

    settings: Settings
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SavedSettings:
    """content: the whole file as written. problem: a sentence when a damaged file had to make way, or ""."""

    content: bytes
    problem: str


def load_settings(path: Path) -> LoadedSettings:
    """The settings in the file; defaults where there is none. Never fails.

    A file that is not TOML is moved aside (name.corrupt-<time>) and reported.
    """
    text, problem = _read(path)
    loaded = _settings_in(tomllib.loads(text), path)
    return replace(loaded, problems=(problem, *loaded.problems)) if problem else loaded


def parse_settings(content: bytes, path: Path) -> LoadedSettings:
    """The settings in the content of the file at path; touches no file.

    Raises:
        DamagedSettingsError: the content is not TOML.
    """
    try:
        document = tomllib.loads(_decoded(content))
    except (ValueError, RecursionError) as error:
        raise DamagedSettingsError(
            f"The settings file {path} cannot be understood ({shortened(str(error))}): mend it and save it "
            "again; until then nothing has changed."
        ) from error
    return _settings_in(document, path)


def save_settings(path: Path, settings: Settings, only: Collection[str] | None = None) -> SavedSettings:
    """Writes the settings; comments, and keys and tables that this version does not know, are kept.

    only: names of the settings to write; of the others what the file says stands, and what it does not
    say is added. None writes all.

    Raises:
        SettingsError: the file cannot be written; the old one is as it was.
    """
    text, problem = _read(path)
    document = tomllib.loads(text)
    for record in RECORDS:
        table = document.get(record.section)
        if not isinstance(table, dict):
            table = document[record.section] = {}
        if only is not None and record.name not in only and record.name in table:
            continue
        value = getattr(settings, record.name)
        if value is None:
            table.pop(record.name, None)
        else:
            table[record.name] = to_file(value)
    try:
        content = patched(text, document).encode()
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
    except OSError as error:
        raise SettingsError(f"The settings cannot be saved in {path}: {error.strerror or error}.") from error
    except UnicodeEncodeError as error:
        raise SettingsError(
            f"The settings cannot be saved in {path}: one holds characters that no file can hold."
        ) from error
    return SavedSettings(content, problem)


def _settings_in(document: dict[str, Any], path: Path) -> LoadedSettings:
    settings, problems = Settings(), []
    for record in RECORDS:
        table = document.get(record.section)
        value = table.get(record.name) if isinstance(table, dict) else None
        if value is None:
            continue
        if record.kind.accepts(value):
            settings = replace(settings, **{record.name: from_file(record.kind, value)})
        else:
            problems.append(
                f"The setting {record.section}.{record.name} in {path} must be {record.kind.expected}, not "
                f"{shown(value)}; {shown(record.default)} is used."
            )
    return LoadedSettings(settings, tuple(problems))


def _read(path: Path) -> tuple[str, str]:
    """The text of the file, which is TOML, and a sentence when that is not all there was to it."""
    try:
        text = _decoded(path.read_bytes())
        tomllib.loads(text)
    except FileNotFoundError:
        return "", ""
    except OSError as error:
        return "", _move_aside(path, f"The settings in {path} cannot be read ({error.strerror or error})")
    except (ValueError, RecursionError):
        return "", _move_aside(path, "The settings were damaged")
    return text, ""


def _decoded(content: bytes) -> str:
    # some editors begin a file with a byte order mark, which TOML does not know
    return content.decode("utf-8-sig")


def _move_aside(path: Path, what: str) -> str:
    try:
        aside = set_aside(path)
    except OSError:
        return f"{what}; the defaults are used."
    return f"{what}; the file was moved to {aside} and the defaults are used."
