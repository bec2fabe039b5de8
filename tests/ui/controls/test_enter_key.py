"""Enter presses whatever button has the focus, once."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QLineEdit
from window_bench import WindowBench


def press(button: QAbstractButton, key: Qt.Key, *, again: bool = False) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", again)
    QApplication.sendEvent(button, event)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_every_button_of_the_window(bench: WindowBench, key: Qt.Key, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.ready()
    buttons = [
        button
        for button in bench.window.findChildren(QAbstractButton)
        # a check box is for the space bar, as everywhere
        if not isinstance(button, QCheckBox)
        and button.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not isinstance(button.parent(), QLineEdit)
    ]
    kinds = {type(button).__name__ for button in buttons}
    assert kinds >= {
        *("PushButton", "IconButton", "SystemStrip", "SendButton", "LatestButton", "_Segment"),
        *("PickButton", "ContextMeter", "FlatButton", "NewChatButton"),
    }
    pressed: list[QAbstractButton] = []
    for button in buttons:
        # what a press does is not asked here
        monkeypatch.setattr(button, "click", partial(pressed.append, button))
        press(button, key)
        press(button, key, again=True)
    assert pressed == buttons


def test_another_key_presses_nothing(bench: WindowBench) -> None:
    bench.show()
    button = bench.window.strip
    pressed: list[bool] = []
    button.clicked.connect(pressed.append)
    press(button, Qt.Key.Key_A)
    assert pressed == []
