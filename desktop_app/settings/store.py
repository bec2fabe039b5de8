"""The settings of a running program: kept in step with their file, which the user may edit meanwhile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop_app.settings.file import DamagedSettingsError, load_settings, parse_settings, save_settings
from desktop_app.settings.table import Settings


class SettingsStore:
    """Written at each change that is one; a change touches its own key and no other.

    problems are the sentences of the last read or write that had any: a new tuple each time, so that it can
    be told apart from one that was shown. `settings` may be read from any thread.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings = Settings()
        self.problems: tuple[str, ...] = ()
        self._unsaved: dict[str, Any] = {}
        self._content: bytes | None = None
        self.read()

    def read(self) -> None:
        """Reads everything anew, as at the start."""
        loaded = load_settings(self.path)
        self.settings, self.problems = loaded.settings, loaded.problems
        self._unsaved = {}
        self._content = self._on_disk()

    def refresh(self) -> None:
        """Takes over what was written into the file by hand since.

        A file that cannot be understood or is gone changes nothing.
        """
        content = self._on_disk()
        if content is None or content == self._content:
            return
        self._content = content
        try:
            loaded = parse_settings(content, self.path)
        except DamagedSettingsError as error:
            self.problems = (str(error),)
            return
        self.settings = replace(loaded.settings, **self._unsaved)
        if loaded.problems:
            self.problems = loaded.problems

    def change(self, **values: Any) -> Settings:
        """Saves the settings with some values replaced, and returns them.

        Raises:
            SettingsError: the file cannot be written; the settings hold for this run even so.
            TypeError: there is no setting of that name.
        """
        self.refresh()
        changed = replace(self.settings, **values)
        if changed != self.settings:
            self._unsaved |= {
                name: value for name, value in values.items() if value != getattr(self.settings, name)
            }
            self.settings = changed
            self._save()
        return self.settings

    def write_out(self) -> Path:
        """The file, with every setting in it where there was none.

        Raises:
            SettingsError: it cannot be written.
        """
        if not self.path.exists():
            self._save()
        return self.path

    def _save(self) -> None:
        saved = save_settings(self.path, self.settings, only=set(self._unsaved))
        self._content = saved.content
        self._unsaved = {}
        if saved.problem:
            self.problems = (saved.problem,)

    def _on_disk(self) -> bytes | None:
        try:
            return self.path.read_bytes()
        except OSError:
            return None
