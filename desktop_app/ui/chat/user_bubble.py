"""What a user's message shows: the text as it was typed, and its files as links of one line each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QUrl

from desktop_app.chats.attachments import Attachment

SCHEME = "attachment"


def file_label(attachment: Attachment) -> str:
    text = QCoreApplication.translate("UserBubble", "{name} · {lines:,} lines")
    if attachment.lines == 1:
        text = QCoreApplication.translate("UserBubble", "{name} · 1 line")
    return text.format(name=attachment.name, lines=attachment.lines)


def file_links(message: int, attachments: Sequence[Attachment]) -> list[tuple[str, str]]:
    """Label and address of each file. message: index in the view."""
    return [
        (file_label(attachment), f"{SCHEME}:{message}/{number}")
        for number, attachment in enumerate(attachments)
    ]


def linked_file(url: QUrl) -> tuple[int, int] | None:
    """Message and number of the file that a link leads to."""
    parts = url.path().split("/")
    if url.scheme() != SCHEME or len(parts) != 2 or not all(part.isdigit() for part in parts):
        return None
    return int(parts[0]), int(parts[1])
