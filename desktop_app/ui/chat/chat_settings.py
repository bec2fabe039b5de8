"""What the open conversation sets for itself, over the settings and the toolbar."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStore
from desktop_app.chats.system_prompt import with_system
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import Overflow
from desktop_app.settings.chat_options import CHAT_RECORDS, usable
from desktop_app.settings.kinds import to_file
from desktop_app.ui.window_state import WindowState

# a system prompt is typed letter by letter
_WRITE_AFTER_MS = 400
# Unix seconds; a reply from before was given another system prompt
SYSTEM_CHANGED = "system_changed"

_NAMES = frozenset(record.name for record in CHAT_RECORDS)


class ChatSettings(QObject):
    """Emits `changed` when a value changed or another conversation was opened.

    A value counts at once and is written a moment later. The chat that is not stored yet has its own too,
    kept with the window; untouched, it begins with new_chat(). complain is told why nothing could be kept.
    """

    changed = Signal()

    def __init__(
        self,
        store: ChatStore,
        state: WindowState,
        new_chat: Callable[[], dict[str, Any]],
        complain: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._state = state
        self._new_chat = new_chat
        self._complain = complain
        self._conversation = ""
        self._document: dict[str, Any] = {}
        self._unwritten: dict[str, Any] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WRITE_AFTER_MS)
        self._timer.timeout.connect(self.flush)

    # -- what is set --------------------------------------------------------------------------------------

    @property
    def conversation(self) -> str:
        """Whose it is; "" for the chat that is not stored yet."""
        return self._conversation

    @property
    def values(self) -> Mapping[str, Any]:
        """What is set here, as the program uses it."""
        return usable(self._document)[0]

    @property
    def preset(self) -> str:
        """The preset chosen last, "" for none; its values may have been changed since."""
        name = self._document.get("preset", "")
        return name if isinstance(name, str) else ""

    @property
    def system(self) -> str:
        return str(self.values.get("system", ""))

    @property
    def overflow(self) -> Overflow:
        """What happens when the conversation leaves no room for a reply."""
        return "drop_oldest" if self._document.get("overflow") == "drop_oldest" else "stop"

    @property
    def overflow_choice(self) -> object:
        """The user's answer for a full context as it is kept, None where there is none."""
        return self._document.get("overflow")

    def with_system(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """The messages as the model is asked: the system prompt comes first."""
        return with_system(messages, self.system)

    def set(self, name: str, value: object) -> None:
        if value == "" and name == "system":
            self.reset(name)
        else:
            self._change({**self._document, name: to_file(value)})

    def reset(self, name: str) -> None:
        """Goes back to the settings."""
        self._change({key: value for key, value in self._document.items() if key != name})

    def choose(self, values: Mapping[str, Any], preset: str) -> None:
        """Sets these values and no others; preset: where they are from, "" for nowhere."""
        kept = {key: value for key, value in self._document.items() if key not in _NAMES | {"preset"}}
        kept |= {name: to_file(value) for name, value in values.items()}
        self._change({**kept, "preset": preset} if preset else kept)

    def name_preset(self, preset: str) -> None:
        """Says which preset has these values."""
        self._change({**self._document, "preset": preset})

    def _change(self, document: dict[str, Any]) -> None:
        if document == self._document:
            return
        if document.get("system") != self._document.get("system"):
            document[SYSTEM_CHANGED] = time.time()
        for name in {*document, *self._document}:
            if document.get(name) != self._document.get(name):
                self._unwritten[name] = document.get(name)
        self._document = document
        self._timer.start()
        self.changed.emit()

    # -- whose it is --------------------------------------------------------------------------------------

    def open(self, conversation_id: str) -> None:
        """Takes over another conversation's settings; "" is the one that is not stored yet."""
        self.flush()
        self._conversation = conversation_id
        self._document = self._read(conversation_id)
        self.changed.emit()

    def write_for(self, conversation_id: str) -> None:
        """Writes the settings of the new chat for this conversation, which it is about to become.

        Raises:
            ChatStoreError: they cannot be written.
        """
        if self._document:
            self._store.options.set_settings(conversation_id, self._document)

    def adopt(self, conversation_id: str) -> None:
        """The new chat was stored, with its settings: they are now this conversation's."""
        self._timer.stop()
        self._unwritten = {}
        self._conversation = conversation_id
        self._state.keep_new_chat("")

    def flush(self) -> None:
        """Writes what waits to be written."""
        self._timer.stop()
        if not self._unwritten:
            return
        unwritten, self._unwritten = self._unwritten, {}
        if not self._conversation:
            self._state.keep_new_chat(json.dumps(self._document))
            return
        options = self._store.options
        try:
            # others may have set something there meanwhile
            kept = options.settings(self._conversation) | unwritten
            options.set_settings(
                self._conversation, {name: value for name, value in kept.items() if value is not None}
            )
        except SlipstreamError as error:
            self._complain(str(error))

    def _read(self, conversation_id: str) -> dict[str, Any]:
        if not conversation_id:
            kept = self._state.new_chat()
            return kept if kept is not None else self._new_chat()
        try:
            return self._store.options.settings(conversation_id)
        except SlipstreamError as error:
            self._complain(str(error))
            return {}
