"""A column is as wide as can be read; what needs more gets it, and the window stays as wide as it is."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.column import Column


@pytest.mark.parametrize("needed", [100, 800, 1100])
def test_what_needs_more_room_gets_it_without_end(qtbot: QtBot, needed: int) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    label = QLabel("wide", window)
    label.setMinimumWidth(needed)
    column = Column((label,), window)
    column.resize(1200, 40)
    column.set_zoom(50)
    for _ in range(5):
        column.resize(max(1200, column.minimumSizeHint().width()), 40)
        QApplication.processEvents()
    assert column.minimumSizeHint().width() <= 1200
    assert label.width() >= needed
