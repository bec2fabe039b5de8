"""The window's actions and its menu as data; main_window says what each one does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """group: of its checkable members exactly one is checked."""

    name: str
    text: str
    shortcut: str = ""
    checkable: bool = False
    group: str = ""


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """Marks a text for lupdate, which knows it by this name. PySide's own is typed as object."""
    return text


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("new_chat", QT_TRANSLATE_NOOP("Actions", "New Chat"), "Ctrl+N"),
    ActionSpec("search_chats", QT_TRANSLATE_NOOP("Actions", "Search Chats"), "Ctrl+K"),
    ActionSpec("rename_chat", QT_TRANSLATE_NOOP("Actions", "Rename Chat"), "F2"),
    ActionSpec("pin_chat", QT_TRANSLATE_NOOP("Actions", "Pin Chat"), "Ctrl+P", checkable=True),
    ActionSpec("move_chat", QT_TRANSLATE_NOOP("Actions", "Move to Folder…"), "Ctrl+Shift+F"),
    ActionSpec("duplicate_chat", QT_TRANSLATE_NOOP("Actions", "Duplicate Chat"), "Ctrl+D"),
    ActionSpec("export_chat", QT_TRANSLATE_NOOP("Actions", "Export Chat…"), "Ctrl+E"),
    ActionSpec("export_all", QT_TRANSLATE_NOOP("Actions", "Export All Chats…"), "Ctrl+Shift+E"),
    ActionSpec("import_chats", QT_TRANSLATE_NOOP("Actions", "Import Chats…"), "Ctrl+I"),
    ActionSpec("delete_chat", QT_TRANSLATE_NOOP("Actions", "Delete Chat"), "Ctrl+Shift+Backspace"),
    ActionSpec("undo_delete", QT_TRANSLATE_NOOP("Actions", "Bring Back the Deleted Chat"), "Ctrl+Z"),
    ActionSpec("edit_last", QT_TRANSLATE_NOOP("Actions", "Edit Last Message"), "Ctrl+Up"),
    ActionSpec("attach_files", QT_TRANSLATE_NOOP("Actions", "Attach Files…"), "Ctrl+Shift+A"),
    ActionSpec("focus_composer", QT_TRANSLATE_NOOP("Actions", "Go to the Message Field"), "Ctrl+L"),
    ActionSpec("stop", QT_TRANSLATE_NOOP("Actions", "Stop"), "Esc"),
    ActionSpec("open_folder", QT_TRANSLATE_NOOP("Actions", "Open Model Folder…"), "Ctrl+O"),
    ActionSpec("open_gguf", QT_TRANSLATE_NOOP("Actions", "Open GGUF File…"), "Ctrl+Shift+O"),
    ActionSpec("toggle_mode", QT_TRANSLATE_NOOP("Actions", "Switch Speculative / Plain"), "Ctrl+M"),
    ActionSpec("open_duel", QT_TRANSLATE_NOOP("Actions", "Duel…"), "F9"),
    ActionSpec("show_chats", QT_TRANSLATE_NOOP("Actions", "Show Chats"), "Ctrl+Shift+L", checkable=True),
    ActionSpec(
        "show_instruments", QT_TRANSLATE_NOOP("Actions", "Show Instruments"), "Ctrl+Shift+R", checkable=True
    ),
    ActionSpec(
        "show_marks", QT_TRANSLATE_NOOP("Actions", "Show Origin Marks"), "Ctrl+Shift+M", checkable=True
    ),
    ActionSpec(
        "theme_system", QT_TRANSLATE_NOOP("Actions", "Follow the System"), checkable=True, group="theme"
    ),
    ActionSpec("theme_light", QT_TRANSLATE_NOOP("Actions", "Light"), checkable=True, group="theme"),
    ActionSpec("theme_dark", QT_TRANSLATE_NOOP("Actions", "Dark"), checkable=True, group="theme"),
    ActionSpec("switch_theme", QT_TRANSLATE_NOOP("Actions", "Switch Light / Dark"), "Ctrl+Shift+T"),
    ActionSpec("overflow_ask", QT_TRANSLATE_NOOP("Actions", "Ask Me"), checkable=True, group="overflow"),
    ActionSpec(
        "overflow_drop_oldest",
        QT_TRANSLATE_NOOP("Actions", "Drop the Oldest Turns"),
        checkable=True,
        group="overflow",
    ),
    ActionSpec(
        "overflow_summary",
        QT_TRANSLATE_NOOP("Actions", "Start a New Chat With a Summary"),
        checkable=True,
        group="overflow",
    ),
    ActionSpec(
        "overflow_stop", QT_TRANSLATE_NOOP("Actions", "Do Not Send"), checkable=True, group="overflow"
    ),
    ActionSpec("open_settings", QT_TRANSLATE_NOOP("Actions", "Settings…"), "Ctrl+,"),
    ActionSpec("open_logs", QT_TRANSLATE_NOOP("Actions", "Open the Log Folder")),
    ActionSpec("about", QT_TRANSLATE_NOOP("Actions", "About Slipstream"), "F1"),
    ActionSpec("quit", QT_TRANSLATE_NOOP("Actions", "Quit"), "Ctrl+Q"),
)

