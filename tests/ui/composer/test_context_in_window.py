"""The meter, and what happens near the limit, in the whole window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scripted_engine import REPLY, ScriptedEngine, ScriptedFetcher, ScriptedLoader, words
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready

from desktop_app.chats.attachments import Attachment, block, with_attachments
from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStore
from desktop_app.paths import Paths
from desktop_app.ui.composer.prompt_edit import PromptEdit
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.main_window import MainWindow

# the scripted engine counts words, and five tokens for each message
REPLY_TOKENS = len(words(REPLY))
FULL = "word " * 120
QUESTION = "word " * 75 + "?"


def send(window: MainWindow, text: str) -> None:
    window.composer.set_text(text)
    QTest.keyClick(window.composer.findChild(PromptEdit), Qt.Key.Key_Return)


def button(window: MainWindow, text: str) -> PushButton:
    return next(b for b in window.composer.overflow.findChildren(PushButton) if b.text() == text)


def click(window: MainWindow, text: str) -> None:
    QTest.mouseClick(button(window, text), Qt.MouseButton.LeftButton)


def asked_for_choice(window: MainWindow) -> bool:
    return window.composer.overflow.isVisible()


def kept_choice(bench: WindowBench) -> object:
    bench.window.chat_settings.chat.flush()
    return bench.store.options.settings(bench.window.chats.current).get("overflow")


@pytest.fixture
def small(bench: WindowBench) -> WindowBench:
    """A model of 200 tokens, of which a reply may take 100, and a chat with one turn of about 40."""
    bench.engine.context_limit = 200
    bench.ready()
    bench.ask("first question")
    bench.until(lambda: bool(bench.engine.seen) and not bench.window.chats.replying)
    return bench


# -- the meter --------------------------------------------------------------------------------------------


def test_a_conversation_is_counted_when_it_is_opened_and_text_while_it_is_typed(
    tmp_path: Path, qapp: QApplication
) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    store = ChatStore(paths.chats)
    chat = store.create_conversation("old")
    for text in ("one two three", "four five"):
        store.add_user_message(chat.id, text)
        reply = store.begin_reply(chat.id)
        store.finish_reply(reply.id, "eos", "a b", None)
    store.close()
    counted = 4 * 5 + 3 + 2 + 2 + 2
    engine = ScriptedEngine()
    file = tmp_path / "notes.md"
    file.write_text("# Notes", encoding="utf-8")

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        meter = window.composer.meter
        assert meter.text() == "context 0 / 8,192"
        window.conversations.selected.emit(chat.id)
        yield lambda: meter.text() == f"context {counted} / 8,192"
        assert engine.counted_in[-1] == chat.id
        QTest.keyClicks(window.composer.findChild(PromptEdit), "six seven eight")
        yield lambda: meter.text() == f"context {counted + 3} / 8,192"
        window.composer.attach([file])
        size = len(words(block(Attachment("notes.md", "# Notes"))))
        yield lambda: meter.text() == f"context {counted + 3 + size} / 8,192"
        window.composer.set_text("")
        assert meter.text() == f"context {counted} / 8,192"
        assert meter.isVisible()

    assert Visit(paths, steps, loader=ScriptedLoader(engine), fetcher=ScriptedFetcher()).code == 0


def test_the_meter_warns_before_anything_is_sent(small: WindowBench) -> None:
    meter = small.window.composer.meter
    small.window.composer.set_text("word " * 60)
    small.until(lambda: meter.figures.level == "tight")
    assert meter.figures.wanted == 100
    small.window.composer.set_text("word " * 160)
    small.until(lambda: meter.figures.level == "full")


def test_typing_during_a_reply_is_counted(bench: WindowBench) -> None:
    bench.ready()
    bench.engine.pause_at = 3
    bench.ask("go")
    bench.until(bench.engine.paused.is_set)
    bench.window.composer.set_text("three more words")
    bench.engine.go.set()
    bench.answered()
    bench.until(lambda: bench.window.composer.meter.figures.written == 3)


def test_the_chat_s_own_settings_count(small: WindowBench) -> None:
    window = small.window
    before = window.composer.meter.figures
    window.chat_settings.chat.set("max_tokens", 30)
    small.until(lambda: window.composer.meter.figures.wanted == 30)
    window.chat_settings.chat.set("system", "be kind")
    whole = 3 * 5 + 2 + 2 + REPLY_TOKENS
    small.until(lambda: window.composer.meter.figures.used == whole)
    assert before.used != whole
    assert before.wanted == 100


# -- near the limit ---------------------------------------------------------------------------------------


def test_a_message_that_fits_is_sent_without_a_question(small: WindowBench) -> None:
    send(small.window, "short")
    small.until(lambda: len(small.engine.seen) == 2)
    small.answered()
    assert not asked_for_choice(small.window)
    assert small.engine.seen[-1].overflow == "stop"


def test_dropping_the_oldest_turns_is_asked_once_and_kept(small: WindowBench) -> None:
    window = small.window
    send(window, FULL)
    small.until(lambda: asked_for_choice(window))
    assert len(small.engine.seen) == 1, "nothing is sent before the choice"
    assert window.composer.text().strip() == FULL.strip()
    small.engine.left_out = 1
    click(window, "Drop the oldest turns")
    small.until(lambda: len(small.engine.seen) == 2)
    small.answered()
    assert small.engine.seen[-1].overflow == "drop_oldest"
    assert small.engine.seen[-1].messages[0] == Message("user", "first question"), "the engine leaves it out"
    assert window.composer.text() == ""
    assert kept_choice(small) == "drop_oldest"
    assert window.actions_by_name["overflow_drop_oldest"].isChecked()
    note = "From here on the model reads this chat from “word word"
    assert note in window.chat.plain_text()
    assert "first question" in window.chat.plain_text()
    send(window, FULL)
    small.until(lambda: len(small.engine.seen) == 3)
    small.answered()
    assert not asked_for_choice(window)
    current = window.chats.current
    window.actions_by_name["new_chat"].trigger()
    assert window.actions_by_name["overflow_ask"].isChecked()
    window.conversations.selected.emit(current)
    assert window.chat.plain_text().count("From here on the model reads") == 2, "the note is there later, too"


def test_a_new_chat_begins_with_a_summary_and_the_message(small: WindowBench) -> None:
    window = small.window
    old = window.chats.current
    window.chats.rename(old, "Plants")
    cached = len(small.engine.forgotten)
    text = with_attachments(FULL.strip(), [Attachment("a.txt", "file")])
    send(window, text)
    small.until(lambda: asked_for_choice(window))
    click(window, "New chat with a summary")
    small.until(lambda: len(small.engine.seen) == 3)
    small.answered()
    asked, told = small.engine.seen[-2:]
    assert asked.messages[:2] == (Message("user", "first question"), Message("assistant", REPLY))
    assert "Sum up" in asked.messages[2].content
    assert asked.session not in (old, window.chats.current), "the chat's own cache stays"
    assert small.engine.forgotten[cached:] == [asked.session]
    new = small.store.conversation(window.chats.current)
    assert new.title == "Plants (continued)"
    summary, question, reply = small.store.messages(new.id)
    assert summary.content == f"Summary of our chat “Plants”:\n\n{REPLY}"
    assert question.content == text
    assert reply.content == REPLY
    assert told.messages == (Message("user", f"{summary.content}\n\n{text}"),)
    assert [m.content for m in small.store.messages(old)] == ["first question", REPLY], "the old one stays"
    assert window.composer.text() == ""
    assert small.store.options.settings(old)["overflow"] == "summary"
    assert kept_choice(small) == "summary", "the new chat goes on with what was chosen"


def test_a_summary_can_be_cancelled_and_nothing_is_lost(small: WindowBench) -> None:
    window = small.window
    old = window.chats.current
    small.engine.pause_at = 1
    send(window, FULL)
    small.until(lambda: asked_for_choice(window))
    click(window, "New chat with a summary")
    small.until(small.engine.paused.is_set)
    assert "Summing up" in window.status.text
    assert "summed up" in window.composer.note()
    assert window.status.action is not None
    window.status.action.run()
    small.until(lambda: window.composer.note() == "")
    small.engine.pause_at = None
    assert "not summed up" in window.status.text
    assert window.composer.text().strip() == FULL.strip()
    assert [chat.id for chat in small.store.conversations()] == [old]


def test_a_summary_that_comes_after_it_was_cancelled_begins_no_chat(
    small: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = small.window
    # as if the answer was on its way already
    monkeypatch.setattr(small.thread, "stop_ask", lambda _key: None)
    small.engine.pause_at = 1
    send(window, FULL)
    small.until(lambda: asked_for_choice(window))
    click(window, "New chat with a summary")
    small.until(small.engine.paused.is_set)
    assert window.status.action is not None
    window.status.action.run()
    small.engine.go.set()
    small.until(lambda: window.composer.note() == "")
    assert "not summed up" in window.status.text
    assert len(small.store.conversations()) == 1
    assert window.composer.text().strip() == FULL.strip()


def test_a_file_that_comes_while_the_choice_is_open_goes_with_the_message(small: WindowBench) -> None:
    window = small.window
    send(window, FULL)
    small.until(lambda: asked_for_choice(window))
    file = Attachment("a.txt", "file")
    window.composer.tray.add(file)
    click(window, "Drop the oldest turns")
    small.until(lambda: len(small.engine.seen) == 2)
    small.answered()
    assert small.engine.seen[-1].messages[-1].content == with_attachments(FULL.strip(), [file])
    assert window.composer.text() == ""


def test_not_sending_leaves_the_message_and_the_way_back(small: WindowBench) -> None:
    window = small.window
    send(window, FULL)
    small.until(lambda: asked_for_choice(window))
    click(window, "Do not send")
    assert not asked_for_choice(window)
    assert window.composer.text().strip() == FULL.strip()
    assert kept_choice(small) == "stop"
    send(window, FULL)
    small.until(lambda: window.status.is_error)
    assert "this model holds 200" in window.status.text
    assert len(small.engine.seen) == 1
    assert window.status.action is not None
    window.status.action.run()
    assert asked_for_choice(window)
    window.actions_by_name["overflow_ask"].trigger()
    assert kept_choice(small) == "ask"


def test_another_text_or_chat_takes_the_question_away(small: WindowBench) -> None:
    window = small.window
    send(window, FULL)
    small.until(lambda: asked_for_choice(window))
    window.composer.set_text("shorter")
    assert not asked_for_choice(window)
    send(window, FULL)
    small.until(lambda: asked_for_choice(window))
    window.actions_by_name["new_chat"].trigger()
    assert not asked_for_choice(window)
    assert len(small.engine.seen) == 1


def test_a_first_message_that_is_too_long_says_so_and_stays(bench: WindowBench) -> None:
    bench.engine.context_limit = 200
    bench.ready()
    text = "word " * 250
    send(bench.window, text)
    bench.until(lambda: bench.window.status.is_error)
    assert "has 255 tokens and this model holds 200" in bench.window.status.text
    assert bench.window.composer.text().strip() == text.strip()
    assert bench.store.conversations() == []
    assert bench.engine.seen == []


# -- what is written anew, and what goes on ----------------------------------------------------------------


@pytest.fixture
def filled(small: WindowBench) -> WindowBench:
    """The small chat with a second turn, after which there is no room: 2 * 40 + 60 tokens."""
    window = small.window
    window.chat_settings.chat.set("max_tokens", 30)
    small.ask(QUESTION)
    small.until(lambda: len(small.engine.seen) == 2)
    small.answered()
    window.chat_settings.chat.set("max_tokens", 100)
    return small


def again(window: MainWindow, name: str) -> None:
    if name == "edit":
        window.chats.messages.edit()
        send(window, "word " * 70)
    else:
        window.actions_by_name[name].trigger()


WAYS = ["regenerate", "continue_reply", "edit"]


@pytest.mark.parametrize("name", WAYS)
def test_every_way_to_a_reply_asks_first(filled: WindowBench, name: str) -> None:
    window, stored = filled.window, filled.store
    before = [message.id for message in stored.tree.all_messages(window.chats.current)]
    again(window, name)
    filled.until(lambda: asked_for_choice(window))
    assert len(filled.engine.seen) == 2, "nothing is asked before the choice"
    assert [m.id for m in stored.tree.all_messages(window.chats.current)] == before
    filled.engine.left_out = 1
    click(window, "Drop the oldest turns")
    filled.until(lambda: len(filled.engine.seen) == 3)
    filled.answered()
    asked = filled.engine.seen[-1]
    assert asked.overflow == "drop_oldest"
    assert asked.continues == (name == "continue_reply")
    assert kept_choice(filled) == "drop_oldest"
    assert not asked_for_choice(window)
    again(window, name)
    filled.until(lambda: len(filled.engine.seen) == 4)
    filled.answered()
    assert not asked_for_choice(window)


@pytest.mark.parametrize("name", WAYS)
def test_leaving_it_changes_nothing(filled: WindowBench, name: str) -> None:
    window = filled.window
    before = filled.store.messages(window.chats.current)
    again(window, name)
    filled.until(lambda: asked_for_choice(window))
    click(window, "Do not send" if name == "edit" else "Leave it as it is")
    assert not asked_for_choice(window)
    assert filled.store.messages(window.chats.current) == before
    assert len(filled.engine.seen) == 2
    assert bool(window.composer.text()) == (name == "edit")
    again(window, name)
    filled.until(lambda: window.status.is_error)
    assert "this model holds 200" in window.status.text
    assert window.status.action is not None
    window.status.action.run()
    assert asked_for_choice(window)


def test_a_reply_anew_in_a_chat_with_a_summary(filled: WindowBench) -> None:
    window = filled.window
    old = window.chats.current
    window.composer.set_text("being written")
    again(window, "regenerate")
    filled.until(lambda: asked_for_choice(window))
    click(window, "New chat with a summary")
    filled.until(lambda: len(filled.engine.seen) == 4)
    filled.answered()
    summary, question, reply = filled.store.messages(window.chats.current)
    assert summary.content.startswith("Summary of our chat")
    assert (question.content, reply.content) == (QUESTION, REPLY)
    assert window.composer.text() == ""
    window.conversations.selected.emit(old)
    assert window.composer.text() == "being written"


def test_what_goes_on_goes_on_from_a_summary(filled: WindowBench) -> None:
    window = filled.window
    again(window, "continue_reply")
    filled.until(lambda: asked_for_choice(window))
    click(window, "New chat with a summary")
    filled.until(lambda: len(filled.store.conversations()) == 2)
    (summary,) = filled.store.messages(window.chats.current)
    assert summary.content.startswith("Summary of our chat")
    assert window.composer.note() == ""
    assert not window.chats.replying


def test_another_path_takes_the_question_away(filled: WindowBench) -> None:
    window = filled.window
    again(window, "regenerate")
    filled.until(lambda: asked_for_choice(window))
    window.composer.set_text("typing has nothing to do with it")
    assert asked_for_choice(window)
    window.chats.messages.branch(filled.store.messages(window.chats.current)[1].id)
    assert not asked_for_choice(window)
    assert len(filled.engine.seen) == 2


def test_the_meter_opens_the_choice(small: WindowBench, monkeypatch: pytest.MonkeyPatch) -> None:
    window = small.window
    menu = window.overflow_menu.menu
    opened: list[QPoint] = []
    monkeypatch.setattr(menu, "popup", opened.append)
    window.composer.meter.click()
    assert len(opened) == 1
    assert [action.text() for action in menu.actions() if action.isChecked()] == ["Ask Me"]
