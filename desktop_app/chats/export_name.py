"""A file name made of a title."""

from __future__ import annotations

import re
import unicodedata

from desktop_app.chats.characters import GRAPHEME
from desktop_app.chats.text import clean

# 255 bytes is the limit of most file systems, 143 of an encrypted one; a temporary name needs some as well
_MOST_BYTES = 120
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')
# with or without an extension, these are devices on Windows
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)", re.IGNORECASE)
_JOINERS = "\u200c\u200d"


def export_file_name(title: str, extension: str, untitled: str = "chat") -> str:
    """A name that Windows, macOS and Linux accept, at most 120 bytes long without the extension.

    extension: with its dot. untitled stands for a title without a usable character, and is one itself.
    """
    line = unicodedata.normalize("NFC", _FORBIDDEN.sub(" ", clean(title)))
    name = _trimmed("".join(character for character in line if _visible(character)))
    name = _trimmed(_cut(name)) or untitled
    return ("_" if _DEVICE.match(name) else "") + name + extension


def _visible(character: str) -> bool:
    # a mark that turns the reading direction can make a name look like another
    return character in _JOINERS or unicodedata.category(character) != "Cf"


def _trimmed(name: str) -> str:
    """Blanks as one space each; no dot in front, which hides, and none at the end, which Windows drops."""
    return " ".join(name.split()).strip(" .").lstrip("-~")


def _cut(name: str) -> str:
    kept, size = 0, 0
    for cluster in GRAPHEME.findall(name):
        size += len(cluster.encode())
        if size > _MOST_BYTES:
            break
        kept += len(cluster)
    return name[:kept]