Entry = str | tuple[str, tuple[str, ...]]
SEPARATOR = "-"

# What the toolbar's menu shows: the name of an action, a separator, or a submenu and its actions.
MENU: tuple[Entry, ...] = (
    "new_chat", "search_chats", "edit_last", "attach_files", SEPARATOR,
    (
        QT_TRANSLATE_NOOP("Actions", "Chat"),
        (
            "rename_chat", "pin_chat", "move_chat", "duplicate_chat", "export_chat", "delete_chat",
            "undo_delete",
        ),
    ),
    (QT_TRANSLATE_NOOP("Actions", "All Chats"), ("import_chats", "export_all")), SEPARATOR,
    "open_folder", "open_gguf", "open_duel", SEPARATOR,
    (QT_TRANSLATE_NOOP("Actions", "View"), ("show_chats", "show_instruments", "show_marks")),
    (QT_TRANSLATE_NOOP("Actions", "Theme"), ("theme_system", "theme_light", "theme_dark")),
    (
        QT_TRANSLATE_NOOP("Actions", "When the Context Is Full"),
        ("overflow_ask", "overflow_drop_oldest", "overflow_summary", "overflow_stop"),
    ), SEPARATOR,
    "open_settings", "open_logs", "about", SEPARATOR, "quit",
)  # fmt: skip


def build_actions(owner: QWidget, handlers: Mapping[str, Callable[[], object]]) -> dict[str, QAction]:
    """One QAction for every record, added to owner so that its shortcut works.

    Raises:
        KeyError: an action has no handler.
    """
    actions: dict[str, QAction] = {}
    groups: dict[str, QActionGroup] = {}
    for spec in ACTIONS:
        action = QAction(QCoreApplication.translate("Actions", spec.text), owner)
        action.setShortcut(QKeySequence(spec.shortcut))
        action.setCheckable(spec.checkable)
        if spec.group:
            groups.setdefault(spec.group, QActionGroup(owner)).addAction(action)
        action.triggered.connect(_without_argument(handlers[spec.name]))
        owner.addAction(action)
        actions[spec.name] = action
    return actions


def build_menu(menu: QMenu, actions: Mapping[str, QAction]) -> None:
    for entry in MENU:
        if isinstance(entry, tuple):
            title, names = entry
            menu.addMenu(_submenu(menu, title, [actions[name] for name in names]))
        elif entry == SEPARATOR:
            menu.addSeparator()
        else:
            menu.addAction(actions[entry])


def _submenu(parent: QMenu, title: str, actions: list[QAction]) -> QMenu:
    submenu = QMenu(QCoreApplication.translate("Actions", title), parent)
    submenu.addActions(actions)
    return submenu


def _without_argument(handler: Callable[[], object]) -> Callable[[bool], None]:
    def run(_checked: bool = False) -> None:
        handler()

    return run
