"""The token that was chosen in the text: clicked, or walked to with the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor

from desktop_app.decoding.rounds import Round
from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.chat.rendering.choice_painting import Choice
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.text_formats import MESSAGE, TOKEN
from desktop_app.ui.chat.rendering.token_places import position_of
from desktop_app.ui.chat.scroll_place import ScrollPlace
from desktop_app.ui.chat.shown_message import ShownMessage

# of the view's height, above and below a token that was walked to
_ABOVE, _BELOW = 0.3, 0.1


@dataclass(frozen=True, slots=True)
class ChosenToken:
    """index: of the message in the view. token: its place among the tokens of the reply."""

    index: int
    message_id: str
    reply: ReplyText
    token: int

    @property
    def round_position(self) -> int:
        return self.reply.tokens[self.token].round_position

    @property
    def round(self) -> Round:
        return self.reply.rounds[self.round_position]

    @property
    def position(self) -> int:
        """Among the tokens that the round emitted."""
        return self.reply.tokens[self.token].emitted_position

    @property
    def part(self) -> int:
        """Which of the replies that were gone on with it belongs to: each numbers its rounds anew."""
        rounds = self.reply.rounds[: self.round_position + 1]
        return sum(later.index <= earlier.index for earlier, later in pairwise(rounds))

    @property
    def tokens(self) -> range:
        """Those of the round."""
        first = self.token - self.position
        return range(first, first + len(self.round.emitted))


class TokenWalk(QObject):
    """`changed` says what is chosen now, a ChosenToken or None.

    shown: the messages of the view, of which the last is being written while live.
    """

    changed = Signal(object)

    def __init__(
        self,
        browser: ChatBrowser,
        place: ScrollPlace,
        shown: Callable[[], Sequence[ShownMessage]],
        live: Callable[[], bool],
    ) -> None:
        super().__init__(browser)
        self._browser = browser
        self._place = place
        self._shown = shown
        self._live = live
        self._followed = False
        self.chosen: ChosenToken | None = None

    def newest(self) -> ChosenToken | None:
        """The last token of the last reply; nothing is chosen by this."""
        for index, shown in reversed(list(enumerate(self._shown()))):
            if shown.reply.tokens:
                return ChosenToken(index, shown.message_id, shown.reply, len(shown.reply.tokens) - 1)
        return None

    def choose(self, index: int, token: int) -> None:
        """The token of the message at this index, where both are known."""
        shown = self._shown()
        if 0 <= index < len(shown) and 0 <= token < len(shown[index].reply.tokens):
            self._set(ChosenToken(index, shown[index].message_id, shown[index].reply, token))

    def choose_round(self, round_: Round, position: int = 0) -> None:
        """A round of the last reply that has it, where any has. position: among the tokens it emitted."""
        for index in reversed(range(len(self._shown()))):
            reply = self._shown()[index].reply
            if round_ in reply.rounds:
                at = len(reply.rounds) - 1 - reply.rounds[::-1].index(round_)
                self.choose(index, _first_of(reply, at) + position)
                return

    def step(self, by: int) -> None:
        """To the next token, or the one before; from the last one on to nothing."""
        chosen = self.chosen
        if chosen is None:
            self._begin()
        elif 0 <= chosen.token + by < len(chosen.reply.tokens):
            self.choose(chosen.index, chosen.token + by)
        else:
            self._other_reply(chosen.index, by)

    def step_round(self, by: int) -> None:
        """To the first token of the next round, or of the one before."""
        chosen = self.chosen
        if chosen is None:
            self._begin()
        elif 0 <= chosen.round_position + by < len(chosen.reply.rounds):
            self.choose(chosen.index, _first_of(chosen.reply, chosen.round_position + by))
        else:
            self._other_reply(chosen.index, by, whole_round=True)

    def leave(self) -> None:
        """Nothing is chosen any more; a reply that was followed before is followed again."""
        if self.chosen is None:
            return
        self._set(None)
        if self._followed and self._live():
            self._place.follow()

    def clear(self) -> None:
        """Another conversation is shown."""
        self._set(None)

    def _begin(self) -> None:
        """At the last token in sight, else at the very last."""
        seen = self._last_in_sight()
        if seen is not None:
            self.choose(*seen)
        else:
            self._other_reply(len(self._shown()), -1)

    def _other_reply(self, index: int, by: int, *, whole_round: bool = False) -> None:
        """The nearest token of the next reply that has any, or of the one before."""
        shown = self._shown()
        index += by
        while 0 <= index < len(shown) and not shown[index].reply.tokens:
            index += by
        if 0 <= index < len(shown):
            reply = shown[index].reply
            last = _first_of(reply, len(reply.rounds) - 1) if whole_round else len(reply.tokens) - 1
            self.choose(index, 0 if by > 0 else last)
        elif by > 0:
            self.leave()

    def _last_in_sight(self) -> tuple[int, int] | None:
        height = self._browser.viewport().height()
        for item in reversed(self._browser.visible()):
            if item.rect.bottom() > height:
                continue
            for piece in reversed(item.block.textFormats()):
                if piece.format.hasProperty(TOKEN):
                    return piece.format.intProperty(MESSAGE), piece.format.intProperty(TOKEN)
        return None

    def _set(self, chosen: ChosenToken | None) -> None:
        if chosen is not None and self.chosen is None:
            self._followed = self._place.follows
        if chosen is None and self.chosen is None:
            return
        self.chosen = chosen
        self._browser.choice = None if chosen is None else Choice(chosen.index, chosen.token, chosen.tokens)
        if chosen is not None:
            self._place.stay()
            self._reveal(chosen)
        self._browser.viewport().update()
        self.changed.emit(chosen)

    def _reveal(self, chosen: ChosenToken) -> None:
        """Scrolls to the token where it is out of sight."""
        seen = self._browser.visible()
        start = seen[0].block if seen else self._browser.document().lastBlock()
        position = position_of(start, (chosen.index, chosen.token))
        if position is None:
            return
        cursor = QTextCursor(self._browser.document())
        cursor.setPosition(position)
        rect = self._browser.cursorRect(cursor)
        height = self._browser.viewport().height()
        if not 0 <= rect.top() <= rect.bottom() <= height * (1 - _BELOW):
            bar = self._browser.verticalScrollBar()
            bar.setValue(bar.value() + rect.top() - round(height * _ABOVE))
            self._place.stay()


def _first_of(reply: ReplyText, round_position: int) -> int:
    """The first token of a round."""
    low, high = 0, len(reply.tokens)
    while low < high:
        middle = (low + high) // 2
        if reply.tokens[middle].round_position < round_position:
            low = middle + 1
        else:
            high = middle
    return low
