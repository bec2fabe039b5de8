"""A duel as a file: the window as a picture, or a page with its texts, marks and figures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice
from PySide6.QtGui import QPixmap

from desktop_app.atomic_write import write_atomically
from desktop_app.bench.duel_page import HeldDuel, duel_page
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.duel.duel_words import duel_words


class DuelFileError(SlipstreamError):
    """The file cannot be written."""


def save_duel(held: HeldDuel, picture: Callable[[], QPixmap], path: Path) -> None:
    """As a picture where the path ends in .png, else as a page in the window's language.

    Raises:
        DuelFileError: in a sentence.
    """
    if path.suffix.lower() == ".png":
        content = _png(picture())
    else:
        content = duel_page(held, duel_words()).encode("utf-8")
    try:
        write_atomically(path, content)
    except OSError as error:
        sentence = QCoreApplication.translate("Duel", "{path} cannot be written: {reason}.")
        raise DuelFileError(sentence.format(path=path, reason=error.strerror or error)) from error


def _png(picture: QPixmap) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return bytes(buffer.data().data())
