"""Whole exports and imports through files: every branch and every setting, all or nothing, to be stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from exported_conversations import asked_and_answered, conversations, two_rounds
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_rounds import plain_round

from desktop_app.chats.export_words import ExportWords
from desktop_app.chats.exported import ChatFileError, ExportedConversation, export_conversation
from desktop_app.chats.steps import NoSteps
from desktop_app.chats.store import ChatStore, ChatStoreError
from desktop_app.chats.transfer import EXTENSIONS, ExportFormat, export_all, export_chat, import_chats
from desktop_app.decoding.errors import Cancelled

NOW = 1234.5


class StopAfter(NoSteps):
    """Counts, and stops the work after so many steps."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.expected = 0
        self.done = 0

    def expect(self, more: int) -> None:
        self.expected += more

    def step(self) -> None:
        self.done += 1
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ChatStore]:
    store = ChatStore(tmp_path / "chats.db")
    yield store
    store.close()


def everything(store: ChatStore) -> list[ExportedConversation]:
    return [export_conversation(store, chat) for chat in store.conversations()]


def branched(store: ChatStore) -> str:
    """A chat with versions, a reply that was continued, a pin, a folder and settings of its own."""
    chat = store.create_conversation("Wakes / & more").id
    asked = store.add_user_message(chat, "What is a wake?")
    reply = store.begin_reply(chat)
    for round_ in two_rounds():
        store.add_round(reply.id, round_)
    store.finish_reply(reply.id, "length", "The wake.", None)
    rest = store.tree.continue_reply(reply.id)
    store.add_round(rest.id, plain_round(0, " More"))
    store.finish_reply(rest.id, "eos", " More", None)
    store.tree.edit(asked.id, "And a hull?")
    store.tree.select(rest.id)
    store.options.pin(chat, True)
    store.options.move_to_folder(chat, "Ships")
    store.options.set_settings(chat, {"system": "Be brief.", "temperature": 0.2})
    return chat


@given(st.lists(conversations(), max_size=3))
@settings(max_examples=40)
def test_all_chats_come_back_equal(
    tmp_path_factory: pytest.TempPathFactory, exported: list[ExportedConversation]
) -> None:
    folder = tmp_path_factory.mktemp("chats")
    here, there = ChatStore(folder / "here.db"), ChatStore(folder / "there.db")
    here.imports.add(exported)
    assert export_all(here, folder / "all.json", NoSteps()) == len(exported)
    import_chats(there, [folder / "all.json"], NOW, NoSteps())
    assert sorted(map(repr, everything(there))) == sorted(map(repr, everything(here)))
    here.close()
    there.close()


def test_one_chat_comes_back_with_its_branches_and_settings(store: ChatStore, tmp_path: Path) -> None:
    chat, path = branched(store), tmp_path / "one.json"
    export_chat(store, chat, path, "slipstream", ExportWords(), NoSteps())
    (new,) = import_chats(store, [path], NOW, NoSteps())
    before, after = (export_conversation(store, store.conversation(name)) for name in (chat, new.id))
    assert after == before
    assert [m.content for m in store.messages(new.id)] == ["What is a wake?", "The wake.", " More"]
    assert (new.pinned, new.folder) == (True, "Ships")
    assert store.options.settings(new.id) == {"system": "Be brief.", "temperature": 0.2}
    assert len(store.tree.all_messages(new.id)) == 4
    assert store.search("hull")[0].conversation_id in (chat, new.id)


def test_a_continued_reply_is_read_as_one(store: ChatStore, tmp_path: Path) -> None:
    chat = branched(store)
    texts = {}
    for kind in EXTENSIONS:
        path = tmp_path / f"{kind}{EXTENSIONS[kind]}"
        export_chat(store, chat, path, kind, ExportWords(), NoSteps())
        texts[kind] = path.read_text(encoding="utf-8")
    assert json.loads(texts["messages"])["messages"] == [
        {"role": "user", "content": "What is a wake?"},
        {"role": "assistant", "content": "The wake. More"},
    ]
    assert texts["markdown"].count("## Assistant") == 1
    assert "The wake. More" in texts["markdown"]
    assert texts["html"].count('<section class="assistant">') == 1
    assert 'class="corrected"' in texts["html"]


