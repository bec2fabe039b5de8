"""Files with chats: written whole or not at all, told apart when read."""

import json
from pathlib import Path
from typing import Any

import pytest
from exported_conversations import asked_and_answered, two_rounds

from desktop_app.chats.export_file import read_conversations, write_export
from desktop_app.chats.export_json import conversations_to_json
from desktop_app.chats.exported import ChatFileError
from desktop_app.chats.messages_json import messages_text

NOW = 1234.5
EXPORTED = asked_and_answered("How?\r价", *two_rounds())


def test_both_kinds_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "chats.json"
    write_export(path, conversations_to_json([EXPORTED, EXPORTED]))
    assert len(read_conversations(path, NOW)) == 2
    for wrapped in (True, False):
        write_export(path, messages_text(EXPORTED, wrapped=wrapped))
        (back,) = read_conversations(path, NOW)
        assert [m.content for m in back.path()] == ["How?\n价", "The wake."]


def test_line_ends_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "chat.md"
    write_export(path, "a\nb\r\n价")
    assert path.read_bytes() == b"a\nb\r\n\xe4\xbb\xb7"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_files_of_other_editors_can_be_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "messages.json"
    path.write_text(json.dumps([{"role": "user", "content": "价"}], ensure_ascii=False), encoding=encoding)
    assert read_conversations(path, NOW)[0].title == "价"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is no JSON"),
        (b"\xff\xfe\x00", "is no JSON"),
        (b"hello", "is no JSON"),
        (b'[{"role":"user","content":"x"}', "is no JSON"),
        (b"[NaN]", "is no JSON"),
        (b"[" * 100_000, "is no JSON"),
        (b'[{"role":"user","content":' + b"1" * 10_000 + b"}]", "is no JSON"),
        (b"3", "holds no chats"),
        (b'{"format":"slipstream-trace","version":1}', "holds no chats"),
        (b'{"format":"slipstream-chats","version":2}', "newer version"),
        (b"[]", "no messages"),
    ],
)
def test_what_holds_no_chats_is_one_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(ChatFileError, match=sentence):
        read_conversations(path, NOW)


def test_a_film_is_not_read_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "film.json"
    with path.open("wb") as file:
        file.truncate(2**30 + 1)
    with pytest.raises(ChatFileError, match="too big"):
        read_conversations(path, NOW)


def test_places_that_cannot_be_used_are_said(tmp_path: Path) -> None:
    with pytest.raises(ChatFileError, match="cannot be read"):
        read_conversations(tmp_path / "missing", NOW)
    with pytest.raises(ChatFileError, match="cannot be read"):
        read_conversations(tmp_path, NOW)
    with pytest.raises(ChatFileError, match="cannot be written"):
        write_export(tmp_path / "no" / "folder", "x")


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "chats.json"
    write_export(path, "old")

    def full(descriptor: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ChatFileError, match="cannot be written: No space left"):
        write_export(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
