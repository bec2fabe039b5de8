"""What the composer needs of the rest: files chosen in a dialog or dropped, their tokens, what was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.chats.attachments import split_attachments
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.file_drops import FileDrops
from desktop_app.ui.engine.engine_thread import EngineState
from desktop_app.ui.window_services import WindowServices


class ComposerController(QObject):
    """chat: the pane on which files can be dropped. conversation: gives the id of the open one."""

    def __init__(
        self,
        services: WindowServices,
        composer: Composer,
        chat: QWidget,
        conversation: Callable[[], str],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._composer = composer
        self._conversation = conversation
        self._window = parent
        self._model = services.thread.state.model
        self._drops = FileDrops(chat, lambda paths: composer.dropped(paths))
        composer.set_history(self._asked)
        composer.attach_requested.connect(self.choose_files)
        composer.tray.count_wanted.connect(services.thread.count_text)
        services.thread.counted.connect(composer.tray.show_count)
        services.thread.state_changed.connect(self._state_changed)

    def choose_files(self) -> None:
        files = self._services.dialogs.text_files(self._window)
        if files:
            self._composer.attach(files)

    def _asked(self) -> Sequence[str]:
        """What was typed, without the files that went with it."""
        try:
            asked = self._services.store.asked_before(self._conversation())
        except SlipstreamError:
            return ()  # whatever ails the disk is told where something is to be written
        return [split_attachments(content)[0] for content in asked]

    def _state_changed(self, state: EngineState) -> None:
        if state.stage in ("ready", "empty", "failed") and state.model != self._model:
            self._model = state.model
            self._composer.tray.recount()
