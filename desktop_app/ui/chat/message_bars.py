"""A bar under each message that needs one: with its versions always, with its buttons while it is in hand."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QTimer, Signal
from PySide6.QtGui import QMouseEvent

from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.chat.message_bar import HEIGHT, MessageBar, VersionCount
from desktop_app.ui.chat.message_places import Place
from desktop_app.ui.theme import ThemeManager

_GAP = 4
_OF_USER = frozenset({"copy", "edit"})
_OF_REPLY = frozenset({"copy", "edit", "regenerate", "continue"})


class MessageBars(QObject):
    """wanted: an action's name and the index of the message it is wanted for.

    versions: of messages by index. busy: the index of the message that is being written, None without one.
    offered: the actions there can be.
    """

    wanted = Signal(str, int)

    def __init__(self, browser: ChatBrowser, themes: ThemeManager) -> None:
        super().__init__(browser)
        self._browser = browser
        self._themes = themes
        self._bars: dict[int, MessageBar] = {}
        self._hovered: int | None = None
        self._chosen: int | None = None
        self.versions: Callable[[int], VersionCount | None] = lambda _: None
        self.busy: Callable[[], int | None] = lambda: None
        self.offered = _OF_USER | _OF_REPLY
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.place)
        browser.viewport().installEventFilter(self)
        browser.verticalScrollBar().valueChanged.connect(self.place_soon)
        browser.document().documentLayout().documentSizeChanged.connect(self.place_soon)

    @property
    def chosen(self) -> int | None:
        """The message chosen with the keyboard."""
        return self._chosen

    def choose(self, message: int | None) -> None:
        self._chosen = message
        self.place_soon()

    def clear(self) -> None:
        self._hovered = self._chosen = None
        self.place_soon()

    def place_soon(self) -> None:
        """Once, however many changes come before the next paint."""
        if not self._later.isActive():
            self._later.start()

    def place(self) -> None:
        places = {place.message: place for place in self._browser.message_places()}
        wanted = {index for index in places if index in self._in_hand() or self._versions_of(index)}
        for index in [index for index in self._bars if index not in wanted]:
            # not deleted now: it may be the one that was clicked
            self._bars.pop(index).deleteLater()
        for index in sorted(wanted):
            self._place_bar(places[index])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            self._hover(self._message_at(event.position().y()))
        elif event.type() == QEvent.Type.Leave:
            self._hover(None)
        elif event.type() == QEvent.Type.Resize:
            self.place_soon()
        return super().eventFilter(watched, event)

    def _in_hand(self) -> set[int]:
        known = {index for index in (self._hovered, self._chosen) if index is not None}
        return known - {self.busy()}

    def _versions_of(self, index: int) -> bool:
        versions = self.versions(index)
        return versions is not None and versions.count > 1 and index != self.busy()

    def _hover(self, message: int | None) -> None:
        if message != self._hovered:
            self._hovered = message
            self.place_soon()

    def _message_at(self, y: float) -> int | None:
        """The message whose text or bar is at this height."""
        for place in self._browser.message_places():
            if place.top - _GAP <= y <= place.bottom + HEIGHT + 3 * _GAP:
                return place.message
        return None

    def _place_bar(self, place: Place) -> None:
        bar = self._bars.get(place.message)
        if bar is None:
            bar = self._bars[place.message] = MessageBar(self._themes, self._browser.viewport())
            bar.wanted.connect(self._clicked)
        names = self.offered & (_OF_USER if place.by_user else _OF_REPLY)
        in_hand = place.message in self._in_hand()
        bar.show_for(self.versions(place.message), names if in_hand else frozenset())
        bar.setVisible(place.ends)
        bar.setGeometry(self._geometry(place, bar))

    def _geometry(self, place: Place, bar: MessageBar) -> QRect:
        left, width = self._browser.column
        formats = self._browser.formats
        size = bar.sizeHint()
        pad = formats.pad * (0.6 if place.by_user else 0.75 if place.in_panel else 0.0)
        x = left + width - size.width() if place.by_user else left - _GAP
        return QRect(round(x), round(place.bottom + pad) + _GAP, size.width(), HEIGHT)

    def _clicked(self, name: str) -> None:
        for index, bar in self._bars.items():
            if bar is self.sender():
                self.wanted.emit(name, index)
                return
