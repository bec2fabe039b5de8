"""Files that cannot be used: the real window opens, says so where it stays to be read, and works."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox
from scripted_engine import ScriptedFetcher, ScriptedLoader
from window_bench import install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats import schema
from desktop_app.chats.store import ChatStore
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow


@pytest.fixture
def paths(tmp_path: Path, qapp: QApplication) -> Paths:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    paths.config.mkdir()
    return paths


def visit(paths: Paths, steps: Callable[[MainWindow], Steps]) -> int:
    return Visit(paths, steps, loader=ScriptedLoader(), fetcher=ScriptedFetcher()).code


def said_and_working(paths: Paths, *parts: str) -> None:
    """The window says all parts once the model is ready, then a chat goes as ever."""

    def steps(window: MainWindow) -> Steps:
        for part in parts:
            assert part in window.status.text
        yield lambda: ready(window)
        yield lambda: window.status.is_error
        for part in parts:
            assert part in window.status.text
        type_and_send(window, "Are you there?")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        assert not window.status.is_error
        window.actions_by_name["theme_light"].trigger()
        assert not window.status.is_error

    assert visit(paths, steps) == 0
    with closing(ChatStore(paths.chats)) as store:
        assert store.notice == ""
        assert [m.status for m in store.messages(store.conversations()[0].id)] == ["complete"] * 2
    assert 'theme = "light"' in paths.settings.read_text(encoding="utf-8")

    def nothing_more(window: MainWindow) -> Steps:
        assert window.status.text == ""
        yield lambda: ready(window)

    assert visit(paths, nothing_more) == 0


def with_chats(paths: Paths) -> bytes:
    with closing(ChatStore(paths.chats)) as store:
        conversation = store.create_conversation().id
        for index in range(60):
            store.add_user_message(conversation, f"question {index} " * 30)
    return paths.chats.read_bytes()


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"\0" * len(content),
        lambda content: content[:5000],
        lambda content: content[:-8192] + b"\xa5" * 8192,
    ],
    ids=["zeros", "cut short", "garbage at the end"],
)
def test_a_damaged_database(paths: Paths, damage: Callable[[bytes], bytes]) -> None:
    broken = damage(with_chats(paths))
    paths.chats.write_bytes(broken)
    said_and_working(paths, "The chat database was damaged", str(paths.chats) + ".corrupt-")
    (aside,) = paths.data.glob("chats.db.corrupt-*")
    assert aside.read_bytes() == broken


def test_what_could_be_salvaged_is_in_the_list(paths: Paths) -> None:
    content = with_chats(paths)
    paths.chats.write_bytes(content[:-4096] + b"\xa5" * 4096)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        assert window.conversations.model.rowCount() == 2
        (chat,) = ChatStore(paths.chats).conversations()
        window.chats.open(chat.id)
        assert "question 3 question 3" in window.chat.plain_text()

    assert visit(paths, steps) == 0


def test_a_folder_in_the_place_of_the_database(paths: Paths) -> None:
    paths.chats.mkdir()
    said_and_working(paths, "there was a folder", ".corrupt-")


@pytest.mark.parametrize("content", [b"\0" * 300, b"theme = ", bytes(range(256)), b"[window]\ntheme = 1"])
def test_damaged_settings(paths: Paths, content: bytes) -> None:
    paths.settings.write_bytes(content)
    kept = content.startswith(b"[window]")
    parts = ["window.theme"] if kept else ["The settings were damaged", ".corrupt-"]
    said_and_working(paths, str(paths.settings), *parts)
    asides = list(paths.config.glob("settings.toml.corrupt-*"))
    assert [aside.read_bytes() for aside in asides] == ([] if kept else [content])


def test_a_folder_in_the_place_of_the_settings(paths: Paths) -> None:
    paths.settings.mkdir()
    said_and_working(paths, "cannot be read", str(paths.settings), ".corrupt-")


def test_copies_and_damaged_files_are_found_again(paths: Paths) -> None:
    old = Path(__file__).parents[1] / "chats" / "version_1.sql"
    with closing(sqlite3.connect(paths.chats)) as connection:
        connection.executescript(old.read_text(encoding="utf-8"))
    paths.settings.write_bytes(b"no settings")

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["open_settings"].trigger()
        dialog = window.settings.dialog
        assert dialog is not None
        said = " ".join(label.text() for label in dialog.pages[-1].findChildren(QLabel))
        assert f"{paths.chats}.version-1" in said
        (aside,) = paths.config.glob("settings.toml.corrupt-*")
        assert str(aside) in said

    assert visit(paths, steps) == 0


@pytest.mark.parametrize("content", [b"\0" * 300, bytes(range(256)), b"[General]\ngeometry=@ByteArray(\\x1)"])
def test_a_damaged_window_state_is_not_worth_a_word(paths: Paths, content: bytes) -> None:
    (paths.config / "window.ini").write_bytes(content)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        assert not window.status.is_error

    assert visit(paths, steps) == 0


def test_both_damaged(paths: Paths) -> None:
    paths.chats.write_bytes(b"no database" * 500)
    paths.settings.write_bytes(b"no settings")
    said_and_working(paths, "The settings were damaged", "The chat database was damaged")


def test_chats_of_a_newer_version_are_refused_and_untouched(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_chats(paths)
    with closing(sqlite3.connect(paths.chats)) as connection:
        connection.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = paths.chats.read_bytes()
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "critical", lambda _parent, _title, text: told.append(text))

    def never(window: MainWindow) -> Steps:
        raise AssertionError("a window over chats it does not understand")
        yield

    assert visit(paths, never) == 1
    (sentence,) = told
    assert "newer version" in sentence
    assert str(paths.chats) in sentence
    assert paths.chats.read_bytes() == before
    assert not list(paths.data.glob("chats.db?*"))
