"""The keys that make text larger and smaller, over a whole window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit
from window_bench import WindowBench

from desktop_app.settings.store import SettingsStore
from desktop_app.settings.table import ZOOM_RANGE
from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.zoom import STEPS

CTRL = Qt.KeyboardModifier.ControlModifier


def kept(bench: WindowBench) -> int:
    return SettingsStore(bench.paths.settings).settings.zoom


def points(bench: WindowBench) -> tuple[float, float]:
    """The size of the text in the chat and in the message field."""
    browser = bench.window.chat.findChild(ChatBrowser)
    edit = bench.window.composer.findChild(QPlainTextEdit)
    assert browser is not None
    assert edit is not None
    return browser.font().pointSizeF(), edit.font().pointSizeF()


def test_keys_change_chat_and_message_field_alike_and_it_is_kept(bench: WindowBench) -> None:
    bench.ready()
    chat, message = points(bench)
    window = bench.window
    QTest.keyClick(window, Qt.Key.Key_Plus, CTRL)
    assert kept(bench) == 110
    QTest.keyClick(window, Qt.Key.Key_Equal, CTRL)
    assert kept(bench) == 125
    assert points(bench) == (chat * 1.25, message * 1.25)
    assert window.status.text == "Text size 125 %"
    QTest.keyClick(window, Qt.Key.Key_Minus, CTRL)
    assert kept(bench) == 110
    QTest.keyClick(window, Qt.Key.Key_0, CTRL)
    assert (kept(bench), points(bench)) == (100, (chat, message))


def test_the_ends_are_the_ends(bench: WindowBench) -> None:
    bench.ready()
    for _ in STEPS:
        bench.window.actions_by_name["zoom_in"].trigger()
    assert kept(bench) == ZOOM_RANGE[1] == 250
    for _ in (*STEPS, 1):
        bench.window.actions_by_name["zoom_out"].trigger()
    assert kept(bench) == ZOOM_RANGE[0] == 70


def test_a_size_between_the_steps_goes_to_the_next_one(bench: WindowBench) -> None:
    bench.ready()
    bench.preferences.change(zoom=105)
    bench.window.actions_by_name["zoom_in"].trigger()
    assert kept(bench) == 110
    bench.preferences.change(zoom=105)
    bench.window.actions_by_name["zoom_out"].trigger()
    assert kept(bench) == 100


def test_the_wheel_in_the_chat_does_it_too(bench: WindowBench) -> None:
    bench.ready()
    bench.window.chat.zoom_requested.emit(1)
    assert kept(bench) == 110


def test_a_setting_from_the_file_is_shown(bench: WindowBench) -> None:
    bench.ready()
    chat, message = points(bench)
    bench.preferences.change(zoom=200)
    assert points(bench) == (2 * chat, 2 * message)
