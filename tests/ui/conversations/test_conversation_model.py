"""The rows of the conversation list: sections, order, renaming, and changes without a reset."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from desktop_app.chats.store import Conversation
from desktop_app.ui.conversations.conversation_model import ID_ROLE, ROW_ROLE, ConversationModel

NOW = datetime(2026, 3, 15, 0, 30)


def chat(name: str, title: str, pinned: bool = False, folder: str = "", **ago: float) -> Conversation:
    updated = (NOW - timedelta(**ago)).timestamp()
    return Conversation(name, title, updated, updated, pinned, folder)


CHATS = [
    chat("a", "How photosynthesis works", minutes=10),
    chat("b", "", minutes=20),
    chat("c", "Fibonacci", hours=2),
    chat("d", "Packing list", days=1),
    chat("e", "Explain KV caches", days=5),
]


@pytest.fixture
def model(qtbot: QtBot, qtmodeltester: ModelTester) -> ConversationModel:
    model = ConversationModel(now=lambda: NOW)
    model.modelReset.connect(lambda: pytest.fail("a reset makes views forget what they show"))
    model.set_conversations(CHATS)
    qtmodeltester.check(model)
    return model


def rows(model: ConversationModel) -> list[str]:
    return [str(model.index(i).data()) for i in range(model.rowCount())]


def test_groups_by_day_newest_first(model: ConversationModel) -> None:
    assert rows(model) == [
        "Today", "How photosynthesis works", "New chat",
        "Yesterday", "Fibonacci", "Packing list",
        "Previous 7 days", "Explain KV caches",
    ]  # fmt: skip


def test_order_does_not_depend_on_the_order_given(model: ConversationModel) -> None:
    before = rows(model)
    model.set_conversations(CHATS[::-1])
    assert rows(model) == before


def test_headers_can_be_neither_selected_nor_renamed(model: ConversationModel) -> None:
    header, row = model.index(0), model.index(1)
    assert header.data(ROW_ROLE).kind == "heading"
    assert model.flags(header) == Qt.ItemFlag.NoItemFlags
    assert not model.setData(header, "x")
    assert row.data(ROW_ROLE).kind == "chat"
    assert row.data(ID_ROLE) == "a"
    assert model.flags(row) & Qt.ItemFlag.ItemIsEditable


def test_an_empty_title_is_shown_and_edited_differently(model: ConversationModel) -> None:
    index = model.index_of("b")
    assert index.data() == "New chat"
    assert index.data(Qt.ItemDataRole.EditRole) == ""


def test_a_title_of_many_lines_is_shown_on_one(model: ConversationModel) -> None:
    model.update_title("a", "one\ntwo\t three")
    assert model.index_of("a").data() == "one two three"


def test_renaming_tells_and_shows(model: ConversationModel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(model.renamed) as told:
        assert model.setData(model.index_of("c"), "  Numbers\n of Fibonacci ")
    assert told.args == ["c", "Numbers of Fibonacci"]
    assert model.index_of("c").data() == "Numbers of Fibonacci"


@pytest.mark.parametrize("title", ["", "   ", "Fibonacci", " Fibonacci "])
def test_no_title_and_the_same_title_change_nothing(
    model: ConversationModel, qtbot: QtBot, title: str
) -> None:
    with qtbot.assertNotEmitted(model.renamed):
        assert not model.setData(model.index_of("c"), title)
    assert model.index_of("c").data() == "Fibonacci"


def test_a_new_title_from_elsewhere_moves_no_row(model: ConversationModel, qtbot: QtBot) -> None:
    with (
        qtbot.assertNotEmitted(model.rowsRemoved),
        qtbot.assertNotEmitted(model.renamed),
        qtbot.waitSignal(model.dataChanged) as changed,
    ):
        model.update_title("b", "Plants")
    assert changed.args[0].row() == changed.args[1].row() == 2
    assert model.index_of("b").data() == "Plants"


def test_a_chat_that_comes_or_goes_leaves_the_others_where_they_are(model: ConversationModel) -> None:
    kept = QPersistentModelIndex(model.index_of("e"))
    model.set_conversations([chat("n", "Newest", minutes=1), *CHATS])
    assert rows(model)[:3] == ["Today", "Newest", "How photosynthesis works"]
    assert kept.isValid()
    assert kept.data(ID_ROLE) == "e"
    model.set_conversations([c for c in CHATS if c.id != "d"])
    assert "Packing list" not in rows(model)
    assert kept.isValid()
    assert kept.row() == model.rowCount() - 1


def test_a_group_goes_with_its_last_chat(model: ConversationModel) -> None:
    model.set_conversations([c for c in CHATS if c.id not in "cd"])
    assert "Yesterday" not in rows(model)
    model.set_conversations([])
    assert rows(model) == []


def test_every_change_is_announced_as_it_happens(
    model: ConversationModel, qtmodeltester: ModelTester
) -> None:
    # The tester of pytest-qt compares each announcement with the rows before and after.
    qtmodeltester.check(model)
    later = [chat(f"x{i}", f"t{i}", hours=5 * i) for i in range(12)]
    for content in (later, later[3:9], CHATS + later[::2], [], CHATS):
        model.set_conversations(content)
        model.regroup()
    assert len(rows(model)) == 8


SHELVED = [
    *CHATS,
    chat("p", "Pinned chat", pinned=True, days=40),
    chat("q", "Pinned in a folder", pinned=True, folder="Work", days=41),
    chat("w", "Work one", folder="Work", minutes=1),
    chat("x", "Work two", folder="Work", days=100),
    chat("g", "Garden one", folder="garden", days=2),
    chat("o", "Last month", days=30),
    chat("y", "Last year", days=200),
    chat("z", "Last year too", days=201),
]


def test_pinned_ones_folders_and_dates(model: ConversationModel) -> None:
    model.set_conversations(SHELVED)
    assert rows(model) == [
        "Pinned", "Pinned chat", "Pinned in a folder",
        "Folders", "garden", "Garden one",
        "Work", "Work one", "Work two",
        "Today", "How photosynthesis works", "New chat",
        "Yesterday", "Fibonacci", "Packing list",
        "Previous 7 days", "Explain KV caches",
        "February", "Last month",
        "August 2025", "Last year", "Last year too",
    ]  # fmt: skip
    work = model.index_of_folder("Work").data(ROW_ROLE)
    assert (work.kind, work.count, work.folded) == ("folder", 2, False)
    assert model.index_of("w").data(ROW_ROLE).inside
    assert not model.index_of("q").data(ROW_ROLE).inside
    assert model.folders() == ["garden", "Work"]


def test_a_folder_folds_and_unfolds_for_its_chat(model: ConversationModel) -> None:
    model.set_conversations(SHELVED)
    before = rows(model)
    model.fold(["Work", "gone"])
    assert "Work one" not in rows(model)
    assert not model.index_of("w").isValid()
    index = model.index_of_folder("Work")
    assert index.data(ROW_ROLE).folded
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Folder Work, folded"
    model.unfold_for("q")
    assert model.index_of_folder("Work").data(ROW_ROLE).folded, "it stands among the pinned"
    model.unfold_for("w")
    assert rows(model) == before


def test_a_folder_is_renamed_by_its_owner(model: ConversationModel, qtbot: QtBot) -> None:
    model.set_conversations(SHELVED)
    with qtbot.waitSignal(model.folder_renamed) as told:
        assert model.setData(model.index_of_folder("Work"), " Play ")
    assert told.args == ["Work", "Play"]
    for name in ("", "Work"):
        assert not model.setData(model.index_of_folder("Work"), name)


def test_nothing_is_found_where_nothing_is(model: ConversationModel) -> None:
    assert not model.index_of("unknown").isValid()
    assert not model.index_of("").isValid()
    assert model.id_at(QModelIndex()) == ""
    assert model.rowCount(model.index(1)) == 0
