"""Entries of menus that are filled while the program runs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu


def add_entry(menu: QMenu, text: str, handler: Callable[[], object]) -> QAction:
    """The text is shown as it is: no letter of a name is a shortcut."""
    action = menu.addAction(text.replace("&", "&&"))
    action.triggered.connect(without_argument(handler))
    return action


def without_argument(handler: Callable[[], object]) -> Callable[[bool], None]:
    """What an action calls; it would give a function that takes one whether it is checked."""

    def run(_checked: bool = False) -> None:
        handler()

    return run
