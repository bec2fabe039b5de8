"""What a card holds, and what the dashboard tells it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from desktop_app.decoding.rounds import Round
from desktop_app.ui.dashboard.shown_reply import ShownReply
from desktop_app.ui.theme import Theme, ThemeManager


class Instrument(QWidget):
    """Shows one thing about the reply in `self.reply`; a subclass says what, and leaves out what it does not
    need.

    A reply comes as `begin`, `add_rounds` as often as there are new ones, and `draw`. It has ended when
    `reply.ended`; a stored one comes all at once. Nothing on screen is a reply without rounds.
    aside: a widget for the right end of the card's header, such as a legend.
    """

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.themes = themes
        self.reply = ShownReply()
        self.aside: QWidget | None = None

    def begin(self, reply: ShownReply) -> None:
        """Another reply takes the screen; it has no rounds yet. Draws nothing."""
        self.reply = reply

    def add_rounds(self, rounds: Sequence[Round]) -> None:
        """The next rounds of the reply, up to 30 times a second, in sight or not: keep them, draw nothing."""

    def draw(self) -> None:
        """Shows the reply as it is now; called four times a second, and only while it can be seen."""

    def summary(self) -> str:
        """What it shows in a sentence, right even if it was not drawn."""
        return ""

    def set_theme(self, theme: Theme) -> None:
        """Colours change; called once before anything is shown."""
