"""One conversation: user messages and streaming replies in a single text view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.chats.attachments import Attachment, split_attachments
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Text
from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.chat.document_writer import DocumentWriter
from desktop_app.ui.chat.latest_button import LatestButton
from desktop_app.ui.chat.markdown_blocks import parse_blocks
from desktop_app.ui.chat.plain_copy import plain_text
from desktop_app.ui.chat.recolor import recolor
from desktop_app.ui.chat.reply_text import ReplyText, displayable, reply_of
from desktop_app.ui.chat.reply_writer import ReplyWriter
from desktop_app.ui.chat.text_formats import TextFormats
from desktop_app.ui.chat.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.chat.token_cards import TokenCards
from desktop_app.ui.chat.user_bubble import file_links
from desktop_app.ui.theme import Theme, ThemeManager

_MEASURE = 75  # characters a line
_END_SLACK = 4


@dataclass(slots=True)
class _Shown:
    """A message of the view, which begins behind the position start; position, text_width and files are of a
    user's bubble."""

    message_id: str
    start: int
    reply: ReplyText = field(default_factory=ReplyText)
    position: int = -1
    text_width: float = 0.0
    files: tuple[Attachment, ...] = ()


class ChatView(QWidget):
    """token_activated: message id and index of the round of the token that was clicked.

    attachment_opened: the Attachment of a user's message whose line was clicked.
    """

    token_activated = Signal(str, int)
    attachment_opened = Signal(object)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._shown: list[_Shown] = []
        self._live: ReplyWriter | None = None
        self._follow = True
        self._moving = False
        self._cards = TokenCards(self)
        self._formats = TextFormats(self._body_font(), themes.current)
        self._browser = ChatBrowser(self._formats, self._card, self)
        self._browser.setVerticalScrollBar(ThinScrollBar(themes, "background", self._browser))
        self._browser.setAccessibleName(self.tr("Conversation"))
        self._writer = DocumentWriter(self._browser.document(), self._formats)
        self._latest = LatestButton(themes, self)
        self._latest.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._browser)
        self.setFocusProxy(self._browser)
        self._browser.viewport().installEventFilter(self)
        self._browser.token_clicked.connect(self._token_clicked)
        self._browser.file_clicked.connect(self._file_clicked)
        self._latest.clicked.connect(self.scroll_to_latest)
        bar = self._browser.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._range_changed)
        themes.changed.connect(self._apply_theme)

    # Contents.

    def clear(self) -> None:
        self._live = None
        self._shown.clear()
        self._writer.clear()
        self._follow = True
        self._fit_column()

    def set_empty_text(self, text: str) -> None:
        """What an empty conversation says."""
        self._browser.empty_text = text
        self._browser.viewport().update()

    def add_user_message(self, message_id: str, text: str) -> None:
        """Shows what the user wrote, literally, its files as one line each, and follows the end again."""
        self.end_reply()
        typed, files = split_attachments(text)
        shown = _Shown(message_id, self._writer.end, files=files)
        self._shown.append(shown)
        content = displayable(typed)
        links = file_links(len(self._shown) - 1, files)
        lines = [*([content] if content else []), *(label for label, _ in links)]
        with self._edit():
            self._writer.user_message(content, len(self._shown) - 1, links)
            shown.position = self._writer.end
            shown.text_width = self._text_width("\n".join(lines))
            self._fit_bubble(shown)
        self.scroll_to_latest()

    def begin_reply(self, message_id: str) -> None:
        self.end_reply()
        self._shown.append(_Shown(message_id, self._writer.end))
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

    def end_reply(self, note: str = "") -> None:
        """Renders what is left of the reply; the view stays where the reader is."""
        if self._live is None and not note:
            return
        with self._edit():
            if self._live is not None:
                self._live.finish()
            if note:
                self._writer.note(note, max(0, len(self._shown) - 1))
        self._live = None

    def show_reply(self, message_id: str, rounds: Sequence[Round], text: str, note: str = "") -> None:
        """Shows a reply of the past as it looked when it had been streamed."""
        self.end_reply()
        reply = reply_of(tuple(rounds), text)
        self._shown.append(_Shown(message_id, self._writer.end, reply))
        message = len(self._shown) - 1
        with self._edit():
            for block in parse_blocks(reply.text):
                self._writer.block(block, reply, message)
            if note:
                self._writer.note(note, message)

    def add_note(self, text: str) -> None:
        """A line of the program's own behind what is shown."""
        with self._edit():
            self._writer.note(text, max(0, len(self._shown) - 1))

    def set_marks_visible(self, visible: bool) -> None:
        self._browser.marks_visible = visible
        self._browser.viewport().update()

    def plain_text(self) -> str:
        """All that is shown, as it would be copied."""
        document = self._browser.document()
        return plain_text(document, 0, document.characterCount() - 1)

    # Scrolling.

    def scroll_to_latest(self) -> None:
        self._follow = True
        self._to_end()

    def scroll_to_message(self, message_id: str) -> None:
        """Brings the beginning of a message to the top of the view; nothing where it is not shown."""
        start = next((shown.start for shown in self._shown if shown.message_id == message_id), None)
        if start is None:
            return
        document = self._browser.document()
        block = document.findBlock(start)
        if start:
            block = block.next()
        self._follow = False
        # asking for its place lays out all that stands above it
        top = document.documentLayout().blockBoundingRect(block).top()
        self._browser.verticalScrollBar().setValue(round(top - self._formats.line))

    def _edit(self) -> _Edit:
        return _Edit(self)

    def _at_end(self) -> bool:
        bar = self._browser.verticalScrollBar()
        return bar.value() >= bar.maximum() - _END_SLACK

    def _to_end(self) -> None:
        bar = self._browser.verticalScrollBar()
        self._moving = True
        bar.setValue(bar.maximum())
        self._moving = False
        self._place_latest()

    def _scrolled(self) -> None:
        if not self._moving:
            self._follow = self._at_end()
        self._place_latest()

    def _range_changed(self) -> None:
        if self._follow:
            self._to_end()
        self._place_latest()

    def _place_latest(self) -> None:
        self._latest.setVisible(not self._at_end())
        self._latest.move(
            (self.width() - self._latest.width()) // 2, self.height() - self._latest.height() - 12
        )

    # Size, theme, tokens.

    def _body_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(max(11.0, font.pointSizeF() * 1.2))
        return font

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._browser.viewport():
            self._fit_column()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_latest()

    def _fit_column(self) -> None:
        """Centres the column; its margins are those of the document's root frame."""
        width = self._browser.viewport().width()
        side_min = self._formats.line * 1.5
        measure = QFontMetricsF(self._formats.body).averageCharWidth() * _MEASURE
        column = max(120.0, min(measure, width - 2 * side_min))
        left = max(0.0, (width - column) / 2)
        self._browser.column = (left, column)
        with self._edit():
            frame = self._browser.document().rootFrame()
            frame_format = frame.frameFormat()
            frame_format.setLeftMargin(left)
            frame_format.setRightMargin(left)
            frame_format.setTopMargin(self._formats.line * 1.6)
            frame_format.setBottomMargin(self._formats.line * 2)
            frame.setFrameFormat(frame_format)
            for shown in self._shown:
                self._fit_bubble(shown)
        self._browser.geometry_changed()

    def _text_width(self, text: str) -> float:
        """Width of the longest line; beyond a few hundred characters any bubble is as wide as it can be."""
        metrics = QFontMetricsF(self._formats.body)
        lines = text.split("\n", 400)[:400]
        return max(metrics.horizontalAdvance(line[:400]) for line in lines) + 2

    def _fit_bubble(self, shown: _Shown) -> None:
        if shown.position < 0:
            return
        column, pad = self._browser.column[1], self._formats.pad
        width = min(shown.text_width, column * 0.82 - 2 * pad)
        cursor = QTextCursor(self._browser.document())
        cursor.setPosition(shown.position)
        block_format = cursor.blockFormat()
        block_format.setRightMargin(pad)
        block_format.setLeftMargin(max(pad, column - width - pad))
        cursor.setBlockFormat(block_format)

    def _apply_theme(self, theme: Theme) -> None:
        self._formats.theme = theme
        with self._edit():
            recolor(self._browser.document(), self._formats)
        self._browser.viewport().update()

    def _token_clicked(self, message: int, token: int) -> None:
        shown = self._shown[message]
        round_ = shown.reply.rounds[shown.reply.tokens[token].round_position]
        self.token_activated.emit(shown.message_id, round_.index)

    def _file_clicked(self, message: int, number: int) -> None:
        # a reply may hold a link that looks like one of ours
        files = self._shown[message].files if message < len(self._shown) else ()
        if number < len(files):
            self.attachment_opened.emit(files[number])

    def _card(self, message: int, token: int) -> str:
        return self._cards.card(self._shown[message].reply, token, self._themes.current)


class _Edit:
    """One edit of the document, after which the view follows the end or stays where it is."""

    def __init__(self, view: ChatView) -> None:
        self._view = view
        self._cursor = QTextCursor(view._browser.document())

    def __enter__(self) -> None:
        self._view._moving = True
        self._cursor.beginEditBlock()

    def __exit__(self, *_: object) -> None:
        self._cursor.endEditBlock()
        self._view._moving = False
        if self._view._follow:
            self._view._to_end()
