"""A window to read an attached file in."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDialog, QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.chats.attachments import Attachment
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.theme import ThemeManager


class AttachmentViewer(QDialog):
    """Beside the chat, which goes on; Esc closes it."""

    def __init__(self, attachment: Attachment, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(attachment.name)
        text = QPlainTextEdit(attachment.text, self)
        text.setReadOnly(True)
        text.setFrameShape(QFrame.Shape.NoFrame)
        text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        text.setVerticalScrollBar(ThinScrollBar(themes, "background", text))
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        text.document().setDocumentMargin(14)
        text.setAccessibleName(attachment.name)
        text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(text)
        self.resize(720, 560)
