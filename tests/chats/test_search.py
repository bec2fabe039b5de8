"""Search: what was stored is found, best first, and no query is an error."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sample_rounds import plain_round

from desktop_app.chats import database
from desktop_app.chats.store import ChatStore, ChatStoreError, SearchHit


def reply(store: ChatStore, conversation: str, text: str) -> str:
    begun = store.begin_reply(conversation)
    store.finish_reply(begun.id, "eos", text, None)
    return begun.id


def found(store: ChatStore, query: str) -> list[str | None]:
    return [hit.message_id for hit in store.search(query)]


def test_titles_questions_and_replies_are_found(store: ChatStore) -> None:
    chat = store.create_conversation("Ships").id
    asked = store.add_user_message(chat, "What is a wake?")
    answer = reply(store, chat, "The trail behind a hull.")
    assert store.search("wak") == [
        SearchHit(
            chat,
            "Ships",
            asked.id,
            "user",
            asked.created,
            (("What is a ", False), ("wake", True), ("?", False)),
        )
    ]
    (hit,) = store.search("HULL")
    assert (hit.message_id, hit.role) == (answer, "assistant")
    (hit,) = store.search("ship")
    assert (hit.message_id, hit.role, hit.title, hit.snippet) == (None, None, "Ships", (("Ships", True),))
    assert store.search("") == store.search("  ") == store.search("boat") == []


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("船的尾流是什么", "尾流"),
        ("船的尾流是什么", "流"),
        ("用GPU加速", "gpu"),
        ("用GPU加速", "GPU加"),
        ("飛行機のスリップストリーム", "ストリ"),
        ("슬립스트림입니다", "스트림"),
        ("การเดินเรือ", "เรือ"),
        ("a naïve café", "naive CAFE"),
        ("call foo_bar(x)", "foo_bar"),
        ("don't panic", "don't pa"),
        ("so 😊 then", "😊"),
        ("it is 100 % sure", "%"),
        ("a \x00hid\x00den word", "hidden"),
        ("path C:\\temp\\x", "\\temp"),
    ],
)
def test_found_in_any_script(store: ChatStore, conversation: str, text: str, query: str) -> None:
    wanted = reply(store, conversation, text)
    store.add_user_message(store.create_conversation("other").id, "nothing of that")
    assert found(store, query) == [wanted]
    assert any(hit for _, hit in store.search(query)[0].snippet)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("a placebo", "lace"),
        ("流尾", "尾流"),
        ("尾 and 流", "尾流"),
        ("waking", "wake "),
        ("so", "so 😊"),
        ("ab", "a"),
    ],
)
def test_not_found(store: ChatStore, conversation: str, text: str, query: str) -> None:
    reply(store, conversation, text)
    assert found(store, query) == []


@example('"').via("an open quote")
@example("a* AND (b OR NOT c) NEAR/2 col:x ^d -e +f").via("FTS5's own words")
@example("%_\\'").via("LIKE and SQL")
@example("\x00\ud800").via("what cannot be stored")
@given(st.text())
def test_no_query_is_an_error(tmp_path: Path, query: str) -> None:
    path = tmp_path / "one.db"
    fresh = not path.exists()
    store = ChatStore(path)
    if fresh:
        store.add_user_message(store.create_conversation("a").id, "a b c")
    assert isinstance(store.search(query), list)
    store.close()


@given(st.text(st.characters(categories=("L", "N")), min_size=2, max_size=8))
def test_a_stored_word_is_found_by_itself(tmp_path: Path, word: str) -> None:
    store = ChatStore(tmp_path / "words.db")
    chat = store.create_conversation("title").id
    asked = store.add_user_message(chat, f"before {word}, after")
    # SQLite knows fewer letters than Python: a word of unknown ones has nothing to be found by
    known = store._rows("SELECT count(*) FROM search_index WHERE search_index MATCH ?", (f'before "{word}"',))
    if known[0][0]:
        assert asked.id in found(store, word)
    store.trash.put(chat)
    store.trash.erase(chat)
    store.close()


def test_titles_come_first_and_one_chat_does_not_hide_the_others(store: ChatStore) -> None:
    long = store.create_conversation("long").id
    for index in range(60):
        store.add_user_message(long, f"wake wake wake {index}")
    other = store.create_conversation("other").id
    once = store.add_user_message(other, "a wake among many other words that say nothing of it at all").id
    titled = store.create_conversation("Wake").id
    hits = store.search("wake")
    assert (hits[0].conversation_id, hits[0].message_id) == (titled, None)
    assert [hit.conversation_id for hit in hits].count(long) == 3
    assert hits[-1].message_id == once
    assert [h.conversation_id for h in store.search("wake", limit=2)] == [titled, long]


def test_the_better_match_comes_first(store: ChatStore, conversation: str) -> None:
    store.rename(conversation, "x")
    weak = reply(store, conversation, "wake " + "and much else that is of no interest here " * 20)
    strong = reply(store, conversation, "wake after wake")
    assert found(store, "wake") == [strong, weak]


def test_other_branches_are_found_and_deleted_conversations_are_not(store: ChatStore) -> None:
    chat = store.create_conversation("x").id
    old = store.add_user_message(chat, "old words").id
    store.tree.edit(old, "new")
    assert found(store, "words") == [old]
    store.delete(chat)
    assert found(store, "words") == []
    store.trash.restore(chat)
    assert found(store, "words") == [old]
    store.delete(chat)
    store.trash.erase(chat)
    assert store._rows("SELECT count(*) FROM searchable") == [(0,)]
    assert found(store, "words") == []


def test_a_reply_is_indexed_when_it_ends_and_not_before(store: ChatStore, conversation: str) -> None:
    store.rename(conversation, "x")
    begun = store.begin_reply(conversation).id
    rows = store._rows("SELECT total_changes()")[0][0]
    store.add_round(begun, plain_round(0, "half"))
    # one row, nothing for the index
    assert store._rows("SELECT total_changes()")[0][0] == rows + 1
    assert found(store, "half") == []
    store.interrupt_reply(begun)
    assert found(store, "half") == [begun]
    store.finish_reply(begun, "eos", "whole", None)
    assert (found(store, "half"), found(store, "whole")) == ([], [begun])
    failed = store.begin_reply(conversation).id
    store.add_text(failed, "until here")
    store.fail_reply(failed, "Out of memory.")
    assert found(store, "until") == [failed]


def test_a_title_is_found_by_its_present_words(store: ChatStore, conversation: str) -> None:
    asked = store.add_user_message(conversation, "First line\nsecond").id
    assert found(store, "first") == [None, asked]
    store.rename(conversation, "Renamed")
    assert (found(store, "first"), found(store, "renamed")) == ([asked], [None])


def test_a_change_that_is_undone_leaves_no_trace_in_the_index(store: ChatStore, conversation: str) -> None:
    def change_and_fail() -> None:
        with store._file.transaction():
            store._rows("INSERT INTO searchable(conversation_id, text) VALUES (?, 'undone')", (conversation,))
            assert found(store, "undone") == [None]
            raise RuntimeError

    with pytest.raises(RuntimeError):
        change_and_fail()
    assert found(store, "undone") == []
    store._rows("INSERT INTO search_index(search_index, rank) VALUES ('integrity-check', 1)")


def test_vacuum_keeps_matches_with_their_messages(store: ChatStore) -> None:
    first = store.create_conversation("a").id
    store.add_user_message(first, "gone")
    kept = store.add_user_message(store.create_conversation("b").id, "kept words").id
    store.delete(first)
    store.trash.erase(first)
    store._rows("VACUUM")
    assert found(store, "words") == [kept]


DAMAGES = [
    "UPDATE search_index_data SET block = zeroblob(length(block)) WHERE id > 10",
    "UPDATE search_index_data SET block = x'ffff' WHERE id > 10",
    "DELETE FROM search_index_data",
]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("first", ["search", "add", "long", "rename", "erase"])
def test_a_damaged_index_is_made_anew_and_costs_nothing(store: ChatStore, damage: str, first: str) -> None:
    chat, gone = store.create_conversation("x").id, store.create_conversation("gone").id
    for index in range(200):
        store.add_user_message(chat, f"wake number {index} " + "lorem ipsum dolor " * 20)
    store.add_user_message(gone, "wake")
    store.delete(gone)
    store._rows(damage)
    act: dict[str, Callable[[], object]] = {
        "search": lambda: store.search("wake lorem"),
        "add": lambda: store.add_user_message(chat, "wake"),
        "long": lambda: store.add_user_message(chat, "wake " * 20_000),
        "rename": lambda: store.rename(chat, "wake"),
        "erase": lambda: store.trash.erase(gone),
    }
    said = ""
    try:
        act[first]()
    except ChatStoreError as error:
        said = str(error)
        act[first]()
    assert said == "" or "search index was damaged" in said
    assert len(store.search("wake lorem")) == 3
    assert len(store.messages(chat)) == 200 + (first in ("add", "long"))
    assert store.conversation(chat).title == ("wake" if first == "rename" else "x")
    store._rows("INSERT INTO search_index(search_index, rank) VALUES ('integrity-check', 1)")


class Newer:
    """Answers as SQLite 3.44 does, which looks at the index in a check of the file."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.mended = False

    def execute(self, statement: str) -> sqlite3.Cursor:
        if statement == database.REBUILD_SEARCH:
            self.mended = True
        elif statement.startswith("PRAGMA quick_check") and not self.mended:
            statement = "SELECT 'malformed inverted index for FTS5 table main.search_index'"
        return self.connection.execute(statement)


def test_a_newer_sqlite_does_not_take_a_damaged_index_for_damaged_chats(store: ChatStore) -> None:
    newer = Newer(store._path)
    database._check(newer, "quick_check")  # type: ignore[arg-type]
    assert newer.mended
    newer.connection.close()
