"""The left pane by mouse and keyboard: what the user does is told, what the program does is not."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from desktop_app.chats.search import SearchHit
from desktop_app.chats.store import Conversation
from desktop_app.ui.conversations.conversation_list import ConversationList
from desktop_app.ui.theme import DARK, LIGHT, ThemeManager

NOW = datetime(2026, 3, 15, 12, 0)
TITLES = (("a", "Photosynthesis", 0), ("b", "", 0), ("c", "Fibonacci", 1), ("d", "Packing list", 9))


def chats(*names: str) -> list[Conversation]:
    result = []
    for i, (name, title, days) in enumerate(TITLES):
        moment = (NOW - timedelta(days=days, minutes=i)).timestamp()
        if not names or name in names:
            result.append(Conversation(name, title, moment, moment))
    return result


class Told:
    """Every signal the pane sent, in order."""

    def __init__(self, pane: ConversationList) -> None:
        self.all: list[tuple[str, ...]] = []
        pane.new_requested.connect(lambda: self.all.append(("new",)))
        pane.selected.connect(lambda name: self.all.append(("selected", name)))
        pane.renamed.connect(lambda name, title: self.all.append(("renamed", name, title)))
        pane.delete_requested.connect(lambda name: self.all.append(("delete", name)))


@pytest.fixture
def pane(qtbot: QtBot, themes: ThemeManager) -> ConversationList:
    widget = ConversationList(themes, now=lambda: NOW)
    qtbot.addWidget(widget)
    widget.resize(220, 500)
    widget.set_conversations(chats())
    widget.select("a")
    with qtbot.waitExposed(widget):
        widget.show()
    widget.view.setFocus()
    return widget


@pytest.fixture
def told(pane: ConversationList) -> Told:
    return Told(pane)


def place(pane: ConversationList, name: str) -> QPoint:
    return pane.view.visualRect(pane.model.index_of(name)).center()


def click(pane: ConversationList, qtbot: QtBot, point: QPoint, button: Qt.MouseButton | None = None) -> None:
    qtbot.mouseClick(pane.view.viewport(), button or Qt.MouseButton.LeftButton, pos=point)


def marked(pane: ConversationList) -> list[str]:
    return [pane.model.id_at(index) for index in pane.view.selectedIndexes()]


def editor(pane: ConversationList) -> QLineEdit | None:
    found = pane.view.viewport().findChildren(QLineEdit)
    return found[0] if found else None


def test_the_button_asks_for_a_new_chat(pane: ConversationList, told: Told, qtbot: QtBot) -> None:
    qtbot.mouseClick(pane.new_button, Qt.MouseButton.LeftButton)
    assert told.all == [("new",)]


def test_a_click_selects(pane: ConversationList, told: Told, qtbot: QtBot) -> None:
    click(pane, qtbot, place(pane, "c"))
    assert told.all == [("selected", "c")]
    assert marked(pane) == ["c"]
    assert pane.selected_id == "c"
    click(pane, qtbot, place(pane, "c"))
    assert told.all == [("selected", "c")], "it is selected already"


def test_arrows_walk_over_chats_and_skip_headers(pane: ConversationList, told: Told, qtbot: QtBot) -> None:
    for _ in range(5):
        qtbot.keyClick(pane.view, Qt.Key.Key_Down)
    qtbot.keyClick(pane.view, Qt.Key.Key_Up)
    assert told.all == [("selected", name) for name in ("b", "c", "d", "c")]


def test_the_first_chat_is_reached_by_a_key(pane: ConversationList, told: Told, qtbot: QtBot) -> None:
    pane.select("")
    qtbot.keyClick(pane.view, Qt.Key.Key_Down)
    assert told.all == [("selected", "a")]


def test_the_focus_alone_opens_nothing(qtbot: QtBot, themes: ThemeManager) -> None:
    fresh = ConversationList(themes, now=lambda: NOW)
    qtbot.addWidget(fresh)
    fresh.set_conversations(chats())
    opened = Told(fresh)
    with qtbot.waitExposed(fresh):
        fresh.show()
    fresh.search.setFocus()
    fresh.view.setFocus()
    assert fresh.view.hasFocus()
    assert opened.all == []
    qtbot.keyClick(fresh.view, Qt.Key.Key_Down)
    assert opened.all == [("selected", "a")]


def test_what_the_program_does_is_not_told(pane: ConversationList, told: Told) -> None:
    pane.select("c")
    assert marked(pane) == ["c"]
    pane.set_conversations(chats("a", "c"))
    pane.update_title("c", "Numbers")
    pane.select("")
    assert marked(pane) == []
    pane.select("nowhere")
    assert marked(pane) == []
    assert told.all == []


def test_the_mark_stays_on_its_chat(pane: ConversationList, told: Told) -> None:
    pane.select("c")
    pane.set_conversations(chats("b", "c", "d"))
    assert marked(pane) == ["c"]
    pane.set_conversations(chats("b", "d"))
    assert marked(pane) == [], "no other chat is marked when it is gone"
    pane.set_conversations(chats())
    assert marked(pane) == ["c"]
    assert told.all == []


def test_a_click_beside_the_rows_or_on_a_header_changes_nothing(
    pane: ConversationList, told: Told, qtbot: QtBot
) -> None:
    click(pane, qtbot, QPoint(20, pane.view.viewport().height() - 3))
    click(pane, qtbot, pane.view.visualRect(pane.model.index(0)).center())
    assert marked(pane) == ["a"]
    assert told.all == []


@pytest.mark.parametrize("way", ["F2", "double click"])
def test_renaming_in_place(pane: ConversationList, told: Told, qtbot: QtBot, way: str) -> None:
    if way == "F2":
        qtbot.keyClick(pane.view, Qt.Key.Key_F2)
    else:
        click(pane, qtbot, place(pane, "a"))
        qtbot.mouseDClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=place(pane, "a"))
    field = editor(pane)
    assert field is not None
    assert field.text() == "Photosynthesis"
    assert field.selectedText() == "Photosynthesis"
    qtbot.keyClicks(field, "Plants")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: told.all == [("renamed", "a", "Plants")])
    assert pane.model.index_of("a").data() == "Plants"


def test_escape_leaves_the_title(pane: ConversationList, told: Told, qtbot: QtBot) -> None:
    qtbot.keyClick(pane.view, Qt.Key.Key_F2)
    field = editor(pane)
    assert field is not None
    qtbot.keyClicks(field, "Plants")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: editor(pane) is None)
    assert told.all == []
    assert pane.model.index_of("a").data() == "Photosynthesis"


def test_the_delete_key_asks_and_deletes_nothing_itself(
    pane: ConversationList, told: Told, qtbot: QtBot
) -> None:
    qtbot.keyClick(pane.view, Qt.Key.Key_Delete)
    assert told.all == [("delete", "a")]
    assert pane.model.index_of("a").isValid()


def test_a_second_title_keeps_what_was_typed_into_the_first(
    pane: ConversationList, told: Told, qtbot: QtBot
) -> None:
    pane.edit_title("a")
    QTest.keyClicks(pane.view.viewport().findChild(QLineEdit), "Leaves")
    pane.edit_title("c")
    assert ("renamed", "a", "Leaves") in told.all
    editor = pane.view.indexWidget(pane.model.index_of("c"))
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "Fibonacci"
    # the same one again is no second editor
    pane.edit_title("c")
    assert pane.view.indexWidget(pane.model.index_of("c")) is editor


def test_delete_while_a_title_is_typed_is_only_typing(
    pane: ConversationList, told: Told, qtbot: QtBot
) -> None:
    qtbot.keyClick(pane.view, Qt.Key.Key_F2)
    field = editor(pane)
    assert field is not None
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    assert field.text() == ""
    assert told.all == []


def test_the_menu_is_for_the_row_under_the_mouse(pane: ConversationList, told: Told, qtbot: QtBot) -> None:
    click(pane, qtbot, place(pane, "d"), Qt.MouseButton.RightButton)
    assert marked(pane) == ["a"]
    assert told.all == []
    menu = pane.menu_at(pane.view.indexAt(place(pane, "d")))
    assert menu is not None
    texts = [action.text() for action in menu.actions()]
    assert texts == ["Rename", "Pin", "Move to Folder", "Duplicate", "Export…", "", "Delete"]
    rename, delete = menu.actions()[0], menu.actions()[-1]
    delete.trigger()
    assert told.all == [("delete", "d")]
    rename.trigger()
    field = editor(pane)
    assert field is not None
    assert field.text() == "Packing list"
    menu.deleteLater()


@pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)
def test_a_menu_opens_on_chats_only(pane: ConversationList, qtbot: QtBot) -> None:
    pane.view.customContextMenuRequested.emit(place(pane, "c"))
    opened = [menu for menu in pane.view.findChildren(QMenu) if menu.isVisible()]
    assert len(opened) == 1
    opened[0].close()
    assert pane.menu_at(pane.model.index(0)) is None
    assert pane.menu_at(QModelIndex()) is None


def found(pane: ConversationList) -> list[str]:
    model = pane.found_list.model()
    return [str(model.index(i, 0).data()) for i in range(model.rowCount())]


def test_a_search_shows_titles_at_once_and_gives_the_list_back(
    pane: ConversationList, told: Told, qtbot: QtBot
) -> None:
    asked: list[str] = []
    pane.search_changed.connect(asked.append)
    qtbot.keyClicks(pane.search, "fib")
    assert asked == ["f", "fi", "fib"]
    assert pane.found_list.isVisible()
    assert not pane.view.isVisible()
    assert found(pane) == ["Fibonacci"]
    qtbot.keyClicks(pane.search, "zz")
    assert not pane._nothing.isVisible(), "the store has not been heard yet"
    pane.show_hits([])
    assert pane._nothing.isVisible()
    qtbot.keyClick(pane.search, Qt.Key.Key_Escape)
    assert pane.search.text() == ""
    assert pane.view.isVisible()
    assert marked(pane) == ["a"]
    assert not pane._nothing.isVisible()
    assert told.all == []


def test_what_was_found_is_chosen_by_key_and_mouse(pane: ConversationList, qtbot: QtBot) -> None:
    chosen: list[tuple[str, str]] = []
    pane.found.connect(lambda *hit: chosen.append(hit))
    qtbot.keyClicks(pane.search, "fib")
    hits = [
        SearchHit("d", "Packing list", "m1", "user", 0.0, (("a ", False), ("fib", True))),
        SearchHit("c", "Fibonacci", "m2", "assistant", 0.0, (("the ", False), ("Fib", True), ("s", False))),
        SearchHit("c", "Fibonacci", "m3", "assistant", 0.0, (("Fib", True),)),
    ]
    pane.show_hits(hits)
    assert found(pane) == ["Fibonacci. the Fibs", "Fib", "Packing list. a fib"]
    qtbot.keyClick(pane.search, Qt.Key.Key_Return)
    for _ in range(5):
        qtbot.keyClick(pane.search, Qt.Key.Key_Down)
    qtbot.keyClick(pane.search, Qt.Key.Key_Return)
    qtbot.keyClick(pane.search, Qt.Key.Key_Up)
    qtbot.keyClick(pane.search, Qt.Key.Key_Return)
    second = pane.found_list.visualRect(pane.found_list.model().index(0, 0)).center()
    qtbot.mouseClick(pane.found_list.viewport(), Qt.MouseButton.LeftButton, pos=second)
    assert chosen == [("c", "m2"), ("d", "m1"), ("c", "m3"), ("c", "m2")]


def test_an_empty_search_is_left_by_escape(pane: ConversationList, qtbot: QtBot) -> None:
    with qtbot.waitSignal(pane.search.left):
        qtbot.keyClick(pane.search, Qt.Key.Key_Escape)


SHELVED = [
    Conversation("w", "Work one", NOW.timestamp(), NOW.timestamp(), folder="Work & play"),
    Conversation("g", "Seeds", NOW.timestamp(), NOW.timestamp(), folder="Garden"),
    *chats(),
]


def test_folders_fold_by_click_and_key(pane: ConversationList, told: Told, qtbot: QtBot) -> None:
    pane.set_conversations(SHELVED)
    head = pane.model.index_of_folder("Garden")
    click(pane, qtbot, pane.view.visualRect(head).center())
    assert pane.model.folded == {"Garden"}
    assert told.all == [], "no chat was opened"
    assert pane.selected_id == "a"
    for key, folded in ((Qt.Key.Key_Right, False), (Qt.Key.Key_Left, True), (Qt.Key.Key_Space, False)):
        with qtbot.waitSignal(pane.folded):
            qtbot.keyClick(pane.view, key)
        assert (pane.model.folded == {"Garden"}) is folded
    qtbot.keyClick(pane.view, Qt.Key.Key_Down)
    assert told.all == [("selected", "g")]


def test_a_chat_in_a_folded_folder_is_shown_when_it_is_opened(pane: ConversationList) -> None:
    pane.set_conversations(SHELVED)
    pane.fold(["Work & play", "Garden"])
    pane.select("w")
    assert marked(pane) == ["w"]
    assert pane.model.folded == {"Garden"}
    pane.fold(["Work & play"])
    pane.set_conversations(SHELVED)
    pane.select("w")
    assert pane.model.folded == {"Work & play"}, "folded by the user, it stays so while its chat is open"


def test_the_menus_tell_what_is_wanted(pane: ConversationList, qtbot: QtBot) -> None:
    pane.set_conversations(SHELVED)
    wanted: list[tuple[object, ...]] = []
    for name in ("pin_requested", "move_requested", "new_folder_requested", "duplicate_requested"):
        getattr(pane, name).connect(lambda *args, name=name: wanted.append((name, *args)))
    pane.folder_dissolved.connect(lambda name: wanted.append(("dissolve", name)))
    menu = pane.menu_at(pane.model.index_of("w"))
    assert menu is not None
    _, pin, move, duplicate, *_ = menu.actions()
    folders = move.menu()
    assert isinstance(folders, QMenu)
    texts = [(action.text(), action.isChecked()) for action in folders.actions()]
    assert texts == [
        ("Garden", False), ("Work && play", True), ("", False), ("New Folder…", False),
        ("Out of the Folder", False),
    ]  # fmt: skip
    for action in (pin, duplicate, *(folders.actions()[i] for i in (0, 3, 4))):
        action.trigger()
    menu.deleteLater()
    menu = pane.menu_at(pane.model.index_of_folder("Garden"))
    assert menu is not None
    assert [action.text() for action in menu.actions()] == ["Rename Folder", "Dissolve Folder"]
    menu.actions()[1].trigger()
    menu.deleteLater()
    assert wanted == [
        ("pin_requested", "w", True), ("duplicate_requested", "w"), ("move_requested", "w", "Garden"),
        ("new_folder_requested", "w"), ("move_requested", "w", ""), ("dissolve", "Garden"),
    ]  # fmt: skip


def test_day_groups_follow_the_calendar(qtbot: QtBot, themes: ThemeManager) -> None:
    now = [NOW]
    pane = ConversationList(themes, now=lambda: now[0])
    qtbot.addWidget(pane)
    pane.set_conversations(chats("a"))
    assert pane.model.index(0).data() == "Today"
    now[0] = NOW + timedelta(days=1)
    pane.show()
    assert pane.model.index(0).data() == "Yesterday"


def test_rows_follow_the_theme(pane: ConversationList, themes: ThemeManager, qapp: QApplication) -> None:
    for choice, theme in (("light", LIGHT), ("dark", DARK)):
        themes.choose("light" if choice == "light" else "dark")
        qapp.processEvents()
        image = pane.view.viewport().grab().toImage()
        row = pane.view.visualRect(pane.model.index_of("a"))
        assert image.pixelColor(row.right() - 6, row.center().y()).name() == theme.raised
        assert image.pixelColor(10, image.height() - 4).name() == theme.panel
        icon_colours = pane.new_button.icon().pixmap(64, 64).toImage()
        seen = {
            QColor(icon_colours.pixelColor(x, y)).name()
            for x in range(64)
            for y in range(64)
            if icon_colours.pixelColor(x, y).alpha() == 255
        }
        assert seen == {theme.text}


def test_a_list_without_rows_has_a_size(pane: ConversationList) -> None:
    """Qt asks for it, and an error there would break what is shown next."""
    for view in (pane.view, pane.found_list):
        size = view.itemDelegate().sizeHint(QStyleOptionViewItem(), QModelIndex())
        assert size.height() > 0


def test_it_can_be_read_aloud(pane: ConversationList) -> None:
    assert pane.view.accessibleName() == "Chats"
    assert pane.search.accessibleName() == "Search chats"
    assert pane.found_list.accessibleName() == "Found"
    assert pane.new_button.text() == "New chat"
    spoken = pane.model.index_of("b").data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "New chat"
