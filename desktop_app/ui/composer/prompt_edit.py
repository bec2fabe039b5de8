"""The editor of the composer: grows with its text, knows when an input method is at work."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QPalette,
    QResizeEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from desktop_app.ui.composer.file_drops import local_files
from desktop_app.ui.theme import Theme

PASTE_LIMIT = 200_000  # characters
_MOST_LINES = 8
# of the window's height, once that is more than those lines
_WINDOW_SHARE = 0.4
_ABOVE = 4
# what a key of an input method's user means for it and not for the editor
_COMPOSING_KEYS = frozenset(
    {
        *(Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Tab),
        *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End),
    }
)
_RECTANGLES = frozenset({Qt.InputMethodQuery.ImCursorRectangle, Qt.InputMethodQuery.ImAnchorRectangle})


class PromptEdit(QPlainTextEdit):
    """Enter asks to send, Shift+Enter breaks the line.

    paste_refused: the text that is too long. files_pasted: paths. walk: asked for older (1) or newer (-1)
    text when Up or Down leave the text; says whether there was any.
    """

    enter_pressed = Signal()
    escape_pressed = Signal()
    paste_refused = Signal(str)
    files_pasted = Signal(list)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.walk: Callable[[int], bool] = lambda _: False
        self._preedit = ""
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

    def text(self) -> str:
        """What stands in the editor, with what an input method still composes."""
        if not self._preedit:
            return self.toPlainText()
        cursor = self.textCursor()
        cursor.setPosition(min(cursor.anchor(), cursor.position()))
        before, after = QTextCursor(cursor), QTextCursor(cursor)
        before.movePosition(QTextCursor.MoveOperation.Start, QTextCursor.MoveMode.KeepAnchor)
        after.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        parts = (before.selection().toPlainText(), self._preedit, after.selection().toPlainText())
        return "".join(parts)

    # Height.

    def fit(self) -> None:
        """The window's height changed."""
        self._fit()

    def _fit(self) -> None:
        line = QFontMetricsF(self.font()).lineSpacing()
        most = max(_MOST_LINES, int(self.window().height() * _WINDOW_SHARE / line))
        # the document of a plain text editor counts its height in lines, wrapped ones included
        lines = max(1, min(most, math.ceil(self.document().size().height())))
        more = self.document().size().height() > most
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if more else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        text = math.ceil(lines * line)
        self.setViewportMargins(0, _ABOVE, 0, 0)
        self.setFixedHeight(text + 2 * _ABOVE)

    def sizeHint(self) -> QSize:
        return QSize(400, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()

    # Input methods.

    @property
    def composing(self) -> bool:
        return bool(self._preedit)

    def commit_composition(self) -> None:
        """Makes text of what is being composed."""
        if self._preedit:
            QGuiApplication.inputMethod().commit()
        if self._preedit:  # an input method that cannot commit when it is asked to
            self._end_composition(self._preedit)

    def cancel_composition(self) -> None:
        if self._preedit:
            self._end_composition("")

    def _end_composition(self, commit: str) -> None:
        QGuiApplication.inputMethod().reset()
        event = QInputMethodEvent()
        event.setCommitString(commit)
        self.inputMethodEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._preedit = event.preeditString()
        super().inputMethodEvent(event)
        self._fit()

    def inputMethodQuery(self, query: Qt.InputMethodQuery, argument: Any = None) -> Any:
        """Qt takes the viewport's rectangles for the widget's: the candidates would cover the line."""
        known = super().inputMethodQuery
        found = known(query) if argument is None else known(query, argument)
        if query in _RECTANGLES and found is not None:
            return found.translated(self.viewport().pos())
        return found

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.commit_composition()
        super().focusOutEvent(event)

    # Keys.

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._preedit:
            # no shortcut of the window while text is being composed: Esc would stop the reply
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._preedit and event.key() == Qt.Key.Key_Escape:
            self.cancel_composition()
        elif self._preedit and event.key() in _COMPOSING_KEYS:
            event.accept()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter(event)
        elif event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        elif not self._walked(event):
            super().keyPressEvent(event)

    def _enter(self, event: QKeyEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")
            self.ensureCursorVisible()
            return
        event.accept()
        if not event.isAutoRepeat():
            self.enter_pressed.emit()

    def _walked(self, event: QKeyEvent) -> bool:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        if not step or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        return self.walk(step)

    def cursor_in_line(self, first: bool) -> bool:
        """Whether the cursor is in the first (or last) line as it is shown, and nothing is selected."""
        cursor = self.textCursor()
        block = cursor.block()
        if cursor.hasSelection() or (block.previous() if first else block.next()).isValid():
            return False
        line = block.layout().lineForTextPosition(cursor.positionInBlock()).lineNumber()
        return line <= 0 if first else line >= block.layout().lineCount() - 1

    # Paste and drop.

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() or bool(local_files(source))

    def insertFromMimeData(self, source: QMimeData) -> None:
        files = local_files(source)
        if files:
            self.files_pasted.emit(files)
            return
        text = source.text().replace("\r\n", "\n").replace("\r", "\n")
        if len(text) > PASTE_LIMIT:
            self.paste_refused.emit(text)
            return
        self.insertPlainText(text)
        self.ensureCursorVisible()
