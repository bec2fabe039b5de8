from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLineEdit,
    QProgressBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from scripted_engine import REPLY, ScriptedEngine, plain_rounds, speculative_rounds
from window_bench import WindowBench, install_starter

from desktop_app.chats.messages import Message
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.models import starter_info
from desktop_app.ui.actions import ACTIONS
from desktop_app.ui.chat.welcome import EmptyChat

# -- first start ------------------------------------------------------------------------------------------


def test_a_first_start_offers_the_starter_and_fetches_nothing(bench: WindowBench) -> None:
    bench.show()
    bench.window.start("")
    assert bench.window.pages.currentWidget() is bench.window.welcome
    offer = _button(bench.window.welcome, "Fetch the starter model")
    assert "93 MB" in offer.text()
    assert "Apache-2.0" in offer.text()
    assert starter_info.NAME in offer.text()
    assert bench.fetcher.calls == 0
    assert bench.loader.targets == []


def test_fetching_shows_progress_and_ends_in_an_empty_chat(bench: WindowBench) -> None:
    bench.fetcher.slow = True
    bench.show()
    _click(bench.qtbot, _button(bench.window.welcome, "Fetch the starter model"))
    bench.until(lambda: bench.thread.state.progress is not None)
    bar = bench.window.welcome.findChild(QProgressBar)
    assert bar.isVisible()
    assert bar.value() == 333
    assert not _button(bench.window.welcome, "Fetch the starter model").isVisible()
    bench.fetcher.go.set()
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert bench.window.pages.currentWidget() is bench.window.empty
    assert bench.window.toolbar.target.text() == bench.engine.name


def test_a_fetch_can_be_cancelled_and_a_failed_one_tried_again(bench: WindowBench) -> None:
    bench.fetcher.slow = True
    bench.show()
    welcome = bench.window.welcome
    _click(bench.qtbot, _button(welcome, "Fetch the starter model"))
    bench.until(lambda: _button(welcome, "Cancel").isVisible())
    _click(bench.qtbot, _button(welcome, "Cancel"))
    bench.until(lambda: bench.thread.state.stage == "empty")
    assert _button(welcome, "Fetch the starter model").isVisible()
    bench.fetcher.slow = False
    bench.fetcher.failure = SlipstreamError("The index does not answer: try again later.")
    _click(bench.qtbot, _button(welcome, "Fetch the starter model"))
    bench.until(lambda: bench.thread.state.stage == "failed")
    assert "The index does not answer: try again later." in _texts(welcome)
    bench.fetcher.failure = None
    _click(bench.qtbot, _button(welcome, "Retry"))
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert bench.fetcher.calls == 3


def test_what_was_loaded_last_is_loaded_at_the_start(bench: WindowBench) -> None:
    bench.dialogs.folder = "/models/mine"
    bench.show()
    bench.window.actions_by_name["open_folder"].trigger()
    bench.until(lambda: bench.thread.state.stage == "ready")
    bench.window.start("")
    bench.until(lambda: len(bench.loader.targets) == 2)
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert bench.loader.targets == ["/models/mine", "/models/mine"]
    entries = [action.text() for action in bench.window.toolbar.target.menu.actions()]
    assert any(entry.startswith("mine") for entry in entries)


def test_a_failed_load_keeps_the_chat_and_can_be_tried_again(bench: WindowBench) -> None:
    bench.ready()
    bench.ask()
    bench.answered()
    bench.loader.failure = SlipstreamError("A shard is missing: fetch the model again.")
    bench.dialogs.gguf = "/models/broken.gguf"
    bench.window.actions_by_name["open_gguf"].trigger()
    bench.until(lambda: bench.thread.state.stage == "failed")
    status = bench.window.status
    assert status.text == "A shard is missing: fetch the model again."
    assert status.is_error
    assert REPLY in bench.window.chat.plain_text()
    bench.loader.failure = None
    assert status.action is not None
    status.action.run()
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert bench.loader.targets[-1] == "/models/broken.gguf"


# -- asking -----------------------------------------------------------------------------------------------


