"""Every key of the program, in groups: those of the actions, and those that one part has for itself."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from desktop_app.settings.record import QT_TRANSLATE_NOOP
from desktop_app.ui.actions import ACTIONS
from desktop_app.ui.dashboard.card import HIDE, MOVE_DOWN, MOVE_UP
from desktop_app.ui.menu import MENU, SEPARATOR, Entry, names_in


@dataclass(frozen=True, slots=True)
class Shortcut:
    """keys: as the platform writes them."""

    text: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShortcutGroup:
    title: str
    shortcuts: tuple[Shortcut, ...]


# Keys that a part of the window handles itself: title, then what each does and its keys.
_PARTS: tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...] = (
    (QT_TRANSLATE_NOOP("Shortcuts", "In the message field"), (
        (QT_TRANSLATE_NOOP("Shortcuts", "Send"), ("Return",)),
        (QT_TRANSLATE_NOOP("Shortcuts", "New line"), ("Shift+Return",)),
        (QT_TRANSLATE_NOOP("Shortcuts", "What was asked before"), ("Up", "Down")),
        (QT_TRANSLATE_NOOP("Shortcuts", "Stop the reply"), ("Esc",)),
    )),
    (QT_TRANSLATE_NOOP("Shortcuts", "In the chat"), (
        (QT_TRANSLATE_NOOP("Shortcuts", "Copy what is selected"), ("Ctrl+C",)),
        (QT_TRANSLATE_NOOP("Shortcuts", "Select all"), ("Ctrl+A",)),
        (QT_TRANSLATE_NOOP("Shortcuts", "Scroll by a line"), ("Up", "Down")),
        (QT_TRANSLATE_NOOP("Shortcuts", "Scroll by a page"), ("PgUp", "PgDown")),
        (QT_TRANSLATE_NOOP("Shortcuts", "To the start or the end"), ("Home", "End")),
        (QT_TRANSLATE_NOOP("Shortcuts", "Leave the chosen token"), ("Esc",)),
    )),
    (QT_TRANSLATE_NOOP("Shortcuts", "In the list of chats"), (
        (QT_TRANSLATE_NOOP("Shortcuts", "Rename"), ("F2",)),
        (QT_TRANSLATE_NOOP("Shortcuts", "Delete"), ("Del",)),
    )),
    (QT_TRANSLATE_NOOP("Shortcuts", "In a card of the instruments"), (
        (QT_TRANSLATE_NOOP("Shortcuts", "Move the card"), (MOVE_UP, MOVE_DOWN)),
        (QT_TRANSLATE_NOOP("Shortcuts", "Hide the card"), (HIDE,)),
    )),
    (QT_TRANSLATE_NOOP("Shortcuts", "In the list of rounds"), (
        (QT_TRANSLATE_NOOP("Shortcuts", "To another round"), ("Up", "Down")),
        (QT_TRANSLATE_NOOP("Shortcuts", "To another draft"), ("Left", "Right")),
        (QT_TRANSLATE_NOOP("Shortcuts", "Select nothing"), ("Esc",)),
    )),
    (QT_TRANSLATE_NOOP("Shortcuts", "In the picture of a round"), (
        (QT_TRANSLATE_NOOP("Shortcuts", "To another draft"), ("Left", "Right")),
    )),
    (QT_TRANSLATE_NOOP("Shortcuts", "In the duel"), (
        (QT_TRANSLATE_NOOP("Shortcuts", "Start or stop the duel"), ("Ctrl+Return",)),
        (QT_TRANSLATE_NOOP("Shortcuts", "Full screen"), ("F11",)),
        (QT_TRANSLATE_NOOP("Shortcuts", "Leave the full screen, stop the duel, close"), ("Esc",)),
    )),
    (QT_TRANSLATE_NOOP("Shortcuts", "In a replay"), (
        (QT_TRANSLATE_NOOP("Shortcuts", "Play or pause"), ("Space",)),
        (QT_TRANSLATE_NOOP("Shortcuts", "One round back or on"), ("Left", "Right")),
        (QT_TRANSLATE_NOOP("Shortcuts", "To the beginning or the end"), ("Ctrl+Left", "Ctrl+Right")),
        (QT_TRANSLATE_NOOP("Shortcuts", "Slower or faster"), ("-", "+")),
    )),
    (QT_TRANSLATE_NOOP("Shortcuts", "Everywhere"), (
        (QT_TRANSLATE_NOOP("Shortcuts", "Menu"), ("F10",)),
        (QT_TRANSLATE_NOOP("Shortcuts", "To the next or the last control"), ("Tab", "Shift+Tab")),
    )),
)  # fmt: skip


def shortcut_groups() -> tuple[ShortcutGroup, ...]:
    """Actions as they stand in the menu, then the keys of each part; without a key, none is shown."""
    rest = tuple(entry for entry in MENU if not isinstance(entry, tuple) and entry != SEPARATOR)
    general = QCoreApplication.translate("Shortcuts", "Everywhere")
    groups = [
        _of_menu(QCoreApplication.translate("Actions", e[0]), e[1]) for e in MENU if isinstance(e, tuple)
    ]
    parts = [_of_part(title, keys) for title, keys in _PARTS]
    everywhere = parts.pop()
    own = _of_menu(general, rest)
    groups.append(ShortcutGroup(general, (*own.shortcuts, *everywhere.shortcuts)))
    return tuple(group for group in (*groups, *parts) if group.shortcuts)


def _of_menu(title: str, entries: tuple[Entry, ...]) -> ShortcutGroup:
    specs = {spec.name: spec for spec in ACTIONS}
    found = (specs[name] for name in names_in(entries))
    return ShortcutGroup(
        title,
        tuple(
            Shortcut(QCoreApplication.translate("Actions", spec.text).rstrip("…"), _native(spec.keys))
            for spec in found
            if spec.keys
        ),
    )


def _of_part(title: str, keys: tuple[tuple[str, tuple[str, ...]], ...]) -> ShortcutGroup:
    translate = QCoreApplication.translate
    shortcuts = tuple(Shortcut(translate("Shortcuts", text), _native(names)) for text, names in keys)
    return ShortcutGroup(translate("Shortcuts", title), shortcuts)


def _native(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys)
