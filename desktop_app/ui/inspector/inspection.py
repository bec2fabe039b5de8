"""Joins the chosen token of the chat, the round selected in the dashboard, and the inspector."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round, Verdict
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.conversation import WholeMessage
from desktop_app.ui.chat.heat_words import heat_sentence
from desktop_app.ui.chat.token_walk import ChosenToken
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.inspector.reply_facts import UNKNOWN, ReplyFacts, stored_facts
from desktop_app.ui.inspector.round_inspector import Inspected


class Inspection(QObject):
    """`said` is for a screen reader. messages: those of the open conversation, as they are stored.

    Raises nothing: where the store cannot be read, the rules are told without what the reply was asked for.
    """

    said = Signal(str)

    def __init__(
        self,
        chat: ChatView,
        dashboard: Dashboard,
        messages: Callable[[], Sequence[WholeMessage]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._chat = chat
        self._walk = chat.walk
        self._dashboard = dashboard
        self._inspector = dashboard.inspector
        self._strip = dashboard.rounds.strip
        self._messages = messages
        self._facts: dict[tuple[str, int], ReplyFacts] = {}
        self._actions: Mapping[str, QAction] = {}
        self._inspector.newest = self._newest
        self._inspector.node_read.connect(self.said)
        self._walk.changed.connect(self._changed)
        self._strip.chosen.connect(self._round_chosen)

    def handlers(self) -> dict[str, Callable[[], object]]:
        walk = self._walk
        return {
            "previous_token": lambda: walk.step(-1),
            "next_token": lambda: walk.step(1),
            "previous_round": lambda: walk.step_round(-1),
            "next_round": lambda: walk.step_round(1),
            "leave_token": walk.leave,
        }

    def attach(self, actions: Mapping[str, QAction]) -> None:
        """Takes the actions whose keys depend on whether a token is chosen."""
        self._actions = actions
        self._inspector.record_wanted.connect(self._record)
        self._share_escape(None)

    def _record(self, wanted: bool) -> None:
        action = self._actions["record_distributions"]
        if action.isChecked() != wanted:
            action.trigger()

    def _changed(self, chosen: ChosenToken | None) -> None:
        self._share_escape(chosen)
        self._strip.show_chosen(chosen.round if chosen is not None else None)
        self._inspector.inspect(self._inspected(chosen) if chosen is not None else None)
        self._inspector.describe()
        if chosen is not None:
            self._dashboard.reveal(self._inspector)
            self.said.emit(self._inspector.told())

    def _share_escape(self, chosen: ChosenToken | None) -> None:
        """Escape leaves the token first, and only then stops a reply."""
        leave, stop = self._actions.get("leave_token"), self._actions.get("stop")
        if leave is None or stop is None:
            return
        escape = [QKeySequence("Esc")]
        leave.setEnabled(chosen is not None)
        leave.setShortcuts(escape if chosen is not None else [])
        stop.setShortcuts([] if chosen is not None else escape)

    def _round_chosen(self, round_: Round | None, box: int) -> None:
        if round_ is None:
            self._walk.leave()
            return
        self._walk.choose_round(round_, _position(round_, box))
        self._inspector.choose_draft(box if 0 <= box < len(round_.drafts) else None)

    def _newest(self) -> Inspected | None:
        newest = self._walk.newest()
        return None if newest is None else Inspected(newest.round, newest.position, self._facts_of(newest))

    def _inspected(self, chosen: ChosenToken) -> Inspected:
        heat = self._chat.heat_at(chosen.index, chosen.token)
        paragraph = "" if heat is None else heat_sentence(heat)
        return Inspected(chosen.round, chosen.position, self._facts_of(chosen), paragraph)

    def _facts_of(self, chosen: ChosenToken) -> ReplyFacts:
        key = (chosen.message_id, chosen.part)
        if key not in self._facts:
            facts = self._read_facts(*key)
            if facts is None:
                return UNKNOWN
            self._facts[key] = facts
        return self._facts[key]

    def _read_facts(self, message_id: str, part: int) -> ReplyFacts | None:
        """None where the store does not say; it may later."""
        try:
            messages = self._messages()
        except SlipstreamError:
            return None
        found = next((message for message in messages if message.id == message_id), None)
        if found is None or part >= len(found.parts):
            return None
        return stored_facts(found.parts[part].started)


def _position(round_: Round, box: int) -> int:
    """Of the token that a box of the strip stands for, or that stands in its place, among the emitted."""
    if not 0 <= box < len(round_.drafts):
        return len(round_.emitted) - 1 if box >= 0 else 0
    above = 0
    parent = round_.drafts[box].parent
    while parent >= 0:
        above += round_.drafts[parent].verdict is Verdict.ACCEPTED
        parent = round_.drafts[parent].parent
    return min(above, len(round_.emitted) - 1)
