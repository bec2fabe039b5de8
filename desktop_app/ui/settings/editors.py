"""A field for each kind of setting."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRegularExpression
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QFrame, QLineEdit, QPlainTextEdit, QWidget

from desktop_app.settings.kinds import Choice, Flag, Kind, Number, Place, Prose, Texts, Whole
from desktop_app.ui.controls.fields import field_height
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.controls.tick import Tick
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.settings.editor import Editor
from desktop_app.ui.settings.escaped_lines import from_lines, to_lines
from desktop_app.ui.settings.field_widgets import DECIMALS, Combo, DecimalSpin, Spin
from desktop_app.ui.settings.place_field import PlaceField
from desktop_app.ui.theme import ThemeManager

# what a QSpinBox can hold
_WIDEST_SPIN = 2**31 - 1
_LINES = 3
_PROSE_LINES = 6


def build_editor(kind: Kind, themes: ThemeManager, dialogs: Dialogs, parent: QWidget) -> Editor:
    editor = _build(kind, themes, dialogs, parent)
    if not isinstance(kind, Texts | Prose):
        editor.setFixedHeight(field_height(editor))
    return editor


def _build(kind: Kind, themes: ThemeManager, dialogs: Dialogs, parent: QWidget) -> Editor:
    match kind:
        case Flag():
            return _flag(themes, parent)
        case Choice():
            return _choice(kind, themes, parent)
        case Whole() if kind.high > _WIDEST_SPIN:
            return _long_number(kind, themes, parent)
        case Whole():
            return _whole(kind, themes, parent)
        case Number():
            return _number(kind, themes, parent)
        case Texts():
            return _texts(themes, parent)
        case Prose():
            return _prose(themes, parent)
        case Place():
            return _place(kind, themes, dialogs, parent)


def _flag(themes: ThemeManager, parent: QWidget) -> Editor:
    box = Tick(parent)
    editor = Editor(box, box.setChecked, themes, framed=False)
    box.toggled.connect(editor.offer)
    return editor


def _choice(kind: Choice, themes: ThemeManager, parent: QWidget) -> Editor:
    box = Combo(parent)
    for value, label in kind.options:
        box.addItem(_translated(label), value)

    def show(value: str) -> None:
        # a value that is only in the file is shown while it holds
        while box.count() > len(kind.options):
            box.removeItem(len(kind.options))
        if box.findData(value) < 0:
            box.addItem(value, value)
        box.setCurrentIndex(box.findData(value))

    editor = Editor(box, show, themes)
    box.currentIndexChanged.connect(lambda: editor.offer(box.currentData()))
    return editor


def _whole(kind: Whole, themes: ThemeManager, parent: QWidget) -> Editor:
    spin = Spin(parent)
    # one below the lowest stands for what may be there instead
    lowest = kind.low - 1 if kind.instead else kind.low
    spin.setRange(lowest, kind.high)
    spin.setSingleStep(kind.step)
    spin.setGroupSeparatorShown(True)
    if kind.instead:
        spin.setSpecialValueText(_translated(kind.instead.label))

    def show(value: object) -> None:
        spin.setValue(value if isinstance(value, int) else lowest)

    def read(value: int) -> object:
        return kind.instead.value if kind.instead and value == lowest else value

    editor = Editor(spin, show, themes)
    spin.valueChanged.connect(lambda value: editor.offer(read(value)))
    return editor


def _number(kind: Number, themes: ThemeManager, parent: QWidget) -> Editor:
    spin = DecimalSpin(parent)
    spin.setRange(kind.low + 10**-DECIMALS if kind.above else kind.low, kind.high)
    spin.setSingleStep(kind.step)
    editor = Editor(spin, spin.setValue, themes)
    spin.valueChanged.connect(editor.offer)
    return editor


def _long_number(kind: Whole, themes: ThemeManager, parent: QWidget) -> Editor:
    line = QLineEdit(parent)
    line.setFrame(False)
    digits = QRegularExpression(rf"[0-9]{{0,{len(str(kind.high))}}}")
    line.setValidator(QRegularExpressionValidator(digits, line))
    if kind.instead:
        line.setPlaceholderText(_translated(kind.instead.label))

    def show(value: int | None) -> None:
        line.setText("" if value is None else str(value))

    editor = Editor(line, show, themes)

    def finish() -> None:
        value = min(int(line.text()), kind.high) if line.text() else None
        show(value)
        editor.offer(value)

    line.editingFinished.connect(finish)
    return editor


def _text_edit(lines: int, themes: ThemeManager, parent: QWidget) -> QPlainTextEdit:
    edit = QPlainTextEdit(parent)
    edit.setFrameShape(QFrame.Shape.NoFrame)
    edit.setTabChangesFocus(True)
    edit.setVerticalScrollBar(ThinScrollBar(themes, "raised", edit))
    edit.document().setDocumentMargin(2)
    edit.setFixedHeight(edit.fontMetrics().lineSpacing() * lines + 8)
    return edit


def _prose(themes: ThemeManager, parent: QWidget) -> Editor:
    edit = _text_edit(_PROSE_LINES, themes, parent)

    def show(value: str) -> None:
        if edit.toPlainText() != value:
            edit.setPlainText(value)

    editor = Editor(edit, show, themes)
    edit.textChanged.connect(lambda: editor.offer(edit.toPlainText()))
    return editor


def _texts(themes: ThemeManager, parent: QWidget) -> Editor:
    edit = _text_edit(_LINES, themes, parent)
    edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)

    def show(value: tuple[str, ...]) -> None:
        # what is being typed is not set anew under the cursor
        if from_lines(edit.toPlainText()) != value:
            edit.setPlainText(to_lines(value))

    editor = Editor(edit, show, themes)
    edit.textChanged.connect(lambda: editor.offer(from_lines(edit.toPlainText())))
    return editor


def _place(kind: Place, themes: ThemeManager, dialogs: Dialogs, parent: QWidget) -> Editor:
    field = PlaceField(themes, dialogs, parent)
    field.edit.setFrame(False)
    field.edit.setPlaceholderText(", ".join(kind.words))
    editor = Editor(field, field.show_place, themes)
    field.chosen.connect(editor.offer)
    return editor


def _translated(label: str) -> str:
    return QCoreApplication.translate("Settings", label)
