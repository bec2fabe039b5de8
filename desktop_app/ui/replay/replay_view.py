"""A trace as the chat would have shown it: the question, the reply with its marks, the instruments."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Plan, Text
from desktop_app.engines.placed_plans import in_order
from desktop_app.engines.trace import Trace
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.live_reply import LiveReply, end_note
from desktop_app.ui.chat.shown_message import PastMessage
from desktop_app.ui.column import Panes
from desktop_app.ui.dashboard.cards import OF_A_TRACE
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.replay.playhead import Playhead
from desktop_app.ui.theme import ThemeManager

_TICK_MS = 33
_SLICE_S = 0.012
_ROUNDS_A_SLICE = 16
_REPLY = "replayed"


class ReplayView(QWidget):
    """moved: the playhead stands elsewhere, or began or ceased to move.

    What is to be shown is written in slices, so that a jump in a long reply never holds the window up.
    """

    moved = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chat = ChatView(themes, self)
        self.chat.setAccessibleName(self.tr("Replay"))
        self.chat.hand.offer("copy")
        self.dashboard = Dashboard(themes, self)
        self.dashboard.column.arrange(OF_A_TRACE)
        self.trace: Trace | None = None
        self.head: Playhead | None = None
        self.playing = False
        self._reply = LiveReply(_REPLY, "", ())
        self._written = 0
        self._ended = False
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._last = 0.0
        # kept: without a name it is collected, and takes what is in it along
        self._panes = Panes(themes, self)
        self._panes.addWidget(self.chat)
        self._panes.addWidget(self.dashboard)
        self._panes.setStretchFactor(0, 1)
        self._panes.setSizes([780, 330])
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self._panes)

    @property
    def settled(self) -> bool:
        """Whether what is to be seen is written, and nothing moves."""
        if self.playing or self.head is None:
            return not self.playing
        return self._written == self.head.shown and self._ended == self.head.over

    @property
    def status(self) -> str:
        """What the line under a chat would say now."""
        return self._reply.status()

    def open(self, trace: Trace) -> None:
        """Shows the question, and stands still before the first round."""
        self.pause()
        self.trace = trace
        self.head = Playhead(trace)
        self._rewind()
        self._catch_up()
        self.moved.emit()

    # -- moving -------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Goes on from where it stands; from the beginning where it is over."""
        if self.head is None:
            return
        if self.head.over:
            self.head.restart()
        self.playing = True
        self._last = time.monotonic()
        self._timer.start()
        self.moved.emit()

    def pause(self) -> None:
        self.playing = False
        self.moved.emit()

    def toggle(self) -> None:
        if self.playing:
            self.pause()
        else:
            self.play()

    def step(self, by: int) -> None:
        """So many rounds on, or back; then it stands still."""
        if self.head is not None:
            self.seek(self.head.shown + by)

    def seek(self, shown: int) -> None:
        if self.head is not None:
            self.playing = False
            self.head.seek(shown)
            self._timer.start()
            self._catch_up()
            self.moved.emit()

    def set_speed(self, speed: float) -> None:
        if self.head is not None:
            self.head.speed = speed
            self.moved.emit()

    def change_speed(self, by: int) -> None:
        if self.head is not None:
            self.head.change_speed(by)
            self.moved.emit()

    def stop(self) -> None:
        """Nobody looks any more."""
        self.playing = False
        self._timer.stop()
        self.dashboard.clear()
        self.chat.clear()
        self.trace = self.head = None

    def _tick(self) -> None:
        if self.head is None:
            self._timer.stop()
            return
        if self.playing:
            now = time.monotonic()
            self.head.advance(now - self._last)
            self._last = now
        self._catch_up()
        if self.head.over and self._ended:
            self.playing = False
        if self.settled:
            self._timer.stop()
        self.moved.emit()

    # -- writing ------------------------------------------------------------------------------------------

    def _rewind(self) -> None:
        """Back to the question."""
        trace = self.trace
        assert trace is not None
        self._written, self._ended = 0, False
        self._reply = LiveReply(_REPLY, "", ())
        self._reply.add([trace.started, *([trace.prefilled] if trace.prefilled else ())])
        self.chat.show_past(asked(trace))
        if trace.started.prompt is None:
            self.chat.add_note(self.tr("This trace does not say what was asked."))
        self.chat.begin_reply(_REPLY)
        self.dashboard.clear()
        self.dashboard.begin_reply(trace.started)
        if trace.prefilled is not None:
            self.dashboard.note_prefill(trace.prefilled)
        self._tell([placed.plan for placed in trace.plans if placed.at == 0])

    def _catch_up(self) -> None:
        """Writes a slice of what is to be seen, after a step back from the question on."""
        assert self.head is not None
        if self.head.shown < self._written:
            self._rewind()
        until = time.monotonic() + _SLICE_S
        while self._written < self.head.shown:
            self._write(min(self.head.shown, self._written + _ROUNDS_A_SLICE))
            if time.monotonic() > until:
                break
        if self.head.over and self._written == self.head.count and not self._ended:
            self._end()
        elif self.settled:
            self.dashboard.refresh()

    def _write(self, end: int) -> None:
        assert self.trace is not None
        first, parts = self._written, self.trace.parts[self._written : end]
        self.chat.append(parts)
        plans = [placed for placed in self.trace.plans if placed.at > 0 and first <= placed.at < end]
        self._tell(in_order(plans, parts, first))
        self._written = end

    def _tell(self, events: Sequence[Plan | Round | Text]) -> None:
        self._reply.add(events)
        self.dashboard.add(events)

    def _end(self) -> None:
        assert self.trace is not None
        self._ended = True
        self._tell([placed.plan for placed in self.trace.plans if placed.at >= max(1, self._written)])
        end = self.trace.end
        cut = self.tr("The recording was cut here.")
        self.chat.end_reply(end_note(end) if end is not None else cut)
        if end is not None:
            self._reply.add([end])
        self.dashboard.finish(self.trace.summary())


def asked(trace: Trace) -> list[PastMessage]:
    """What stood before the reply; what the system prompt says is no message to the eye."""
    prompt = trace.started.prompt
    messages = () if prompt is None else prompt.messages
    return [
        PastMessage(f"asked-{place}", message.content, by_user=message.role == "user")
        for place, message in enumerate(messages)
        if message.role != "system"
    ]
