"""The files that go with the next message, as chips in rows above the message field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.chats.attachments import Attachment, block
from desktop_app.chats.text_file import TextFileError
from desktop_app.ui.composer.attachment_chip import AttachmentChip
from desktop_app.ui.composer.attachment_reader import AttachmentReader
from desktop_app.ui.sentences import translated
from desktop_app.ui.theme import ThemeManager

MOST_FILES = 16
_GAP = 6


@dataclass(slots=True)
class _File:
    chip: AttachmentChip
    attachment: Attachment | None = None
    block: str = ""
    tokens: int = 0


@dataclass(eq=False, slots=True)
class SetAside:
    """Files that were still being read when the text they belong to gave way to another."""

    files: dict[int, _File] = field(default_factory=dict)

    @property
    def reading(self) -> bool:
        return any(file.attachment is None for file in self.files.values())

    def attachments(self) -> tuple[Attachment, ...]:
        """Those that were read by now."""
        return tuple(file.attachment for file in self.files.values() if file.attachment is not None)


class AttachmentTray(QWidget):
    """changed: files came, were read or went. refused: a sentence about a file that cannot be attached.

    count_wanted: a key and a text; who can count its tokens answers with `show_count`; counted: it did.
    read_aside: with a SetAside, of which a file was read, or could not be.
    """

    changed = Signal()
    refused = Signal(str)
    count_wanted = Signal(str, str)
    counted = Signal()
    opened = Signal(object)
    read_aside = Signal(object)

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._files: dict[int, _File] = {}
        self._aside: list[SetAside] = []
        self._next = 0
        self._reader = AttachmentReader(self)
        self._reader.done.connect(self._read)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def reading(self) -> bool:
        return any(file.attachment is None for file in self._files.values())

    def attachments(self) -> tuple[Attachment, ...]:
        """Those that were read."""
        return tuple(file.attachment for file in self._files.values() if file.attachment is not None)

    @property
    def empty(self) -> bool:
        return not self._files

    @property
    def tokens(self) -> int:
        """Of the files that were counted."""
        return sum(file.tokens for file in self._files.values())

    def blocks(self) -> list[str]:
        """The files as they stand in a message, made once: text is asked for at every letter typed."""
        return [file.block for file in self._files.values() if file.attachment is not None]

    def add_paths(self, paths: Sequence[Path]) -> None:
        room = MOST_FILES - len(self._files)
        wanted = [(self._add(path.name), path) for path in paths[:room]]
        if wanted:
            self._reader.read(wanted)
        if len(paths) > room:
            self.refused.emit(self.tr("At most {count} files go with a message.").format(count=MOST_FILES))

    def add(self, attachment: Attachment) -> None:
        self._fill(self._add(attachment.name), attachment)

    def replace(self, attachments: Sequence[Attachment]) -> None:
        """Those that are still being read stay."""
        if tuple(attachments) == self.attachments():
            return
        for number, file in list(self._files.items()):
            if file.attachment is not None:
                self._drop(number)
        for attachment in attachments:
            self._fill(self._add(attachment.name), attachment)
        self._arrange()
        self.changed.emit()

    def set_aside(self, aside: SetAside | None = None) -> SetAside:
        """Takes those that are still being read out of sight, to what is aside already."""
        aside = aside or SetAside()
        for number, file in list(self._files.items()):
            if file.attachment is None:
                aside.files[number] = self._files.pop(number)
                file.chip.hide()
        if aside.files and aside not in self._aside:
            self._aside.append(aside)
        self._arrange()
        return aside

    def take_back(self, aside: SetAside) -> None:
        """Shows them again, whether they were read meanwhile or not."""
        self.leave_out(aside)
        for number, file in aside.files.items():
            self._files[number] = file
            file.chip.show()
            if file.attachment is not None:
                self.count_wanted.emit(_key(number), file.block)
        if aside.files:
            self._arrange()
            self.changed.emit()

    def leave_out(self, aside: SetAside) -> None:
        """They are kept elsewhere."""
        if aside in self._aside:
            self._aside.remove(aside)

    def recount(self) -> None:
        """Another model counts otherwise."""
        for number, file in self._files.items():
            if file.attachment is not None:
                file.chip.show_size("…")
                self.count_wanted.emit(_key(number), file.block)
        self._arrange()

    def show_count(self, key: str, tokens: int) -> None:
        """tokens: of the text asked for under this key, negative where no model counts."""
        for number, file in self._files.items():
            if _key(number) == key and file.attachment is not None:
                size = len(file.attachment.text)
                words = self.tr("{count:,} characters") if tokens < 0 else self.tr("{count:,} tokens")
                file.chip.show_size(words.format(count=size if tokens < 0 else tokens))
                file.tokens = max(0, tokens)
                self._arrange()
                self.counted.emit()

    # -- files --------------------------------------------------------------------------------------------

    def _add(self, name: str) -> int:
        number, self._next = self._next, self._next + 1
        chip = AttachmentChip(name, self._themes, self)
        chip.removed.connect(self._remover(number))
        chip.clicked.connect(self._opener(number))
        chip.show()
        self._files[number] = _File(chip)
        self._arrange()
        return number

    def _fill(self, number: int, attachment: Attachment) -> None:
        file = self._files[number]
        file.attachment, file.block = attachment, block(attachment)
        self.changed.emit()
        self.count_wanted.emit(_key(number), file.block)

    def _read(self, number: int, result: Attachment | TextFileError) -> None:
        aside = next((aside for aside in self._aside if number in aside.files), None)
        if aside is not None:
            self._read_aside(aside, number, result)
            return
        if number not in self._files:
            return  # taken away before it was read
        if isinstance(result, Attachment):
            self._fill(number, result)
        else:
            self._remove(number)
            self.refused.emit(translated(str(result)))

    def _read_aside(self, aside: SetAside, number: int, result: Attachment | TextFileError) -> None:
        file = aside.files[number]
        if isinstance(result, Attachment):
            file.attachment, file.block = result, block(result)
        else:
            del aside.files[number]
            file.chip.deleteLater()
            self.refused.emit(translated(str(result)))
        self.read_aside.emit(aside)

    def _remover(self, number: int) -> Callable[[], None]:
        return lambda: self._remove(number)

    def _opener(self, number: int) -> Callable[[], None]:
        return lambda: self._open(number)

    def _open(self, number: int) -> None:
        attachment = self._files[number].attachment
        if attachment is not None:
            self.opened.emit(attachment)

    def _remove(self, number: int) -> None:
        parent = self.parentWidget()
        if parent is not None and self.isAncestorOf(self.focusWidget()):
            # the chip takes the focus with it
            parent.setFocus()
        self._drop(number)
        self._arrange()
        self.changed.emit()

    def _drop(self, number: int) -> None:
        chip = self._files.pop(number).chip
        chip.hide()
        chip.deleteLater()

    # -- rows ---------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def _arrange(self) -> None:
        x = y = height = 0
        for file in self._files.values():
            size = file.chip.size()
            if x and x + size.width() > self.width():
                x, y = 0, y + height + _GAP
            file.chip.move(x, y)
            x, height = x + size.width() + _GAP, size.height()
        self.setFixedHeight(y + height + 2)
        self.setVisible(bool(self._files))


def _key(number: int) -> str:
    return f"attachment:{number}"
