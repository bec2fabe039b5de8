"""The chat store: what was added is there, in the right order, whatever ends the program."""

import itertools
import threading
from pathlib import Path

import pytest
from sample_rounds import corrected_round, plain_round

from desktop_app.chats.store import ChatStore, ChatStoreError, StoredMessage
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import Tally


def plain_reply(
    store: ChatStore, conversation: str, model: str, tokens: int, mode: str = "plain"
) -> StoredMessage:
    reply = store.begin_reply(conversation)
    store.set_started(reply.id, {"event": "request", "model": model, "mode": mode})
    rounds = [plain_round(index, " x") for index in range(tokens)]
    for round_ in rounds:
        store.add_round(reply.id, round_)
    store.finish_reply(reply.id, "eos", " x" * tokens, Tally.of(rounds).summary())
    return reply


def test_a_conversation_comes_back_whole(store: ChatStore, conversation: str) -> None:
    question = store.add_user_message(conversation, "What is a wake?")
    reply = store.begin_reply(conversation)
    started = {"event": "request", "model": "m", "mode": "speculative", "seed": 2**63 - 1}
    rounds = [corrected_round(0, "The", " wake"), plain_round(1, ".")]
    summary = Tally.of(rounds).summary()
    store.set_started(reply.id, started)
    for round_ in rounds:
        store.add_round(reply.id, round_)
    store.finish_reply(reply.id, "eos", "The wake.", summary)

    again = ChatStore(store._path)
    first, second = again.messages(conversation)
    assert first == question
    assert (second.role, second.content, second.status, second.reason) == (
        "assistant",
        "The wake.",
        "complete",
        "eos",
    )
    assert (second.started, second.tally, second.error) == (started, summary, None)
    assert second.parent_id == question.id
    assert again.rounds(reply.id) == tuple(rounds)
    again.close()


def test_conversations_come_newest_first_and_can_be_renamed_and_deleted(store: ChatStore) -> None:
    one, two, three = (store.create_conversation(title) for title in ("one", "two", "three"))
    store.add_user_message(one.id, "moves it up")
    assert [c.title for c in store.conversations()] == ["one", "three", "two"]
    store.rename(two.id, " zwei\n2 ")
    store.delete(three.id)
    store.delete(three.id)
    assert [c.title for c in store.conversations()] == ["one", "zwei 2"]


def test_erasing_takes_messages_rounds_and_search_text_along(store: ChatStore, conversation: str) -> None:
    kept = store.create_conversation().id
    for owner in (conversation, kept):
        store.add_user_message(owner, "hello")
        store.add_round(store.begin_reply(owner).id, plain_round(0, "hi"))
    store.delete(conversation)
    store.trash.erase(conversation)
    assert store.messages(conversation) == []
    assert len(store.messages(kept)) == 2
    tables = ("messages", "parts", "searchable", "search_index")
    counts = [store._rows(f"SELECT count(*) FROM {table}")[0][0] for table in tables]
    # a title and a message
    assert counts == [2, 1, 2, 2]


def test_the_title_comes_from_the_first_message_only(store: ChatStore, conversation: str) -> None:
    store.add_user_message(conversation, "\n  What is   a wake?\nMore")
    store.add_user_message(conversation, "something else")
    named = store.create_conversation("mine").id
    store.add_user_message(named, "hello")
    assert {c.title for c in store.conversations()} == {"What is a wake?", "mine"}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\x00b\x1b[31m\tc\r\nd\re", "ab[31m\tc\nd\ne"),
        ("x\ud83dy", "x\ufffdy"),
        ("\ud83d\ude0a\udc00", "😊\ufffd"),
    ],
)
def test_control_characters_and_half_characters_lose_no_message(
    store: ChatStore, conversation: str, text: str, kept: str
) -> None:
    assert store.add_user_message(conversation, text).content == kept
    reply = store.begin_reply(conversation)
    round_ = plain_round(0, "r\ud83d\x00")
    store.add_round(reply.id, round_)
    store.finish_reply(reply.id, "eos", "r\ud83d\x00", None)
    store.rename(conversation, "t\ud83d\x00")
    question, answer = store.messages(conversation)
    assert (question.content, answer.content) == (kept, "r\ufffd\x00")
    assert store.rounds(reply.id) == (round_,)
    assert store.conversations()[0].title == "t\ufffd"


def test_numbers_that_are_not_numbers_do_not_break_a_round(store: ChatStore, conversation: str) -> None:
    reply = store.begin_reply(conversation)
    broken = Round(0, "none", (), (), plain_round(0, "").timing, float("nan"))
    store.add_round(reply.id, broken)
    assert store.rounds(reply.id)[0].at is None


def test_ends_of_a_reply(store: ChatStore, conversation: str) -> None:
    replies = [store.begin_reply(conversation) for _ in range(3)]
    for reply in replies:
        store.add_round(reply.id, corrected_round(0, "so", " far"))
    store.add_text(replies[2].id, ", text")
    store.finish_reply(replies[0].id, "cancelled", "so far", None)
    store.fail_reply(replies[1].id, "Out of memory.")
    assert store.recover() == 1
    assert store.recover() == 0
    ends = [(m.status, m.reason, m.error, m.content) for m in store.messages(conversation)]
    assert ends == [
        ("cancelled", "cancelled", None, "so far"),
        ("failed", None, "Out of memory.", "so far"),
        ("interrupted", None, None, "so far, text"),
    ]


