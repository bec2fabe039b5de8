"""The window's actions as data; main_window says what each one does, menu.py where it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop_app.settings.record import QT_TRANSLATE_NOOP
from desktop_app.ui.controls.menu_entry import without_argument


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """group: of its checkable members exactly one is checked. also: further keys."""

    name: str
    text: str
    shortcut: str = ""
    checkable: bool = False
    group: str = ""
    also: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.shortcut, *self.also) if self.shortcut else ()


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("new_chat", QT_TRANSLATE_NOOP("Actions", "New Chat"), "Ctrl+N"),
    ActionSpec("search_chats", QT_TRANSLATE_NOOP("Actions", "Search Chats"), "Ctrl+K"),
    ActionSpec("rename_chat", QT_TRANSLATE_NOOP("Actions", "Rename Chat"), "F2"),
    ActionSpec("pin_chat", QT_TRANSLATE_NOOP("Actions", "Pin Chat"), "Ctrl+P", checkable=True),
    ActionSpec("move_chat", QT_TRANSLATE_NOOP("Actions", "Move to Folder…"), "Ctrl+Shift+F"),
    ActionSpec("duplicate_chat", QT_TRANSLATE_NOOP("Actions", "Duplicate Chat"), "Ctrl+D"),
    ActionSpec("export_chat", QT_TRANSLATE_NOOP("Actions", "Export Chat…"), "Ctrl+E"),
    ActionSpec("export_all", QT_TRANSLATE_NOOP("Actions", "Export All Chats…"), "Ctrl+Shift+E"),
    ActionSpec("import_chats", QT_TRANSLATE_NOOP("Actions", "Import Chats…"), "Ctrl+Shift+I"),
    ActionSpec("open_trace", QT_TRANSLATE_NOOP("Actions", "Open Trace…")),
    ActionSpec("delete_chat", QT_TRANSLATE_NOOP("Actions", "Delete Chat"), "Ctrl+Shift+Backspace"),
    ActionSpec("undo_delete", QT_TRANSLATE_NOOP("Actions", "Bring Back the Deleted Chat"), "Ctrl+Z"),
    ActionSpec("open_trash", QT_TRANSLATE_NOOP("Actions", "Recently Deleted…"), "Ctrl+Shift+D"),
    ActionSpec("edit_last", QT_TRANSLATE_NOOP("Actions", "Edit Last Message"), "Ctrl+Up"),
    ActionSpec("attach_files", QT_TRANSLATE_NOOP("Actions", "Attach Files…"), "Ctrl+Shift+A"),
    ActionSpec("previous_message", QT_TRANSLATE_NOOP("Actions", "Choose Previous Message"), "Alt+Shift+Up"),
    ActionSpec("next_message", QT_TRANSLATE_NOOP("Actions", "Choose Next Message"), "Alt+Shift+Down"),
    ActionSpec("copy_message", QT_TRANSLATE_NOOP("Actions", "Copy Message"), "Ctrl+Shift+C"),
    ActionSpec("copy_markdown", QT_TRANSLATE_NOOP("Actions", "Copy as Markdown"), "Ctrl+Alt+C"),
    ActionSpec("edit_message", QT_TRANSLATE_NOOP("Actions", "Edit Message"), "Ctrl+U"),
    ActionSpec("regenerate", QT_TRANSLATE_NOOP("Actions", "Regenerate Reply"), "Ctrl+R"),
    ActionSpec("continue_reply", QT_TRANSLATE_NOOP("Actions", "Continue Reply"), "Ctrl+J"),
    ActionSpec("save_trace", QT_TRANSLATE_NOOP("Actions", "Save Trace…")),
    ActionSpec("previous_version", QT_TRANSLATE_NOOP("Actions", "Previous Version"), "Alt+Shift+Left"),
    ActionSpec("next_version", QT_TRANSLATE_NOOP("Actions", "Next Version"), "Alt+Shift+Right"),
    ActionSpec("branch_here", QT_TRANSLATE_NOOP("Actions", "Branch Here"), "Ctrl+B"),
    ActionSpec("fork_token", QT_TRANSLATE_NOOP("Actions", "Branch With a Rejected Draft…"), "Ctrl+Shift+B"),
    ActionSpec("focus_composer", QT_TRANSLATE_NOOP("Actions", "Go to the Message Field"), "Ctrl+L"),
    ActionSpec("stop", QT_TRANSLATE_NOOP("Actions", "Stop"), "Esc"),
    ActionSpec("open_library", QT_TRANSLATE_NOOP("Actions", "Model Library…"), "Ctrl+T"),
    ActionSpec("get_models", QT_TRANSLATE_NOOP("Actions", "Get Models…"), "Ctrl+G"),
    ActionSpec("open_folder", QT_TRANSLATE_NOOP("Actions", "Open Model Folder…"), "Ctrl+O"),
    ActionSpec("open_gguf", QT_TRANSLATE_NOOP("Actions", "Open GGUF File…"), "Ctrl+Shift+O"),
    ActionSpec(
        "toggle_mode", QT_TRANSLATE_NOOP("Actions", "Switch Speculative / Plain"), "Ctrl+M", also=("F8",)
    ),
    ActionSpec("open_duel", QT_TRANSLATE_NOOP("Actions", "Duel…"), "F9"),
    ActionSpec("check_pair", QT_TRANSLATE_NOOP("Actions", "Check the Pair…"), "Ctrl+Shift+P"),
    ActionSpec("measure_plain", QT_TRANSLATE_NOOP("Actions", "Measure Plain Speed")),
    ActionSpec("self_test", QT_TRANSLATE_NOOP("Actions", "Self-Test…")),
    ActionSpec("show_chats", QT_TRANSLATE_NOOP("Actions", "Show Chats"), "Ctrl+Shift+L", checkable=True),
    ActionSpec(
        "show_instruments", QT_TRANSLATE_NOOP("Actions", "Show Instruments"), "Ctrl+Shift+R", checkable=True
    ),
    ActionSpec(
        "show_marks", QT_TRANSLATE_NOOP("Actions", "Show Origin Marks"), "Ctrl+Shift+M", checkable=True
    ),
    ActionSpec("cards", QT_TRANSLATE_NOOP("Actions", "Cards")),
    ActionSpec("previous_token", QT_TRANSLATE_NOOP("Actions", "Previous Token"), "Alt+Left"),
    ActionSpec("next_token", QT_TRANSLATE_NOOP("Actions", "Next Token"), "Alt+Right"),
    ActionSpec("previous_round", QT_TRANSLATE_NOOP("Actions", "Previous Round"), "Alt+Up"),
    ActionSpec("next_round", QT_TRANSLATE_NOOP("Actions", "Next Round"), "Alt+Down"),
    # its key is Escape, but only while a token is chosen
    ActionSpec("leave_token", QT_TRANSLATE_NOOP("Actions", "Leave the Token")),
    ActionSpec("record_distributions", QT_TRANSLATE_NOOP("Actions", "Record Distributions"), checkable=True),
    ActionSpec("zoom_in", QT_TRANSLATE_NOOP("Actions", "Larger Text"), "Ctrl++", also=("Ctrl+=",)),
    ActionSpec("zoom_out", QT_TRANSLATE_NOOP("Actions", "Smaller Text"), "Ctrl+-"),
    ActionSpec("zoom_reset", QT_TRANSLATE_NOOP("Actions", "Normal Text Size"), "Ctrl+0"),
    ActionSpec(
        "theme_system", QT_TRANSLATE_NOOP("Actions", "Follow the System"), checkable=True, group="theme"
    ),
    ActionSpec("theme_light", QT_TRANSLATE_NOOP("Actions", "Light"), checkable=True, group="theme"),
    ActionSpec("theme_dark", QT_TRANSLATE_NOOP("Actions", "Dark"), checkable=True, group="theme"),
    ActionSpec("switch_theme", QT_TRANSLATE_NOOP("Actions", "Switch Light / Dark"), "Ctrl+Shift+T"),
    ActionSpec("chat_settings", QT_TRANSLATE_NOOP("Actions", "Chat Settings…"), "Ctrl+I"),
    ActionSpec("presets", QT_TRANSLATE_NOOP("Actions", "Presets")),
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
    ActionSpec("shortcuts", QT_TRANSLATE_NOOP("Actions", "Keyboard Shortcuts"), "Ctrl+/", also=("F1",)),
    ActionSpec("see_how", QT_TRANSLATE_NOOP("Actions", "See How It Works")),
    ActionSpec("about", QT_TRANSLATE_NOOP("Actions", "About Slipstream")),
    ActionSpec("quit", QT_TRANSLATE_NOOP("Actions", "Quit"), "Ctrl+Q"),
)


def build_actions(owner: QWidget, handlers: Mapping[str, Callable[[], object]]) -> dict[str, QAction]:
    """One QAction for every record, added to owner so that its shortcut works.

    Raises:
        KeyError: an action has no handler.
    """
    actions: dict[str, QAction] = {}
    groups: dict[str, QActionGroup] = {}
    for spec in ACTIONS:
        action = QAction(QCoreApplication.translate("Actions", spec.text), owner)
        action.setShortcuts([QKeySequence(key) for key in spec.keys])
        action.setCheckable(spec.checkable)
        if spec.group:
            groups.setdefault(spec.group, QActionGroup(owner)).addAction(action)
        action.triggered.connect(without_argument(handlers[spec.name]))
        owner.addAction(action)
        actions[spec.name] = action
    return actions
