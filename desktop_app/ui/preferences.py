"""The user's settings as the window needs them, and the targets used lately."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.settings import SettingsError, SettingsStore, save_settings
from desktop_app.ui.theme import ThemeChoice
from desktop_app.ui.toolbar import ReplyOptions
from desktop_app.ui.window_state import WindowState

_RECENT = 8

_log = logging.getLogger(__name__)


class Preferences:
    """A setting that cannot be saved holds for this run; complain is told why, once."""

    def __init__(self, store: SettingsStore, state: WindowState) -> None:
        self._store = store
        self._state = state
        self._complained = False
        self.complain: Callable[[str], None] = _log.warning

    @property
    def target(self) -> str:
        """What was loaded last, "" for nothing yet."""
        return self._store.settings.last_target

    @property
    def problems(self) -> tuple[str, ...]:
        return self._store.problems

    @property
    def show_marks(self) -> bool:
        return self._store.settings.show_marks

    @property
    def panes(self) -> tuple[bool, bool]:
        """Whether conversations and instruments are visible."""
        settings = self._store.settings
        return settings.conversations_visible, settings.instruments_visible

    def max_tokens(self) -> int:
        return self._store.settings.max_tokens

    def options(self) -> ReplyOptions:
        kept = self._store.settings
        sampling = SamplingParams(
            temperature=kept.temperature, top_k=kept.top_k, top_p=kept.top_p, min_p=kept.min_p
        )
        draft = "none" if kept.mode == "plain" else kept.draft
        return ReplyOptions(sampling, draft, kept.k, kept.seed, kept.draft)

    def keep_options(self, options: ReplyOptions) -> None:
        self._change(
            mode="plain" if options.draft == "none" else "speculative",
            draft=options.speculative_draft,
            k=options.k,
            temperature=options.sampling.temperature,
        )

    def set_theme(self, choice: ThemeChoice) -> None:
        self._change(theme=choice)

    def set_show_marks(self, visible: bool) -> None:
        self._change(show_marks=visible)

    def set_panes(self, conversations: bool, instruments: bool) -> None:
        self._change(conversations_visible=conversations, instruments_visible=instruments)

    def recent_targets(self) -> Sequence[str]:
        return self._state.recent()

    def remember_target(self, target: str) -> None:
        """Keeps a target that was loaded, newest first; nothing may come of it later if it is gone."""
        self._change(last_target=target)
        others = [known for known in self._state.recent() if known != target]
        self._state.keep_recent([target, *others][:_RECENT])

    def file(self) -> Path:
        """The settings file, written out if there is none yet.

        Raises:
            SettingsError: it cannot be written.
        """
        if not self._store.path.exists():
            save_settings(self._store.path, self._store.settings)
        return self._store.path

    def _change(self, **values: Any) -> None:
        try:
            self._store.change(**values)
        except SettingsError as error:
            if not self._complained:
                self._complained = True
                self.complain(str(error))
