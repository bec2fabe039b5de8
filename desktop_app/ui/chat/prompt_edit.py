"""The editor of the composer: grows with its text, knows when an input method is at work."""

from __future__ import annotations

import math

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QInputMethodEvent,
    QKeyEvent,
    QPalette,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from desktop_app.ui.theme import Theme

PASTE_LIMIT = 200_000  # characters
_MOST_LINES = 8
_BUTTON = 36


class PromptEdit(QPlainTextEdit):
    """Enter asks to send, Shift+Enter breaks the line. paste_refused: how many characters were too many."""

    enter_pressed = Signal()
    escape_pressed = Signal()
    paste_refused = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._composing = False
        self._points = max(11.0, self.font().pointSizeF() * 1.1)
        self.set_zoom(100)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.textChanged.connect(self._fit)
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        """The editor has no ground of its own; it lies on the composer's panel."""
        colors = QPalette(self.palette())
        colors.setColor(QPalette.ColorRole.Base, theme.color("panel"))
        colors.setColor(QPalette.ColorRole.Text, theme.color("text"))
        colors.setColor(QPalette.ColorRole.PlaceholderText, theme.color("dim"))
        self.setPalette(colors)

    def set_zoom(self, percent: int) -> None:
        font = self.font()
        font.setPointSizeF(self._points * percent / 100)
        self.setFont(font)
        self._fit()

    # Height.

    def _fit(self) -> None:
        line = QFontMetricsF(self.font()).lineSpacing()
        # the document of a plain text editor counts its height in lines, wrapped ones included
        lines = max(1, min(_MOST_LINES, math.ceil(self.document().size().height())))
        more = self.document().size().height() > _MOST_LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if more else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        text = math.ceil(lines * line)
        # a single line stands in the middle of the button beside it
        spare = max(4, _BUTTON - math.ceil(line))
        self.setViewportMargins(0, spare // 2, 0, 0)
        self.setFixedHeight(text + spare)

    def sizeHint(self) -> QSize:
        return QSize(400, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()

    # Keys and input methods.

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._composing = False
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and self._composing:
            # it confirms what the input method composes
            event.accept()
        elif enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            event.accept()
            if not event.isAutoRepeat():
                self.enter_pressed.emit()
        elif enter:
            self.insertPlainText("\n")
            self.ensureCursorVisible()
        elif event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        else:
            super().keyPressEvent(event)

    # Paste and drop.

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        size = len(text)
        if size > PASTE_LIMIT:
            self.paste_refused.emit(size)
            return
        self.insertPlainText(text.replace("\r\n", "\n").replace("\r", "\n"))
        self.ensureCursorVisible()
