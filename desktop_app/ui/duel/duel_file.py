"""A duel as a file: the window as a picture, or a page with its texts, marks and figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice
from PySide6.QtWidgets import QWidget

from desktop_app.atomic_write import write_atomically
from desktop_app.bench.duel import DuelOutcome
from desktop_app.bench.duel_figures import LaneFigures
from desktop_app.bench.duel_page import duel_page
from desktop_app.decoding.errors import SlipstreamError


class DuelFileError(SlipstreamError):
    """The file cannot be written."""


@dataclass(frozen=True, slots=True)
class HeldDuel:
    outcome: DuelOutcome
    lanes: tuple[LaneFigures, ...]
    names: tuple[str, ...]
    prompt: str


def save_duel(held: HeldDuel, window: QWidget, path: Path) -> None:
    """As a picture where the path ends in .png, else as a page.

    Raises:
        DuelFileError: in a sentence.
    """
    if path.suffix.lower() == ".png":
        content = _picture(window)
    else:
        content = duel_page(held.outcome, held.lanes, held.names, held.prompt).encode("utf-8")
    try:
        write_atomically(path, content)
    except OSError as error:
        sentence = QCoreApplication.translate("Duel", "{path} cannot be written: {reason}.")
        raise DuelFileError(sentence.format(path=path, reason=error.strerror or error)) from error


def _picture(window: QWidget) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    window.grab().save(buffer, "PNG")
    return bytes(buffer.data().data())
