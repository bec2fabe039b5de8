"""The window's menu as data: everything the program does can be found in it, in groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from desktop_app.settings.record import QT_TRANSLATE_NOOP

# the name of an action, a separator, or a submenu and what is in it
Entry = str | tuple[str, tuple["Entry", ...]]
SEPARATOR = "-"

MENU: tuple[Entry, ...] = (
    (QT_TRANSLATE_NOOP("Actions", "Chat"), (
        "new_chat", "search_chats", SEPARATOR,
        "rename_chat", "pin_chat", "move_chat", "duplicate_chat", "export_chat", "delete_chat",
        "undo_delete", "open_trash", SEPARATOR, "import_chats", "export_all", "open_trace", SEPARATOR,
        "chat_settings", "presets",
        (QT_TRANSLATE_NOOP("Actions", "When the Context Is Full"), (
            "overflow_ask", "overflow_drop_oldest", "overflow_summary", "overflow_stop",
        )),
    )),
    (QT_TRANSLATE_NOOP("Actions", "Message"), (
        "attach_files", "edit_last", "edit_message", "regenerate", "continue_reply", "stop", SEPARATOR,
        "copy_message", "copy_markdown", "save_trace", SEPARATOR,
        "previous_version", "next_version", "branch_here", "fork_token", SEPARATOR,
        "previous_message", "next_message", "focus_composer",
    )),
    (QT_TRANSLATE_NOOP("Actions", "Model"), (
        "open_library", "get_models", "open_folder", "open_gguf", SEPARATOR,
        "toggle_mode", "record_distributions", "open_duel", "check_pair", "measure_plain", "self_test",
    )),
    (QT_TRANSLATE_NOOP("Actions", "View"), (
        "show_chats", "show_instruments", "cards", "show_marks", SEPARATOR,
        (QT_TRANSLATE_NOOP("Actions", "Inspect Tokens"), (
            "previous_token", "next_token", "previous_round", "next_round", "leave_token",
        )), SEPARATOR,
        "zoom_in", "zoom_out", "zoom_reset", SEPARATOR,
        (QT_TRANSLATE_NOOP("Actions", "Theme"), (
            "theme_system", "theme_light", "theme_dark", SEPARATOR, "switch_theme",
        )),
    )),
    (QT_TRANSLATE_NOOP("Actions", "Help"), ("see_how", "shortcuts", "open_logs", SEPARATOR, "about")),
    SEPARATOR, "open_settings", SEPARATOR, "quit",
)  # fmt: skip


def build_menu(menu: QMenu, actions: Mapping[str, QAction], entries: tuple[Entry, ...] = MENU) -> None:
    for entry in entries:
        if isinstance(entry, tuple):
            title, inside = entry
            submenu = QMenu(QCoreApplication.translate("Actions", title), menu)
            build_menu(submenu, actions, inside)
            menu.addMenu(submenu)
        elif entry == SEPARATOR:
            menu.addSeparator()
        else:
            menu.addAction(actions[entry])


def names_in(entries: tuple[Entry, ...] = MENU) -> Iterator[str]:
    """The names of all actions in the menu, in order."""
    for entry in entries:
        if isinstance(entry, tuple):
            yield from names_in(entry[1])
        elif entry != SEPARATOR:
            yield entry
