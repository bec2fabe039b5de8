"""Trace files: what was written is read, what is no trace is said."""

import json
from pathlib import Path

import pytest
from event_strategies import events
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.engines import trace_file
from desktop_app.engines.base import Event, Failed, Prefilled, Text
from desktop_app.engines.trace_file import TraceError, TraceWriter, looks_like_trace, read_trace

WRITTEN: list[Event] = [Prefilled(3, 0, 0.5), Text("价 \u2028 \ud83d"), Failed("Stopped.")]


def write(path: Path, written: list[Event]) -> Path:
    with TraceWriter(path) as writer:
        for event in written:
            writer.write(event)
    return path


@given(st.lists(events, min_size=1, max_size=5))
def test_a_trace_comes_back(tmp_path: Path, written: list[Event]) -> None:
    assert read_trace(write(tmp_path / "trace.jsonl", written)) == written


def test_the_first_line_says_what_it_is(tmp_path: Path) -> None:
    lines = write(tmp_path / "trace.jsonl", WRITTEN).read_text().splitlines()
    heads = [{key: json.loads(line).get(key) for key in ("format", "version")} for line in lines]
    assert heads == [{"format": "slipstream-trace", "version": 1}, *[{"format": None, "version": None}] * 2]


def test_each_line_is_there_when_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    with TraceWriter(path) as writer:
        for number, event in enumerate(WRITTEN, start=1):
            writer.write(event)
            assert read_trace(path) == WRITTEN[:number]


def test_a_cut_last_line_is_left_out(tmp_path: Path) -> None:
    path = write(tmp_path / "trace.jsonl", WRITTEN)
    whole = path.read_bytes()
    start_of_last = whole[:-1].rindex(b"\n") + 1
    for length in range(start_of_last, len(whole)):
        path.write_bytes(whole[:length])
        assert read_trace(path) == WRITTEN[:2]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"),
        (b"hello\n", "not a Slipstream trace"),
        (b"\xff\xfe\n", "not a Slipstream trace"),
        (b"[1]\n", "not a Slipstream trace"),
        (b'{"event":"failed","error":"x"}\n', "not a Slipstream trace"),
        (b'{"event":"failed","error":"x","format":"other","version":1}\n', "not a Slipstream trace"),
        (b'{"event":"failed","format":"slipstream-trace","ver', "cut in its first line"),
        (b'{"event":"failed","error":"x","format":"slipstream-trace","version":2}\n', "newer version"),
        (
            b'{"event":"failed","error":"x","format":"slipstream-trace","version":1}\n{"ev\n',
            "Line 2 .* damaged",
        ),
        (b"[" * 100_000 + b"\n", "not a Slipstream trace"),
        (b'{"event":"failed","error":"x","format":"slipstream-trace","version":true}\n', "not a Slipstream"),
        (
            b'{"event":"prefilled","tokens":1,"reused":0,"seconds":NaN,"format":"slipstream-trace",'
            b'"version":1}\n',
            "not a Slipstream trace",
        ),
        (b'{"event":"failed","error":"x","format":"slipstream-trace","version":1}\n{}\n', "Line 2"),
    ],
)
def test_what_is_no_trace_is_one_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_bytes(content)
    with pytest.raises(TraceError, match=sentence):
        read_trace(path)


def test_a_device_a_folder_and_a_file_of_any_size_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (Path("/dev/zero"), tmp_path, Path("a\0b")):
        with pytest.raises(TraceError, match="not a Slipstream trace"):
            read_trace(path)
        assert not looks_like_trace(path)
    path = write(tmp_path / "trace.jsonl", WRITTEN)
    monkeypatch.setattr(trace_file, "MOST_BYTES", path.stat().st_size - 1)
    with pytest.raises(TraceError, match="too big to be opened"):
        read_trace(path)


def test_what_looks_like_a_trace_is_told_by_its_first_line(tmp_path: Path) -> None:
    path = write(tmp_path / "any.name", WRITTEN)
    assert looks_like_trace(path)
    path.write_bytes(b'{"event": "failed", "format": "slipstream-trace", ')
    assert looks_like_trace(path)
    path.write_text("a list of words")
    assert not looks_like_trace(path)
    assert not looks_like_trace(tmp_path / "missing")


def test_places_that_cannot_be_used_are_said(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="cannot be read"):
        read_trace(tmp_path / "missing")
    with pytest.raises(TraceError, match="cannot be written"):
        TraceWriter(tmp_path / "no" / "folder")
