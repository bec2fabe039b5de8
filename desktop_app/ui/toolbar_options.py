"""The toolbar shows what counts for the open chat, and what is changed there is kept where it came from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.chat.chat_settings import ChatSettings
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.toolbar import ReplyOptions, Toolbar

_SAMPLING = ("temperature", "top_p", "top_k", "min_p")


class ToolbarOptions(QObject):
    """A value that the chat sets for itself is changed in the chat, any other in the settings."""

    def __init__(
        self,
        toolbar: Toolbar,
        preferences: Preferences,
        chat: ChatSettings,
        complain: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._toolbar = toolbar
        self._preferences = preferences
        self._chat = chat
        self._complain = complain
        self._keeping = False
        self._shown = preferences.options()
        self.show_seed(self._shown.seed)
        toolbar.options_changed.connect(self._changed)
        chat.changed.connect(self.show)

    def show(self) -> None:
        """Shows what counts; the toolbar's seed is for a few replies and stays."""
        if not self._keeping:
            self._show(self._seed())

    def show_seed(self, seed: int | None) -> None:
        """Shows what counts, and this seed."""
        self._show(seed)

    def _show(self, seed: int | None) -> None:
        options = overlaid(self._preferences.options(), self._chat.values)
        self._toolbar.show_options(replace(options, seed=seed))
        # read back, because the toolbar does not know every draft and rounds the temperature
        self._shown = self._toolbar.options()

    def take(self) -> ReplyOptions:
        """Keeps what was typed in the toolbar and returns what counts for the next reply.

        Raises:
            BadSamplingError: temperature or seed cannot be used.
        """
        now = self._toolbar.options()
        self._keep(now)
        return overlaid(now, self._chat.values)

    def _changed(self) -> None:
        try:
            self._keep(self._toolbar.options())
        except SlipstreamError as error:
            self._complain(str(error))

    def _keep(self, now: ReplyOptions) -> None:
        changed = _differing(self._shown, now)
        own = self._chat.values
        self._shown = now
        self._keeping = True
        try:
            for name in changed & set(own):
                self._chat.set(name, _value(now, name))
            self._keep_global(now, changed - set(own))
        finally:
            self._keeping = False

    def _keep_global(self, now: ReplyOptions, names: set[str]) -> None:
        kept = self._preferences.options()
        if "temperature" in names:
            kept = replace(kept, sampling=replace(kept.sampling, temperature=now.sampling.temperature))
        if "k" in names:
            kept = replace(kept, k=now.k)
        if "draft" in names:
            kept = replace(kept, draft=now.draft, speculative_draft=now.speculative_draft)
        if names:
            self._preferences.keep_options(kept)

    def _seed(self) -> int | None:
        try:
            return self._toolbar.options().seed
        except SlipstreamError:
            return self._preferences.settings.seed


def overlaid(options: ReplyOptions, own: Mapping[str, Any]) -> ReplyOptions:
    """The options with what a chat sets for itself in their place."""
    sampling = replace(options.sampling, **{name: own[name] for name in _SAMPLING if name in own})
    draft = own.get("draft", options.draft)
    speculative = draft if "draft" in own and draft != "none" else options.speculative_draft
    return replace(
        options, sampling=sampling, draft=draft, k=own.get("k", options.k), speculative_draft=speculative
    )


def _differing(one: ReplyOptions, other: ReplyOptions) -> set[str]:
    """The names of the settings in which they differ; the seed is none of them."""
    names = {name for name in ("temperature", "k", "draft") if _value(one, name) != _value(other, name)}
    return names | ({"draft"} if one.speculative_draft != other.speculative_draft else set())


def _value(options: ReplyOptions, name: str) -> object:
    if name == "temperature":
        return options.sampling.temperature
    return options.k if name == "k" else options.draft
