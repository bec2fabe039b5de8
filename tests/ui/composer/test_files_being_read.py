"""A file on a slow disk lands in the chat it was attached in, whatever is opened or edited meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from window_bench import WindowBench

from desktop_app.chats.attachments import Attachment, with_attachments
from desktop_app.chats.text_file import TextFileError
from desktop_app.ui.composer import attachment_reader
from desktop_app.ui.composer.attachment_chip import AttachmentChip

FILE = Attachment("notes.md", "# Notes")


@dataclass
class Disk:
    """Each file waits for `go`; those that are named in broken cannot be read."""

    go: threading.Event = field(default_factory=threading.Event)
    broken: set[str] = field(default_factory=set)

    def read(self, path: Path) -> Attachment:
        assert self.go.wait(10)
        if path.name in self.broken:
            raise TextFileError(f"“{path.name}” cannot be read.")
        return Attachment(path.name, FILE.text)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk()
    monkeypatch.setattr(attachment_reader, "read_text_file", disk.read)
    yield disk
    disk.go.set()


@pytest.fixture
def chats(bench: WindowBench) -> tuple[str, str]:
    """Two chats, of which the first is open."""
    bench.ready()
    ids = []
    for text in ("first", "second"):
        bench.window.library.list.new_chat()
        bench.ask(text)
        bench.answered()
        ids.append(bench.window.chats.current)
    bench.window.chats.open(ids[0])
    return ids[0], ids[1]


def visible_chips(bench: WindowBench) -> list[str]:
    tray = bench.window.composer.tray
    return [chip.text() for chip in tray.findChildren(AttachmentChip) if chip.isVisibleTo(tray)]


def test_it_lands_in_the_chat_it_was_attached_in(
    bench: WindowBench, disk: Disk, chats: tuple[str, str]
) -> None:
    one, two = chats
    composer = bench.window.composer
    composer.set_text("about this:")
    composer.attach([Path("notes.md")])
    bench.window.chats.open(two)
    composer.set_text("something else")
    assert not composer.tray.reading
    assert visible_chips(bench) == []
    disk.go.set()
    whole = with_attachments("about this:", [FILE])
    bench.until(lambda: bench.store.options.unsent(one) == whole)
    assert composer.text() == "something else"
    bench.window.chats.open(one)
    assert composer.text() == whole
    assert visible_chips(bench) == ["notes.md"]
    bench.window.chats.open(two)
    assert composer.text() == "something else"


def test_it_is_still_there_for_who_comes_back(bench: WindowBench, disk: Disk, chats: tuple[str, str]) -> None:
    one, two = chats
    composer = bench.window.composer
    composer.attach([Path("notes.md"), Path("more.md")])
    bench.window.chats.open(two)
    bench.window.chats.open(one)
    assert composer.tray.reading
    assert visible_chips(bench) == ["notes.md", "more.md"]
    disk.go.set()
    bench.until(lambda: not composer.tray.reading)
    assert composer.text() == with_attachments("", [FILE, Attachment("more.md", FILE.text)])
    assert bench.store.options.unsent(two) == ""


def test_a_new_chat_has_a_place_too(bench: WindowBench, disk: Disk, chats: tuple[str, str]) -> None:
    composer = bench.window.composer
    bench.window.library.list.new_chat()
    composer.attach([Path("notes.md")])
    bench.window.chats.open(chats[0])
    disk.go.set()
    bench.until(lambda: bench.store.options.unsent("") == with_attachments("", [FILE]))


def test_one_that_cannot_be_read_says_so_and_the_rest_lands(
    bench: WindowBench, disk: Disk, chats: tuple[str, str]
) -> None:
    one, two = chats
    disk.broken.add("bad.md")
    composer = bench.window.composer
    composer.attach([Path("notes.md"), Path("bad.md")])
    bench.window.chats.open(two)
    disk.go.set()
    bench.until(lambda: bench.store.options.unsent(one) == with_attachments("", [FILE]))
    assert composer.note() == "“bad.md” cannot be read."
    assert composer.text() == ""


@pytest.mark.parametrize("read", ["while it is edited", "afterwards"])
def test_an_edit_does_not_take_it(bench: WindowBench, disk: Disk, chats: tuple[str, str], read: str) -> None:
    composer, messages = bench.window.composer, bench.window.chats.messages
    composer.set_text("about this:")
    composer.attach([Path("notes.md")])
    messages.edit()
    assert composer.text() == "first"
    assert visible_chips(bench) == []
    whole = with_attachments("about this:", [FILE])
    if read == "while it is edited":
        disk.go.set()
        bench.until(lambda: messages.edit_state.unsent_text() == whole)
        messages.edit_state.cancel()
    else:
        messages.edit_state.cancel()
        assert composer.tray.reading
        disk.go.set()
    bench.until(lambda: composer.text() == whole)
    assert visible_chips(bench) == ["notes.md"]


def test_an_edit_that_another_chat_ends_does_not_lose_it(
    bench: WindowBench, disk: Disk, chats: tuple[str, str]
) -> None:
    one, two = chats
    composer, messages = bench.window.composer, bench.window.chats.messages
    composer.set_text("about this:")
    composer.attach([Path("notes.md")])
    messages.edit()
    composer.set_text("first, changed")
    bench.window.chats.open(two)
    disk.go.set()
    text = "about this:\n\nfirst, changed"
    bench.until(lambda: bench.store.options.unsent(one) == with_attachments(text, [FILE]))


def test_what_comes_after_the_message_was_sent_stays(bench: WindowBench, disk: Disk) -> None:
    bench.ready()
    composer = bench.window.composer
    composer.set_text("question")
    composer.attach([Path("notes.md")])
    bench.window.chats.submit("question")
    bench.answered()
    assert composer.typed == ""
    disk.go.set()
    bench.until(lambda: composer.text() == with_attachments("", [FILE]))
