"""Versions of messages: a change adds a branch, and every branch can be shown again."""

import random

import pytest
from sample_rounds import plain_round

from desktop_app.chats.store import ChatStore, ChatStoreError, StoredMessage


def answered(store: ChatStore, conversation: str, question: str, answer: str) -> tuple[str, str]:
    asked = store.add_user_message(conversation, question)
    reply = store.begin_reply(conversation)
    store.finish_reply(reply.id, "eos", answer, None)
    return asked.id, reply.id


def shown(store: ChatStore, conversation: str) -> list[str]:
    return [message.content for message in store.messages(conversation)]


def test_editing_a_question_keeps_the_old_one_and_its_answers(store: ChatStore, conversation: str) -> None:
    first, _ = answered(store, conversation, "one", "1")
    second, _ = answered(store, conversation, "two", "2")
    edited = store.tree.edit(second, "zwei\x00\r\n")
    assert (edited.role, edited.content, edited.status) == ("user", "zwei\n", "complete")
    assert shown(store, conversation) == ["one", "1", "zwei\n"]
    assert store.tree.versions_of(second) == store.tree.versions_of(edited.id) == (second, edited.id)
    assert store.begin_reply(conversation).parent_id == edited.id
    store.tree.select(second)
    assert shown(store, conversation) == ["one", "1", "two", "2"]
    root = store.tree.edit(first, "uno")
    assert (root.parent_id, shown(store, conversation)) == (None, ["uno"])
    store.tree.select(first)
    # what was added last below it
    assert shown(store, conversation) == ["one", "1", "zwei\n", ""]


def test_a_reply_can_be_edited_too(store: ChatStore, conversation: str) -> None:
    _, reply = answered(store, conversation, "one", "1")
    edited = store.tree.edit(reply, "eins")
    assert (edited.role, edited.status, edited.error) == ("assistant", "complete", None)
    assert shown(store, conversation) == ["one", "eins"]
    assert store.tree.path_to(reply)[-1].content == "1"


def test_regenerating_adds_a_version_of_the_reply(store: ChatStore, conversation: str) -> None:
    asked, old = answered(store, conversation, "one", "1")
    store.add_round(old, plain_round(0, "1"))
    answered(store, conversation, "two", "2")
    new = store.tree.regenerate(old)
    assert (new.parent_id, new.role, new.status, new.content) == (asked, "assistant", "streaming", "")
    assert [m.id for m in store.messages(conversation)] == [asked, new.id]
    store.finish_reply(new.id, "eos", "eins", None)
    assert store.tree.versions_of(new.id) == (old, new.id)
    assert store.rounds(old) == (plain_round(0, "1"),)
    store.tree.select(old)
    assert shown(store, conversation) == ["one", "1", "two", "2"]


def test_only_replies_are_regenerated_and_continued(store: ChatStore, conversation: str) -> None:
    asked, _ = answered(store, conversation, "one", "1")
    for act in (store.tree.regenerate, store.tree.continue_reply):
        with pytest.raises(ChatStoreError, match="choose a reply"):
            act(asked)
    running = store.begin_reply(conversation)
    with pytest.raises(ChatStoreError, match="still being written"):
        store.tree.continue_reply(running.id)
    assert len(store.tree.all_messages(conversation)) == 3


def test_a_continued_reply_keeps_its_beginning_as_it_was(store: ChatStore, conversation: str) -> None:
    _, begun = answered(store, conversation, "one", "half a")
    rest = store.tree.continue_reply(begun)
    assert (rest.parent_id, rest.continues, rest.status) == (begun, True, "streaming")
    store.finish_reply(rest.id, "eos", " word", None)
    again = store.tree.regenerate(rest.id)
    assert (again.parent_id, again.continues) == (begun, True)
    assert store.tree.edit(rest.id, " line").continues
    store.tree.select(rest.id)
    path = store.messages(conversation)
    assert [(m.content, m.continues) for m in path] == [("one", False), ("half a", False), (" word", True)]
    # a question below the reply is no version of its continuation
    store.tree.branch_at(begun)
    question = store.add_user_message(conversation, "two")
    assert store.tree.versions_of(question.id) == (question.id,)
    assert len(store.tree.versions_of(rest.id)) == 3


def test_branching_at_a_message_goes_on_from_there(store: ChatStore, conversation: str) -> None:
    _, first = answered(store, conversation, "one", "1")
    answered(store, conversation, "two", "2")
    store.tree.branch_at(first)
    assert shown(store, conversation) == ["one", "1"]
    assert len(store.tree.all_messages(conversation)) == 4
    answered(store, conversation, "three", "3")
    assert shown(store, conversation) == ["one", "1", "three", "3"]


