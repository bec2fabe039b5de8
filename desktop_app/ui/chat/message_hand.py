"""The message in hand: under the mouse, chosen with the keyboard, or meant by a context menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, Signal

from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.chat.message_bar import VersionCount
from desktop_app.ui.chat.message_bars import MessageBars
from desktop_app.ui.chat.message_places import first_block, message_text
from desktop_app.ui.chat.shown_message import ShownMessage
from desktop_app.ui.theme import ThemeManager

_ABOVE = 24  # pixels that stay visible above a message that was walked to


@dataclass(frozen=True, slots=True)
class MenuPlace:
    """What a context menu is asked for. at: a place of the screen; message_id: "" beside all messages.

    round_position: the round of the token there, among the message's rounds, None where there is none;
    code: the text of the code panel there; selected: whether text is selected.
    """

    at: QPoint
    message_id: str
    round_position: int | None
    code: str
    selected: bool


class MessageHand(QObject):
    """wanted: the name of an action and the id of the message it is wanted for. menu_wanted: a MenuPlace.
    chose: the text of the message that was walked to, for a screen reader.

    shown: the messages of the view, of which the last is being written while live.
    """

    wanted = Signal(str, str)
    chose = Signal(str)
    menu_wanted = Signal(object)

    def __init__(
        self,
        browser: ChatBrowser,
        themes: ThemeManager,
        shown: Callable[[], Sequence[ShownMessage]],
        live: Callable[[], bool],
    ) -> None:
        super().__init__(browser)
        self._browser = browser
        self._shown = shown
        self._versions: Mapping[str, VersionCount] = {}
        self._bars = MessageBars(browser, themes)
        self._bars.versions = self._versions_at
        self._bars.busy = lambda: len(shown()) - 1 if live() else None
        self._bars.wanted.connect(self._wanted)
        browser.menu_wanted.connect(self._menu)

    def offer(self, *names: str) -> None:
        """These actions and no others, where a conversation is only looked at."""
        self._bars.offered = frozenset(names)

    @property
    def chosen(self) -> str:
        """The id of the message chosen with the keyboard, "" without one."""
        return self._id(self._bars.chosen)

    def clear(self) -> None:
        """Another conversation is shown."""
        self._versions = {}
        self._choose(None)
        self._bars.clear()

    def refresh(self) -> None:
        """A reply has ended."""
        self._bars.place_soon()

    def set_versions(self, versions: Mapping[str, VersionCount]) -> None:
        """versions: of those messages that have more than one."""
        self._versions = versions
        self._bars.place_soon()

    def walk(self, by: int) -> None:
        """Chooses the next message (earlier when by is negative), from the end when none is chosen."""
        messages = len(self._shown())
        if not messages:
            return
        chosen = self._bars.chosen
        index = messages - 1 if chosen is None else chosen + by
        if index >= messages:
            self._choose(None)
            return
        if self._scroll_to(max(0, index)):
            self._choose(max(0, index))
            self.chose.emit(message_text(self._browser.document(), max(0, index)))

    def _scroll_to(self, index: int) -> bool:
        """Whether the message is there: an older one may not be written yet."""
        block = first_block(self._browser.document(), index)
        if block is None:
            return False
        top = self._browser.document().documentLayout().blockBoundingRect(block).top()
        bar = self._browser.verticalScrollBar()
        if not bar.value() <= top <= bar.value() + self._browser.viewport().height() * 0.8:
            bar.setValue(round(top) - _ABOVE)
        return True

    def reveal(self, message_id: str, *, choose: bool) -> None:
        """Scrolls to a message that is out of sight."""
        index = self._index(message_id)
        if index >= 0 and self._scroll_to(index) and choose:
            self._choose(index)

    def text(self, message_id: str) -> str:
        """What is shown of the message, as it would be copied; "" when it is not written yet."""
        return message_text(self._browser.document(), self._index(message_id))

    def _index(self, message_id: str) -> int:
        return next((i for i, shown in enumerate(self._shown()) if shown.message_id == message_id), -1)

    def _choose(self, index: int | None) -> None:
        self._bars.choose(index)
        self._browser.chosen = index
        self._browser.viewport().update()

    def _versions_at(self, index: int) -> VersionCount | None:
        return self._versions.get(self._id(index))

    def _id(self, index: int | None) -> str:
        shown = self._shown()
        return shown[index].message_id if index is not None and 0 <= index < len(shown) else ""

    def _wanted(self, name: str, index: int) -> None:
        self.wanted.emit(name, self._id(index))

    def _menu(self, at: QPoint, message: int, token: int, code: str) -> None:
        """message and token are -1 where there is none."""
        index = message if message >= 0 else self._bars.chosen
        round_position = None
        if message >= 0 and token >= 0:
            round_position = self._shown()[message].reply.tokens[token].round_position
        selected = self._browser.textCursor().hasSelection()
        self.menu_wanted.emit(MenuPlace(at, self._id(index), round_position, code, selected))
