"""One setting in the dialog: what it is called, what it does, its field, and the way back to the default."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.settings.kinds import Choice
from desktop_app.settings.record import Counts, Record
from desktop_app.ui.controls.buttons import IconButton
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.sentences import together
from desktop_app.ui.settings.editors import build_editor
from desktop_app.ui.theme import ThemeManager

FIELD_WIDTH = 230

# lupdate knows the function by this name
translate = QCoreApplication.translate


def counts_sentence(counts: Counts) -> str:
    """When a change counts; "" for at once."""
    match counts:
        case "now":
            return ""
        case "reply":
            return translate("Settings", "Counts for the next reply.")
        case "load":
            return translate("Settings", "Counts when a model is loaded.")
        case "start":
            return translate("Settings", "Counts at the next start.")


def dim_label(text: str, parent: QWidget) -> QLabel:
    """A label in the palette's dim colour, so that it follows the theme."""
    label = QLabel(text, parent)
    label.setWordWrap(True)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


class SettingRow(QWidget):
    """Emits `changed` with the setting's name and the new value."""

    changed = Signal(str, object)

    def __init__(
        self, record: Record, counts: str, themes: ThemeManager, dialogs: Dialogs, parent: QWidget
    ) -> None:
        """counts: the sentence that says when a change counts, "" where it is said elsewhere."""
        super().__init__(parent)
        self.record = record
        self._label = translate("Settings", record.label)
        description = together([translate("Settings", record.description), counts])
        self._title = QLabel(self._label, self)
        self._title.setWordWrap(True)
        self._description = dim_label(description, self)
        self.editor = build_editor(record.kind, themes, dialogs, self)
        self.reset = IconButton("reset", "", themes, self)
        self._name_parts(description, record.counts)
        self._build()
        self.editor.changed.connect(self._edited)
        self.reset.clicked.connect(self._reset)

    def show_value(self, value: object) -> None:
        self.editor.show_value(value)
        self.reset.setVisible(value != self.record.default)

    def matches(self, words: list[str]) -> bool:
        """Whether every word is somewhere in what is said about the setting, in the file too."""
        options = self.record.kind.options if isinstance(self.record.kind, Choice) else ()
        said = [self._label, self._description.text(), self.record.section, self.record.name]
        said += [translate("Settings", label) for _, label in options]
        text = " ".join(said).casefold()
        return all(word in text for word in words)

    def _name_parts(self, description: str, counts: Counts) -> None:
        when = counts_sentence(counts)
        described = description if when in description else together([description, when])
        self.editor.set_name(self._label)
        self.editor.describe(described)
        back = translate("Settings", "Reset {setting} to its default").format(setting=self._label)
        self.reset.setToolTip(back)
        self.reset.setAccessibleName(back)
        self._title.setBuddy(self.editor.field)

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._title)
        words.addWidget(self._description)
        words.addStretch(1)
        self.editor.setFixedWidth(FIELD_WIDTH)
        keep_place(self.reset)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addLayout(words, 1)
        row.addWidget(self.editor, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignTop)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def _edited(self, value: object) -> None:
        self.changed.emit(self.record.name, value)

    def _reset(self) -> None:
        # the button goes, so the focus would go somewhere else
        self.editor.setFocus()
        self.changed.emit(self.record.name, self.record.default)


def keep_place(widget: QWidget) -> None:
    """What stands beside it does not move when it is hidden."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)
