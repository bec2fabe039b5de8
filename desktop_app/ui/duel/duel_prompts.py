"""Prompts to hold a duel about: some that come with the program, and what the open chat asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction

from desktop_app.chats.messages import Message
from desktop_app.ui.controls.fields import PickButton

# lupdate knows the function by this name
translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class OpenChat:
    """messages: the open chat as the model reads it, oldest first; none where no chat is open."""

    messages: tuple[Message, ...] = ()

    @property
    def question(self) -> str:
        """The last one; "" where there is none."""
        place = self._last_question()
        return "" if place is None else self.messages[place].content

    def before(self, prompt: str) -> tuple[Message, ...]:
        """What stands before the prompt, asked in this chat: before its last question where it is that, else
        all that was answered."""
        place = self._last_question()
        if place is None:
            return self.messages
        if prompt == self.messages[place].content.strip():
            return self.messages[:place]
        # two questions in a row are no conversation
        return self.messages if place < len(self.messages) - 1 else self.messages[:place]

    def _last_question(self) -> int | None:
        places = [place for place, message in enumerate(self.messages) if message.role == "user"]
        return places[-1] if places else None


def prompts() -> tuple[tuple[str, str], ...]:
    """Name and text of those that come with the program."""
    return (
        (
            translate("Duel", "A Story"),
            translate(
                "Duel",
                "Tell a story in ten sentences about a lighthouse keeper who finds a letter in a bottle.",
            ),
        ),
        (
            translate("Duel", "A List"),
            translate(
                "Duel",
                "List ten things to pack for a week in the mountains, and say for each why it is needed.",
            ),
        ),
        (
            translate("Duel", "Code"),
            translate(
                "Duel",
                "Write a Python class for a bank account with deposit, withdraw and balance, then a test for "
                "each method.",
            ),
        ),
        (
            translate("Duel", "A Text to Correct"),
            translate(
                "Duel",
                "Write this text again with its mistakes corrected and everything else as it is: The train "
                "leave at seven in the morning, and it arrive in the city two hour later. In the city we "
                "visits the museum and the market, and in the evening the train bring us home.",
            ),
        ),
        (
            translate("Duel", "An Explanation"),
            translate("Duel", "Explain step by step how a bicycle stays upright while it is ridden."),
        ),
    )


def fill_prompts(
    button: PickButton, chat: OpenChat, choose: Callable[[str], None], ask_chat: Callable[[], None]
) -> None:
    """choose is given the text of a prompt; ask_chat is called for the chat's last question."""
    button.menu.clear()
    if chat.question:
        own = QAction(translate("Duel", "Last Question of the Chat"), button.menu)
        own.triggered.connect(ask_chat)
        button.menu.addAction(own)
        button.menu.addSeparator()
    _add(button, prompts(), choose)


def _add(button: PickButton, texts: Sequence[tuple[str, str]], choose: Callable[[str], None]) -> None:
    for name, text in texts:
        action = QAction(name, button.menu)
        action.setData(text)
        action.setToolTip(text)
        action.triggered.connect(lambda _=False, text=text: choose(text))
        button.menu.addAction(action)
    button.menu.setToolTipsVisible(True)
