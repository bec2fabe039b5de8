"""The menus of a row of the conversation list."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.chats.store import Conversation
from desktop_app.ui.icons import icon
from desktop_app.ui.theme import Theme

# lupdate knows the function by this name
translate = QCoreApplication.translate

Do = Callable[..., object]


def chat_menu(
    parent: QWidget, theme: Theme, chat: Conversation, folders: list[str], do: Mapping[str, Do]
) -> QMenu:
    """do: what each entry does, by name; move is given the folder, pin whether it is to be pinned."""
    menu = _menu(parent)
    text = theme.color("text")
    menu.addAction(icon("rename", text), translate("Chats", "Rename"), do["rename"])
    pin = translate("Chats", "Unpin") if chat.pinned else translate("Chats", "Pin")
    menu.addAction(icon("pin", text), pin, lambda: do["pin"](not chat.pinned))
    menu.addMenu(_folder_menu(menu, theme, chat, folders, do))
    menu.addAction(icon("copy", text), translate("Chats", "Duplicate"), do["duplicate"])
    menu.addAction(icon("download", text), translate("Chats", "Export…"), do["export"])
    menu.addSeparator()
    menu.addAction(icon("delete", theme.color("rejected")), translate("Chats", "Delete"), do["delete"])
    return menu


def _folder_menu(
    parent: QMenu, theme: Theme, chat: Conversation, folders: list[str], do: Mapping[str, Do]
) -> QMenu:
    menu = QMenu(translate("Chats", "Move to Folder"), parent)
    menu.setIcon(icon("folder", theme.color("text")))
    for folder in folders:
        # a name is shown as it is, no letter of it is a shortcut
        action = menu.addAction(folder.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(folder == chat.folder)
        action.triggered.connect(lambda _checked, name=folder: do["move"](name))
    if folders:
        menu.addSeparator()
    menu.addAction(translate("Chats", "New Folder…"), do["new folder"])
    if chat.folder:
        menu.addAction(translate("Chats", "Out of the Folder"), lambda: do["move"](""))
    return menu


def folder_menu(parent: QWidget, theme: Theme, do: Mapping[str, Do]) -> QMenu:
    menu = _menu(parent)
    menu.addAction(icon("rename", theme.color("text")), translate("Chats", "Rename Folder"), do["rename"])
    menu.addAction(translate("Chats", "Dissolve Folder"), do["dissolve"])
    return menu


def _menu(parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu
