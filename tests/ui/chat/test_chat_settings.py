"""What a conversation sets for itself counts for its requests alone, and is there again at the next start."""

from __future__ import annotations

import pytest
from window_bench import WindowBench

from desktop_app.chats.messages import Message
from desktop_app.settings.store import SettingsStore
from desktop_app.ui.window_state import WindowState

EVERYTHING = {
    "system": "Be brief.",
    "temperature": 0.1,
    "top_p": 0.5,
    "top_k": 40,
    "min_p": 0.05,
    "max_tokens": 77,
    "stop": ("END", "\n\n"),
    "draft": "lookup",
    "k": 3,
    "verifier": "coupled",
}


def test_everything_that_is_set_reaches_the_engine(bench: WindowBench) -> None:
    bench.ready()
    for name, value in EVERYTHING.items():
        bench.window.chat_settings.chat.set(name, value)
    bench.ask("Hi")
    bench.answered()
    request = bench.engine.seen[0]
    sampling = request.sampling
    assert request.messages == (Message("system", "Be brief."), Message("user", "Hi"))
    assert (sampling.temperature, sampling.top_p, sampling.top_k, sampling.min_p) == (0.1, 0.5, 40, 0.05)
    assert (request.max_tokens, request.stop) == (77, ("END", "\n\n"))
    assert (request.draft, request.k, request.verifier) == ("lookup", 3, "coupled")


def test_what_is_not_set_is_that_of_the_settings_and_the_toolbar(bench: WindowBench) -> None:
    bench.ready()
    bench.preferences.change(top_p=0.6, max_tokens=9, stop=("x",), verifier="rejection")
    bench.window.toolbar.temperature.edit.setText("0.3")
    bench.ask("Hi")
    bench.answered()
    request = bench.engine.seen[0]
    assert (request.sampling.temperature, request.sampling.top_p) == (0.3, 0.6)
    assert (request.max_tokens, request.stop, request.verifier) == (9, ("x",), "rejection")
    assert request.messages == (Message("user", "Hi"),)


def test_the_new_chat_takes_its_settings_along_and_the_next_one_begins_without(bench: WindowBench) -> None:
    bench.ready()
    bench.window.chat_settings.chat.set("system", "Be brief.")
    bench.ask("Hi")
    bench.answered()
    first = bench.window.chats.current
    assert bench.store.options.settings(first)["system"] == "Be brief."
    bench.window.actions_by_name["new_chat"].trigger()
    assert dict(bench.window.chat_settings.chat.values) == {}
    bench.ask("Hi again")
    bench.answered()
    assert bench.engine.seen[1].messages == (Message("user", "Hi again"),)
    bench.window.chats.open(first)
    assert dict(bench.window.chat_settings.chat.values) == {"system": "Be brief."}


