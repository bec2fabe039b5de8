"""The context menu of the conversation, and the menu of drafts that a reply can be branched with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.chats.token_fork import choosable, chosen_text
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.conversation import WholeMessage
from desktop_app.ui.chat.message_actions import MessageActions
from desktop_app.ui.chat.message_hand import MenuPlace

# A menu longer than this cannot be looked through; the latest drafts are nearest to what was just read.
_MOST = 24
_LONGEST = 30

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Choice:
    """A draft that did not become text: of the round at position `at`, the draft at `index`."""

    at: int
    index: int
    text: str
    instead_of: str


class MessageMenu(QObject):
    """parent: the widget the menus belong to."""

    def __init__(self, chat: ChatView, messages: MessageActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._chat = chat
        self._messages = messages
        chat.hand.menu_wanted.connect(self.open)

    def open(self, place: MenuPlace) -> None:
        self.menu_for(place).popup(place.at)

    def menu_for(self, place: MenuPlace) -> QMenu:
        menu = self._menu()
        message = self._found(place.message_id)
        if place.selected:
            menu.addAction(self.tr("Copy"), self._chat.copy_selected)
        if place.code:
            menu.addAction(
                self.tr("Copy Code Block"), partial(QGuiApplication.clipboard().setText, place.code)
            )
        if message is not None:
            self._add_message(menu, message, place)
        menu.addAction(self.tr("Select All"), self._chat.select_all)
        return menu

    def open_forks(self) -> None:
        """The drafts of the chosen or last reply that did not become text, to branch with one of them."""
        message = self._found("", "assistant")
        menu = self._menu()
        if message is not None:
            rounds = self._messages.rounds(message)
            choices = [choice for at in range(len(rounds)) for choice in choices_of(rounds, at)]
            self._add_choices(menu, message.id, choices[-_MOST:])
        if menu.isEmpty():
            menu.addAction(self.tr("Every draft of this reply became text")).setEnabled(False)
        menu.popup(self._chat.mapToGlobal(self._chat.rect().center()))
        # asked for by a key, so the arrows lead on from the first
        menu.setActiveAction(menu.actions()[0])

    def _menu(self) -> QMenu:
        menu = QMenu(self._parent)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _found(self, message_id: str, role: str = "") -> WholeMessage | None:
        try:
            return self._messages.find(message_id, role)
        except SlipstreamError:
            return None

    def _add_message(self, menu: QMenu, message: WholeMessage, place: MenuPlace) -> None:
        def add(text: str, act: Callable[[str], object]) -> None:
            menu.addAction(text, partial(act, message.id))

        add(self.tr("Copy Message"), self._messages.copy)
        add(self.tr("Copy as Markdown"), self._messages.copy_markdown)
        menu.addSeparator()
        add(self.tr("Edit"), self._messages.edit)
        if message.role == "assistant":
            add(self.tr("Regenerate"), self._messages.regenerate)
            add(self.tr("Continue"), self._messages.go_on)
            add(self.tr("Save Trace…"), self._messages.save_trace)
        add(self.tr("Branch Here"), self._messages.branch)
        if message.role == "assistant" and place.round_position is not None:
            rounds = self._messages.rounds(message)
            if place.round_position < len(rounds):
                self._add_choices(menu, message.id, choices_of(rounds, place.round_position))
        if self._messages.version_count(message) > 1:
            menu.addSeparator()
            add(self.tr("Previous Version"), partial(self._messages.step, -1))
            add(self.tr("Next Version"), partial(self._messages.step, 1))
        menu.addSeparator()

    def _add_choices(self, menu: QMenu, message_id: str, choices: Sequence[Choice]) -> None:
        for choice in choices:
            text = self.tr("Branch Here With “{word}”")
            if choice.instead_of:
                text = self.tr("Branch Here With “{word}”, Not “{other}”")
            words = text.format(word=_brief(choice.text), other=_brief(choice.instead_of))
            menu.addAction(
                words.replace("&", "&&"),
                partial(self._messages.fork, message_id, choice.at, choice.index),
            )


def choices_of(rounds: Sequence[Round], at: int) -> list[Choice]:
    """The drafts of the round that a reply can be begun with, each text once."""
    round_ = rounds[at]
    found: dict[str, Choice] = {}
    for index in range(len(round_.drafts)):
        if choosable(rounds, at, index):
            text = chosen_text(round_, index)
            found.setdefault(text, Choice(at, index, text, _instead(round_, index)))
    return list(found.values())


def _instead(round_: Round, index: int) -> str:
    """The token that stands where the draft would."""
    depth, parent = 0, round_.drafts[index].parent
    accepted = {place for place, draft in enumerate(round_.drafts) if draft.verdict == "accepted"}
    while parent >= 0:
        depth += parent in accepted
        parent = round_.drafts[parent].parent
    return round_.emitted[depth].text if depth < len(round_.emitted) else ""


def _brief(text: str) -> str:
    shown = text.strip(" ").replace("\n", "⏎").replace("\t", "⇥") or "␣"
    return shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "…"