def test_a_question_is_stored_streamed_and_charted(bench: WindowBench) -> None:
    bench.ready()
    window = bench.window
    assert window.pages.currentWidget() is window.empty
    bench.ask()
    bench.answered()
    assert window.pages.currentWidget() is window.chat
    assert window.composer.text() == ""
    shown = window.chat.plain_text()
    assert "How does photosynthesis work?" in shown
    assert REPLY in shown
    asked, reply = bench.store.messages(window.chats.current)
    assert (asked.content, reply.content, reply.status) == (
        "How does photosynthesis work?",
        REPLY,
        "complete",
    )
    assert "accepted" in window.status.text
    assert "speculative · prompt lookup · k 4" in window.status.text
    assert "tokens/s" in window.status.text
    assert f"context {25 + sum(len(r.emitted) for r in speculative_rounds())} / 8,192" in _texts(
        window.composer
    )
    assert window.conversations.model.rowCount() >= 1
    assert window.toolbar.seed.edit.placeholderText() == "1234"
    assert bench.engine.seen[0].messages == (Message("user", "How does photosynthesis work?"),)


def test_an_example_prompt_is_sent(bench: WindowBench) -> None:
    bench.ready()
    prompt = bench.window.empty.examples()[1]
    _click(bench.qtbot, _button(bench.window.empty, prompt))
    bench.answered()
    assert bench.engine.seen[0].messages == (Message("user", prompt),)


def test_the_next_turn_sees_the_whole_path(bench: WindowBench) -> None:
    bench.ready()
    for text in ("first", "second"):
        bench.ask(text)
        bench.answered()
    roles = [(message.role, message.content) for message in bench.engine.seen[1].messages]
    assert roles == [("user", "first"), ("assistant", REPLY), ("user", "second")]
    assert bench.engine.seen[0].session == bench.engine.seen[1].session == bench.window.chats.current


def test_the_toolbar_decides_the_next_request(bench: WindowBench) -> None:
    bench.ready()
    toolbar = bench.window.toolbar
    toolbar.temperature.edit.setText("0,25")
    toolbar.seed.edit.setText("77")
    _menu(toolbar.k, "7")
    _menu(toolbar.draft, "Prompt lookup")
    bench.ask()
    bench.answered()
    request = bench.engine.seen[0]
    assert (request.sampling.temperature, request.seed, request.k, request.draft) == (0.25, 77, 7, "lookup")


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("temperature", "-1", "Temperature must be"),
        ("temperature", "nan", "Temperature must be"),
        ("temperature", "warm", "Temperature must be"),
        ("seed", "-1", "seed must be"),
        ("seed", "9" * 5000, "seed must be"),
        ("seed", "x", "seed must be"),
    ],
)
def test_a_bad_value_says_so_and_keeps_the_text(
    bench: WindowBench, field: str, text: str, words: str
) -> None:
    bench.ready()
    getattr(bench.window.toolbar, field).edit.setText(text)
    bench.ask("my question")
    assert words in bench.window.status.text
    assert len(bench.window.status.text) < 200
    assert bench.window.status.is_error
    assert bench.window.composer.text() == "my question"
    assert bench.engine.seen == []
    assert bench.store.conversations() == []


def test_sending_without_a_model_keeps_the_text_and_says_what_to_do(bench: WindowBench) -> None:
    bench.show()
    bench.ask("my question")
    assert "No model is loaded" in bench.window.status.text
    assert bench.window.composer.text() == "my question"
    bench.loader.slow = True
    bench.thread.load("x")
    bench.until(lambda: bench.thread.state.stage == "loading")
    bench.ask("my question")
    assert "still being loaded" in bench.window.status.text
    assert bench.window.composer.text() == "my question"


def test_plain_acts_on_the_next_reply_and_becomes_the_reference(bench: WindowBench) -> None:
    bench.ready()
    bench.engine.pause_at = 3
    bench.ask()
    bench.until(bench.engine.paused.is_set)
    bench.until(lambda: bench.window.status.text.startswith("speculative"))
    bench.window.actions_by_name["toggle_mode"].trigger()
    assert bench.window.status.text.startswith("plain from the next round")
    bench.engine.pause_at = None
    bench.engine.go.set()
    bench.answered()
    bench.ask()
    bench.answered()
    assert [request.draft for request in bench.engine.seen] == ["auto", "none"]
    assert bench.window.status.text.startswith("plain · ")
    assert bench.loader.targets == ["starter"], "nothing was loaded again"
    stored = bench.store.messages(bench.window.chats.current)[-1]
    assert bench.store.rounds(stored.id) == tuple(plain_rounds())
    assert "plain" in bench.window.dashboard.speed.summary()


