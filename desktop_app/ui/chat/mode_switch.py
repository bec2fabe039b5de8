"""The toolbar's mode acts on the reply that runs in the open chat, from its next round on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from desktop_app.decoding.plan import mode_from
from desktop_app.ui.chat.live_reply import LiveReply
from desktop_app.ui.chat.switch_words import promise_of
from desktop_app.ui.engine.engine_thread import EngineState, EngineThread
from desktop_app.ui.toolbar import Toolbar


class ModeSwitch(QObject):
    """live: the reply that runs in the open chat."""

    def __init__(
        self,
        thread: EngineThread,
        toolbar: Toolbar,
        live: Callable[[], LiveReply | None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._thread = thread
        self._toolbar = toolbar
        self._live = live
        self._action: QAction | None = None
        self._text = ""
        toolbar.mode_changed.connect(self._chosen)
        thread.state_changed.connect(self._state_changed)

    def attach(self, action: QAction) -> None:
        """The action of the menu that does the same."""
        self._action, self._text = action, action.text()

    def note(self, live: LiveReply) -> str:
        """What the toolbar says that the reply does not do yet; "" where they agree."""
        chosen = self._toolbar.current_mode()
        if chosen == live.mode:
            return ""
        plain = chosen == "plain"
        if live.awaits == chosen:
            return (
                self.tr("plain from the next round") if plain else self.tr("speculative from the next round")
            )
        return self.tr("plain from the next reply") if plain else self.tr("speculative from the next reply")

    def explain(self) -> None:
        """Brings the tooltip of the toolbar's mode up to date."""
        live = self._live()
        if self._thread.state.stage == "duelling":
            text = self._duelling()
        elif live is None:
            text = self.tr("How the next reply is decoded; nothing is loaded again (Ctrl+M)")
        else:
            text = self.tr("Switches this reply from its next round, and the replies after it (Ctrl+M)")
            text = f"{text}. {promise_of(live.started)}".rstrip()
        self._toolbar.mode.setToolTip(f"<qt>{text}</qt>")

    def _chosen(self, mode: str) -> None:
        live = self._live()
        if live is not None:
            live.ask_for(mode_from(mode))
            self._thread.switch(live.message_id, mode_from(mode))
        self.explain()

    def _state_changed(self, state: EngineState) -> None:
        possible = state.stage != "duelling"
        self._toolbar.mode.setEnabled(possible)
        if self._action is not None:
            self._action.setEnabled(possible)
            reason = self.tr("{action}: not in a duel").format(action=self._text)
            self._action.setText(self._text if possible else reason)
        self.explain()

    def _duelling(self) -> str:
        return self.tr(
            "A duel is running: its lanes have modes of their own. Wait for its end or stop it to change "
            "the mode."
        )
