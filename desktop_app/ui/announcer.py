"""Says to screen readers what is seen at a glance: a reply begins, it has ended, something went wrong."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from desktop_app.engines.base import Event, Failed, Finished, Mode, Plan, Started
from desktop_app.ui.chat.switch_words import beginning, promise_of
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.sentences import translated
from desktop_app.ui.status_line import StatusLine


class Announcer(QObject):
    """`said` has every sentence; the tokens in between are not read out, which would be a stutter."""

    said = Signal(str)

    def __init__(self, thread: EngineThread, status: StatusLine, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._started: Started | None = None
        self._mode: Mode | None = None
        thread.events.connect(self._events)
        status.error_shown.connect(self._error)

    def say(self, sentence: str, *, urgent: bool = False) -> None:
        """urgent: what is being read out just then is interrupted."""
        event = QAccessibleAnnouncementEvent(self._window, sentence)
        politeness = QAccessible.AnnouncementPoliteness
        event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
        QAccessible.updateAccessibility(event)
        self.said.emit(sentence)

    def _error(self, sentence: str) -> None:
        self.say(sentence, urgent=True)

    def _events(self, _message_id: str, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case Plan():
                    self._plan(event)
                case Started():
                    self._started, self._mode = event, event.mode
                    self.say(self.tr("The reply begins."))
                case Finished(reason="cancelled"):
                    self.say(self.tr("The reply was stopped."))
                case Finished():
                    text = self.tr("The reply has ended: {tokens} tokens.")
                    self.say(text.format(tokens=event.tally.emitted))
                case Failed():
                    self.say(self.tr("The reply failed."))
                    self._error(translated(event.error))

    def _plan(self, plan: Plan) -> None:
        if plan.mode != self._mode:
            self._mode = plan.mode
            self.say(f"{beginning(plan.mode)}. {promise_of(self._started)}".rstrip())
