"""What a hasty user may do with the window, drawn at random: every action, every button, every chat."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from desktop_app.ui.main_window import MainWindow

# they leave the window or the machine's own programs would open
NEVER_ACTIONS = frozenset({"quit", "open_logs"})
NEVER_BUTTONS = ("Delete Everything", "Forget", "Open the", "Open File", "Show", "Choose")
KEYS = (
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Tab, Qt.Key.Key_Backtab,
    Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Return,
    Qt.Key.Key_Escape, Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Space, Qt.Key.Key_A,
)  # fmt: skip
WORDS = ("why", "Hello", "你好", "code", "*x*", "🙂", "<b>", "$a$", "and then", "  ", "e\u0301", "“q”")


class Restless:
    """Does one thing at each call of `act`; `done` keeps what, for the report of a failure."""

    def __init__(self, window: MainWindow, rng: random.Random) -> None:
        self.window = window
        self.rng = rng
        self.done: list[str] = []
        self._kinds: tuple[tuple[int, Callable[[], str]], ...] = (
            (20, self._send),
            (10, self._type),
            (8, self._stop),
            (16, self._trigger),
            (8, self._switch),
            (4, self._rename),
            (3, self._delete),
            (3, self._search),
            (12, self._press_button),
            (10, self._press_key),
            (4, self._resize),
            (6, self._scroll),
            (4, self._change_field),
            (4, self._context_menu),
            (3, self._click_in_text),
            (2, self._load),
        )

    def act(self) -> None:
        weights, kinds = zip(*self._kinds, strict=True)
        (kind,) = self.rng.choices(kinds, weights)
        if not self._dismiss():
            self.done.append(kind.__name__)
            self.done[-1] += f" {kind()}"

    # -- things in the way --------------------------------------------------------------------------------

    def _dismiss(self) -> bool:
        """Answers a menu or a question that is open; returns whether there was one."""
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu):
            actions = [
                a for a in popup.actions() if self._harmless(a.text()) and a.isEnabled() and not a.menu()
            ]
            self.done.append(f"menu of {len(actions)}")
            if actions and self.rng.random() < 0.6:
                action = self.rng.choice(actions)
                self.done[-1] += f": {action.text()}"
                popup.close()
                action.trigger()
            else:
                popup.close()
            return True
        if popup is not None:
            popup.close()
            return True
        modal = QApplication.activeModalWidget()
        if modal is None:
            return False
        self.done.append(f"question {type(modal).__name__} {modal.windowTitle()}")
        buttons = [
            b for b in modal.findChildren(QAbstractButton) if b.isVisible() and self._harmless(b.text())
        ]
        if type(modal).__name__ == "QFileDialog" or not buttons or self.rng.random() < 0.5:
            QTest.keyClick(modal, Qt.Key.Key_Escape)
        else:
            button = self.rng.choice(buttons)
            self.done[-1] += f": {button.text()}"
            button.click()
        return True

    def _harmless(self, text: str) -> bool:
        plain = text.replace("&", "")
        return plain not in ("Quit", "Open the Log Folder") and not plain.startswith(NEVER_BUTTONS)

    # -- what a user does ---------------------------------------------------------------------------------

    def _text(self) -> str:
        return " ".join(self.rng.choices(WORDS, k=self.rng.randrange(1, 12)))

    def _send(self) -> str:
        self.window.composer.set_text(text := self._text())
        self._key_to_composer(Qt.Key.Key_Return)
        return text

    def _type(self) -> str:
        self.window.composer.take_focus()
        text = self.rng.choice(("abc ", "why? ", "x"))
        edit = self.window.composer.focusProxy()
        assert edit is not None
        QTest.keyClicks(edit, text)
        return repr(text)

    def _key_to_composer(self, key: Qt.Key) -> None:
        edit = self.window.composer.focusProxy()
        assert edit is not None
        edit.setFocus()
        QTest.keyClick(edit, key)

    def _stop(self) -> str:
        if self.window.chats.replying and self.rng.random() < 0.5:
            self.window.chats.stop()
            return "replying"
        return ""

    def _trigger(self) -> str:
        names = sorted(self.window.actions_by_name.keys() - NEVER_ACTIONS)
        name = self.rng.choice(names)
        self.window.actions_by_name[name].trigger()
        return name

    def _some_chat(self) -> str:
        model = self.window.conversations.model
        ids = [model.id_at(model.index(row)) for row in range(model.rowCount())]
        chats = [chat for chat in ids if chat]
        return self.rng.choice(chats) if chats else ""

    def _switch(self) -> str:
        if chat := self._some_chat():
            self.window.conversations.view.setCurrentIndex(self.window.conversations.model.index_of(chat))
        return chat

    def _rename(self) -> str:
        if chat := self._some_chat():
            index = self.window.conversations.model.index_of(chat)
            self.window.conversations.model.setData(index, title := self._text())
            return title
        return ""

    def _delete(self) -> str:
        if chat := self._some_chat():
            self.window.conversations.delete_requested.emit(chat)
        return chat

    def _search(self) -> str:
        text = self.rng.choice(("", "", "h", "why", "zzz", "你"))
        self.window.conversations.search.setText(text)
        return text

    def _visible(self, kind: type[QWidget]) -> list[QWidget]:
        windows = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
        found = [child for window in windows for child in window.findChildren(kind)]
        return [widget for widget in found if widget.isVisible() and widget.isEnabled()]

    def _press_button(self) -> str:
        buttons = [b for b in self._visible(QAbstractButton) if self._harmless(_name(b))]
        if not buttons:
            return ""
        button = self.rng.choice(buttons)
        name = _name(button)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        return name

    def _press_key(self) -> str:
        target = QApplication.focusWidget() or self.window
        key = self.rng.choice(KEYS)
        modifier = self.rng.choice(
            (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.ShiftModifier,
            )
        )
        name = f"{key.name} in {type(target).__name__}"
        QTest.keyClick(target, key, modifier)
        return name

    def _resize(self) -> str:
        if self.rng.random() < 0.3:
            sizes = [self.rng.randrange(0, 600) for _ in range(self.window.splitter.count())]
            self.window.splitter.setSizes(sizes)
            return f"panes {sizes}"
        size = self.rng.randrange(300, 1700), self.rng.randrange(200, 1200)
        self.window.resize(*size)
        return f"{size}"

    def _scroll(self) -> str:
        areas = self._visible(QAbstractScrollArea)
        area = self.rng.choice(areas)
        assert isinstance(area, QAbstractScrollArea)
        bar = area.verticalScrollBar()
        bar.setValue(self.rng.choice((0, bar.maximum(), bar.maximum() // 2)))
        return type(area).__name__

    def _change_field(self) -> str:
        fields = [*self._visible(QAbstractSpinBox), *self._visible(QComboBox), *self._visible(QLineEdit)]
        if not fields:
            return ""
        field = self.rng.choice(fields)
        if isinstance(field, QComboBox) and field.count():
            field.setCurrentIndex(self.rng.randrange(field.count()))
        elif isinstance(field, QAbstractSpinBox):
            field.stepBy(self.rng.choice((-1, 1, 5)))
        elif isinstance(field, QLineEdit) and not field.isReadOnly():
            QTest.keyClicks(field, self.rng.choice(("1", "0.5", "x", "abc")))
        return f"{type(field).__name__} {field.accessibleName()}"

    def _context_menu(self) -> str:
        kinds = (QAbstractItemView, QTextBrowser, QPlainTextEdit, QTextEdit)
        places = [widget for kind in kinds for widget in self._visible(kind)]
        if not places:
            return ""
        place = self.rng.choice(places)
        assert isinstance(place, QAbstractScrollArea)
        area = place.viewport()
        point = QPoint(self.rng.randrange(area.width() + 1), self.rng.randrange(area.height() + 1))
        name = type(place).__name__
        if place.contextMenuPolicy() is Qt.ContextMenuPolicy.CustomContextMenu:
            place.customContextMenuRequested.emit(point)
        return name

    def _click_in_text(self) -> str:
        views = self._visible(QTextBrowser)
        if not views:
            return ""
        view = self.rng.choice(views)
        assert isinstance(view, QTextBrowser)
        area = view.viewport()
        point = QPoint(self.rng.randrange(area.width() + 1), self.rng.randrange(area.height() + 1))
        QTest.mouseMove(area, point)
        QTest.mouseClick(area, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)
        return f"{point.x()},{point.y()}"

    def _load(self) -> str:
        target = self.rng.choice(("starter", "/models/one", "/models/two"))
        self.window.models.choose(target)
        return target


def _name(button: QAbstractButton) -> str:
    return button.text() or button.accessibleName() or button.toolTip() or type(button).__name__


def later(window: QWidget, act: Callable[[], None]) -> None:
    """A question waits in a loop of its own, in which the next action must be able to answer it."""
    QTimer.singleShot(0, window, act)
