"""The settings of one section under its heading."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.settings.record import Record
from desktop_app.settings.table import SECTIONS, Settings
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.settings.setting_row import SettingRow, counts_sentence, dim_label, keep_place, translate
from desktop_app.ui.theme import ThemeManager


def heading(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 1.3)
    font.setBold(True)
    label.setFont(font)
    return label


class SectionPage(QWidget):
    """Emits `changed` with a dict of what the user set."""

    changed = Signal(dict)

    def __init__(
        self,
        section: str,
        records: Sequence[Record],
        themes: ThemeManager,
        dialogs: Dialogs,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.title = translate("Settings", SECTIONS[section])
        self._changed = self._searched = False
        self.restore = PushButton(translate("Settings", "Restore Defaults"), themes, self)
        self.restore.setAccessibleName(
            translate("Settings", "Restore the defaults of {section}").format(section=self.title)
        )
        self.restore.setAccessibleDescription(
            translate("Settings", "Every setting of this section gets its default back.")
        )
        when = {record.counts for record in records}
        # said once for all of them, or by each for itself
        shared = counts_sentence(when.pop()) if len(when) == 1 else ""
        self._build_head(shared)
        self.rows = [
            SettingRow(record, "" if shared else counts_sentence(record.counts), themes, dialogs, self)
            for record in records
        ]
        for row in self.rows:
            self._column.addWidget(row)
            row.changed.connect(self._row_changed)
        self.restore.clicked.connect(self._restore)

    def show_settings(self, settings: Settings) -> None:
        for row in self.rows:
            row.show_value(getattr(settings, row.record.name))
        self._changed = any(getattr(settings, row.record.name) != row.record.default for row in self.rows)
        self._show_restore()

    def show_matching(self, words: list[str]) -> bool:
        """Shows the settings all words are said of; returns whether there are any."""
        self._searched = bool(words)
        self._show_restore()
        named = all(word in self.title.casefold() for word in words)
        found = [named or row.matches(words) for row in self.rows]
        for row, visible in zip(self.rows, found, strict=True):
            row.setVisible(visible)
        return any(found)

    def _show_restore(self) -> None:
        # it is for the whole section, so not where a part of it is shown
        self.restore.setVisible(self._changed and not self._searched)

    def _build_head(self, note: str) -> None:
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(16)
        head = QHBoxLayout()
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(heading(self.title, self))
        if note:
            words.addWidget(dim_label(note, self))
        head.addLayout(words, 1)
        keep_place(self.restore)
        head.addWidget(self.restore)
        self._column.addLayout(head)

    def _row_changed(self, name: str, value: object) -> None:
        self.changed.emit({name: value})

    def _restore(self) -> None:
        self.changed.emit({row.record.name: row.record.default for row in self.rows})
        self.rows[0].editor.setFocus()
