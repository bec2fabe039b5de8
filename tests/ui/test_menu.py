"""Everything the program does is in its menu, and the sheet of shortcuts says the keys of all of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QTreeWidgetItemIterator
from window_bench import WindowBench

from desktop_app.settings.presets import PresetFolder
from desktop_app.ui.actions import ACTIONS
from desktop_app.ui.menu import MENU, names_in
from desktop_app.ui.shortcut_list import shortcut_groups
from desktop_app.ui.shortcut_sheet import ShortcutSheet


def test_every_action_stands_in_the_menu_once() -> None:
    assert sorted(names_in()) == sorted(spec.name for spec in ACTIONS)


def test_the_menu_is_in_groups(bench: WindowBench) -> None:
    bench.show()
    titles = [action.text() for action in bench.window.menu.actions() if action.menu()]
    assert titles == ["Chat", "Message", "Model", "View", "Help"]
    shown = {action for menu in _menus(bench.window.menu) for action in menu.actions()}
    assert set(bench.window.actions_by_name.values()) <= shown
    assert len(MENU) < 12


def _menus(menu: QMenu) -> list[QMenu]:
    inside = [action.menu() for action in menu.actions()]
    return [menu, *(found for sub in inside if isinstance(sub, QMenu) for found in _menus(sub))]


def test_the_presets_are_in_the_menu(bench: WindowBench) -> None:
    bench.ready()
    PresetFolder(bench.paths.presets).save("Mine", {"k": 4})
    menu = bench.window.actions_by_name["presets"].menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "Mine").trigger()
    assert dict(bench.window.chat_settings.chat.values) == {"k": 4}


@pytest.mark.parametrize("key", [key for spec in ACTIONS for key in spec.keys])
def test_every_key_is_one(key: str) -> None:
    assert QKeySequence(key).toString() == key


# -- the sheet --------------------------------------------------------------------------------------------


@pytest.fixture
def sheet(bench: WindowBench) -> ShortcutSheet:
    bench.show()
    QTest.keyClick(bench.window, Qt.Key.Key_Slash, Qt.KeyboardModifier.ControlModifier)
    sheet = bench.window.findChild(ShortcutSheet)
    assert sheet is not None
    bench.until(sheet.isVisible)
    return sheet


def rows(sheet: ShortcutSheet) -> list[tuple[str, str]]:
    """What is on the sheet, without what a search hides."""
    found = []
    iterator = QTreeWidgetItemIterator(sheet.list, QTreeWidgetItemIterator.IteratorFlag.NotHidden)
    while item := iterator.value():
        if item.parent() is not None and not item.parent().isHidden():
            found.append((item.text(0), item.text(1)))
        iterator += 1
    return found


def test_the_sheet_has_every_shortcut_of_every_action(sheet: ShortcutSheet) -> None:
    shown = dict(rows(sheet))
    with_keys = [spec for spec in ACTIONS if spec.keys]
    assert len(with_keys) > 10
    for spec in with_keys:
        native = [QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in spec.keys]
        assert shown[spec.text.rstrip("…")].split("   ") == native
    assert shown["Send"] == "Return"
    assert shown["Keyboard Shortcuts"] == "Ctrl+/   F1"


def test_no_key_of_the_sheet_is_empty() -> None:
    for group in shortcut_groups():
        assert group.title
        assert all(shortcut.text and all(shortcut.keys) for shortcut in group.shortcuts)


def test_a_word_finds_shortcuts(sheet: ShortcutSheet) -> None:
    sheet.search.setText("copy what")
    assert [text for text, _ in rows(sheet)] == ["Copy what is selected"]
    sheet.search.setText("ctrl+n")
    assert rows(sheet) == [("New Chat", "Ctrl+N")]
    sheet.search.setText("nothing at all")
    assert rows(sheet) == []


def test_escape_closes_the_sheet_and_it_opens_whole_again(bench: WindowBench, sheet: ShortcutSheet) -> None:
    sheet.search.setText("copy")
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    bench.window.actions_by_name["shortcuts"].trigger()
    assert bench.window.findChildren(ShortcutSheet) == [sheet]
    assert len(rows(sheet)) > 20
