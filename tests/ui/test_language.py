"""The window's language: what a choice means, what is loaded for it, and the real window in Chinese."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QWidget,
)
from pytestqt.qtbot import QtBot
from scripted_engine import ScriptedFetcher, ScriptedLoader
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.paths import Paths
from desktop_app.settings.store import SettingsStore
from desktop_app.settings.table import Language
from desktop_app.ui.language import DIALOGS, Translations, spoken
from desktop_app.ui.main_window import MainWindow


@pytest.mark.parametrize(
    ("choice", "wanted", "expected"),
    [
        ("en", ["zh-Hans-CN"], "en"),
        ("zh_CN", ["en-GB"], "zh_CN"),
        ("system", ["zh-Hans-CN", "zh-CN", "zh"], "zh_CN"),
        ("system", ["zh"], "zh_CN"),
        ("system", ["zh-Hans-SG"], "zh_CN"),
        ("system", ["en-US", "zh-CN"], "en"),
        ("system", ["de-DE", "zh-CN", "en-US"], "zh_CN"),
        ("system", ["zh-Hant-TW", "en-US"], "en"),
        ("system", ["zh-TW"], "en"),
        ("system", ["de-DE"], "en"),
        ("system", ["C"], "en"),
        ("system", [], "en"),
    ],
)
def test_which_language_a_choice_means(choice: Language, wanted: Sequence[str], expected: str) -> None:
    assert spoken(choice, wanted) == expected


def test_our_texts_and_the_buttons_of_qt_follow_the_choice(qapp: QApplication) -> None:
    def texts() -> tuple[str, str, str]:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        button = box.button(QDialogButtonBox.StandardButton.Cancel).text()
        box.deleteLater()
        return QCoreApplication.translate("Actions", "New Chat"), button, QLocale().name()

    before = texts()
    translations = Translations(qapp, "zh_CN")
    assert texts() == ("新建对话", "取消", "zh_CN")
    translations.choose("en")
    assert texts() == ("New Chat", before[1], "en_US")
    translations.choose("zh_CN")
    translations.remove()
    assert texts() == before


@pytest.mark.parametrize("mode", ["open", "save", "folder"])
def test_the_file_dialog_of_qt_is_in_chinese(
    qtbot: QtBot, speak: Callable[[Language], None], mode: str
) -> None:
    speak("zh_CN")
    dialog = QFileDialog(options=QFileDialog.Option.DontUseNativeDialog)
    qtbot.addWidget(dialog)
    if mode == "save":
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    if mode == "folder":
        dialog.setFileMode(QFileDialog.FileMode.Directory)
    labels = [label.text() for label in dialog.findChildren(QLabel)]
    buttons = [button.text() or button.toolTip() for button in dialog.findChildren(QAbstractButton)]
    assert len(labels) == 3
    # what Qt lacks is among our own texts, which another test finds translated
    assert {text for text in [*labels, *buttons] if text.isascii()} <= set(DIALOGS)


def test_keys_are_named_as_on_the_keyboard(speak: Callable[[Language], None]) -> None:
    speak("zh_CN")
    keys = ["Ctrl+Up", "Alt+Down", "Ctrl+Shift+Backspace", "Ctrl+N", "PgUp"]
    names = [QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys]
    assert names == ["Ctrl+↑", "Alt+↓", "Ctrl+Shift+Backspace", "Ctrl+N", "PgUp"]


def chinese(root: Path) -> Paths:
    paths = Paths.under(root)
    install_starter(paths)
    paths.config.mkdir(parents=True, exist_ok=True)
    paths.settings.write_text('[window]\nlanguage = "zh_CN"\n', encoding="utf-8")
    return paths


def shown(widget: QWidget) -> list[str]:
    kinds = (*widget.findChildren(QAbstractButton), *widget.findChildren(QLabel))
    return [child.text() for child in kinds if child.isVisible()]


def test_a_whole_visit_in_chinese(qapp: QApplication, tmp_path: Path) -> None:
    loader = ScriptedLoader()

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        assert window.empty.examples()[0] in shown(window)
        assert window.actions_by_name["new_chat"].text() == "新建对话"
        type_and_send(window, "What is a leaf?")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        assert "接受率" in window.status.text

    visit = Visit(chinese(tmp_path), steps, loader=loader, fetcher=ScriptedFetcher())
    assert visit.code == 0
    # a later window in this process has a choice of its own
    assert QCoreApplication.translate("Actions", "New Chat") == "New Chat"


def test_what_went_wrong_below_is_said_in_chinese(qapp: QApplication, tmp_path: Path) -> None:
    loader = ScriptedLoader()
    loader.failure = SlipstreamError("There is nothing at /models/x; choose a model folder or a .gguf file.")

    def steps(window: MainWindow) -> Steps:
        yield lambda: "/models/x 处什么都没有；请选择模型文件夹或 .gguf 文件。" in shown(window)

    assert Visit(chinese(tmp_path), steps, loader=loader, fetcher=ScriptedFetcher()).code == 0


def test_the_settings_dialog_is_in_chinese(speak: Callable[[Language], None], bench: WindowBench) -> None:
    speak("zh_CN")
    bench.show()
    bench.window.actions_by_name["open_settings"].trigger()
    dialog = bench.window.settings.dialog
    assert dialog is not None
    assert dialog.windowTitle() == "设置"
    assert {"主题", "语言", "关闭", "窗口的语言；命令行只有英文。下次启动时生效。"} <= set(shown(dialog))
    dialog.close()


def test_the_language_can_be_chosen_and_is_kept(bench: WindowBench) -> None:
    bench.show()
    bench.window.actions_by_name["open_settings"].trigger()
    dialog = bench.window.settings.dialog
    assert dialog is not None
    row = next(row for row in dialog.page("window").rows if row.record.name == "language")
    said = [label.text() for label in row.findChildren(QLabel)]
    assert "The language of the window; the command line speaks English. Counts at the next start." in said
    box = row.editor.field
    assert isinstance(box, QComboBox)
    assert [box.itemText(i) for i in range(box.count())] == ["Follow the system", "English", "简体中文"]
    assert SettingsStore(bench.paths.settings).settings.language == "system"
    QTest.keyClick(box, Qt.Key.Key_End)
    assert SettingsStore(bench.paths.settings).settings.language == "zh_CN"
    dialog.close()
