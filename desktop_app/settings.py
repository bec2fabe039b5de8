"""Typed settings kept in a TOML file. A value that makes no sense costs that value, never the file."""

from __future__ import annotations

import math
import os
import tempfile
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import tomli_w

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.sampling_params import MAX_SEED

Theme = Literal["system", "light", "dark"]
Mode = Literal["speculative", "plain"]

MAX_K = 64
MAX_TOKENS = 1_000_000


class SettingsError(SlipstreamError):
    """The settings cannot be saved."""


@dataclass(frozen=True, slots=True)
class Settings:
    """last_target: "starter", a folder, or "" for none yet. draft: who drafts when mode is speculative.
    seed None draws one for each reply."""

    theme: Theme = "system"
    show_marks: bool = True
    conversations_visible: bool = True
    instruments_visible: bool = True
    last_target: str = ""
    mode: Mode = "speculative"
    draft: str = "auto"
    k: int | Literal["auto"] = "auto"
    seed: int | None = None
    max_tokens: int = 1024
    temperature: float = 0.7
    top_p: float = 0.95
    top_k: int = 0
    min_p: float = 0.0


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """problems: a sentence for each value that was replaced by its default."""

    settings: Settings
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Key:
    """Where a setting stands in the file, what it may be, and how to say so."""

    table: str
    name: str
    valid: Callable[[Any], bool]
    expected: str


def load_settings(path: Path) -> LoadedSettings:
    """The settings in the file; defaults where there is none. Never fails.

    A file that is not TOML is moved aside (name.corrupt-<time>) and reported.
    """
    document, problem = _read(path)
    problems = [problem] if problem else []
    settings = Settings()
    for key in _KEYS:
        table = document.get(key.table)
        value = table.get(key.name) if isinstance(table, dict) else None
        if value is None:
            continue
        if key.valid(value):
            settings = replace(settings, **{key.name: _converted(key.name, value)})
        else:
            problems.append(
                f"The setting {key.table}.{key.name} in {path} must be {key.expected}, not {_shown(value)}; "
                f"{_shown(getattr(settings, key.name))} is used."
            )
    return LoadedSettings(settings, tuple(problems))


def save_settings(path: Path, settings: Settings) -> None:
    """Writes the settings; keys and tables of the file that this version does not know are kept.

    Raises:
        SettingsError: the file cannot be written; the old one is as it was.
    """
    document, _ = _read(path)
    for key in _KEYS:
        table = document.get(key.table)
        if not isinstance(table, dict):
            table = document[key.table] = {}
        value = getattr(settings, key.name)
        if value is None:
            table.pop(key.name, None)
        else:
            table[key.name] = value
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, tomli_w.dumps(document).encode())
    except OSError as error:
        raise SettingsError(f"The settings cannot be saved in {path}: {error.strerror or error}.") from error


class SettingsStore:
    """The settings of a running window: read once, written at each change that is one.

    problems are the sentences of the first read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        loaded = load_settings(path)
        self.settings = loaded.settings
        self.problems = loaded.problems

    def save(self, settings: Settings) -> None:
        """Raises SettingsError when the file cannot be written; the settings hold for this run even so."""
        if settings == self.settings:
            return
        self.settings = settings
        save_settings(self.path, settings)

    def change(self, **values: Any) -> Settings:
        """Saves the settings with some values replaced, and returns them.

        Raises:
            SettingsError: as `save`.
            TypeError: there is no setting of that name.
        """
        self.save(replace(self.settings, **values))
        return self.settings


def _read(path: Path) -> tuple[dict[str, Any], str]:
    try:
        return tomllib.loads(path.read_bytes().decode()), ""
    except FileNotFoundError:
        return {}, ""
    except OSError as error:
        return (
            {},
            f"The settings in {path} cannot be read ({error.strerror or error}); the defaults are used.",
        )
    except (ValueError, RecursionError):
        return {}, _move_aside(path)


def _move_aside(path: Path) -> str:
    aside = path.with_name(f"{path.name}.corrupt-{time.strftime('%Y%m%d-%H%M%S')}")
    try:
        path.replace(aside)
    except OSError:
        return f"The settings in {path} are damaged; the defaults are used."
    return f"The settings were damaged; the file was moved to {aside} and the defaults are used."


def _replace(path: Path, content: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _converted(name: str, value: Any) -> Any:
    # TOML tells 1 from 1.0
    return float(value) if isinstance(getattr(Settings(), name), float) else value


def _shown(value: object) -> str:
    text = str(value) if not isinstance(value, str) else f'"{value}"'
    return text if len(text) <= 40 else text[:40] + "…"


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _one_of(*choices: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in choices


def _whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _number(low: float, high: float, above: bool = False) -> Callable[[Any], bool]:
    def valid(value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            return False
        return low <= value <= high and not (above and value == low)

    return valid


def _k(value: Any) -> bool:
    return value == "auto" or _whole(0, MAX_K)(value)


_KEYS = (
    _Key("window", "theme", _one_of("system", "light", "dark"), '"system", "light" or "dark"'),
    _Key("window", "show_marks", _flag, "true or false"),
    _Key("window", "conversations_visible", _flag, "true or false"),
    _Key("window", "instruments_visible", _flag, "true or false"),
    _Key("model", "last_target", _text, "a text"),
    _Key("decoding", "mode", _one_of("speculative", "plain"), '"speculative" or "plain"'),
    _Key("decoding", "draft", _text, "a text"),
    _Key("decoding", "k", _k, f'"auto" or a whole number from 0 to {MAX_K}'),
    _Key("decoding", "seed", _whole(0, MAX_SEED), f"a whole number from 0 to {MAX_SEED}"),
    _Key("decoding", "max_tokens", _whole(1, MAX_TOKENS), f"a whole number from 1 to {MAX_TOKENS}"),
    _Key("sampling", "temperature", _number(0.0, 100.0), "a number from 0 to 100"),
    _Key("sampling", "top_p", _number(0.0, 1.0, above=True), "a number above 0 up to 1"),
    _Key("sampling", "top_k", _whole(0, 2**31 - 1), "a whole number from 0 (off) up"),
    _Key("sampling", "min_p", _number(0.0, 1.0), "a number from 0 to 1"),
)
