"""The user's settings as the window needs them, and the targets used lately."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.decoding.control_rounds import EVERY
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import VerifierChoice
from desktop_app.settings.chat_options import CHAT_RECORDS
from desktop_app.settings.file import SettingsError
from desktop_app.settings.store import SettingsStore
from desktop_app.settings.table import RECORDS, Settings
from desktop_app.ui.sentences import together
from desktop_app.ui.theme import ThemeChoice
from desktop_app.ui.toolbar import ReplyOptions
from desktop_app.ui.window_state import WindowState

_RECENT = 8
_SAMPLING = {f.name for f in fields(SamplingParams)} & {record.name for record in RECORDS}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReplyLimits:
    """What the next reply takes from the settings alone."""

    max_tokens: int
    stop: tuple[str, ...]
    verifier: VerifierChoice
    control_every: int
    record: bool = False


class Preferences(QObject):
    """Emits `changed` with the names of the settings that changed, here or in the file.

    A setting that cannot be saved holds for this run; complain is told why, once.
    """

    changed = Signal(object)

    def __init__(self, store: SettingsStore, state: WindowState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._state = state
        self._complained = False
        self._told = store.problems
        self.complain: Callable[[str], None] = _log.warning

    @property
    def settings(self) -> Settings:
        return self._store.settings

    @property
    def target(self) -> str:
        """What was loaded last, "" for nothing yet."""
        return self.settings.last_target

    @property
    def panes(self) -> tuple[bool, bool]:
        """Whether conversations and instruments are visible."""
        return self.settings.conversations_visible, self.settings.instruments_visible

    def limits(self) -> ReplyLimits:
        kept = self.settings
        return ReplyLimits(
            kept.max_tokens,
            kept.stop,
            kept.verifier,
            EVERY if kept.control_rounds else 0,
            kept.record_distributions,
        )

    def options(self) -> ReplyOptions:
        kept = self.settings
        sampling = SamplingParams(**{name: getattr(kept, name) for name in _SAMPLING})
        draft = "none" if kept.mode == "plain" else kept.draft
        return ReplyOptions(sampling, draft, kept.k, kept.seed, kept.draft)

    def chat_defaults(self) -> dict[str, Any]:
        """What counts in a chat that sets nothing for itself."""
        kept = self.settings
        names = {record.name for record in RECORDS} & {record.name for record in CHAT_RECORDS}
        return {name: getattr(kept, name) for name in names} | {"draft": self.options().draft}

    def keep_options(self, options: ReplyOptions) -> None:
        self.change(
            mode="plain" if options.draft == "none" else "speculative",
            draft=options.speculative_draft,
            k=options.k,
            temperature=options.sampling.temperature,
        )

    def set_theme(self, choice: ThemeChoice) -> None:
        self.change(theme=choice)

    def set_show_marks(self, visible: bool) -> None:
        self.change(show_marks=visible)

    def set_panes(self, conversations: bool, instruments: bool) -> None:
        self.change(conversations_visible=conversations, instruments_visible=instruments)

    def recent_targets(self) -> Sequence[str]:
        return self._state.recent()

    def remember_target(self, target: str) -> None:
        """Keeps a target that was loaded, newest first; nothing may come of it later if it is gone."""
        self.change(last_target=target)
        others = [known for known in self._state.recent() if known != target]
        self._state.keep_recent([target, *others][:_RECENT])

    def file(self) -> Path:
        """The settings file, written out if there is none yet.

        Raises:
            SettingsError: it cannot be written.
        """
        return self._store.write_out()

    def refresh(self) -> None:
        """Takes over what was written into the file by hand."""
        before = self.settings
        self._store.refresh()
        self._say_problems()
        self._emit(before)

    def change(self, **values: Any) -> None:
        """Keeps what is new among the values; an edit of the file by hand stays."""
        known = self.settings
        new = {name: value for name, value in values.items() if value != getattr(known, name)}
        self.refresh()
        before = self.settings
        try:
            self._store.change(**new)
        except SettingsError as error:
            if not self._complained:
                self._complained = True
                self.complain(str(error))
        self._say_problems()
        self._emit(before)

    def _say_problems(self) -> None:
        if self._store.problems is not self._told:
            self._told = self._store.problems
            if self._told:
                self.complain(together(self._told))

    def _emit(self, before: Settings) -> None:
        names = _differing(before, self.settings)
        if names:
            self.changed.emit(names)


def _differing(one: Settings, other: Settings) -> frozenset[str]:
    return frozenset(r.name for r in RECORDS if getattr(one, r.name) != getattr(other, r.name))
