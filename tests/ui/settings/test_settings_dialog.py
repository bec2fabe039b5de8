"""The settings dialog over a whole window: what is set in it counts, and the keyboard is enough."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from window_bench import WindowBench

from desktop_app.settings.store import SettingsStore
from desktop_app.settings.table import RECORDS, SECTIONS, Settings
from desktop_app.ui.settings.section_page import SectionPage
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.ui.settings.settings_dialog import SettingsDialog

FIELDS = (QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox, QAbstractSpinBox, QAbstractItemView)


@pytest.fixture
def dialog(bench: WindowBench) -> Iterator[SettingsDialog]:
    bench.show()
    bench.window.actions_by_name["open_settings"].trigger()
    dialog = bench.window.settings.dialog
    assert dialog is not None
    bench.qtbot.waitExposed(dialog)
    bench.until(lambda: QApplication.activeWindow() is dialog)
    yield dialog
    dialog.close()


def row(dialog: SettingsDialog, name: str) -> SettingRow:
    """The row of a setting, its section chosen."""
    record = next(record for record in RECORDS if record.name == name)
    dialog.sections.setCurrentRow(list(SECTIONS).index(record.section))
    return next(row for row in dialog.page(record.section).rows if row.record.name == name)


def kept(bench: WindowBench) -> Settings:
    """The settings as the next start will find them."""
    return SettingsStore(bench.paths.settings).settings


# -- what it shows ----------------------------------------------------------------------------------------


def test_every_setting_has_a_row_in_its_section(dialog: SettingsDialog) -> None:
    shown = [
        (section, row.record.name)
        for section in SECTIONS
        for row in dialog.page(section).rows
        if _on_screen(dialog, section, row)
    ]
    assert sorted(shown) == sorted((record.section, record.name) for record in RECORDS)


def _on_screen(dialog: SettingsDialog, section: str, row: SettingRow) -> bool:
    dialog.sections.setCurrentRow(list(SECTIONS).index(section))
    return row.isVisible() and row.editor.field.isVisible()


def test_one_section_is_shown_at_a_time(dialog: SettingsDialog) -> None:
    for index, page in enumerate(dialog.pages):
        dialog.sections.setCurrentRow(index)
        assert [other for other in dialog.pages if other.isVisible()] == [page]


def test_the_dialog_opens_once(bench: WindowBench, dialog: SettingsDialog) -> None:
    bench.window.actions_by_name["open_settings"].trigger()
    assert bench.window.settings.dialog is dialog
    assert len(bench.window.findChildren(SettingsDialog)) == 1


def test_every_part_has_a_name_and_every_field_a_description(dialog: SettingsDialog) -> None:
    parts = [
        widget
        for kind in FIELDS
        for widget in dialog.findChildren(kind)
        if not widget.objectName().startswith("qt_")
        and not isinstance(widget.parent(), QAbstractSpinBox | QLineEdit | QComboBox)
        and not (widget.parent() and widget.parent().inherits("QComboBoxPrivateContainer"))
    ]
    assert len(parts) > 2 * len(RECORDS)
    assert [part for part in parts if not part.accessibleName()] == []
    undescribed = [part for part in parts if not part.accessibleDescription() and not part.toolTip()]
    assert undescribed == []
    texts = dialog.page("sampling").findChildren(QLabel)
    buddies = {label.text(): label.buddy() for label in texts if label.buddy()}
    assert buddies["Temperature"] is row(dialog, "temperature").editor.field
    field = buddies["Temperature"]
    assert field.accessibleDescription() == (
        "0 always takes the likeliest token; higher is more varied. Counts for the next reply."
    )


# -- the search -------------------------------------------------------------------------------------------


def found(dialog: SettingsDialog) -> list[str]:
    rows = [row for page in dialog.pages if isinstance(page, SectionPage) for row in page.rows]
    return [row.record.name for row in rows if row.isVisible()]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("PENALTY", ["repetition_penalty", "frequency_penalty", "presence_penalty"]),
        ("tokens reply", ["max_tokens"]),
        ("max_tokens", ["max_tokens"]),
        ("bfloat16", ["dtype"]),
        ("nothing at all like this", []),
    ],
)
def test_the_search_finds_in_all_sections(dialog: SettingsDialog, text: str, names: list[str]) -> None:
    QTest.keyClicks(dialog.search, text)
    assert set(names) <= set(found(dialog))
    if text != "tokens reply":
        assert found(dialog) == names


def test_a_section_is_found_by_its_name(dialog: SettingsDialog) -> None:
    QTest.keyClicks(dialog.search, "sampling")
    assert found(dialog) == [record.name for record in RECORDS if record.section == "sampling"]
    hidden = [dialog.sections.item(i).isHidden() for i in range(dialog.sections.count())]
    assert hidden == [True, True, True, False, True]


def test_nothing_found_is_said_and_clearing_shows_the_section_again(dialog: SettingsDialog) -> None:
    before = found(dialog)
    QTest.keyClicks(dialog.search, "xyzzy")
    said = [label.text() for label in dialog.findChildren(QLabel) if label.isVisible()]
    assert said == ["No setting matches “xyzzy”."]
    dialog.search.clear()
    assert found(dialog) == before
    assert not any("xyzzy" in label.text() for label in dialog.findChildren(QLabel) if label.isVisible())


def test_choosing_a_section_ends_the_search(dialog: SettingsDialog) -> None:
    QTest.keyClicks(dialog.search, "seed")
    dialog.sections.setCurrentRow(3)
    assert dialog.search.text() == ""
    assert found(dialog) == [record.name for record in RECORDS if record.section == "sampling"]


# -- what a change does -----------------------------------------------------------------------------------


def test_a_change_counts_at_once(bench: WindowBench, dialog: SettingsDialog) -> None:
    box = row(dialog, "theme").editor.field
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("light"))
    assert bench.themes.current.name == "light"
    assert bench.window.actions_by_name["theme_light"].isChecked()
    for name, action, pane in (
        ("conversations_visible", "show_chats", bench.window.conversations),
        ("instruments_visible", "show_instruments", bench.window.dashboard),
    ):
        QTest.keyClick(row(dialog, name).editor.field, Qt.Key.Key_Space)
        assert pane.isHidden()
        assert not bench.window.actions_by_name[action].isChecked()
    QTest.keyClick(row(dialog, "show_marks").editor.field, Qt.Key.Key_Space)
    assert not bench.window.actions_by_name["show_marks"].isChecked()
    assert kept(bench) == Settings(
        theme="light", conversations_visible=False, instruments_visible=False, show_marks=False
    )


def test_the_next_reply_is_asked_for_as_set(bench: WindowBench, dialog: SettingsDialog) -> None:
    bench.ready()
    values = {
        "k": 20, "verifier": "coupled", "seed": 11, "max_tokens": 99, "stop": ("\n\n",), "draft": "suffix",
        "temperature": 0.25, "top_p": 0.5, "top_k": 7, "min_p": 0.1, "typical_p": 0.9,
        "repetition_penalty": 1.5, "frequency_penalty": 0.5, "presence_penalty": -0.5,
    }  # fmt: skip
    for name, value in values.items():
        row(dialog, name).editor.offer(value)
    bench.ask()
    bench.answered()
    (request,) = bench.engine.seen
    asked = {name: getattr(request, name, None) for name in ("k", "verifier", "seed", "max_tokens", "stop")}
    asked |= {name: getattr(request.sampling, name) for name in values if hasattr(request.sampling, name)}
    assert {"draft": request.draft, **asked} == values
    assert bench.window.toolbar.k.text() == "20"
    row(dialog, "mode").editor.offer("plain")
    assert bench.window.toolbar.current_mode() == "plain"


def test_a_seed_for_a_few_replies_survives_another_setting(
    bench: WindowBench, dialog: SettingsDialog
) -> None:
    bench.window.toolbar.seed.edit.setText("77")
    row(dialog, "top_p").editor.offer(0.5)
    assert bench.window.toolbar.options().seed == 77
    row(dialog, "seed").editor.offer(5)
    assert bench.window.toolbar.options().seed == 5


def test_the_dialog_shows_what_is_changed_elsewhere(bench: WindowBench, dialog: SettingsDialog) -> None:
    bench.window.actions_by_name["show_chats"].trigger()
    box = row(dialog, "conversations_visible").editor.field
    assert isinstance(box, QAbstractButton)
    assert not box.isChecked()
    bench.window.toolbar.toggle_mode()
    mode = row(dialog, "mode").editor.field
    assert isinstance(mode, QComboBox)
    assert mode.currentData() == "plain"


def test_a_setting_can_be_reset(bench: WindowBench, dialog: SettingsDialog) -> None:
    temperature = row(dialog, "temperature")
    assert not temperature.reset.isVisible()
    temperature.editor.offer(1.5)
    assert kept(bench).temperature == 1.5
    assert temperature.reset.isVisible()
    bench.qtbot.mouseClick(temperature.reset, Qt.MouseButton.LeftButton)
    assert kept(bench).temperature == 0.7
    assert not temperature.reset.isVisible()
    assert QApplication.focusWidget() is temperature.editor.field


def test_a_section_gets_its_defaults_back_and_no_other(bench: WindowBench, dialog: SettingsDialog) -> None:
    row(dialog, "k").editor.offer(3)
    page = dialog.page("sampling")
    row(dialog, "top_k").editor.offer(5)
    row(dialog, "min_p").editor.offer(0.5)
    bench.qtbot.mouseClick(page.restore, Qt.MouseButton.LeftButton)
    assert kept(bench) == Settings(k=3)
    assert not page.restore.isVisible()


def test_a_section_shown_in_part_is_not_restored_whole(dialog: SettingsDialog) -> None:
    row(dialog, "top_k").editor.offer(5)
    assert dialog.page("sampling").restore.isVisible()
    QTest.keyClicks(dialog.search, "top-k")
    assert found(dialog) == ["top_k"]
    assert not dialog.page("sampling").restore.isVisible()
    dialog.search.clear()
    assert dialog.page("sampling").restore.isVisible()


def test_a_setting_that_cannot_be_saved_holds_and_is_told(
    bench: WindowBench, dialog: SettingsDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    row(dialog, "top_k").editor.offer(5)
    assert bench.window.toolbar.options().sampling.top_k == 5
    assert "No space left" in bench.window.status.text


# -- the file ---------------------------------------------------------------------------------------------


def test_an_edit_of_the_file_counts_when_the_program_gets_the_focus(bench: WindowBench) -> None:
    bench.show()
    bench.window.actions_by_name["show_marks"].trigger()
    other = QWidget()
    bench.qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    bench.until(lambda: QApplication.activeWindow() is other)
    _edit(bench.paths.settings, 'theme = "system"', 'theme = "light"')
    assert bench.themes.current.name == "dark"
    bench.window.activateWindow()
    bench.until(lambda: bench.themes.current.name == "light")
    bench.window.actions_by_name["show_chats"].trigger()
    assert kept(bench) == Settings(theme="light", show_marks=False, conversations_visible=False)


def test_an_edit_of_the_file_is_in_the_dialog_when_it_opens(
    bench: WindowBench, dialog: SettingsDialog
) -> None:
    row(dialog, "k").editor.offer(3)
    dialog.close()
    _edit(bench.paths.settings, "k = 3", "k = 9")
    bench.window.settings.open_dialog()
    field = row(dialog, "k").editor.field
    assert isinstance(field, QAbstractSpinBox)
    assert field.text() == "9"
    assert bench.window.toolbar.options().k == 9


def test_a_mistake_in_the_file_is_told_and_stays(bench: WindowBench, dialog: SettingsDialog) -> None:
    row(dialog, "k").editor.offer(3)
    dialog.close()
    _edit(bench.paths.settings, "k = 3", "k = 300")
    bench.window.settings.open_dialog()
    assert "decoding.k " in bench.window.status.text
    row(dialog, "top_k").editor.offer(4)
    assert "k = 300" in bench.paths.settings.read_text(encoding="utf-8")


def test_the_file_can_be_opened(
    bench: WindowBench, dialog: SettingsDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    bench.qtbot.mouseClick(dialog.file_button, Qt.MouseButton.LeftButton)
    assert [Path(url.toLocalFile()) for url in opened] == [bench.paths.settings]
    assert "[sampling]" in bench.paths.settings.read_text(encoding="utf-8")


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


# -- the keyboard and the size ----------------------------------------------------------------------------


def test_tab_goes_through_everything_in_order(bench: WindowBench, dialog: SettingsDialog) -> None:
    row(dialog, "theme").editor.offer("dark")
    dialog.search.setFocus()
    reached = []
    for _ in range(40):
        focus = QApplication.focusWidget()
        if focus in reached:
            break
        reached.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    page = dialog.page("window")
    theme, *others = page.rows
    assert reached == [
        dialog.search, dialog.sections, page.restore, theme.editor.field, theme.reset,
        *(row.editor.field for row in others), dialog.file_button, dialog.close_button,
    ]  # fmt: skip


def test_what_has_the_focus_is_scrolled_into_view(dialog: SettingsDialog) -> None:
    dialog.resize(dialog.minimumSize())
    last = row(dialog, "presence_penalty").editor.field
    assert last.visibleRegion().isEmpty()
    field: QWidget | None = row(dialog, "temperature").editor.field
    assert field is not None
    field.setFocus()
    while (focus := QApplication.focusWidget()) is not None and focus is not last:
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert not last.visibleRegion().isEmpty()


def test_the_search_is_a_shortcut_away(dialog: SettingsDialog) -> None:
    row(dialog, "top_k").editor.setFocus()
    QTest.keyClick(dialog, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is dialog.search


def test_escape_closes_and_keeps_what_was_typed(bench: WindowBench, dialog: SettingsDialog) -> None:
    field = row(dialog, "top_k").editor.field
    assert isinstance(field, QAbstractSpinBox)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "40")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert kept(bench).top_k == 40


def test_return_closes_nothing(dialog: SettingsDialog) -> None:
    for widget in (dialog.search, row(dialog, "seed").editor.field, row(dialog, "top_k").editor.field):
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Return)
        assert dialog.isVisible()


def test_the_size_is_remembered(bench: WindowBench, dialog: SettingsDialog) -> None:
    dialog.resize(700, 480)
    dialog.close()
    again = SettingsDialog(
        bench.preferences, bench.state, bench.paths, bench.themes, bench.dialogs, bench.window
    )
    assert again.size() == QSize(700, 480)
    again.deleteLater()


def test_closing_the_window_closes_the_dialog(bench: WindowBench, dialog: SettingsDialog) -> None:
    bench.window.close()
    assert not dialog.isVisible()