@pytest.mark.parametrize("kind", EXTENSIONS)
def test_an_export_that_is_stopped_leaves_the_file(
    store: ChatStore, tmp_path: Path, kind: ExportFormat
) -> None:
    chat, path = branched(store), tmp_path / "file"
    path.write_text("before")
    counted = StopAfter(1000)
    export_chat(store, chat, tmp_path / "other", kind, ExportWords(), counted)
    assert counted.done >= counted.expected >= 4
    for after in range(counted.done):
        with pytest.raises(Cancelled):
            export_chat(store, chat, path, kind, ExportWords(), StopAfter(after))
        assert path.read_text() == "before"
    assert sorted(entry.name for entry in tmp_path.iterdir() if "chats.db" not in entry.name) == [
        "file",
        "other",
    ]


def test_an_import_that_is_stopped_leaves_the_store(store: ChatStore, tmp_path: Path) -> None:
    branched(store)
    path = tmp_path / "all.json"
    export_all(store, path, NoSteps())
    before = everything(store)
    counted = StopAfter(1000)
    (new,) = import_chats(store, [path], NOW, counted)
    assert counted.done == counted.expected == 8
    store.delete(new.id)
    store.trash.erase(new.id)
    for after in range(8):
        with pytest.raises(Cancelled):
            import_chats(store, [path], NOW, StopAfter(after))
        assert everything(store) == before
        assert store.trash.conversations() == []


def test_nothing_is_seen_of_an_import_before_its_end(store: ChatStore, tmp_path: Path) -> None:
    """As another thread sees it, and as a start after a crash does."""
    path = tmp_path / "all.json"
    branched(store)
    export_all(store, path, NoSteps())
    other = ChatStore(tmp_path / "chats.db")

    seen: set[tuple[int, int]] = set()

    class Watch(NoSteps):
        def step(self) -> None:
            seen.add((len(other.conversations()), len(other.trash.expired(30))))
            other.create_conversation("written meanwhile")

    import_chats(store, [path], NOW, Watch())
    assert {hidden for _, hidden in seen} == {0, 1}, "what a crash leaves goes at the next start"
    titles = [chat.title for chat in store.conversations()]
    assert titles.count("Wakes / & more") == 2
    assert titles.count("written meanwhile") == 8
    other.close()


def test_one_bad_file_spoils_all_of_them(store: ChatStore, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    store.imports.add([asked_and_answered("?", *two_rounds())])
    export_all(store, good, NoSteps())
    bad.write_text("[]")
    with pytest.raises(ChatFileError):
        import_chats(store, [good, bad], NOW, NoSteps())
    assert len(store.conversations()) == 1


def test_what_is_gone_or_cannot_be_written_is_one_sentence(store: ChatStore, tmp_path: Path) -> None:
    with pytest.raises(ChatStoreError):
        export_chat(store, "gone", tmp_path / "x", "html", ExportWords(), NoSteps())
    with pytest.raises(ChatFileError, match="cannot be written"):
        export_all(store, tmp_path / "nowhere" / "x.json", NoSteps())


def test_damaged_settings_are_refused(store: ChatStore, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    data = replace(asked_and_answered("?", *two_rounds()), settings={"k": 3})
    store.imports.add([data])
    export_all(store, path, NoSteps())
    text = path.read_text()
    for old, new in (('"settings":{"k":3}', '"settings":[]'), ('"pinned":false', '"pinned":1')):
        path.write_text(text.replace(old, new))
        with pytest.raises(ChatFileError, match="makes no sense"):
            import_chats(store, [path], NOW, NoSteps())
