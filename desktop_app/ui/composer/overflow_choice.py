"""The question above the message field when a message leaves its reply no room."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.theme import ThemeManager


class OverflowChoice(QWidget):
    """chosen: "drop_oldest", "summary" or "stop"."""

    chosen = Signal(str)

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._label = QLabel(self)
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 0, 4, 4)
        column.setSpacing(8)
        column.addWidget(self._label)
        row = QHBoxLayout()
        row.setSpacing(8)
        self._first: QWidget | None = None
        self._buttons: dict[str, PushButton] = {}
        for name, text, hint in self._offers():
            button = PushButton(text, themes, self, primary=name == "drop_oldest")
            button.setToolTip(hint)
            button.setAccessibleDescription(hint)
            button.clicked.connect(self._choose(name))
            self._buttons[name] = button
            row.addWidget(button)
            self._first = self._first or button
        row.addStretch(1)
        column.addLayout(row)
        self.hide()

    def _offers(self) -> tuple[tuple[str, str, str], ...]:
        return (
            (
                "drop_oldest",
                self.tr("Drop the oldest turns"),
                self.tr("They stay in the chat; the model no longer reads them."),
            ),
            (
                "summary",
                self.tr("New chat with a summary"),
                self.tr("The model sums this chat up, and a new one begins with that."),
            ),
            ("stop", *self._refusal(sending=True)),
        )

    def _refusal(self, *, sending: bool) -> tuple[str, str]:
        if sending:
            return self.tr("Do not send"), self.tr("The message stays here, to be made shorter.")
        return self.tr("Leave it as it is"), self.tr("The chat stays as it is; no reply is asked for.")

    def ask(self, sentence: str, *, sending: bool) -> None:
        """sending: a message waits in the field; otherwise a reply is to be written anew or to go on."""
        text, hint = self._refusal(sending=sending)
        self._buttons["stop"].set_text(text)
        self._buttons["stop"].setToolTip(hint)
        self._buttons["stop"].setAccessibleDescription(hint)
        self._label.setText(sentence)
        self.show()
        if self._first is not None:
            self._first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, name: str) -> Callable[[], None]:
        def choose() -> None:
            self.hide()
            self.chosen.emit(name)

        return choose
