"""Opens the one window of duels, and closes it with the main window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStoreError
from desktop_app.ui.chat.conversation import model_messages
from desktop_app.ui.duel.duel_prompts import OpenChat
from desktop_app.ui.duel.duel_window import DuelWindow
from desktop_app.ui.window_services import WindowServices


class DuelController(QObject):
    """typed: what waits to be sent; current: the open conversation's id. Either gives the first prompt.

    prompt: messages of a chat as the loaded model is asked.
    """

    def __init__(
        self,
        services: WindowServices,
        typed: Callable[[], str],
        current: Callable[[], str],
        prompt: Callable[[tuple[Message, ...]], tuple[Message, ...]],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._typed = typed
        self._current = current
        self._prompt = prompt
        self._parent = parent
        self.window: DuelWindow | None = None

    def open(self) -> None:
        """Brings it to the front where it is open already."""
        services = self._services
        if self.window is None:
            self.window = DuelWindow(
                services.thread, services.themes, services.state, services.dialogs, self._parent
            )
        chat = self._chat()
        self.window.propose(self._typed().strip() or chat.question, chat)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def _chat(self) -> OpenChat:
        try:
            stored = self._services.store.messages(self._current()) if self._current() else []
        except ChatStoreError:
            return OpenChat()
        return OpenChat(self._prompt(model_messages(stored)) if stored else ())

    def close(self) -> None:
        if self.window is not None:
            self.window.close()