def test_settings_of_a_chat_are_written_when_another_is_opened(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("Hi")
    bench.answered()
    first = bench.window.chats.current
    bench.window.chat_settings.chat.set("temperature", 0.2)
    bench.window.chat_settings.chat.set("stop", ("a",))
    bench.window.chats.new_chat()
    assert bench.store.options.settings(first) == {"temperature": 0.2, "stop": ["a"]}
    bench.window.chats.open(first)
    bench.window.chat_settings.chat.reset("temperature")
    bench.window.chat_settings.chat.flush()
    assert bench.store.options.settings(first) == {"stop": ["a"]}


def test_they_are_written_a_moment_later_by_themselves(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("Hi")
    bench.answered()
    bench.window.chat_settings.chat.set("k", 2)
    bench.until(lambda: bench.store.options.settings(bench.window.chats.current) == {"k": 2})


def test_a_system_prompt_typed_for_a_chat_not_begun_survives_closing(bench: WindowBench) -> None:
    bench.ready()
    bench.window.chat_settings.chat.set("system", "Be, “brief”;\n@x = 1")
    bench.window.close()
    assert WindowState(bench.paths.config / "window.ini").new_chat()["system"] == "Be, “brief”;\n@x = 1"  # type: ignore[index]


def test_keys_of_other_versions_stay(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("Hi")
    bench.answered()
    here = bench.window.chats.current
    bench.store.options.set_settings(here, {"later": [1], "top_p": 7})
    bench.window.chats.open(here)
    assert dict(bench.window.chat_settings.chat.values) == {}
    bench.window.chat_settings.chat.set("min_p", 0.1)
    bench.window.chat_settings.chat.flush()
    assert bench.store.options.settings(here) == {"later": [1], "top_p": 7, "min_p": 0.1}


def test_a_model_without_a_place_for_it_gets_the_system_prompt_with_the_question(bench: WindowBench) -> None:
    bench.engine.takes_system = False
    bench.ready()
    bench.window.chat_settings.chat.set("system", "Be brief.")
    bench.ask("Hi")
    bench.answered()
    assert bench.engine.seen[0].messages == (Message("user", "Be brief.\n\nHi"),)
    assert bench.store.messages(bench.window.chats.current)[0].content == "Hi"


def test_what_others_set_meanwhile_stays(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("Hi")
    bench.answered()
    here = bench.window.chats.current
    bench.window.chat_settings.chat.set("k", 1)
    bench.store.options.set_settings(here, {"overflow": "drop_oldest", "top_k": 3})
    bench.window.chat_settings.chat.flush()
    assert bench.store.options.settings(here) == {"overflow": "drop_oldest", "top_k": 3, "k": 1}


def test_what_happens_when_the_context_is_full_is_the_chats_own(bench: WindowBench) -> None:
    bench.ready()
    bench.window.chat_settings.chat.set("overflow", "drop_oldest")
    bench.ask("Hi")
    bench.answered()
    bench.window.chats.new_chat()
    bench.ask("Hi")
    bench.answered()
    assert [request.overflow for request in bench.engine.seen] == ["drop_oldest", "stop"]


# -- the toolbar ------------------------------------------------------------------------------------------


def test_the_toolbar_shows_what_counts_for_the_open_chat(bench: WindowBench) -> None:
    bench.ready()
    toolbar = bench.window.toolbar
    for name in ("temperature", "k", "draft"):
        bench.window.chat_settings.chat.set(name, {"temperature": 0.1, "k": 3, "draft": "none"}[name])
    assert (toolbar.temperature.text(), toolbar.k.text(), toolbar.current_mode()) == ("0.1", "3", "plain")
    bench.ask("Hi")
    bench.answered()
    bench.window.chats.new_chat()
    assert (toolbar.temperature.text(), toolbar.k.text()) == ("0.7", "auto")
    assert toolbar.current_mode() == "speculative"


def test_a_change_in_the_toolbar_is_kept_where_the_value_came_from(bench: WindowBench) -> None:
    bench.ready()
    chat, toolbar = bench.window.chat_settings.chat, bench.window.toolbar
    chat.set("temperature", 0.1)
    toolbar.temperature.edit.setText("0.4")
    toolbar.temperature.edit.editingFinished.emit()
    assert dict(chat.values) == {"temperature": 0.4}
    toolbar.toggle_mode()
    assert dict(chat.values) == {"temperature": 0.4}
    kept = SettingsStore(bench.paths.settings).settings
    assert (kept.temperature, kept.mode) == (0.7, "plain")


def test_what_was_typed_in_the_toolbar_counts_without_leaving_it(bench: WindowBench) -> None:
    bench.ready()
    bench.window.chat_settings.chat.set("temperature", 0.1)
    bench.window.toolbar.temperature.edit.setText("0.4")
    bench.ask("Hi")
    bench.answered()
    assert bench.engine.seen[0].sampling.temperature == 0.4


def test_a_draft_the_toolbar_does_not_know_is_kept(bench: WindowBench) -> None:
    bench.ready()
    bench.window.chat_settings.chat.set("draft", "skip:4")
    bench.window.toolbar.temperature.edit.setText("0.4")
    bench.window.toolbar.temperature.edit.editingFinished.emit()
    bench.ask("Hi")
    bench.answered()
    assert bench.engine.seen[0].draft == "skip:4"


def test_a_setting_changed_meanwhile_does_not_undo_the_chats_own(bench: WindowBench) -> None:
    bench.ready()
    bench.window.chat_settings.chat.set("temperature", 0.1)
    bench.preferences.change(temperature=1.5, k=5)
    assert (bench.window.toolbar.temperature.text(), bench.window.toolbar.k.text()) == ("0.1", "5")
    bench.window.chat_settings.chat.reset("temperature")
    assert bench.window.toolbar.temperature.text() == "1.5"


# -- measured plain replies -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "same"), [("", "", True), ("a", "a", True), ("a", "b", False), ("a", "", False)]
)
def test_another_system_prompt_is_another_prompt(
    bench: WindowBench, before: str, after: str, same: bool
) -> None:
    """Only a plain reply to the very same prompt makes a speedup."""
    bench.ready()
    window = bench.window
    window.chat_settings.chat.set("system", before)
    window.toolbar.toggle_mode()
    bench.ask("Hi")
    bench.answered()
    window.toolbar.toggle_mode()
    if after != before:
        window.chat_settings.chat.set("system", after)
        window.chat_settings.chat.flush()
    window.chats.new_chat()
    window.chat_settings.chat.set("system", after)
    bench.ask("Hi")
    bench.answered()
    assert ("plain, same prompt" in window.dashboard.speed.summary()) is same


def test_what_was_set_just_before_a_chat_is_deleted_comes_back_with_it(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("first")
    bench.answered()
    chat = bench.window.chats.current
    bench.window.chat_settings.chat.set("system", "Be brief.")
    bench.window.actions_by_name["delete_chat"].trigger()
    assert not bench.window.status.is_error
    bench.window.actions_by_name["undo_delete"].trigger()
    assert bench.window.chats.current == chat
    assert bench.window.chat_settings.chat.system == "Be brief."
