"""Presets: named sets of what a conversation may set, each a TOML file that may be edited by hand."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from desktop_app.atomic_write import write_atomically
from desktop_app.chats.export_name import export_file_name
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.settings.chat_options import CHAT_RECORDS, usable
from desktop_app.settings.kinds import to_file
from desktop_app.settings.toml_patch import patched

EXTENSION = ".toml"
_TABLE = "preset"
_MOST_BYTES = 1_000_000
_SHORT = 20  # characters


class PresetError(SlipstreamError):
    """A preset cannot be read or kept."""


@dataclass(frozen=True, slots=True)
class Preset:
    """problems: a sentence for each value that makes no sense and is left out."""

    name: str
    values: Mapping[str, Any]
    problems: tuple[str, ...] = ()


class PresetFolder:
    """Read anew each time, so an edited file counts at once. The folder is made with its first preset."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """In alphabetical order; [] where there is no folder or it cannot be read."""
        try:
            found = [
                path.stem
                for path in self.folder.iterdir()
                if path.suffix == EXTENSION and not path.name.startswith(".")
            ]
        except OSError:
            return []
        return sorted(found, key=lambda name: (name.casefold(), name))

    def has(self, name: str) -> bool:
        """Whether there is one of this name; some file systems do not tell capital letters apart."""
        return usable_name(name).casefold() in {known.casefold() for known in self.names()}

    def read(self, name: str) -> Preset:
        """
        Raises:
            PresetError: there is none of this name, or its file cannot be understood.
        """
        return _parsed(_text(self._path(name)), name)

    def save(self, name: str, values: Mapping[str, Any]) -> str:
        """Writes a preset and returns its name as kept. In one that is there already, comments stay, and so
        do keys that this version does not know.

        Raises:
            PresetError: the name or the folder cannot be used.
        """
        name = usable_name(name)
        path = self._path(name)
        before = _text(path) if path.exists() else ""
        document = _document(before, name) if before else {}
        table = document.get(_TABLE)
        kept = dict(table) if isinstance(table, dict) else {}
        for record in CHAT_RECORDS:
            kept.pop(record.name, None)
        document[_TABLE] = kept | {key: to_file(value) for key, value in values.items()}
        self._write(path, patched(before, document) if before else _written(document))
        return name

    def rename(self, name: str, to: str) -> str:
        """Returns the new name as kept.

        Raises:
            PresetError: the new name is taken or cannot be used.
        """
        to = usable_name(to)
        if to.casefold() != name.casefold() and self.has(to):
            raise PresetError(f"There is a preset “{to}” already: choose another name.")
        try:
            self._path(name).rename(self._path(to))
        except OSError as error:
            raise PresetError(f"The preset “{name}” cannot be renamed: {error.strerror or error}.") from error
        return to

    def delete(self, name: str) -> None:
        """
        Raises:
            PresetError: it cannot be deleted.
        """
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as error:
            raise PresetError(f"The preset “{name}” cannot be deleted: {error.strerror or error}.") from error

    def take_in(self, path: Path) -> Preset:
        """Copies a preset file as it is, under a free name.

        Raises:
            PresetError: the file is no preset, or cannot be read or kept.
        """
        text = _text(path)
        preset = _parsed(text, path.name)
        if not preset.values:
            why = preset.problems[0] if preset.problems else "none of its keys is known"
            raise PresetError(f"{path} is no preset that can be used: {why.rstrip('.')}.")
        name = self._free(path.stem)
        self._write(self._path(name), text)
        return Preset(name, preset.values, preset.problems)

    def give_out(self, name: str, path: Path) -> None:
        """Writes a copy of a preset's file.

        Raises:
            PresetError: it cannot be read or written.
        """
        text = _text(self._path(name))
        try:
            write_atomically(path, text.encode())
        except OSError as error:
            raise PresetError(f"{path} cannot be written: {error.strerror or error}.") from error

    def _free(self, wanted: str) -> str:
        name = usable_name(wanted)
        number = 2
        while self.has(name):
            name = usable_name(f"{wanted} {number}")
            if not name.endswith(f" {number}"):
                # a name as long as a file's may be
                name = usable_name(f"{wanted[:_SHORT]} {number}")
            number += 1
        return name

    def _path(self, name: str) -> Path:
        return self.folder / (usable_name(name) + EXTENSION)

    def _write(self, path: Path, text: str) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text.encode())
        except OSError as error:
            raise PresetError(f"The preset cannot be kept in {path}: {error.strerror or error}.") from error
        except UnicodeEncodeError as error:
            raise PresetError(
                "The preset cannot be kept: it holds characters that no file can hold."
            ) from error


def read_preset_file(path: Path) -> Preset:
    """
    Raises:
        PresetError: there is none, or it cannot be understood.
    """
    return _parsed(_text(path), path.stem)


def usable_name(name: str) -> str:
    """The name as a file may be called.

    Raises:
        PresetError: nothing of it can be used.
    """
    kept = export_file_name(name, "", untitled="")
    if not kept or kept == "_":
        raise PresetError("A preset needs a name of letters or digits.")
    return kept


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise PresetError(f"{path} is too large for a preset.")
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise PresetError(f"There is no preset {path}: it may have been deleted or renamed.") from error
    except OSError as error:
        raise PresetError(f"The preset {path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise PresetError(f"The preset {path} is not a text file in UTF-8.") from error


def _parsed(text: str, name: str) -> Preset:
    table = _document(text, name).get(_TABLE)
    values, problems = usable(table if isinstance(table, dict) else {})
    return Preset(name, values, tuple(f"In the preset “{name}”, {problem}" for problem in problems))


def _document(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = str(error)[:120]
        raise PresetError(f"The preset “{name}” cannot be understood ({why}): mend its file.") from error


def _written(document: Mapping[str, Any]) -> str:
    """A system prompt of several lines is easier to edit as such."""
    text = tomli_w.dumps(document, multiline_strings=True)
    return text if tomllib.loads(text) == document else tomli_w.dumps(document)