def test_interrupting_leaves_an_ended_reply_alone(store: ChatStore, conversation: str) -> None:
    reply = store.begin_reply(conversation)
    store.add_text(reply.id, "half")
    store.interrupt_reply(reply.id)
    store.finish_reply(reply.id, "eos", "whole", None)
    store.interrupt_reply(reply.id)
    (message,) = store.messages(conversation)
    assert (message.status, message.content) == ("complete", "whole")


def test_last_plain_reply_is_the_latest_long_complete_plain_one_of_the_model(
    store: ChatStore, conversation: str
) -> None:
    assert store.last_plain_reply("m") is None
    plain_reply(store, conversation, "m", 16)
    wanted = plain_reply(store, conversation, "m", 17)
    plain_reply(store, conversation, "m", 15)
    plain_reply(store, conversation, "m", 20, mode="speculative")
    plain_reply(store, conversation, "other", 20)
    cancelled = plain_reply(store, conversation, "m", 20)
    store.finish_reply(cancelled.id, "cancelled", "", store.messages(conversation)[-1].tally)
    found = store.last_plain_reply("m")
    assert found is not None
    assert found.id == wanted.id
    assert found.tally is not None
    assert found.tally.emitted == 17


def test_a_reply_that_was_switched_is_no_measured_plain_one(store: ChatStore, conversation: str) -> None:
    wanted = plain_reply(store, conversation, "m", 17)
    store.note_mode(wanted.id, "plain")
    switched = plain_reply(store, conversation, "m", 18)
    store.note_mode(switched.id, "speculative")
    store.note_mode(switched.id, "plain")
    found = store.last_plain_reply("m")
    assert found is not None
    assert found.id == wanted.id


def test_what_is_gone_is_said(store: ChatStore, conversation: str) -> None:
    reply = store.begin_reply(conversation)
    store.delete(conversation)
    store.trash.erase(conversation)
    with pytest.raises(ChatStoreError, match="no longer exists"):
        store.add_user_message(conversation, "hello")
    with pytest.raises(ChatStoreError, match="no longer exists"):
        store.add_round(reply.id, plain_round(0, "x"))
    with pytest.raises(ChatStoreError, match="no longer exists"):
        store.finish_reply(reply.id, "eos", "x", None)
    with pytest.raises(ChatStoreError, match="no longer exists"):
        store.rename(conversation, "x")


def test_two_thousand_messages_keep_their_order(store: ChatStore, conversation: str) -> None:
    for index in range(2000):
        store.add_user_message(conversation, f"message {index}")
    messages = store.messages(conversation)
    assert [m.content for m in messages] == [f"message {index}" for index in range(2000)]
    assert all(child.parent_id == parent.id for parent, child in itertools.pairwise(messages))


def test_two_threads_on_one_file(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    barrier = threading.Barrier(2)
    outcomes: list[str] = []

    def write(name: str) -> None:
        barrier.wait()
        try:
            store = ChatStore(path)
            conversation = store.create_conversation(name).id
            reply = store.begin_reply(conversation)
            for index in range(200):
                store.add_round(reply.id, plain_round(index, name))
            store.finish_reply(reply.id, "eos", name * 200, None)
            assert store.notice == ""
            store.close()
            outcomes.append("done")
        except Exception as error:
            outcomes.append(repr(error))

    threads = [threading.Thread(target=write, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == ["done", "done"]
    store = ChatStore(path)
    for conversation in store.conversations():
        (reply,) = store.messages(conversation.id)
        assert [round_.text for round_ in store.rounds(reply.id)] == [conversation.title] * 200
    store.close()


def test_what_is_changed_together_is_stored_together(store: ChatStore, tmp_path: Path) -> None:
    class StopError(Exception):
        pass

    other = ChatStore(store._path)

    def ask(title: str) -> None:
        conversation = store.create_conversation(title).id
        store.add_user_message(conversation, "question")
        assert [chat.title for chat in other.conversations()] == []

    def ask_and_stop() -> None:
        with store.together():
            ask("gone")
            raise StopError

    with pytest.raises(StopError):
        ask_and_stop()
    assert store.conversations() == []
    with store.together():
        ask("here")
    assert [chat.title for chat in other.conversations()] == ["here"]
    other.close()


def test_what_is_flushed_is_in_the_file_itself(store: ChatStore) -> None:
    conversation = store.create_conversation().id
    store.add_user_message(conversation, "a sentence that is looked for")
    store.flush()
    assert b"a sentence that is looked for" in store._path.read_bytes()


def test_what_was_asked_before_begins_with_this_conversation(store: ChatStore, conversation: str) -> None:
    other = store.create_conversation("other").id
    gone = store.create_conversation("gone").id
    for place, text in ((conversation, "a"), (other, "b"), (conversation, "c"), (other, "d"), (gone, "e")):
        store.add_user_message(place, text)
    store.begin_reply(conversation)
    store.delete(gone)
    assert store.asked_before(conversation) == ["c", "a", "d", "b"]
    assert store.asked_before(other, limit=3) == ["d", "b", "c"]
    assert store.asked_before("") == ["d", "c", "b", "a"]
