"""Where the user writes: a panel with a growing editor, a note, a status, and one button."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.ui.chat.prompt_edit import PASTE_LIMIT, PromptEdit
from desktop_app.ui.chat.send_button import SendButton
from desktop_app.ui.chat.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.theme import Theme, ThemeManager

_RADIUS = 14


class Composer(QWidget):
    """submitted: the text the user sent, stripped. While a reply runs the button and Esc ask to stop it."""

    submitted = Signal(str)
    stop_requested = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._busy = False
        self._blocked = ""
        self._warning = False
        self._edit = PromptEdit(self)
        self._edit.setVerticalScrollBar(ThinScrollBar(themes, "panel", self._edit))
        self._edit.setPlaceholderText(self.tr("Ask anything…"))
        self._edit.setAccessibleName(self.tr("Message"))
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._status = QLabel(self)
        self._status.setTextFormat(Qt.TextFormat.PlainText)
        self._status.setAccessibleName(self.tr("Context use"))
        self._button = SendButton(themes, self)
        self._lay_out()
        self._edit.enter_pressed.connect(self._send)
        self._edit.escape_pressed.connect(self._escape)
        self._edit.paste_refused.connect(self._refuse_paste)
        self._edit.textChanged.connect(self._text_changed)
        self._button.clicked.connect(self._button_clicked)
        themes.changed.connect(self._apply_theme)
        self.setFocusProxy(self._edit)
        self._apply_theme(themes.current)
        self._refresh()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self._edit, 1)
        row.addWidget(self._status, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self._button, 0, Qt.AlignmentFlag.AlignBottom)
        self._status.setContentsMargins(0, 0, 0, 9)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 10, 10)
        column.setSpacing(4)
        column.addWidget(self._note)
        column.addLayout(row)

    # What the window may ask.

    def set_busy(self, busy: bool) -> None:
        """While busy the button stops the reply; text can still be typed."""
        self._busy = busy
        self._refresh()

    def set_blocked(self, reason: str) -> None:
        """Nothing can be sent for this reason, which is shown; "" lifts it."""
        self._blocked = reason
        self._show_note("")

    def set_status(self, text: str) -> None:
        self._status.setText(text)

    def set_zoom(self, percent: int) -> None:
        """Gives what is written this size, 100 being its own."""
        self._edit.set_zoom(percent)

    def take_focus(self) -> None:
        self._edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def text(self) -> str:
        return self._edit.toPlainText()

    def set_text(self, text: str) -> None:
        self._edit.setPlainText(text)
        self._edit.moveCursor(self._edit.textCursor().MoveOperation.End)

    def note(self) -> str:
        """The sentence shown above the editor."""
        return self._note.text()

    # What the user does.

    def _send(self) -> None:
        text = self.text().strip()
        if self._busy:
            self._show_note(self.tr("A reply is running. Stop it first, or wait: your text stays here."))
        elif self._blocked:
            self._show_note("")
        elif not text:
            self._show_note(self.tr("There is nothing to send yet. Write a message first."))
        else:
            self._edit.clear()
            self._show_note("")
            self.submitted.emit(text)

    def _button_clicked(self) -> None:
        if self._busy:
            self.stop_requested.emit()
        else:
            self._send()

    def _escape(self) -> None:
        if self._busy:
            self.stop_requested.emit()

    def _refuse_paste(self, size: int) -> None:
        sentence = self.tr(
            "The text you pasted has {size:,} characters and was left out; the most is {limit:,}. "
            "Paste a shorter part."
        )
        self._show_note(sentence.format(size=size, limit=PASTE_LIMIT), warning=True)

    def _text_changed(self) -> None:
        self._show_note("")

    # Looks.

    def _show_note(self, sentence: str, warning: bool = False) -> None:
        self._note.setText(sentence or self._blocked)
        self._warning = warning
        self._apply_theme(self._themes.current)
        self._refresh()

    def _refresh(self) -> None:
        self._note.setVisible(bool(self._note.text()))
        self._button.set_state(self._busy, self._busy or not self._blocked)

    def _apply_theme(self, theme: Theme) -> None:
        for label, color in (
            (self._note, theme.rejected if self._warning else theme.dim),
            (self._status, theme.dim),
        ):
            colors = QPalette(self.palette())
            colors.setColor(QPalette.ColorRole.WindowText, color)
            label.setPalette(colors)
            font = self.font()
            font.setPointSizeF(font.pointSizeF() * 0.9)
            label.setFont(font)
        self._edit.set_theme(theme)
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(240, super().minimumSizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.take_focus()
        super().mousePressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.end()
