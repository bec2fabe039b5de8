"""Chats into files and out of files, in the thread, with a way to stop it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.chats.export_name import export_file_name
from desktop_app.chats.store import ChatStore, Conversation
from desktop_app.chats.transfer import export_all, export_chat, import_chats
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.models.progress import Progress
from desktop_app.ui.chat.chat_controller import ChatController
from desktop_app.ui.conversations.export_words import export_words
from desktop_app.ui.conversations.store_thread import StoreJob, StoreThread
from desktop_app.ui.dialogs import Dialogs, ExportChoice
from desktop_app.ui.status_line import StatusAction, StatusLine, progress_text

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FileParts:
    """What it works with. window: in front of which files are asked for."""

    status: StatusLine
    dialogs: Dialogs
    window: QWidget


class ChatFiles(QObject):
    """One export or import after the other; each ends with a sentence in the status line.

    save_trace: what writes the last reply of a conversation as a trace.
    """

    def __init__(
        self,
        store: ChatStore,
        thread: StoreThread,
        parts: FileParts,
        chats: ChatController,
        refresh: Callable[[], None],
    ) -> None:
        super().__init__(parts.window)
        self._store = store
        self._thread = thread
        self._parts = parts
        self._chats = chats
        self._refresh = refresh
        self._shown: tuple[str, int] = ("", -1)
        self.save_trace: Callable[[str, Path], None] = lambda _chat, _path: None

    def export_current(self) -> None:
        if self._chats.current:
            self.export(self._chats.current)

    def export(self, conversation_id: str) -> None:
        """Asks for a file; its kind is the filter that was chosen."""
        try:
            title = self._store.conversation(conversation_id).title
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            return
        name = export_file_name(title, "", self.tr("chat"))
        choice = self._parts.dialogs.export_file(self._parts.window, name)
        if choice is not None:
            self._export(conversation_id, choice)

    def _export(self, conversation_id: str, choice: ExportChoice) -> None:
        kind, words = choice.kind, export_words()
        if kind == "trace":
            self.save_trace(conversation_id, choice.path)
            return

        def work(store: ChatStore, job: StoreJob) -> Path:
            export_chat(store, conversation_id, choice.path, kind, words, job)
            return choice.path

        self._begin(self.tr("Exporting the chat"), work, self._exported)

    def _exported(self, path: Path) -> None:
        self._parts.status.show_text(self.tr("Exported to {path}.").format(path=path))

    def export_all(self) -> None:
        """All chats into one file that an import reads."""
        path = self._parts.dialogs.export_all_file(self._parts.window)
        if path is not None:
            work = partial(_export_all, path)
            self._begin(self.tr("Exporting all chats"), work, partial(self._exported_all, path))

    def _exported_all(self, path: Path, count: int) -> None:
        text = self.tr("Exported %n chat(s) to {path}.", "", count)
        self._parts.status.show_text(text.format(path=path))

    def import_files(self) -> None:
        """Chats from files of ours or with messages in the form of OpenAI's API."""
        paths = self._parts.dialogs.import_files(self._parts.window)
        if paths:
            work = partial(_import, paths)
            self._begin(self.tr("Importing"), work, self._imported)

    def _imported(self, added: list[Conversation]) -> None:
        if added:
            self._chats.open(added[0].id)
        self._refresh()
        self._parts.status.show_text(self.tr("Imported %n chat(s).", "", len(added)))

    def _begin(
        self, doing: str, work: Callable[[ChatStore, StoreJob], T], done: Callable[[T], object]
    ) -> None:
        job = self._thread.submit(
            work, done, partial(self._failed, doing), lambda at, of: self._show_progress(doing, at, of, job)
        )

    def _show_progress(self, doing: str, at: int, of: int, job: StoreJob) -> None:
        percent = 100 * at // of if of else 0
        if (doing, percent) != self._shown:
            self._shown = (doing, percent)
            progress = Progress(doing, at, of) if of else Progress(doing)
            cancel = StatusAction(self.tr("Cancel"), job.stop)
            self._parts.status.show_progress(progress_text(progress), progress, cancel)

    def _failed(self, doing: str, sentence: str) -> None:
        if sentence:
            self._parts.status.show_error(sentence)
        else:
            self._parts.status.show_text(self.tr("{doing}: stopped.").format(doing=doing))


def _export_all(path: Path, store: ChatStore, job: StoreJob) -> int:
    return export_all(store, path, job)


def _import(paths: list[Path], store: ChatStore, job: StoreJob) -> list[Conversation]:
    return import_chats(store, paths, time.time(), job)
