"""Traces in the real window: played, stepped through, saved, dropped, kept, and refused in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from recorded import QUESTION, events, recorded, trace_file
from scripted_engine import REPLY, ScriptedEngine, ScriptedFetcher, ScriptedLoader, plain_rounds
from window_bench import install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.store import ChatStore
from desktop_app.engines.trace import Trace, load_trace
from desktop_app.engines.trace_file import write_trace
from desktop_app.paths import Paths
from desktop_app.ui.chat.message_hand import MenuPlace
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.dialogs import Dialogs, ExportChoice
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.replay.examples import examples
from desktop_app.ui.replay.playhead import SPEEDS
from desktop_app.ui.replay.replay_window import ReplayWindow

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    made = Paths.under(tmp_path / "data")
    install_starter(made)
    return made


def visit(paths: Paths, steps: Callable[[MainWindow], Steps], engine: ScriptedEngine | None = None) -> None:
    Visit(paths, steps, loader=ScriptedLoader(engine or ScriptedEngine()), fetcher=ScriptedFetcher())


def replay_of(window: MainWindow) -> ReplayWindow:
    found = window.replays.window
    assert found is not None
    return found


def opened(window: MainWindow) -> Callable[[], bool]:
    return lambda: window.replays.window is not None and window.replays.window.view.trace is not None


def over(replay: ReplayWindow) -> Callable[[], bool]:
    return lambda: bool(replay.view.head and replay.view.head.over) and replay.view.settled


def settled(replay: ReplayWindow) -> Callable[[], bool]:
    return lambda: replay.view.settled


def press(replay: ReplayWindow, key: Qt.Key, **modifiers: Qt.KeyboardModifier) -> None:
    focus = replay.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, **modifiers)


def drop(window: QWidget, *files: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), action, data, button, keys)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), action, data, button, keys))


def test_a_first_start_without_a_model_shows_how_it_works(tmp_path: Path) -> None:
    loader = ScriptedLoader()
    fetcher = ScriptedFetcher()
    shown: list[str] = []

    def steps(window: MainWindow) -> Steps:
        yield lambda: window.pages.currentWidget() is window.welcome
        (button,) = [b for b in window.welcome.findChildren(PushButton) if b.text() == "See how it works"]
        assert button.isVisible()
        button.click()
        for _ in examples():
            yield opened(window)
            replay = replay_of(window)
            assert replay.isVisible()
            assert replay.view.playing
            assert replay.legend.isVisible()
            assert "no model runs now" in replay.origin.text()
            assert replay.lesson.text()
            # what is about the open chat and this machine has no part in it
            assert not {"worth", "machine", "audition"} & set(replay.view.dashboard.column.arrangement.shown)
            press(replay, Qt.Key.Key_Right, modifier=Qt.KeyboardModifier.ControlModifier)
            yield over(replay)
            trace = replay.view.trace
            assert trace is not None
            shown.append(trace.text)
            assert replay.view.dashboard.reply.summary() == trace.summary()
            replay.view.stop()
            replay.next.click()
        yield opened(window)
        # after the last one comes the first again
        assert replay_of(window).view.trace == load_trace(examples()[0].path)

    Visit(Paths.under(tmp_path), steps, loader=loader, fetcher=fetcher)
    assert shown == [load_trace(example.path).text for example in examples()]
    assert len(set(shown)) == 2
    assert (loader.targets, fetcher.calls) == ([], 0)
    assert ChatStore(tmp_path / "chats.db").conversations() == []


def test_a_saved_reply_is_played_as_the_chat_showed_it(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "saved.jsonl"
    monkeypatch.setattr(Dialogs, "trace_to_save", lambda *_: path)
    monkeypatch.setattr(Dialogs, "trace_to_open", lambda *_: path)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["save_trace"].trigger()
        assert window.status.text == "There is no reply to save a trace of yet."
        type_and_send(window, "Why is it green?")
        yield reply_ended(window)
        status = window.status.text
        window.actions_by_name["save_trace"].trigger()
        yield lambda: not window.library.store_thread.busy
        assert window.status.text == f"Saved to {path}. The trace contains what was asked."
        before = window.chats.current
        window.actions_by_name["open_trace"].trigger()
        yield opened(window)
        replay = replay_of(window)
        replay.view.seek(10**6)
        yield over(replay)
        assert replay.view.chat.plain_text() == window.chat.plain_text()
        # how each round was planned is not stored
        assert status.split(" · ")[3:5] == replay.view.status.split(" · ")[3:5]
        ours, theirs = replay.view.dashboard.reply.summary(), window.dashboard.reply.summary()
        assert (ours.accepted, ours.rounds) == (theirs.accepted, theirs.rounds)
        assert window.chats.current == before

    visit(paths, steps)
    trace = load_trace(path)
    assert trace.text == REPLY
    assert trace.started.prompt is not None
    assert [message.content for message in trace.started.prompt.messages] == ["Why is it green?"]
    assert len(ChatStore(paths.chats).conversations()) == 1


def text_after(trace: Trace, rounds: int) -> str:
    return "".join(round_.text for round_ in trace.rounds[:rounds])


def reply_in(replay: ReplayWindow) -> str:
    return replay.view.chat.plain_text().removeprefix(QUESTION).strip()


def test_it_steps_there_and_back_by_keys_and_slider(paths: Paths, tmp_path: Path) -> None:
    trace = recorded()
    end = len(trace.rounds)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.replays.open(trace_file(tmp_path))
        yield opened(window)
        replay = replay_of(window)
        view, bar = replay.view, replay.bar
        replay.bar.play.click()
        assert not view.playing
        bar.restart.click()
        yield settled(replay)
        assert reply_in(replay) == ""
        assert QUESTION in view.chat.plain_text()
        for shown in (1, 2, 3):
            press(replay, Qt.Key.Key_Right)
            yield settled(replay)
            assert reply_in(replay) == text_after(trace, shown).strip()
            assert bar.slider.value() == shown
            assert view.dashboard.reply.summary().rounds == shown
        press(replay, Qt.Key.Key_Left)
        yield settled(replay)
        assert reply_in(replay) == text_after(trace, 2).strip()
        assert view.dashboard.reply.summary().rounds == 2
        bar.slider.setValue(end)
        yield over(replay)
        assert reply_in(replay) == REPLY
        assert not bar.forward.isEnabled()
        bar.back.click()
        yield settled(replay)
        assert reply_in(replay) == text_after(trace, end - 1).strip()
        press(replay, Qt.Key.Key_Left, modifier=Qt.KeyboardModifier.ControlModifier)
        yield settled(replay)
        assert (bar.slider.value(), bar.back.isEnabled()) == (0, False)

    visit(paths, steps)


def test_it_plays_by_itself_pauses_and_changes_its_speed(paths: Paths, tmp_path: Path) -> None:
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.replays.open(trace_file(tmp_path))
        yield opened(window)
        replay = replay_of(window)
        head = replay.view.head
        assert head is not None
        assert replay.view.playing
        for action in replay.bar.speed.menu.actions()[-1:]:
            action.trigger()
        assert (head.speed, replay.bar.speed.text()) == (8.0, "8×")
        yield over(replay)
        assert not replay.view.playing
        assert replay.bar.play.accessibleName() == "Play (Space)"
        press(replay, Qt.Key.Key_Minus)
        assert head.speed == 4.0
        for _ in SPEEDS:
            press(replay, Qt.Key.Key_Minus)
        assert (head.speed, replay.bar.speed.text()) == (0.1, "0.1×")
        press(replay, Qt.Key.Key_Space)
        assert replay.view.playing
        assert head.shown == 0
        assert replay.bar.play.accessibleName() == "Pause (Space)"
        press(replay, Qt.Key.Key_Space)
        yield settled(replay)
        stood = head.at
        yield lambda: True
        assert head.at == stood
        press(replay, Qt.Key.Key_Plus)
        assert head.speed == 0.25
        press(replay, Qt.Key.Key_Escape)
        assert not replay.isVisible()
        assert replay.view.trace is None

    visit(paths, steps)


def test_a_trace_is_dropped_and_other_files_go_with_the_message(paths: Paths, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("water the plants", encoding="utf-8")

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        for place in (window, window.centre, window.composer):
            drop(place, trace_file(tmp_path), notes)
            yield opened(window)
            replay_of(window).close()
            yield lambda: "water the plants" in window.composer.text()
            assert "slipstream-trace" not in window.composer.text()
            window.composer.set_text("")
        window.replays.open(trace_file(tmp_path))
        yield opened(window)
        write_trace(tmp_path / "other.jsonl", events("Another one."))
        drop(replay_of(window), tmp_path / "other.jsonl")
        yield lambda: replay_of(window).title.text() == "other.jsonl"

    visit(paths, steps)


def test_a_trace_is_kept_as_a_chat_only_when_that_is_wanted(paths: Paths, tmp_path: Path) -> None:
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.replays.keep()  # nothing is open
        window.replays.open(trace_file(tmp_path))
        yield opened(window)
        assert ChatStore(paths.chats).conversations() == []
        replay_of(window).keep.click()
        yield lambda: window.chats.has_messages
        assert not replay_of(window).isVisible()
        assert window.status.text == "The trace is kept as a chat."
        text = window.chat.plain_text()
        assert QUESTION in text
        assert REPLY in text
        assert window.dashboard.reply.summary().accepted == recorded().summary().accepted

    visit(paths, steps)
    (chat,) = ChatStore(paths.chats).conversations()
    assert chat.title.startswith("How does")


def damaged(folder: Path) -> dict[str, Path]:
    whole = trace_file(folder).read_bytes()
    lines = whole.splitlines(keepends=True)
    contents = {
        "foreign": b"hello\n",
        "empty": b"",
        "newer": whole.replace(b'"version":1', b'"version":2', 1),
        "cut": whole[:30],
        "broken": b"".join([*lines[:3], b"{]\n", *lines[4:]]),
        "types": whole.replace(b'"index":1', b'"index":"one"', 1),
        "rounds": b"".join([*lines[:3], lines[4], lines[3], *lines[5:]]),
        "text": whole.replace(b"Photosynthesis", b"Photography", 1),
    }
    made = {name: folder / f"{name}.jsonl" for name in contents}
    for name, content in contents.items():
        made[name].write_bytes(content)
    return {**made, "missing": folder / "none.jsonl", "folder": folder}


SENTENCES = {
    "foreign": "is not a Slipstream trace",
    "empty": "is empty",
    "newer": "newer version",
    "cut": "was cut in its first line",
    "broken": "Line 4 of the trace",
    "types": "cannot be used",
    "rounds": "contradicts itself",
    "text": "does not add up",
    "missing": "cannot be read",
    "folder": "is not a Slipstream trace",
}


def test_what_cannot_be_played_is_one_sentence(paths: Paths, tmp_path: Path) -> None:
    files = damaged(tmp_path)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        for name, path in files.items():
            window.status.show_text("")
            window.replays.open(path)
            yield lambda: not window.library.store_thread.busy
            assert SENTENCES[name] in window.status.text
            assert window.status.is_error
        assert window.replays.window is None

    visit(paths, steps)


def test_text_is_shown_as_it_stands_whatever_it_looks_like(paths: Paths, tmp_path: Path) -> None:
    text = "Look <img src='http://example.org/x.png'> here <script>alert(1)</script> and &lt;b&gt; too"

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        write_trace(tmp_path / "<b>x.jsonl", events(rounds=plain_rounds(text)))
        window.replays.open(tmp_path / "<b>x.jsonl")
        yield opened(window)
        replay = replay_of(window)
        replay.view.seek(10**6)
        yield over(replay)
        assert "<script>alert(1)</script>" in replay.view.chat.plain_text()
        assert "<img src='http://example.org/x.png'>" in replay.view.chat.plain_text()
        assert replay.title.text() == "<b>x.jsonl"
        assert replay.title.textFormat() is Qt.TextFormat.PlainText

    visit(paths, steps)


def test_a_long_trace_is_written_in_slices_there_and_back(paths: Paths, tmp_path: Path) -> None:
    text = "".join(f" word{number}" for number in range(1500))

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        write_trace(tmp_path / "long.jsonl", events(rounds=plain_rounds(text)))
        window.replays.open(tmp_path / "long.jsonl")
        yield opened(window)
        replay = replay_of(window)
        replay.view.seek(1500)
        yield over(replay)
        assert reply_in(replay) == text.strip()
        replay.view.seek(1000)
        yield settled(replay)
        assert reply_in(replay).endswith(" word999")
        assert replay.view.dashboard.reply.summary().emitted == 1000

    visit(paths, steps)


def test_the_last_reply_is_exported_as_a_trace(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.jsonl"
    monkeypatch.setattr(Dialogs, "export_file", lambda *_: ExportChoice(path, "trace"))

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "Why is it green?")
        yield reply_ended(window)
        window.actions_by_name["export_chat"].trigger()
        yield lambda: not window.library.store_thread.busy

    visit(paths, steps)
    assert load_trace(path).text == REPLY


def test_only_copying_is_offered_in_a_replay(paths: Paths, tmp_path: Path) -> None:
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.replays.open(trace_file(tmp_path))
        yield opened(window)
        replay = replay_of(window)
        replay.view.seek(10**6)
        yield over(replay)
        chat = replay.view.chat
        chat.hand.walk(-1)
        chat.hand.wanted.emit("copy", chat.hand.chosen)
        assert QGuiApplication.clipboard().text().strip() == REPLY
        for selected, texts in ((False, ["Select All"]), (True, ["Copy", "Select All"])):
            menu = replay.menu_for(MenuPlace(QPoint(10, 10), chat.hand.chosen, None, "", selected))
            assert [action.text() for action in menu.actions()] == texts
            menu.deleteLater()

    visit(paths, steps)