def test_the_newest_path_is_the_one_worked_on_last(store: ChatStore, conversation: str) -> None:
    first, reply = answered(store, conversation, "one", "1")
    newer = store.tree.regenerate(reply)
    store.finish_reply(newer.id, "eos", "eins", None)
    store.tree.select(reply)
    answered(store, conversation, "two", "2")
    store.tree.edit(first, "uno")
    store.tree.select(first)
    assert shown(store, conversation) == ["one", "1", "two", "2"]


def test_first_questions_of_other_conversations_are_no_versions(store: ChatStore, conversation: str) -> None:
    mine = store.add_user_message(conversation, "one").id
    store.add_user_message(store.create_conversation().id, "one")
    assert store.tree.versions_of(mine) == (mine,)


def test_changes_in_the_tree_move_a_conversation_up_and_looking_does_not(
    store: ChatStore, conversation: str
) -> None:
    first = store.add_user_message(conversation, "one").id
    store.tree.edit(first, "two")
    other = store.create_conversation().id
    store.tree.select(first)
    store.tree.branch_at(first)
    assert [c.id for c in store.conversations()] == [other, conversation]
    store.tree.edit(first, "three")
    assert [c.id for c in store.conversations()] == [conversation, other]


@pytest.mark.parametrize(
    "act", ["path_to", "regenerate", "continue_reply", "branch_at", "select", "versions_of"]
)
def test_a_message_that_is_gone_is_said(store: ChatStore, act: str) -> None:
    with pytest.raises(ChatStoreError, match="no longer exists"):
        getattr(store.tree, act)("nowhere")


def test_nothing_is_added_to_a_deleted_conversation(store: ChatStore, conversation: str) -> None:
    asked, reply = answered(store, conversation, "one", "1")
    store.delete(conversation)
    for act in (lambda: store.tree.edit(asked, "x"), lambda: store.tree.regenerate(reply)):
        with pytest.raises(ChatStoreError, match="no longer exists"):
            act()
    assert len(store.tree.all_messages(conversation)) == 2


def random_step(store: ChatStore, conversation: str, rng: random.Random, known: list[StoredMessage]) -> None:
    chosen = rng.choice(known) if known else None
    text = f"text {len(known)}"
    match rng.randrange(6) if chosen else 0:
        case 0:
            known.append(store.add_user_message(conversation, text))
        case 1:
            reply = store.begin_reply(conversation)
            store.finish_reply(reply.id, "eos", text, None)
            known.append(store.tree.path_to(reply.id)[-1])
        case 2:
            known.append(store.tree.edit(chosen.id, text))  # type: ignore[union-attr]
        case 3 if chosen and chosen.role == "assistant":
            again = store.tree.regenerate(chosen.id)
            store.fail_reply(again.id, text)
            known.append(store.tree.path_to(again.id)[-1])
        case 4:
            store.tree.branch_at(chosen.id)  # type: ignore[union-attr]
        case _:
            store.tree.select(chosen.id)  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_done_nothing_is_changed_or_lost(store: ChatStore, conversation: str, seed: int) -> None:
    rng = random.Random(seed)
    known: list[StoredMessage] = []
    for _ in range(120):
        random_step(store, conversation, rng, known)
        assert store.tree.all_messages(conversation) == known
    by_id = {message.id: message for message in known}
    for message in known:
        store.tree.select(message.id)
        path = store.messages(conversation)
        assert message in path
        assert all(by_id[m.id].parent_id == (path[i - 1].id if i else None) for i, m in enumerate(path))
        # the end of a path has nothing below it
        assert path[-1].id not in {m.parent_id for m in known}


def test_a_fork_begins_with_its_rounds_and_goes_on_below_them(store: ChatStore) -> None:
    chat = store.create_conversation().id
    store.add_user_message(chat, "Tell me.")
    old = store.begin_reply(chat)
    store.finish_reply(old.id, "eos", "One two dogs", None)
    begun = (plain_round(0, "One"), plain_round(1, " cats"))
    new = store.tree.fork(old.id, begun)
    path = store.messages(chat)
    assert [(m.content, m.status, m.continues) for m in path] == [
        ("Tell me.", "complete", False),
        ("One cats", "complete", False),
        ("", "streaming", True),
    ]
    assert path[-1].id == new.id
    assert store.rounds(path[1].id) == begun
    versions = store.tree.outline(chat).versions(path[1].id, new.id)
    assert (versions.ends, versions.at) == ((old.id, new.id), 1)
    store.tree.branch_at(store.tree.outline(chat).leaf(versions.stepped(-1)))
    assert [m.content for m in store.messages(chat)] == ["Tell me.", "One two dogs"]
    assert [hit.conversation_id for hit in store.search("cats")] == [chat]
    with pytest.raises(ChatStoreError, match="Only a reply"):
        store.tree.fork(path[0].id, begun)
