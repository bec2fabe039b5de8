"""Text files of any origin, read into text that a message can hold."""

from __future__ import annotations

import codecs
import stat
from pathlib import Path

from desktop_app.chats.attachments import Attachment
from desktop_app.chats.text import clean, one_line
from desktop_app.decoding.errors import SlipstreamError

MAX_BYTES = 2_000_000
# longest first: the mark of UTF-32 begins with that of UTF-16
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# what no text has in it: control characters but tab, line ends, form feed and escape
_BINARY = bytes({*range(9), *range(14, 27), *range(28, 32)})


class TextFileError(SlipstreamError):
    """A file cannot be attached; the sentence names it."""


def read_text_file(path: Path) -> Attachment:
    """Waits for the disk.

    Raises:
        TextFileError: it is no text file of at most MAX_BYTES, or cannot be read.
    """
    name = one_line(path.name)
    text = clean(_decoded(_bytes(path, name), name))
    if not text.strip():
        raise TextFileError(f"“{name}” is empty: there is nothing in it to attach.")
    return Attachment(name, text.removesuffix("\n"))


def _bytes(path: Path, name: str) -> bytes:
    try:
        info = path.stat()
        if stat.S_ISDIR(info.st_mode):
            raise TextFileError(f"“{name}” is a folder: attach the files in it.")
        if not stat.S_ISREG(info.st_mode):
            raise TextFileError(f"“{name}” is not a file with a text in it.")
        with path.open("rb") as file:
            # one byte more shows that it grew since
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise TextFileError(f"“{name}” cannot be read ({error.strerror or error}).") from error
    if len(data) > MAX_BYTES:
        size = max(info.st_size, len(data)) / 1e6
        raise TextFileError(
            f"“{name}” has {size:.1f} MB, and at most {MAX_BYTES / 1e6:.0f} MB can be attached: "
            "attach a part of it."
        )
    return data


def _decoded(data: bytes, name: str) -> str:
    encoding = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), "utf-8")
    if encoding.startswith("utf-8") and data.translate(None, _BINARY) != data:
        raise TextFileError(f"“{name}” is not a text file: only text, Markdown and code can be attached.")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise TextFileError(
            f"“{name}” is neither UTF-8 nor UTF-16: save it as UTF-8, then attach it."
        ) from error
