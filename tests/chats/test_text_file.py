from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from desktop_app.chats.attachments import Attachment
from desktop_app.chats.text_file import MAX_BYTES, TextFileError, read_text_file


def written(folder: Path, data: bytes, name: str = "notes.txt") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_every_encoding_that_says_what_it_is(tmp_path: Path, encoding: str) -> None:
    path = written(tmp_path, "Grüße, 你好 🙂\r\nzweite\r\n".encode(encoding))
    assert read_text_file(path) == Attachment("notes.txt", "Grüße, 你好 🙂\nzweite")


def test_big_endian_too(tmp_path: Path) -> None:
    path = written(tmp_path, b"\xfe\xff" + "hello".encode("utf-16-be"))
    assert read_text_file(path).text == "hello"


def test_text_of_the_largest_size_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    assert len(read_text_file(written(tmp_path, b"x" * MAX_BYTES)).text) == MAX_BYTES
    with pytest.raises(TextFileError, match=r"“notes.txt” has 2.0 MB, and at most 2 MB"):
        read_text_file(written(tmp_path, b"x" * (MAX_BYTES + 1)))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not a text file"),
        (b"PK\x03\x04text", "not a text file"),
        ("Grüße".encode("latin-1"), "neither UTF-8 nor UTF-16"),
        (b"\xff\xfeabc", "neither UTF-8 nor UTF-16"),
    ],
)
def test_what_is_no_text_is_refused_with_its_name(tmp_path: Path, data: bytes, words: str) -> None:
    with pytest.raises(TextFileError, match=words) as refused:
        read_text_file(written(tmp_path, data))
    assert "“notes.txt”" in str(refused.value)


def test_control_characters_of_old_texts_do_not_make_it_binary(tmp_path: Path) -> None:
    assert (
        read_text_file(written(tmp_path, b"page one\n\x0cpage \x1b[1mtwo\x1b[0m")).text
        == "page one\npage [1mtwo[0m"
    )


def test_a_folder_and_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(TextFileError, match="is a folder"):
        read_text_file(tmp_path)
    with pytest.raises(TextFileError, match=r"“gone.txt” cannot be read \(No such file or directory\)"):
        read_text_file(tmp_path / "gone.txt")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a named pipe")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(TextFileError, match="“pipe” is not a file"):
        read_text_file(tmp_path / "pipe")


def test_a_name_with_a_line_end_becomes_one_line(tmp_path: Path) -> None:
    assert read_text_file(written(tmp_path, b"x", "a\nb.txt")).name == "a b.txt"
