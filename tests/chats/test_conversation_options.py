"""Pins, folders, settings and unsent text belong to a conversation and come back after closing."""

import pytest

from desktop_app.chats.store import ChatStore, ChatStoreError


def test_a_pin_stays_until_it_is_taken_off(store: ChatStore) -> None:
    first, second = (store.create_conversation(title).id for title in ("first", "second"))
    store.options.pin(first, True)
    assert [(c.id, c.pinned) for c in store.conversations()] == [(second, False), (first, True)]
    assert store.conversation(first).pinned
    store.options.pin(first, False)
    assert not store.conversation(first).pinned


def folders(store: ChatStore) -> list[str]:
    return sorted({chat.folder for chat in store.conversations() if chat.folder})


def test_a_folder_is_there_while_a_conversation_is_in_it(store: ChatStore) -> None:
    one, two, three = (store.create_conversation(title).id for title in ("one", "two", "three"))
    store.options.move_to_folder(one, " Work\nstuff ")
    store.options.move_to_folder(two, "art")
    store.options.move_to_folder(three, "Work stuff")
    assert folders(store) == ["Work stuff", "art"]
    store.options.rename_folder("art", "Art")
    store.options.rename_folder("Work stuff", "Art")
    assert {c.title: c.folder for c in store.conversations()} == dict.fromkeys(("one", "two", "three"), "Art")
    store.options.move_to_folder(one, "")
    store.delete(two)
    assert folders(store) == ["Art"]
    store.delete(three)
    assert folders(store) == []
    store.trash.restore(three)
    store.options.rename_folder("Art", "")
    assert folders(store) == []
    store.trash.restore(two)
    assert {c.folder for c in store.conversations()} == {""}


def test_settings_come_back_as_they_were(store: ChatStore, conversation: str) -> None:
    assert store.options.settings(conversation) == {}
    settings = {
        "system": "Be brief. 简短\ud800",
        "stop": ["\n\n", "\x00"],
        "k": None,
        "sampling": {"top_p": 0.95},
    }
    store.options.set_settings(conversation, settings)
    other = store.create_conversation().id
    again = ChatStore(store._path)
    assert (again.options.settings(conversation), again.options.settings(other)) == (settings, {})
    again.close()


def test_unsent_text_is_kept_for_each_conversation_and_the_new_one(
    store: ChatStore, conversation: str
) -> None:
    store.options.set_unsent(conversation, "half a \n thought\x00\ud800")
    store.options.set_unsent("", "new")
    store.options.set_unsent("", "new chat")
    again = ChatStore(store._path)
    assert again.options.unsent(conversation) == "half a \n thought\x00\ufffd"
    assert again.options.unsent("") == "new chat"
    again.options.set_unsent("", "")
    again.options.set_unsent(conversation, "")
    assert (again.options.unsent(""), again.options.unsent(conversation)) == ("", "")
    assert again._rows("SELECT count(*) FROM unsent") == [(0,)]
    again.close()


def test_unsent_text_goes_with_its_conversation(store: ChatStore, conversation: str) -> None:
    store.options.set_unsent(conversation, "x")
    store.options.set_unsent("", "y")
    store.delete(conversation)
    assert store.options.unsent(conversation) == "x"
    store.trash.erase(conversation)
    assert (store.options.unsent(conversation), store.options.unsent("")) == ("", "y")


def test_nothing_of_it_moves_a_conversation_up(store: ChatStore, conversation: str) -> None:
    newer = store.create_conversation().id
    store.options.pin(conversation, True)
    store.options.move_to_folder(conversation, "a")
    store.options.set_settings(conversation, {"k": 3})
    store.options.set_unsent(conversation, "x")
    assert [c.id for c in store.conversations()] == [newer, conversation]


def test_a_conversation_that_is_gone_is_said(store: ChatStore, conversation: str) -> None:
    store.delete(conversation)
    for gone in (conversation, "nowhere"):
        for act in (
            lambda gone=gone: store.options.pin(gone, True),
            lambda gone=gone: store.options.move_to_folder(gone, "a"),
            lambda gone=gone: store.options.set_settings(gone, {}),
        ):
            with pytest.raises(ChatStoreError, match="no longer exists"):
                act()
    with pytest.raises(ChatStoreError, match="no longer exists"):
        store.options.settings("nowhere")
    with pytest.raises(ChatStoreError, match="no longer exists"):
        store.options.set_unsent("nowhere", "x")
    with pytest.raises(ChatStoreError, match="no longer exists"):
        store.conversation("nowhere")


@pytest.mark.parametrize("damaged", ["{", "[1]", "no"])
def test_damaged_settings_are_none(store: ChatStore, conversation: str, damaged: str) -> None:
    store._file.change("UPDATE conversations SET settings = ? WHERE id = ?", (damaged, conversation))
    assert store.options.settings(conversation) == {}
    store.options.set_settings(conversation, {"k": 3})
    assert store.options.settings(conversation) == {"k": 3}
