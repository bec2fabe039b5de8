"""Where the user writes: a panel with files, a growing editor, a note, a status, and one button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QShowEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.chats.attachments import Attachment, split_attachments, with_blocks
from desktop_app.chats.text import clean
from desktop_app.chats.text_file import MAX_BYTES
from desktop_app.ui.composer.attachment_tray import AttachmentTray
from desktop_app.ui.composer.attachment_viewer import AttachmentViewer
from desktop_app.ui.composer.composer_note import ComposerNote
from desktop_app.ui.composer.context_figures import ContextFigures
from desktop_app.ui.composer.context_meter import ContextMeter
from desktop_app.ui.composer.file_drops import FileDrops
from desktop_app.ui.composer.overflow_choice import OverflowChoice
from desktop_app.ui.composer.prompt_edit import PASTE_LIMIT, PromptEdit
from desktop_app.ui.composer.prompt_history import PromptHistory
from desktop_app.ui.composer.send_button import SendButton
from desktop_app.ui.controls.buttons import IconButton
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.theme import Theme, ThemeManager

_RADIUS = 14


class Composer(QWidget):
    """submitted: what the user sent, stripped, its files in it as `chats.attachments` writes them.

    While a reply runs the button and Esc ask to stop it. changed: text or files did. attach_requested: the
    user wants to choose files.
    """

    submitted = Signal(str)
    stop_requested = Signal()
    changed = Signal()
    attach_requested = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._busy = False
        self._blocked = ""
        self._history = PromptHistory(tuple)
        self._edit = PromptEdit(self)
        self._edit.setVerticalScrollBar(ThinScrollBar(themes, "panel", self._edit))
        self._edit.setPlaceholderText(self.tr("Ask anything…"))
        self._edit.setAccessibleName(self.tr("Message"))
        self._note = ComposerNote(themes, self)
        self.tray = AttachmentTray(themes, self)
        self._attach = IconButton("attach", self.tr("Attach files"), themes, self)
        self._attach.setFixedSize(36, 36)
        self.meter = ContextMeter(themes, self)
        self.overflow = OverflowChoice(themes, self)
        self._button = SendButton(themes, self)
        self.dropped: Callable[[Sequence[Path]], None] = self.attach
        self._drops = FileDrops(self, lambda paths: self.dropped(paths))
        self._lay_out()
        self._connect()
        self.setFocusProxy(self._edit)
        self._apply_theme(themes.current)
        self._refresh()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self._attach)
        row.addStretch(1)
        row.addWidget(self.meter)
        row.addWidget(self._button)
        # the button's icon stands under the first letter
        text = QHBoxLayout()
        text.setContentsMargins(9, 0, 0, 0)
        text.addWidget(self._edit)
        column = QVBoxLayout(self)
        column.setContentsMargins(9, 10, 10, 9)
        column.setSpacing(6)
        column.addWidget(self.overflow)
        column.addWidget(self._note)
        column.addWidget(self.tray)
        column.addLayout(text)
        column.addLayout(row)

    def _connect(self) -> None:
        self._edit.walk = self._walk
        self._edit.enter_pressed.connect(self._send)
        self._edit.escape_pressed.connect(self._escape)
        self._edit.paste_refused.connect(self._offer_as_file)
        self._edit.files_pasted.connect(self.attach)
        self._edit.textChanged.connect(self._typed)
        self.tray.changed.connect(self.changed)
        self.tray.refused.connect(self._refused)
        self.tray.opened.connect(self.show_attachment)
        self._attach.clicked.connect(self.attach_requested)
        self._button.clicked.connect(self._button_clicked)
        self._themes.changed.connect(self._apply_theme)

    # What the window may ask.

    def set_busy(self, busy: bool) -> None:
        """While busy the button stops the reply; text can still be typed."""
        self._busy = busy
        self._refresh()

    def set_blocked(self, reason: str) -> None:
        """Nothing can be sent for this reason, which is shown; "" lifts it."""
        self._blocked = reason
        self._show_note("")

    def set_context(self, figures: ContextFigures) -> None:
        self.meter.show_figures(figures)

    def set_zoom(self, percent: int) -> None:
        """Gives what is written this size, 100 being its own."""
        self._edit.set_zoom(percent)

    def set_history(self, load: Callable[[], Sequence[str]]) -> None:
        """load: what was asked before, newest first."""
        self._history = PromptHistory(load)

    def take_focus(self) -> None:
        self._edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def text(self) -> str:
        """All that would be sent, files included."""
        return with_blocks(self._edit.text(), self.tray.blocks())

    def message(self) -> str:
        """The same as it is sent."""
        return with_blocks(self._edit.text().strip(), self.tray.blocks())

    @property
    def typed(self) -> str:
        """The text alone."""
        return self._edit.text()

    def set_text(self, text: str) -> None:
        """text: as `text` gives it; files in it become chips again."""
        typed, files = split_attachments(text)
        self._edit.cancel_composition()
        self._type(typed)
        self.tray.replace(files)

    def attach(self, paths: Sequence[Path]) -> None:
        """Reads the files and lays them beside the text."""
        self._show_note("")
        self.tray.add_paths(paths)
        self.take_focus()

    def note(self) -> str:
        """The sentence shown above the editor."""
        return self._note.text

    def show_attachment(self, attachment: Attachment) -> None:
        AttachmentViewer(attachment, self._themes, self.window()).show()

    # What the user does.

    def _send(self) -> None:
        self._edit.commit_composition()
        text = self.message()
        if self._busy:
            self._show_note(self.tr("A reply is running. Stop it first, or wait: your text stays here."))
        elif self._blocked:
            self._show_note("")
        elif self.tray.reading:
            self._show_note(self.tr("A file is still being read: send the message in a moment."))
        elif not text:
            self._show_note(self.tr("There is nothing to send yet. Write a message first."))
        else:
            self.set_text("")
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

    def _walk(self, step: int) -> bool:
        """Up and Down through what was asked before, where they do not move in a text of the user's own."""
        text = self._edit.toPlainText()
        walking = self._history.shows(text) and self._edit.textCursor().atEnd()
        if not walking and not self._edit.cursor_in_line(first=step > 0):
            return False
        found = self._history.older(text) if step > 0 else self._history.newer(text)
        if found is None:
            return False
        self._type(found)
        return True

    def _type(self, text: str) -> None:
        self._edit.setPlainText(text)
        self._edit.moveCursor(QTextCursor.MoveOperation.End)

    def _offer_as_file(self, text: str) -> None:
        fits = len(text.encode("utf-8", "replace")) <= MAX_BYTES
        sentence = self.tr(
            "The text you pasted has {size:,} characters and was left out; the most is {limit:,}."
        ).format(size=len(text), limit=PASTE_LIMIT)
        if fits:
            offer = self.tr("Attach it as a file")
            self._note.show_text(sentence, action=offer, run=lambda: self._attach_text(text))
        else:
            self._refused(sentence + " " + self.tr("Paste a shorter part."))

    def _attach_text(self, text: str) -> None:
        self.tray.add(Attachment(self.tr("Pasted text") + ".txt", clean(text).removesuffix("\n")))
        self.take_focus()

    def _refused(self, sentence: str) -> None:
        self._note.show_text(sentence, warning=True)

    def _typed(self) -> None:
        if not self._note.action:
            self._show_note("")
        self.changed.emit()

    # Looks.

    def _show_note(self, sentence: str) -> None:
        self._note.show_text(sentence or self._blocked)
        self._refresh()

    def _refresh(self) -> None:
        self._button.set_state(self._busy, self._busy or not self._blocked)

    def _apply_theme(self, theme: Theme) -> None:
        self._edit.set_theme(theme)
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.window().installEventFilter(self)
        self._edit.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.window():
            self._edit.fit()
        return super().eventFilter(watched, event)

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
