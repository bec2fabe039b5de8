"""The dialog of the open chat's settings over a whole window, presets included."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDoubleSpinBox, QMenu, QPlainTextEdit
from window_bench import WindowBench

from desktop_app.chats.messages import Message
from desktop_app.settings.chat_options import CHAT_RECORDS
from desktop_app.settings.presets import PresetFolder
from desktop_app.settings.store import SettingsStore
from desktop_app.ui.settings.chat_settings_dialog import ChatSettingsDialog


@pytest.fixture
def dialog(bench: WindowBench) -> Iterator[ChatSettingsDialog]:
    bench.ready()
    bench.window.actions_by_name["chat_settings"].trigger()
    dialog = bench.window.chat_settings.dialog
    assert dialog is not None
    bench.until(dialog.isVisible)
    yield dialog
    dialog.close()


def states(dialog: ChatSettingsDialog) -> dict[str, str]:
    return {row.record.name: row.state.text() for row in dialog.rows}


def menu_of(dialog: ChatSettingsDialog) -> dict[str, object]:
    menu: QMenu = dialog.preset.menu
    menu.aboutToShow.emit()
    return {action.text(): action for action in menu.actions() if action.text()}


def press(dialog: ChatSettingsDialog, text: str) -> None:
    menu_of(dialog)[text].trigger()  # type: ignore[attr-defined]


# -- settings ---------------------------------------------------------------------------------------------


def test_every_setting_has_a_row_that_says_default(dialog: ChatSettingsDialog) -> None:
    assert states(dialog) == {record.name: "Default" for record in CHAT_RECORDS}
    assert not any(row.reset.isVisible() for row in dialog.rows)
    assert not dialog.reset_all.isEnabled()
    assert dialog.windowTitle() == "Chat Settings – New chat"


def test_a_system_prompt_is_typed_and_sent(bench: WindowBench, dialog: ChatSettingsDialog) -> None:
    edit = dialog.row("system").editor.field
    assert isinstance(edit, QPlainTextEdit)
    QTest.keyClicks(edit, "Be brief.")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    QTest.keyClicks(edit, "Be kind.")
    assert states(dialog)["system"] == "Set here"
    assert edit.toPlainText() == "Be brief.\nBe kind."
    bench.ask("Hi")
    bench.answered()
    assert bench.engine.seen[0].messages[0] == Message("system", "Be brief.\nBe kind.")


def test_a_value_set_here_says_so_and_goes_back(bench: WindowBench, dialog: ChatSettingsDialog) -> None:
    row = dialog.row("temperature")
    spin = row.editor.field
    assert isinstance(spin, QDoubleSpinBox)
    spin.setValue(0.2)
    assert row.state.text() == "Set here · default 0.7"
    assert row.reset.isVisible()
    assert bench.window.chat_settings.chat.values == {"temperature": 0.2}
    bench.preferences.change(temperature=1.1)
    assert row.state.text() == "Set here · default 1.1"
    assert spin.value() == 0.2
    QTest.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    assert (row.state.text(), spin.value()) == ("Default", 1.1)
    assert bench.window.chat_settings.chat.values == {}
    assert SettingsStore(bench.paths.settings).settings.temperature == 1.1


def test_reset_all(bench: WindowBench, dialog: ChatSettingsDialog) -> None:
    chat = bench.window.chat_settings.chat
    chat.choose({"system": "x", "k": 3, "stop": ("a",)}, "some")
    assert [name for name, text in states(dialog).items() if text != "Default"] == ["system", "stop", "k"]
    QTest.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    assert (dict(chat.values), chat.preset) == ({}, "")
    assert set(states(dialog).values()) == {"Default"}


def test_the_dialog_follows_the_open_chat(bench: WindowBench, dialog: ChatSettingsDialog) -> None:
    bench.window.chat_settings.chat.set("system", "one")
    bench.ask("first")
    bench.answered()
    bench.window.chats.new_chat()
    edit = dialog.row("system").editor.field
    assert isinstance(edit, QPlainTextEdit)
    assert edit.toPlainText() == ""
    assert dialog.windowTitle() == "Chat Settings – New chat"
    bench.window.chats.open(bench.store.conversations()[0].id)
    assert edit.toPlainText() == "one"
    assert dialog.windowTitle() == "Chat Settings – first"


def test_plain_mode_is_the_default_of_the_draft(bench: WindowBench, dialog: ChatSettingsDialog) -> None:
    bench.window.toolbar.toggle_mode()
    bench.window.chat_settings.chat.set("draft", "lookup")
    assert dialog.row("draft").state.text() == "Set here · default No draft"
    assert bench.window.toolbar.current_mode() == "speculative"


def test_a_model_without_a_place_for_a_system_prompt_says_so(bench: WindowBench) -> None:
    bench.engine.takes_system = False
    bench.ready()
    bench.window.actions_by_name["chat_settings"].trigger()
    dialog = bench.window.chat_settings.dialog
    assert dialog is not None
    assert dialog.notice.isVisible()
    assert "no place for a system prompt" in dialog.notice.text()
    bench.window.chat_settings.chat.set("system", "Be brief.")
    assert "no place for a system prompt" in bench.window.strip.note
    dialog.close()


# -- what the window shows of it --------------------------------------------------------------------------


def test_the_chat_shows_that_a_system_prompt_is_set(bench: WindowBench) -> None:
    bench.ready()
    strip = bench.window.strip
    assert not strip.isVisible()
    bench.window.chat_settings.chat.set("system", "Be brief.\nBe kind.")
    assert strip.isVisible()
    assert strip.accessibleName() == "System prompt: Be brief. Be kind."
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton)
    dialog = bench.window.chat_settings.dialog
    assert dialog is not None
    assert dialog.isVisible()
    dialog.close()
    bench.window.chat_settings.chat.reset("system")
    assert not strip.isVisible()


# -- presets ----------------------------------------------------------------------------------------------


def test_what_is_set_is_kept_as_a_preset_and_chosen_elsewhere(
    bench: WindowBench, dialog: ChatSettingsDialog
) -> None:
    chat = bench.window.chat_settings.chat
    assert list(menu_of(dialog)) == ["No presets yet", "Save as Preset…", "Import Preset…"]
    chat.choose({"system": "Teach.", "temperature": 0.3}, "")
    bench.dialogs.preset = "Teacher"
    press(dialog, "Save as Preset…")
    assert dialog.preset.text() == "Teacher"
    assert PresetFolder(bench.paths.presets).read("Teacher").values == {
        "system": "Teach.",
        "temperature": 0.3,
    }
    chat.set("k", 2)
    assert dialog.preset.text() == "Teacher (changed)"
    bench.ask("Hi")
    bench.answered()
    bench.window.chats.new_chat()
    assert dialog.preset.text() == "none"
    chat.set("top_k", 9)
    press(dialog, "Teacher")
    assert dict(chat.values) == {"system": "Teach.", "temperature": 0.3}
    assert dialog.preset.text() == "Teacher"


def test_a_preset_is_updated_and_replaced_only_after_a_question(
    bench: WindowBench, dialog: ChatSettingsDialog
) -> None:
    folder, chat = PresetFolder(bench.paths.presets), bench.window.chat_settings.chat
    folder.save("Mine", {"k": 1})
    press(dialog, "Mine")
    assert "Update “Mine”" not in menu_of(dialog)
    chat.set("k", 2)
    press(dialog, "Update “Mine”")
    assert folder.read("Mine").values == {"k": 2}
    chat.set("k", 3)
    bench.dialogs.preset, bench.dialogs.agree = "mine", False
    press(dialog, "Save as Preset…")
    assert "replace mine" in bench.dialogs.asked
    assert folder.read("Mine").values == {"k": 2}


def test_the_default_preset_is_what_a_new_chat_begins_with(
    bench: WindowBench, dialog: ChatSettingsDialog
) -> None:
    PresetFolder(bench.paths.presets).save("Mine", {"system": "Always.", "k": 1})
    press(dialog, "Mine")
    press(dialog, "Use for New Chats")
    assert SettingsStore(bench.paths.settings).settings.default_preset == "Mine"
    bench.ask("Hi")
    bench.answered()
    bench.window.chats.new_chat()
    assert dict(bench.window.chat_settings.chat.values) == {"system": "Always.", "k": 1}
    bench.dialogs.preset = "Other"
    press(dialog, "Rename…")
    assert SettingsStore(bench.paths.settings).settings.default_preset == "Other"
    assert dialog.preset.text() == "Other"
    press(dialog, "Delete…")
    assert SettingsStore(bench.paths.settings).settings.default_preset == ""
    assert "delete Other" in bench.dialogs.asked
    assert dict(bench.window.chat_settings.chat.values) == {"system": "Always.", "k": 1}


def test_a_default_preset_that_is_gone_is_said_and_a_new_chat_begins_all_the_same(bench: WindowBench) -> None:
    bench.ready()
    bench.preferences.change(default_preset="Gone")
    bench.window.chats.new_chat()
    assert "Gone" in bench.window.status.text
    bench.ask("Hi")
    bench.answered()
    assert bench.engine.seen[0].messages == (Message("user", "Hi"),)


def test_a_preset_edited_by_hand_is_taken_as_it_is_now(
    bench: WindowBench, dialog: ChatSettingsDialog
) -> None:
    PresetFolder(bench.paths.presets).save("Mine", {"k": 1})
    (bench.paths.presets / "Mine.toml").write_text("[preset]\nk = 7\ntop_p = 5\n", encoding="utf-8")
    press(dialog, "Mine")
    assert dict(bench.window.chat_settings.chat.values) == {"k": 7}
    assert bench.window.status.is_error
    assert "top_p" in bench.window.status.text


def test_import_and_export(bench: WindowBench, dialog: ChatSettingsDialog, tmp_path: Path) -> None:
    file = tmp_path / "Wizard.toml"
    file.write_text('[preset]\nsystem = "Spell."\n', encoding="utf-8")
    bench.dialogs.preset_file = str(file)
    press(dialog, "Import Preset…")
    assert (dialog.preset.text(), bench.window.chat_settings.chat.system) == ("Wizard", "Spell.")
    bench.dialogs.preset_file = str(tmp_path / "out.toml")
    press(dialog, "Export…")
    assert (tmp_path / "out.toml").read_text(encoding="utf-8") == '[preset]\nsystem = "Spell."\n'
    assert "Wizard.toml" in bench.dialogs.asked
    bench.dialogs.preset_file = str(tmp_path / "none.toml")
    press(dialog, "Import Preset…")
    assert "none.toml" in bench.window.status.text


# -- keyboard and access ----------------------------------------------------------------------------------


def test_every_part_has_a_name_and_what_it_does(dialog: ChatSettingsDialog) -> None:
    for row in dialog.rows:
        for part in (row.editor.field, row.reset):
            assert part.accessibleName()
        assert row.editor.field.accessibleDescription()
    buttons = [b for b in dialog.findChildren(QAbstractButton) if b.parent() is dialog]
    assert len(buttons) == 3
    assert all(button.accessibleName() for button in buttons)


def test_escape_closes_and_what_was_typed_is_kept(bench: WindowBench, dialog: ChatSettingsDialog) -> None:
    bench.ask("Hi")
    bench.answered()
    edit = dialog.row("system").editor.field
    QTest.keyClicks(edit, "Be brief.")
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert bench.store.options.settings(bench.window.chats.current)["system"] == "Be brief."
