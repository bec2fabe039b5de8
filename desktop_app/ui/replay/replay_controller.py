"""Traces in and out of the window: opened, dropped, shown as examples, saved from a reply, kept as a chat."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.chats.records import Conversation
from desktop_app.chats.store import ChatStore
from desktop_app.engines.trace import Trace, load_trace
from desktop_app.engines.trace_file import looks_like_trace
from desktop_app.ui.chat.chat_controller import ChatController
from desktop_app.ui.composer.file_drops import FileDrops
from desktop_app.ui.conversations.chat_library import ChatLibrary
from desktop_app.ui.conversations.store_thread import StoreJob
from desktop_app.ui.replay.examples import Example, examples
from desktop_app.ui.replay.kept_chat import conversation_of
from desktop_app.ui.replay.replay_window import ReplayWindow
from desktop_app.ui.replay.reply_trace import save_reply
from desktop_app.ui.replay.trace_check import TraceCheck
from desktop_app.ui.status_line import StatusLine
from desktop_app.ui.window_services import WindowServices


class ReplayController(QObject):
    """attach: what is done with dropped files that are no traces. window: in front of which files are asked
    for; a trace dropped anywhere on it is opened."""

    def __init__(
        self,
        services: WindowServices,
        library: ChatLibrary,
        chats: ChatController,
        status: StatusLine,
        attach: Callable[[Sequence[Path]], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._library = library
        self._chats = chats
        self._status = status
        self._attach = attach
        self._parent = window
        self._example = ""
        self.window: ReplayWindow | None = None
        self.check: TraceCheck | None = None
        self._drops = FileDrops(window, self.take)
        chats.messages.trace_wanted.connect(self.save)
        library.files.save_trace = self._save_to

    def handlers(self) -> dict[str, Callable[[], object]]:
        """What its actions do, by name."""
        return {
            "open_trace": self.choose,
            "save_trace": self._chats.messages.save_trace,
            "see_how": self.show_example,
        }

    # -- opening ------------------------------------------------------------------------------------------

    def choose(self) -> None:
        path = self._services.dialogs.trace_to_open(self._parent)
        if path is not None:
            self.open(path)

    def take(self, paths: Sequence[Path]) -> None:
        """Files that were dropped: a trace is opened, all others go with the next message."""
        traces = [path for path in paths if looks_like_trace(path)]
        others = [path for path in paths if path not in traces]
        if traces:
            self.open(traces[0])
        if others:
            self._attach(others)

    def open(self, path: Path) -> None:
        """Plays the trace, whatever it may be: one sentence says why it cannot."""

        def work(_store: ChatStore, _job: StoreJob) -> Trace:
            return load_trace(path)

        self._library.store_thread.submit(work, partial(self._show_file, path), self._complain)

    def show_example(self) -> None:
        """The next of the traces that come with the program."""
        found = examples()
        names = [example.name for example in found]
        place = names.index(self._example) + 1 if self._example in names else 0
        example = found[place % len(found)]
        self._example = example.name

        def work(_store: ChatStore, _job: StoreJob) -> Trace:
            return load_trace(example.path)

        self._library.store_thread.submit(work, partial(self._show_example, example), self._complain)

    def _show_file(self, path: Path, trace: Trace) -> None:
        resolved = trace.started.resolved
        origin = self.tr("{model}, {dtype} on {device}: played from a file, without a model.")
        text = origin.format(model=trace.started.model, dtype=resolved.dtype, device=resolved.device)
        self._opened().show_trace(trace, path.name, text)
        self._offer_check(trace, path.name)

    def _show_example(self, example: Example, trace: Trace) -> None:
        titles = {
            "code": self.tr("Code is easy to guess"),
            "question": self.tr("An everyday request"),
        }
        origin = self.tr("Recorded with {model} on {machine}, {date}; no model runs now.")
        text = origin.format(model=trace.started.model, machine=example.machine, date=example.date)
        if example.provisional:
            text += " " + self.tr("The machine was busy: its times say nothing.")
        lesson = self.tr(
            "A draft guesses several words ahead, and the model checks them all in one pass. The marks under "
            "the words say what became of each guess:"
        )
        self._opened().show_trace(trace, titles.get(example.name, example.name), text, lesson)
        self._offer_check(trace, example.path.name)

    def _offer_check(self, trace: Trace, name: str) -> None:
        assert self.check is not None
        self.check.show(trace, name)

    def _opened(self) -> ReplayWindow:
        if self.window is None:
            services = self._services
            self.window = ReplayWindow(services.themes, services.state, self._parent)
            self.window.keep_requested.connect(self.keep)
            self.window.next_requested.connect(self.show_example)
            self.window.dropped.connect(self.take)
            self.check = TraceCheck(services.thread, self.window)
        return self.window

    def _complain(self, sentence: str) -> None:
        """Where the user looks."""
        if not sentence:
            return
        if self.window is not None and self.window.isActiveWindow():
            self.window.show_error(sentence)
        else:
            self._status.show_error(sentence)

    # -- saving and keeping -------------------------------------------------------------------------------

    def save(self, message_id: str) -> None:
        """Asks for a file and writes the reply's trace into it; "" is the last reply."""
        if not self._chats.current:
            self._status.show_text(self.tr("There is no reply to save a trace of yet."))
            return
        path = self._services.dialogs.trace_to_save(self._parent)
        if path is not None:
            self._save_to(self._chats.current, path, message_id)

    def _save_to(self, conversation_id: str, path: Path, message_id: str = "") -> None:
        def work(store: ChatStore, _job: StoreJob) -> int:
            return save_reply(store, conversation_id, message_id, path)

        self._library.store_thread.submit(work, partial(self._saved, path), self._complain)

    def _saved(self, path: Path, goes: int) -> None:
        text = self.tr("Saved to {path}. The trace contains what was asked.").format(path=path)
        if goes > 1:
            parts = self.tr("The reply was written in %n parts, of which it holds the last.", "", goes)
            text = f"{text} {parts}"
        self._status.show_text(text)

    def keep(self) -> None:
        """The trace that is played becomes a chat, which is opened."""
        trace = self.window.view.trace if self.window is not None else None
        if trace is None:
            return

        def work(store: ChatStore, job: StoreJob) -> list[Conversation]:
            return store.imports.add([conversation_of(trace, time.time())], job)

        self._library.store_thread.submit(work, self._kept, self._complain)

    def _kept(self, added: list[Conversation]) -> None:
        for conversation in added:
            self._chats.open(conversation.id)
        self._library.list.refresh()
        self._status.show_text(self.tr("The trace is kept as a chat."))
        if self.window is not None:
            self.window.close()
        self._parent.raise_()
        self._parent.activateWindow()

    def close(self) -> None:
        if self.window is not None:
            self.window.close()
