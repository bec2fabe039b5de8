"""A field for each kind of setting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, QRegularExpression, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop_app.settings.kinds import Choice, Flag, Kind, Number, Place, Texts, Whole
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.settings.escaped_lines import from_lines, to_lines
from desktop_app.ui.settings.place_field import PlaceField
from desktop_app.ui.theme import ThemeManager

# what a QSpinBox can hold
_WIDEST_SPIN = 2**31 - 1
_DECIMALS = 2
_LINES = 3


class Editor(QWidget):
    """Holds a setting's field. `changed` has the new value; it comes from the user only."""

    changed = Signal(object)

    def __init__(self, field: QWidget, show: Callable[[Any], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.field = field
        self._show = show
        self._value: object = None
        self._showing = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(field)
        self.setFocusProxy(field)

    def show_value(self, value: object) -> None:
        """Shows a value without a signal."""
        self._value, self._showing = value, True
        try:
            self._show(value)
        finally:
            self._showing = False

    def offer(self, value: object) -> None:
        """The field has this value now."""
        if not self._showing and value != self._value:
            self._value = value
            self.changed.emit(value)


def build_editor(kind: Kind, themes: ThemeManager, dialogs: Dialogs, parent: QWidget) -> Editor:
    match kind:
        case Flag():
            return _flag(parent)
        case Choice():
            return _choice(kind, parent)
        case Whole() if kind.high > _WIDEST_SPIN:
            return _long_number(kind, parent)
        case Whole():
            return _whole(kind, parent)
        case Number():
            return _number(kind, parent)
        case Texts():
            return _texts(parent)
        case Place():
            return _place(kind, themes, dialogs, parent)


class _Spin(QSpinBox):
    """Turns with the wheel only when it has the focus: scrolling past changes nothing."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class _DecimalSpin(QDoubleSpinBox):
    """As _Spin; 0.7 is shown as 0.7."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def textFromValue(self, value: float) -> str:
        text = self.locale().toString(value, "f", _DECIMALS)
        point = self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


class _Combo(QComboBox):
    """As _Spin."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def _flag(parent: QWidget) -> Editor:
    box = QCheckBox(parent)
    editor = Editor(box, box.setChecked, parent)
    box.toggled.connect(editor.offer)
    return editor


def _choice(kind: Choice, parent: QWidget) -> Editor:
    box = _Combo(parent)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    for value, label in kind.options:
        box.addItem(_translated(label), value)

    def show(value: str) -> None:
        # a value that is only in the file is shown while it holds
        while box.count() > len(kind.options):
            box.removeItem(len(kind.options))
        if box.findData(value) < 0:
            box.addItem(value, value)
        box.setCurrentIndex(box.findData(value))

    editor = Editor(box, show, parent)
    box.currentIndexChanged.connect(lambda: editor.offer(box.currentData()))
    return editor


def _whole(kind: Whole, parent: QWidget) -> Editor:
    spin = _Spin(parent)
    # one below the lowest stands for what may be there instead
    lowest = kind.low - 1 if kind.instead else kind.low
    spin.setRange(lowest, kind.high)
    spin.setSingleStep(kind.step)
    spin.setGroupSeparatorShown(True)
    if kind.instead:
        spin.setSpecialValueText(_translated(kind.instead.label))
    _calm(spin)

    def show(value: object) -> None:
        spin.setValue(value if isinstance(value, int) else lowest)

    def read(value: int) -> object:
        return kind.instead.value if kind.instead and value == lowest else value

    editor = Editor(spin, show, parent)
    spin.valueChanged.connect(lambda value: editor.offer(read(value)))
    return editor


def _number(kind: Number, parent: QWidget) -> Editor:
    spin = _DecimalSpin(parent)
    spin.setDecimals(_DECIMALS)
    spin.setRange(kind.low + 10**-_DECIMALS if kind.above else kind.low, kind.high)
    spin.setSingleStep(kind.step)
    _calm(spin)
    editor = Editor(spin, spin.setValue, parent)
    spin.valueChanged.connect(editor.offer)
    return editor


def _calm(spin: QSpinBox | QDoubleSpinBox) -> None:
    spin.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    # a number half typed is not yet one to keep
    spin.setKeyboardTracking(False)


def _long_number(kind: Whole, parent: QWidget) -> Editor:
    line = QLineEdit(parent)
    digits = QRegularExpression(rf"[0-9]{{0,{len(str(kind.high))}}}")
    line.setValidator(QRegularExpressionValidator(digits, line))
    if kind.instead:
        line.setPlaceholderText(_translated(kind.instead.label))

    def show(value: int | None) -> None:
        line.setText("" if value is None else str(value))

    editor = Editor(line, show, parent)

    def finish() -> None:
        value = min(int(line.text()), kind.high) if line.text() else None
        show(value)
        editor.offer(value)

    line.editingFinished.connect(finish)
    return editor


def _texts(parent: QWidget) -> Editor:
    edit = QPlainTextEdit(parent)
    edit.setTabChangesFocus(True)
    edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    edit.setFixedHeight(edit.fontMetrics().lineSpacing() * _LINES + 16)

    def show(value: tuple[str, ...]) -> None:
        # what is being typed is not set anew under the cursor
        if from_lines(edit.toPlainText()) != value:
            edit.setPlainText(to_lines(value))

    editor = Editor(edit, show, parent)
    edit.textChanged.connect(lambda: editor.offer(from_lines(edit.toPlainText())))
    return editor


def _place(kind: Place, themes: ThemeManager, dialogs: Dialogs, parent: QWidget) -> Editor:
    field = PlaceField(themes, dialogs, parent)
    field.edit.setPlaceholderText(", ".join(kind.words))
    editor = Editor(field, field.show_place, parent)
    field.chosen.connect(editor.offer)
    return editor


def _translated(label: str) -> str:
    return QCoreApplication.translate("Settings", label)
