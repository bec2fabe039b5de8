"""Titles by the model: from the first exchange, in a session of their own, and never in the user's way."""

from __future__ import annotations

import threading
from pathlib import Path

from scripted_engine import REPLY, ScriptedEngine, ScriptedFetcher, ScriptedLoader
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow


def title(bench: WindowBench) -> str:
    return bench.store.conversation(bench.window.chats.current).title


def asked(bench: WindowBench, times: int) -> None:
    """Waits until the model was asked so often and has answered."""
    bench.until(lambda: len(bench.engine.titles_asked) == times)
    bench.until(lambda: not bench.thread._open_jobs)


def test_the_first_reply_brings_a_title(bench: WindowBench) -> None:
    bench.engine.title = '"Leaves and Light."\n'
    bench.ready()
    bench.ask("How does it work?")
    bench.answered()
    bench.until(lambda: title(bench) == "Leaves and Light")
    row = bench.window.conversations.model.index_of(bench.window.chats.current)
    assert row.data() == "Leaves and Light"
    (request,) = bench.engine.titles_asked
    assert request.session != bench.engine.seen[0].session
    assert (request.max_tokens, request.sampling.greedy) == (16, True)
    message = request.messages[-1]
    assert "How does it work?" in message.content
    assert REPLY[:80] in message.content
    bench.ask("And then?")
    bench.answered()
    asked(bench, 1)
    assert [request.session for request in bench.engine.seen] == [bench.window.chats.current] * 2


def test_a_title_without_words_leaves_the_users(bench: WindowBench) -> None:
    bench.engine.title = "\n---\n"
    bench.ready()
    bench.ask("How does it work?")
    bench.answered()
    asked(bench, 1)
    assert title(bench) == "How does it work?"


def test_what_the_user_sends_goes_first(bench: WindowBench) -> None:
    bench.engine.title, bench.engine.title_go = "How it works", threading.Event()
    bench.ready()
    bench.ask("first")
    bench.answered()
    bench.until(lambda: len(bench.engine.titles_asked) == 1)
    bench.engine.title = "Working leaves"
    bench.ask("second")
    bench.answered()
    assert title(bench) == "first"
    bench.until(lambda: len(bench.engine.titles_asked) == 2)
    bench.engine.title_go.set()
    bench.until(lambda: title(bench) == "Working leaves")


def test_a_users_title_stays(bench: WindowBench) -> None:
    bench.engine.title, bench.engine.title_go = "How it works", threading.Event()
    bench.ready()
    bench.ask("first")
    bench.answered()
    bench.until(lambda: len(bench.engine.titles_asked) == 1)
    bench.window.conversations.renamed.emit(bench.window.chats.current, "Mine")
    bench.engine.title_go.set()
    asked(bench, 1)
    assert title(bench) == "Mine"
    bench.ask("second")
    bench.answered()
    asked(bench, 1)


def test_a_chat_deleted_meanwhile_is_left_alone(bench: WindowBench) -> None:
    bench.engine.title, bench.engine.title_go = "How it works", threading.Event()
    bench.ready()
    bench.ask("first")
    bench.answered()
    bench.until(lambda: len(bench.engine.titles_asked) == 1)
    bench.window.actions_by_name["delete_chat"].trigger()
    bench.engine.title_go.set()
    asked(bench, 1)
    assert [chat.title for chat in bench.store.trash.conversations()] == ["first"]
    assert not bench.window.status.is_error


def test_nothing_is_asked_where_it_is_off_or_no_reply_came(bench: WindowBench) -> None:
    bench.engine.title = "How it works"
    bench.ready()
    bench.engine.failure = SlipstreamError("No.")
    bench.ask("first")
    bench.answered()
    bench.engine.failure = None
    bench.preferences.change(titles_by_model=False)
    bench.ask("second")
    bench.answered()
    assert (bench.engine.titles_asked, title(bench)) == ([], "first")


def test_in_the_real_program(tmp_path: Path, qapp: object) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "How does it work?")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        row = window.conversations.model.index_of(window.chats.current)
        yield lambda: row.data() == "How leaves work"

    loader = ScriptedLoader(ScriptedEngine(title="How leaves work"))
    assert Visit(paths, steps, loader=loader, fetcher=ScriptedFetcher()).code == 0
    store = ChatStore(paths.chats)
    assert [chat.title for chat in store.conversations()] == ["How leaves work"]
    store.close()