def test_stop_by_escape_leaves_what_was_written(bench: WindowBench) -> None:
    bench.ready()
    bench.engine.pause_at = 4
    bench.ask()
    bench.until(bench.engine.paused.is_set)
    bench.qtbot.keyClick(bench.window.composer, Qt.Key.Key_Escape)
    bench.answered()
    reply = bench.store.messages(bench.window.chats.current)[-1]
    assert reply.status == "cancelled"
    assert reply.content == "".join(r.text for r in speculative_rounds()[:4])
    assert "Stopped." in bench.window.chat.plain_text()
    bench.engine.pause_at = None
    bench.ask("again")
    bench.answered()
    assert bench.store.messages(bench.window.chats.current)[-1].status == "complete"


def test_a_failed_reply_can_be_edited_and_is_not_sent_again(bench: WindowBench) -> None:
    bench.ready()
    bench.engine.failure = SlipstreamError("The prompt has 9,000 tokens; 8,192 fit: shorten it.")
    bench.ask("too long")
    bench.answered()
    window = bench.window
    assert window.status.text == "The reply failed."
    assert window.chat.plain_text().count("The prompt has 9,000 tokens; 8,192 fit: shorten it.") == 1
    assert window.status.action is not None
    window.status.action.run()
    assert window.composer.text() == "too long"
    bench.engine.failure = None
    bench.ask("short")
    bench.answered()
    assert bench.engine.seen[-1].messages == (Message("user", "short"),)


