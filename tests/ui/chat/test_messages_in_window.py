"""Versions, branches and forks of messages, in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton
from scripted_engine import REPLY, ScriptedEngine, ScriptedLoader, speculative_rounds
from window_bench import install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStore, StoredMessage
from desktop_app.decoding.rounds import USER, Emitted, Origin, Round, Timing
from desktop_app.paths import Paths
from desktop_app.ui.chat.message_bar import MessageBar
from desktop_app.ui.chat.message_hand import MenuPlace
from desktop_app.ui.main_window import MainWindow

QUESTION, OTHER = "How does photosynthesis work?", "And respiration?"


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def visit(tmp_path: Path, qapp: QApplication, engine: ScriptedEngine):  # type: ignore[no-untyped-def]
    paths = Paths.under(tmp_path)
    install_starter(paths)

    def run(steps):  # type: ignore[no-untyped-def]
        Visit(paths, steps, loader=ScriptedLoader(engine))
        return ChatStore(paths.chats)

    return run


def press(window: MainWindow, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    held = Qt.KeyboardModifier.NoModifier
    for modifier in modifiers:
        held |= modifier
    focus = window.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, held)


CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def bars(window: MainWindow) -> list[MessageBar]:
    """From top to bottom, those that can be seen."""
    found = [bar for bar in window.chat.findChildren(MessageBar) if bar.isVisible()]
    return sorted(found, key=lambda bar: bar.y())


def versions(window: MainWindow) -> list[str]:
    labels = [label for bar in bars(window) for label in bar.findChildren(QLabel)]
    return [label.text() for label in labels if label.isVisible()]


def click(bar: MessageBar, name: str) -> None:
    button = next(b for b in bar.findChildren(QToolButton) if b.accessibleName() == name)
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def entry(menu: QMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if action.text().startswith(text))


def texts(path: list[StoredMessage]) -> list[str]:
    return [message.content for message in path]


def test_an_edited_question_is_a_version_and_the_old_one_keeps_its_reply(visit, engine) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield reply_ended(window)
        window.composer.set_text("half a thought")
        press(window, Qt.Key.Key_Up, CTRL)
        assert window.composer.text() == QUESTION
        assert window.banner.isVisible()
        press(window, Qt.Key.Key_Escape)
        assert (window.composer.text(), window.banner.isVisible()) == ("half a thought", False)
        press(window, Qt.Key.Key_Up, CTRL)
        window.composer.set_text("")
        engine.text = "Sugar burns."
        type_and_send(window, OTHER)
        yield reply_ended(window)
        assert window.composer.text() == "half a thought", "it came back once more"
        assert window.chat.plain_text() == f"{OTHER}\n\nSugar burns."
        yield lambda: versions(window) == ["2/2"]
        press(window, Qt.Key.Key_Left, ALT, SHIFT)
        assert window.chat.plain_text() == f"{QUESTION}\n\n{REPLY}"
        yield lambda: versions(window) == ["1/2"]
        window.composer.set_text("")

    store = visit(steps)
    assert engine.seen[-1].messages == (Message("user", OTHER),)
    assert engine.seen[-1].references == (REPLY,), "the old reply may draft"
    (chat,) = store.conversations()
    assert texts(store.tree.all_messages(chat.id)) == [QUESTION, REPLY, OTHER, "Sugar burns."]
    assert texts(store.messages(chat.id)) == [QUESTION, REPLY]


def test_a_reply_is_regenerated_and_its_versions_stepped_with_the_mouse(visit, engine) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield reply_ended(window)
        type_and_send(window, OTHER)
        yield reply_ended(window)
        press(window, Qt.Key.Key_Up, ALT, SHIFT)
        for _ in range(2):
            press(window, Qt.Key.Key_Up, ALT, SHIFT)
        yield lambda: len(bars(window)) == 1
        engine.text = "Light becomes sugar."
        click(bars(window)[0], "Regenerate reply")
        yield reply_ended(window)
        assert window.chat.plain_text() == f"{QUESTION}\n\nLight becomes sugar."
        yield lambda: versions(window) == ["2/2"]
        click(bars(window)[0], "Previous version")
        assert window.chat.plain_text() == f"{QUESTION}\n\n{REPLY}\n\n{OTHER}\n\n{REPLY}"
        yield lambda: versions(window) == ["1/2"]
        click(bars(window)[0], "Next version")
        assert "Light becomes sugar." in window.chat.plain_text()

    visit(steps)
    assert engine.seen[-1].messages == (Message("user", QUESTION),)
    assert engine.seen[-1].references == (REPLY,)


def test_a_stopped_reply_goes_on_as_one_message_with_its_marks(visit, engine) -> None:  # type: ignore[no-untyped-def]
    rounds = speculative_rounds()
    begun = "".join(round_.text for round_ in rounds[:4])

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        engine.pause_at = 4
        type_and_send(window, QUESTION)
        yield engine.paused.is_set
        press(window, Qt.Key.Key_Escape)
        yield reply_ended(window)
        engine.pause_at = None
        engine.rounds = rounds[4:]
        press(window, Qt.Key.Key_J, CTRL)
        yield reply_ended(window)
        assert window.chat.plain_text() == f"{QUESTION}\n\n{REPLY}"
        shown = window.chat._shown[1]
        assert len(shown.reply.rounds) == len(rounds)
        assert min(shown.reply.owners) == 0, "each character has its token"
        assert versions(window) == []
        window.chats.open(window.chats.current)
        assert window.chat.plain_text() == f"{QUESTION}\n\n{REPLY}"
        assert [r.emitted for r in window.chat._shown[1].reply.rounds] == [r.emitted for r in rounds]
        type_and_send(window, OTHER)
        yield reply_ended(window)

    visit(steps)
    going_on = engine.seen[1]
    assert going_on.continues
    assert going_on.messages == (Message("user", QUESTION), Message("assistant", begun))
    assert going_on.reply_ids == tuple(t.token for r in rounds[:4] for t in r.emitted)
    assert engine.seen[2].messages[1] == Message("assistant", REPLY)


def test_a_reply_that_was_gone_on_with_is_regenerated_whole(visit, engine) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield reply_ended(window)
        engine.text = " And more."
        press(window, Qt.Key.Key_J, CTRL)
        yield reply_ended(window)
        engine.text = "Anew."
        press(window, Qt.Key.Key_R, CTRL)
        yield reply_ended(window)
        assert window.chat.plain_text() == f"{QUESTION}\n\nAnew."
        press(window, Qt.Key.Key_Left, ALT, SHIFT)
        assert window.chat.plain_text() == f"{QUESTION}\n\n{REPLY} And more."

    visit(steps)
    assert not engine.seen[2].continues
    assert engine.seen[2].messages == (Message("user", QUESTION),)


def test_a_rejected_draft_begins_another_reply(visit, engine) -> None:  # type: ignore[no-untyped-def]
    rounds = speculative_rounds()
    at = next(i for i, r in enumerate(rounds) if any(d.text == " guess" for d in r.drafts) and i > 1)
    kept = "".join(round_.text for round_ in rounds[:at])
    stood = "".join(d.text for d in rounds[at].drafts if d.verdict == "accepted")

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield reply_ended(window)
        engine.text = " goes another way."
        reply = window.chats.messages.find("", "assistant")
        assert reply is not None
        menu = window.message_menu.menu_for(MenuPlace(QPoint(), reply.id, at, "", selected=False))
        entry(menu, "Branch Here With “guess”").trigger()
        yield reply_ended(window)
        assert window.chat.plain_text() == f"{QUESTION}\n\n{kept}{stood} guess goes another way."
        yield lambda: versions(window) == ["2/2"]
        press(window, Qt.Key.Key_Left, ALT, SHIFT)
        assert window.chat.plain_text() == f"{QUESTION}\n\n{REPLY}"

    store = visit(steps)
    asked = engine.seen[-1]
    assert asked.continues
    assert asked.messages[-1] == Message("assistant", f"{kept}{stood} guess")
    assert asked.reply_ids[-1] == 7, "the draft's own token"
    (chat,) = store.conversations()
    prefix = store.tree.all_messages(chat.id)[2]
    assert store.rounds(prefix.id)[:at] == tuple(rounds[:at])
    assert store.rounds(prefix.id)[-1].drafter == USER


def test_the_drafts_of_a_reply_can_be_reached_from_the_keyboard(visit, engine) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield reply_ended(window)
        window.actions_by_name["fork_token"].trigger()
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        engine.text = " and on."
        assert menu.activeAction() is menu.actions()[0]
        QTest.keyClick(menu, Qt.Key.Key_Return)
        yield lambda: len(engine.seen) == 2
        yield reply_ended(window)
        assert window.chat.plain_text().endswith("guess and on.")

    visit(steps)


def test_what_is_written_after_a_branch_stands_beside_the_old(visit, engine) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield reply_ended(window)
        type_and_send(window, OTHER)
        yield reply_ended(window)
        whole = window.chat.plain_text()
        first = window.chats.messages.messages()[1]
        window.chats.messages.branch(first.id)
        assert window.chat.plain_text() == f"{QUESTION}\n\n{REPLY}"
        assert window.status.action is not None
        window.status.action.run()
        assert window.chat.plain_text() == whole
        window.chats.messages.branch(first.id)
        type_and_send(window, "Third?")
        yield reply_ended(window)
        yield lambda: versions(window) == ["2/2"]
        press(window, Qt.Key.Key_Left, ALT, SHIFT)
        assert window.chat.plain_text() == whole

    visit(steps)


def test_while_a_reply_is_written_nothing_changes_and_the_status_says_why(visit, engine) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield reply_ended(window)
        engine.pause_at = 2
        type_and_send(window, OTHER)
        yield engine.paused.is_set
        names = ("regenerate", "continue_reply", "edit_message", "previous_version", "branch_here")
        for name in names:
            window.status.show_text("")
            window.actions_by_name[name].trigger()
            if name != "previous_version":
                assert "stop it or wait" in window.status.text, name
        assert len(engine.seen) == 2
        engine.go.set()
        yield reply_ended(window)
        assert window.chat.plain_text() == f"{QUESTION}\n\n{REPLY}\n\n{OTHER}\n\n{REPLY}"

    visit(steps)


def test_an_edited_reply_is_kept_without_a_new_one(visit, engine) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield reply_ended(window)
        reply = window.chats.messages.find("", "assistant")
        assert reply is not None
        window.chats.messages.edit(reply.id)
        window.composer.set_text("")
        type_and_send(window, "My own words.")
        assert window.chat.plain_text() == f"{QUESTION}\n\nMy own words."
        engine.text = " Gone on."
        press(window, Qt.Key.Key_J, CTRL)
        yield reply_ended(window)
        assert window.chat.plain_text() == f"{QUESTION}\n\nMy own words. Gone on."
        shown = window.chat._shown[1].reply
        assert shown.owners[0] == -1, "nobody's token"
        assert shown.owners[-1] >= 0

    visit(steps)
    assert len(engine.seen) == 2
    assert engine.seen[1].reply_ids == ()
    assert engine.seen[1].messages[-1] == Message("assistant", "My own words.")


def test_a_copy_is_the_same_with_marks_on_and_off(visit, engine) -> None:  # type: ignore[no-untyped-def]
    engine.text = "Some *words* and:\n\n```python\nx = 1\n```\n\nThe end."

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield reply_ended(window)
        clipboard = QGuiApplication.clipboard()
        copies = set()
        for visible in (True, False):
            window.chat.set_marks_visible(visible)
            window.actions_by_name["copy_message"].trigger()
            shown = clipboard.text()
            window.actions_by_name["copy_markdown"].trigger()
            copies.add((shown, clipboard.text()))
        assert copies == {("Some words and:\n\nx = 1\n\nThe end.", engine.text)}

    visit(steps)


def test_a_reply_that_was_over_says_so_when_it_is_to_go_on(visit, engine) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield reply_ended(window)
        engine.rounds = [Round(0, "none", (), (Emitted(2, "", Origin.PLAIN, 0.9),), Timing(0, 0.1, 0), 0.1)]
        press(window, Qt.Key.Key_J, CTRL)
        yield reply_ended(window)
        assert window.status.text == "The model had nothing to add."
        assert window.chat.plain_text() == f"{QUESTION}\n\n{REPLY}"

    visit(steps)


def test_walking_over_messages_says_them_and_actions_are_for_the_one_reached(visit, engine) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield reply_ended(window)
        engine.text = "Later."
        type_and_send(window, OTHER)
        yield reply_ended(window)
        said: list[str] = []
        window.announcer.said.connect(said.append)
        for _ in range(4):
            press(window, Qt.Key.Key_Up, ALT, SHIFT)
        press(window, Qt.Key.Key_Down, ALT, SHIFT)
        assert said == ["Later.", OTHER, REPLY, QUESTION, REPLY]
        window.actions_by_name["copy_message"].trigger()
        assert QGuiApplication.clipboard().text() == REPLY
        for _ in range(3):
            press(window, Qt.Key.Key_Down, ALT, SHIFT)
        assert window.chat.hand.chosen == "", "past the end nothing is chosen"
        assert window.chats.messages.find("gone") is None

    visit(steps)
