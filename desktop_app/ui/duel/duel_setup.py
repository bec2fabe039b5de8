"""What a duel is about: the prompt, who drafts in which lane, and how it is measured."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.bench.duel import PLAIN, Lane
from desktop_app.chats.messages import Message
from desktop_app.decoding.errors import BadSamplingError, SlipstreamError
from desktop_app.decoding.sampling_params import SamplingParams, random_seed
from desktop_app.engines.base import ChatRequest, DraftLength
from desktop_app.settings.table import MAX_K
from desktop_app.ui.controls.fields import FieldEdit, PickButton, Segmented
from desktop_app.ui.draft_names import draft_choices
from desktop_app.ui.duel.duel_prompts import OpenChat, fill_prompts
from desktop_app.ui.theme import ThemeManager

_LONGEST = 2000


class DuelSetupError(SlipstreamError):
    """Something in the form cannot be used."""


@dataclass(frozen=True, slots=True)
class DuelPlan:
    """prompt: the last message of the request; before: how many of a chat stand before it."""

    request: ChatRequest
    lanes: tuple[Lane, ...]
    back: bool
    prompt: str
    before: int = 0


class DuelSetup(QWidget):
    """The first lane is always plain."""

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.prompt = QPlainTextEdit(self)
        self.prompt.setPlaceholderText(self.tr("The prompt that all lanes answer"))
        self.prompt.setAccessibleName(self.tr("Prompt of the duel"))
        self.prompt.setTabChangesFocus(True)
        self.prompt.setFrameShape(QFrame.Shape.NoFrame)
        self.prompt.document().setDocumentMargin(8)
        self.prompt.setFixedHeight(3 * self.fontMetrics().lineSpacing() + 14)
        self._chat = OpenChat()
        self._offered = ""
        self._second, self._third = "auto", ""
        self.prompts = PickButton(self.tr("Prompts"), themes, self)
        self.place = Segmented(
            (("chat", self.tr("In the Chat")), ("alone", self.tr("On Its Own"))), themes, self
        )
        self.place.setToolTip(
            self.tr("In the chat: every lane reads the open chat first, as a reply in it would.")
        )
        self.second = PickButton(self.tr("Lane 2"), themes, self)
        self.third = PickButton(self.tr("Lane 3"), themes, self)
        self.shape = Segmented((("exact", self.tr("Exact")), ("fast", self.tr("Fast"))), themes, self)
        self.shape.setToolTip(
            self.tr(
                "Exact: one fixed shape for all lanes, in which the texts must be identical. Fast: each as "
                "in a chat; near ties may fall the other way."
            )
        )
        self.turns = Segmented((("back", self.tr("A B B A")), ("once", self.tr("Once"))), themes, self)
        self.turns.setToolTip(
            self.tr("A B B A: there and back, so that a machine that slows down slows every lane alike.")
        )
        self.temperature = FieldEdit(self.tr("Temp"), themes, "0.75", self)
        self.tokens = FieldEdit(self.tr("Tokens"), themes, "0000", self)
        self.k = FieldEdit(self.tr("k"), themes, "auto ", self)
        self.k.setToolTip(self.tr("Drafts a round, for every lane that drafts: auto, or a number."))
        self._build()
        self._fill()

    def _build(self) -> None:
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(8)
        box.addWidget(self.prompt)
        box.addLayout(_row(self.prompts, self.place, self.temperature, self.tokens))
        box.addLayout(_row(self.second, self.third, self.k, self.shape, self.turns))

    def _fill(self) -> None:
        self.shape.choose("exact")
        self.turns.choose("back")
        self.temperature.edit.setText("0.7")
        self.tokens.edit.setText("120")
        self.k.edit.setText("auto")
        self.show_chat(OpenChat())
        self._menu(self.second, draft_choices(), self._set_second)
        self._menu(self.third, (("", self.tr("none")), *draft_choices()), self._set_third)
        self._set_second(self._second)
        self._set_third(self._third)

    def _menu(self, button: PickButton, choices: tuple[tuple[str, str], ...], choose: object) -> None:
        group = QActionGroup(button)
        for value, text in choices:
            action = QAction(text, button.menu)
            action.setCheckable(True)
            action.setData(value)
            group.addAction(action)
            button.menu.addAction(action)
        group.triggered.connect(lambda action: choose(action.data()))  # type: ignore[operator]

    def _set_second(self, value: str) -> None:
        self._second = value
        self._mark(self.second, value)

    def _set_third(self, value: str) -> None:
        self._third = value
        self._mark(self.third, value)

    def _mark(self, button: PickButton, value: str) -> None:
        action = next(action for action in button.menu.actions() if action.data() == value)
        action.setChecked(True)
        button.set_value(action.text())

    # -- the prompt ---------------------------------------------------------------------------------------

    def show_chat(self, chat: OpenChat) -> None:
        """The chat that is open now."""
        self._chat = chat
        fill_prompts(self.prompts, chat, self._choose_prompt, self._ask_chat)
        self.place.setVisible(bool(chat.messages))

    def propose(self, prompt: str) -> None:
        """Puts a prompt into the form, never over one that was written there."""
        if prompt and self._text() in ("", self._offered):
            self._put(prompt)
            self.place.choose("chat")

    def _choose_prompt(self, text: str) -> None:
        self._put(text)
        self.place.choose("alone")

    def _ask_chat(self) -> None:
        self._put(self._chat.question)
        self.place.choose("chat")

    def _put(self, text: str) -> None:
        cursor = self.prompt.textCursor()
        cursor.select(cursor.SelectionType.Document)
        # so that Ctrl+Z brings back what stood there
        cursor.insertText(text)
        self._offered = self._text()

    def _text(self) -> str:
        return self.prompt.toPlainText().strip()

    # -- what is chosen -----------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """What the lanes are called."""
        known = dict(draft_choices())
        chosen = [value for value in (self._second, self._third) if value]
        return [self.tr("Plain"), *(known[value] for value in chosen)]

    def plan(self, seed: int | None = None) -> DuelPlan:
        """seed: drawn where it is None.

        Raises:
            DuelSetupError: saying which field cannot be used.
        """
        text = self._text()
        if not text:
            raise DuelSetupError(self.tr("There is no prompt yet: write one, then start the duel."))
        k = self._k()
        before = self._chat.before(text) if self.place.value() == "chat" else ()
        request = ChatRequest(
            messages=(*before, Message("user", text)),
            sampling=self._sampling(),
            exact=self.shape.value() == "exact",
            max_tokens=self._tokens(),
            seed=random_seed() if seed is None else seed,
        )
        lanes = (PLAIN, *(Lane(value, k) for value in (self._second, self._third) if value))
        return DuelPlan(request, lanes, self.turns.value() == "back", text, len(before))

    def _sampling(self) -> SamplingParams:
        try:
            return SamplingParams(temperature=float(self.temperature.text().replace(",", ".")))
        except BadSamplingError as error:
            raise DuelSetupError(str(error)) from error
        except ValueError:
            raise DuelSetupError(self.tr("The temperature is no number, such as 0 or 0.7.")) from None

    def _k(self) -> DraftLength:
        text = self.k.text().lower()
        if text in ("", "auto"):
            return "auto"
        if not text.isdecimal() or not 1 <= int(text) <= MAX_K:
            sentence = self.tr("k is auto or a whole number of drafts from 1 to {most}.")
            raise DuelSetupError(sentence.format(most=MAX_K))
        return int(text)

    def _tokens(self) -> int:
        text = self.tokens.text()
        if not text.isdecimal() or not 1 <= int(text) <= _LONGEST:
            sentence = self.tr("The length is a whole number of tokens from 1 to {most}.")
            raise DuelSetupError(sentence.format(most=f"{_LONGEST:,}"))
        return int(text)


def _row(*parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)
    return row
