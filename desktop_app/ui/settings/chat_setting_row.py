"""One setting of a chat: its field, whether it is set here, and the way back to the default."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.settings.kinds import Choice, Prose, Whole
from desktop_app.settings.record import Record
from desktop_app.ui.controls.buttons import IconButton
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.settings.editors import build_editor
from desktop_app.ui.settings.setting_row import FIELD_WIDTH, dim_label, keep_place, translate
from desktop_app.ui.theme import ThemeManager

_LONGEST = 24


class ChatSettingRow(QWidget):
    """Emits `changed` with the name and the value, `reset_requested` with the name."""

    changed = Signal(str, object)
    reset_requested = Signal(str)

    def __init__(self, record: Record, themes: ThemeManager, dialogs: Dialogs, parent: QWidget) -> None:
        super().__init__(parent)
        self.record = record
        self._themes = themes
        self._set_here = False
        self._label = translate("Settings", record.label)
        self._title = QLabel(self._label, self)
        self.state = dim_label("", self)
        self.editor = build_editor(record.kind, themes, dialogs, self)
        self.reset = IconButton("reset", "", themes, self)
        self._describe()
        self._build()
        self.editor.changed.connect(self._edited)
        self.reset.clicked.connect(self._reset)
        themes.changed.connect(self._recolour)

    @property
    def set_here(self) -> bool:
        return self._set_here

    def show_value(self, value: object, default: object, *, set_here: bool) -> None:
        """value: what counts. default: what counts where nothing is set here."""
        self._set_here = set_here
        self.editor.show_value(value)
        self.reset.setVisible(set_here)
        shown = shown_value(self.record, default)
        if not set_here:
            text = translate("ChatSettings", "Default")
        elif shown:
            text = translate("ChatSettings", "Set here · default {value}").format(value=shown)
        else:
            text = translate("ChatSettings", "Set here")
        self.state.setText(text)
        self.editor.describe(f"{translate('Settings', self.record.description)} {text}.")
        self._recolour()

    def _describe(self) -> None:
        self.editor.set_name(self._label)
        back = translate("ChatSettings", "Reset {setting} to the default").format(setting=self._label)
        self.reset.setToolTip(back)
        self.reset.setAccessibleName(back)
        self._title.setBuddy(self.editor.field)
        self._title.setToolTip(translate("Settings", self.record.description))
        self.editor.setToolTip(translate("Settings", self.record.description))

    def _build(self) -> None:
        keep_place(self.reset)
        if isinstance(self.record.kind, Prose):
            self._build_wide()
            return
        words = QVBoxLayout()
        words.setSpacing(1)
        self._title.setWordWrap(True)
        words.addWidget(self._title)
        words.addWidget(self.state)
        words.addStretch(1)
        self.editor.setFixedWidth(FIELD_WIDTH)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addLayout(words, 1)
        row.addWidget(self.editor, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignTop)

    def _build_wide(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self.state, 1)
        head.addWidget(self.reset)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.editor)

    def _recolour(self) -> None:
        """What is set here stands out a little."""
        palette = self.state.palette()
        role = "accent" if self._set_here else "dim"
        palette.setColor(QPalette.ColorRole.PlaceholderText, self._themes.current.color(role))
        self.state.setPalette(palette)

    def _edited(self, value: object) -> None:
        self.changed.emit(self.record.name, value)

    def _reset(self) -> None:
        # the button goes, so the focus would go somewhere else
        self.editor.setFocus()
        self.reset_requested.emit(self.record.name)


def shown_value(record: Record, value: object) -> str:
    """A value in a word or two; "" for nothing."""
    kind = record.kind
    if isinstance(kind, Choice):
        labels = {option: translate("Settings", label) for option, label in kind.options}
        return labels.get(str(value), str(value))[:_LONGEST]
    if isinstance(kind, Whole) and kind.instead is not None and value == kind.instead.value:
        return translate("Settings", kind.instead.label)
    if isinstance(value, tuple):
        return ""
    if isinstance(value, float):
        return f"{value:g}"
    return f"{value:,}" if isinstance(value, int) else str(value)[:_LONGEST]
