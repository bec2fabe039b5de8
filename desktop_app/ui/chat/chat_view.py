"""One conversation: user messages and streaming replies in a single text view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Text
from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.chat.latest_button import LatestButton
from desktop_app.ui.chat.message_hand import MessageHand
from desktop_app.ui.chat.message_writer import MessageWriter
from desktop_app.ui.chat.older_filling import OlderFilling
from desktop_app.ui.chat.older_messages import OlderMessages
from desktop_app.ui.chat.rendering.document_writer import DocumentWriter
from desktop_app.ui.chat.rendering.formula_object import FormulaObject
from desktop_app.ui.chat.rendering.formula_pictures import FormulaPictures
from desktop_app.ui.chat.rendering.formula_thread import Formula
from desktop_app.ui.chat.rendering.heat_map import Heat
from desktop_app.ui.chat.rendering.plain_copy import plain_text
from desktop_app.ui.chat.rendering.recolor import recolor
from desktop_app.ui.chat.rendering.reply_writer import ReplyWriter
from desktop_app.ui.chat.rendering.rescale import rescale
from desktop_app.ui.chat.rendering.text_formats import TextFormats
from desktop_app.ui.chat.rendering.thought_unfolding import ThoughtUnfolding
from desktop_app.ui.chat.scroll_place import ScrollPlace
from desktop_app.ui.chat.shown_message import PastMessage, ShownMessage
from desktop_app.ui.chat.switch_words import switch_card
from desktop_app.ui.chat.text_column import body_font, column_in, set_column
from desktop_app.ui.chat.token_cards import TokenCards
from desktop_app.ui.chat.token_walk import TokenWalk
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.theme import Theme, ThemeManager

_SLICE_S = 0.008  # of colouring code


class ChatView(QWidget):
    """token_activated: message id and index of the round of the token that was clicked.

    attachment_opened: the Attachment of a user's message whose line was clicked. zoom_requested: 1 for
    larger, -1 for smaller. hand: which message is in hand, and what is wanted with it. walk: which token is
    chosen. promise_of: what switching does to the text of the reply of that id.
    """

    token_activated = Signal(str, int)
    attachment_opened = Signal(object)
    zoom_requested = Signal(int)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._shown: list[ShownMessage] = []
        self._live: ReplyWriter | None = None
        self._zoom = 100
        self.promise_of: Callable[[str], str] = lambda _: ""
        self._cards = TokenCards(self)
        self._formats = TextFormats(body_font(self.font(), self._zoom), themes.current)
        self._browser = ChatBrowser(self._formats, self._card, self.heat_at, self)
        self._browser.setVerticalScrollBar(ThinScrollBar(themes, "background", self._browser))
        self._browser.setAccessibleName(self.tr("Conversation"))
        self._browser.switch_card = self._switch_card
        self.hand = MessageHand(self._browser, themes, lambda: self._shown, lambda: self._live is not None)
        self._writer = DocumentWriter(self._browser.document(), self._formats)
        self._messages = MessageWriter(self._browser.document(), self._formats)
        self._past = OlderMessages(self._browser.document(), self._messages, self._writer)
        self._unfolding = ThoughtUnfolding(self)
        self._unfolding.due.connect(self._unfold_more)
        self._pictures = FormulaPictures(self)
        self._formulas = FormulaObject(self._browser.document(), self._formats, self._pictures)
        self._pictures.drawn.connect(self._formulas_drawn)
        self._color_timer = QTimer(self, singleShot=True)
        self._color_timer.timeout.connect(self._color)
        self._latest = LatestButton(themes, self)
        self._latest.hide()
        self._place = ScrollPlace(self._browser, self._latest)
        self.walk = TokenWalk(self._browser, self._place, lambda: self._shown, lambda: self._live is not None)
        self._older = OlderFilling(
            self._browser,
            self._place,
            self._past,
            live=lambda: self._live is not None,
            edit=lambda: self._edit(above=True),
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._browser)
        self.setFocusProxy(self._browser)
        self._browser.viewport().installEventFilter(self)
        self._browser.token_clicked.connect(self._token_clicked)
        self._browser.zoom_requested.connect(self.zoom_requested)
        self._browser.thought_clicked.connect(self._toggle_thought)
        self._browser.all_wanted.connect(self._older.select_all)
        self._browser.file_clicked.connect(self._file_clicked)
        self._latest.clicked.connect(self.scroll_to_latest)
        themes.changed.connect(self._apply_theme)

    # Contents.

    def clear(self) -> None:
        self._live = None
        self._shown.clear()
        self.hand.clear()
        self.walk.clear()
        self._older.clear()
        self._unfolding.clear()
        self._color_timer.stop()
        self._writer.clear()
        self._place.follow()
        self._fit_column()

    def show_past(self, messages: Sequence[PastMessage]) -> None:
        """Shows a conversation from its last messages upwards, whatever its length."""
        self.clear()
        self._shown = [ShownMessage(message.message_id) for message in messages]
        with self._edit():
            self._past.begin(messages, self._shown)
        self._older.plan()

    def add_user_message(self, message_id: str, text: str) -> None:
        """Shows what the user wrote, literally, its files as one line each, and follows the end again."""
        self.end_reply()
        self.walk.clear()
        shown = ShownMessage(message_id)
        self._shown.append(shown)
        with self._edit():
            self._messages.user_message(self._writer, shown, text, len(self._shown) - 1)
        self.scroll_to_latest()

    def begin_reply(self, message_id: str) -> None:
        self.end_reply()
        self._shown.append(ShownMessage(message_id))
        self._live = ReplyWriter(self._writer, self._shown[-1].reply, len(self._shown) - 1)

    def append(self, events: Sequence[Round | Text]) -> None:
        """Shows the rounds of one flush. Without a reply in progress there is nothing they belong to."""
        if self._live is None:
            return
        reply = self._shown[-1].reply
        for event in events:
            if isinstance(event, Round):
                reply.add_round(event)
            else:
                reply.add_text(event.text)
        with self._edit():
            self._live.flush()
        self._shown[-1].thought = self._live.thought
        self._unfolding.watch(self._live.thought)

    def end_reply(self, note: str = "") -> None:
        """Renders what is left of the reply; the view stays where the reader is."""
        if self._live is None and not note:
            return
        with self._edit():
            if self._live is not None:
                self._live.finish()
                self._unfolding.watch(self._live.thought)
            if note:
                self._writer.note(note, max(0, len(self._shown) - 1))
        self._live = None
        self.hand.refresh()

    def show_reply(self, message_id: str, rounds: Sequence[Round], text: str, note: str = "") -> None:
        """Shows a reply of the past as it looked when it had been streamed."""
        self.end_reply()
        message = PastMessage(message_id, text, note=note, rounds=lambda: rounds)
        self._shown.append(ShownMessage(message_id))
        with self._edit():
            self._messages.past(self._writer, message, self._shown[-1], len(self._shown) - 1)

    def add_note(self, text: str) -> None:
        """A line of the program's own behind what is shown."""
        with self._edit():
            self._writer.note(text, max(0, len(self._shown) - 1))

    def catch_keys(self, take: Callable[[QKeyEvent], bool]) -> None:
        """Keys that this takes are not the text's."""
        self._browser.take_key = take

    def set_marks_visible(self, visible: bool) -> None:
        self._browser.marks_visible = visible
        self._browser.viewport().update()

    def plain_text(self) -> str:
        """All of the conversation, as it would be copied."""
        self._older.finish()
        if self._unfolding.waiting:
            with self._edit(above=True):
                self._unfolding.finish(self._writer)
        document = self._browser.document()
        return plain_text(document, 0, document.characterCount() - 1)

    def copy_selected(self) -> None:
        self._browser.copy()

    def select_all(self) -> None:
        """Everything is selected as soon as everything is there."""
        self._older.select_all()

    def scroll_to_latest(self) -> None:
        self._place.follow()

    def scroll_to_message(self, message_id: str) -> None:
        """Brings the beginning of a message to the top of the view; nothing where it is not shown."""
        ids = [shown.message_id for shown in self._shown]
        if message_id in ids:
            self._older.go_to(ids.index(message_id))

    @contextmanager
    def _edit(self, above: bool = False) -> Iterator[None]:
        """An edit after which the reader is where he was; above: it adds text at the start."""
        with self._place.edit_above() if above else self._place.edit():
            yield
        if above:
            # far from the reader, who scrolls, there is no hurry
            self._color_timer.start()
        else:
            self._color()

    def _formulas_drawn(self, formulas: list[Formula]) -> None:
        with self._place.relayout():
            self._formulas.drawn(formulas)
        self._browser.geometry_changed()

    def _color(self) -> None:
        if self._writer.coloring.run(_SLICE_S):
            self._color_timer.start()

    # Size, theme, tokens.

    def set_zoom(self, percent: int) -> None:
        """Gives all text this size, 100 being its own; what is read stays where it is."""
        factor, self._zoom = percent / self._zoom, percent
        place = self._browser.cursorForPosition(QPoint(self.width() // 2, 4))
        top = self._browser.cursorRect(place).top()
        self._formats.set_body(body_font(self.font(), percent), percent / 100)
        self._browser.setFont(self._formats.body)
        with self._edit():
            rescale(self._browser.document(), factor)
            for shown in self._shown:
                self._messages.measure(shown)
        self._fit_column()
        if not self._place.follows:
            bar = self._browser.verticalScrollBar()
            bar.setValue(bar.value() + self._browser.cursorRect(place).top() - top)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # each line that the message field grows by changes the height, and to fit lays out everything
        if isinstance(event, QResizeEvent) and event.size().width() != event.oldSize().width():
            self._fit_column()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place.place_latest()

    def _fit_column(self) -> None:
        """The view has another width, or its text another size."""
        column = column_in(self._browser.viewport().width(), self._formats)
        self._browser.column = (column.left, column.width)
        with self._edit():
            set_column(self._browser.document(), column, self._formats)
            self._messages.column = self._formulas.width = column.width
            for shown in self._shown:
                self._messages.fit_bubble(shown)
        self._browser.geometry_changed()

    def _apply_theme(self, theme: Theme) -> None:
        self._formats.theme = theme
        with self._edit():
            self._past.finish_turn()
            self._unfolding.finish(self._writer)
            recolor(self._browser.document(), self._formats, self._writer.coloring)
        self._browser.viewport().update()

    def heat_at(self, message: int, token: int) -> Heat | None:
        """What became of the drafts in the paragraph with this token. message: index in the view."""
        return self._shown[message].heat_at(token) if message < len(self._shown) else None

    def _token_clicked(self, message: int, token: int) -> None:
        shown = self._shown[message]
        self.walk.choose(message, token)
        round_ = shown.reply.rounds[shown.reply.tokens[token].round_position]
        self.token_activated.emit(shown.message_id, round_.index)

    def _file_clicked(self, message: int, number: int) -> None:
        # a reply may hold a link that looks like one of ours
        files = self._shown[message].files if message < len(self._shown) else ()
        if number < len(files):
            self.attachment_opened.emit(files[number])

    def _toggle_thought(self, message: int) -> None:
        thought = self._shown[message].thought if message < len(self._shown) else None
        if thought is None:
            return
        self._past.finish_turn()
        self._place.stay()
        with self._edit():
            thought.toggle(self._writer)
        self._unfolding.watch(thought)

    def _unfold_more(self) -> None:
        # the reader may have gone on to what stands below
        with self._edit(above=True):
            self._unfolding.write(self._writer)

    def _switch_card(self, message: int, token: int) -> str:
        shown = self._shown[message]
        position = shown.reply.tokens[token].round_position
        promise = self.promise_of(shown.message_id)
        return switch_card(shown.reply.rounds, position, promise, self._themes.current.dim)

    def _card(self, message: int, token: int) -> str:
        return self._cards.card(self._shown[message].reply, token, self._themes.current)