def test_an_edit_gives_back_what_was_being_written(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("first")
    bench.answered()
    bench.window.composer.set_text("half a thought")
    bench.window.actions_by_name["edit_last"].trigger()
    assert bench.window.composer.text() == "first"
    assert "Editing" in bench.window.banner.text
    bench.window.actions_by_name["stop"].trigger()
    assert bench.window.composer.text() == "half a thought"
    assert bench.window.banner.text == ""


# -- conversations ----------------------------------------------------------------------------------------


def test_a_reply_goes_on_while_another_chat_is_read(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("first chat")
    bench.answered()
    first = bench.window.chats.current
    bench.window.actions_by_name["new_chat"].trigger()
    bench.engine.pause_at = 3
    bench.ask("second chat")
    second = bench.window.chats.current
    bench.until(bench.engine.paused.is_set)
    bench.until(lambda: speculative_rounds()[2].text.strip() in bench.window.chat.plain_text())
    bench.window.chats.open(first)
    assert "second chat" not in bench.window.chat.plain_text()
    bench.window.chats.open(second)
    so_far = "".join(r.text for r in speculative_rounds()[:3])
    assert bench.window.chat.plain_text().count(so_far) == 1
    bench.window.chats.open(first)
    before = bench.window.chat.plain_text()
    bench.engine.go.set()
    bench.answered()
    assert bench.window.chat.plain_text() == before, "a reply elsewhere does not write here"
    bench.window.chats.open(second)
    assert REPLY in bench.window.chat.plain_text()


def test_coming_back_in_mid_stream_shows_it_to_the_end_once(bench: WindowBench) -> None:
    bench.ready()
    bench.engine.pause_at = 3
    bench.ask("stream")
    streaming = bench.window.chats.current
    bench.until(bench.engine.paused.is_set)
    bench.window.chats.new_chat()
    bench.window.chats.open(streaming)
    bench.engine.go.set()
    bench.answered()
    assert bench.window.chat.plain_text().count(REPLY) == 1


# -- the window itself ------------------------------------------------------------------------------------


def test_closing_in_mid_stream_stores_everything_and_waits_for_nothing(bench: WindowBench) -> None:
    bench.ready()
    bench.engine.pause_at = 5
    bench.ask()
    bench.until(bench.engine.paused.is_set)
    with bench.qtbot.waitSignal(bench.window.closed, timeout=10_000):
        bench.window.close()
        assert not bench.window.isVisible()
    assert bench.thread.has_ended
    reply = bench.store.messages(bench.store.conversations()[0].id)[-1]
    assert reply.status == "cancelled"
    assert len(bench.store.rounds(reply.id)) == 5


def test_closing_does_not_wait_for_ever(bench: WindowBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.ui.main_window.CLOSE_WITHIN_MS", 20)
    bench.loader.deaf = True
    bench.show()
    bench.thread.load("/models/endless")
    bench.until(bench.loader.waiting.is_set)
    with bench.qtbot.waitSignal(bench.window.closed, timeout=10_000):
        bench.window.close()
    assert not bench.thread.has_ended


def test_panes_can_be_hidden_and_stay_so(bench: WindowBench) -> None:
    bench.show()
    window = bench.window
    window.actions_by_name["show_chats"].trigger()
    _click(bench.qtbot, window.toolbar.instruments_button)
    assert window.conversations.isHidden()
    assert window.dashboard.isHidden()
    text = bench.paths.settings.read_text(encoding="utf-8")
    assert "conversations_visible = false" in text
    assert "instruments_visible = false" in text


def test_every_control_has_an_accessible_name(bench: WindowBench) -> None:
    bench.ready()
    bench.ask()
    bench.answered()
    kinds = (QAbstractButton, QLineEdit, QTextEdit, QComboBox, QProgressBar, QAbstractItemView)
    nameless = [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for kind in kinds
        for widget in bench.window.findChildren(kind)
        if not widget.objectName().startswith("qt_")
        and not isinstance(widget.parent(), QLineEdit)  # decoration inside a field that has a name
        and not _name(widget)
    ]
    assert nameless == []


def test_shortcuts_are_unique_and_every_action_is_known(bench: WindowBench) -> None:
    keys = [QKeySequence(spec.shortcut).toString() for spec in ACTIONS if spec.shortcut]
    assert len(keys) == len(set(keys))
    assert all(keys)
    assert set(bench.window.actions_by_name) == {spec.name for spec in ACTIONS}


def test_the_keyboard_reaches_every_control(bench: WindowBench) -> None:
    bench.ready()
    toolbar = bench.window.toolbar
    controls: list[QWidget] = [
        toolbar.target, toolbar.draft, *toolbar.mode.buttons(), toolbar.k, toolbar.temperature.edit,
        toolbar.seed.edit, toolbar.theme_button, toolbar.menu_button, toolbar.chats_button,
    ]  # fmt: skip
    assert all(control.focusPolicy() & Qt.FocusPolicy.TabFocus for control in controls)
    cards = bench.window.findChild(EmptyChat).findChildren(QAbstractButton)
    assert len(cards) == 3
    assert all(card.focusPolicy() & Qt.FocusPolicy.TabFocus for card in cards)


def test_the_theme_can_be_switched(bench: WindowBench) -> None:
    bench.show()
    bench.window.actions_by_name["switch_theme"].trigger()
    assert bench.themes.current.name == "light"
    assert bench.window.actions_by_name["theme_light"].isChecked()
    assert 'theme = "light"' in bench.paths.settings.read_text(encoding="utf-8")


def test_another_target_stops_the_reply_that_runs(bench: WindowBench) -> None:
    bench.ready()
    bench.engine.pause_at = 2
    bench.ask()
    bench.until(bench.engine.paused.is_set)
    first, bench.loader.engine = bench.engine, ScriptedEngine(name="Other")
    bench.window.toolbar.target_chosen.emit("/models/other")
    bench.until(lambda: bench.thread.state.model == "Other" and bench.thread.state.stage == "ready")
    assert first.closed
    assert not bench.window.chats.replying
    assert bench.store.messages(bench.window.chats.current)[-1].status == "cancelled"


def test_reopening_shows_everything_as_it_was(bench: WindowBench) -> None:
    bench.ready()
    bench.ask()
    bench.answered()
    shown, conversation = bench.window.chat.plain_text(), bench.window.chats.current
    numbers, line = _figures_of_the_reply(bench), bench.window.status.text
    assert len(numbers) > 7
    assert line.startswith("speculative · prompt lookup · k 4 · ")
    assert line.endswith(" · as scripted")
    bench.window.chats.new_chat()
    assert bench.window.chat.plain_text().strip() == ""
    bench.window.chats.open(conversation)
    assert bench.window.chat.plain_text() == shown
    assert _figures_of_the_reply(bench) == numbers
    assert bench.window.status.text == line


def _figures_of_the_reply(bench: WindowBench) -> list[str]:
    """Without what is of this moment only, the memory."""
    cards = bench.window.dashboard.column.cards.values()
    return [card.instrument.summary() for card in cards if card.id != "machine"]


def _button(page: QWidget, start: str) -> QAbstractButton:
    return next(b for b in page.findChildren(QAbstractButton) if b.text().startswith(start))


def _click(qtbot: QtBot, button: QWidget) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def _menu(pick: object, text: str) -> None:
    next(action for action in pick.menu.actions() if action.text() == text).trigger()  # type: ignore[attr-defined]


def _texts(page: QWidget) -> str:
    return "\n".join(str(w.property("text")) for w in page.findChildren(QWidget) if w.property("text"))


def _name(widget: QWidget) -> str:
    return widget.accessibleName() or str(widget.property("text") or "")


def test_install_starter_is_what_the_program_looks_for(bench: WindowBench) -> None:
    assert not starter_info.is_installed(bench.paths.models)
    install_starter(bench.paths)
    assert starter_info.is_installed(bench.paths.models)
