"""Findings one below the other, each with a mark that tells its level by shape and colour."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_app.models.findings import Level
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.dashboard.labels import scaled
from desktop_app.ui.icons import pixmap
from desktop_app.ui.theme import ThemeManager

_MARK = 16
# the icon of a level, and its colour in the theme
_MARKS = {
    Level.OK: ("check", "accepted"),
    Level.NOTE: ("info", "corrected"),
    Level.PROBLEM: ("close", "rejected"),
}


# a level, and a sentence in the user's language
Row = tuple[Level | None, str]


class FindingList(QScrollArea):
    """In one or several parts, each with a heading unless that is empty. level None: without a mark."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._rows: list[tuple[QLabel, Level | None]] = []
        self._inside = QWidget(self)
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(10)
        self._column.addStretch(1)
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBar(ThinScrollBar(themes, "panel", self))
        self.setAccessibleName(self.tr("Findings"))
        for ground in (self.viewport(), self._inside):
            ground.setAutoFillBackground(False)
        themes.changed.connect(self._recolour)

    def show_findings(self, *parts: tuple[str, Sequence[Row]]) -> None:
        """Headings and sentences in the user's language."""
        while self._column.count() > 1:
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._rows = []
        for heading, rows in parts:
            for widget in (
                *([self._heading(heading)] if heading else []),
                *(self._row(level, sentence) for level, sentence in rows),
            ):
                self._column.insertWidget(self._column.count() - 1, widget)
                # the layout would do it only with the next event
                widget.show()
        self._recolour()
        self.verticalScrollBar().setValue(0)

    def _heading(self, text: str) -> QLabel:
        label = QLabel(text, self._inside)
        label.setFont(scaled(self.font(), 0.9))
        label.setContentsMargins(0, 4 if self._rows else 0, 0, 0)
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        return label

    def _row(self, level: Level | None, sentence: str) -> QWidget:
        row = QWidget(self._inside)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        mark, text = QLabel(row), QLabel(sentence, row)
        mark.setFixedWidth(_MARK)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        text.setAccessibleName(sentence if level is None else f"{self._name(level)}: {sentence}")
        line.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(text, 1)
        self._rows.append((mark, level))
        return row

    def _name(self, level: Level) -> str:
        match level:
            case Level.OK:
                return self.tr("Fine")
            case Level.NOTE:
                return self.tr("Note")
        return self.tr("Problem")

    def _recolour(self) -> None:
        for mark, level in self._rows:
            if level is not None:
                name, role = _MARKS[level]
                color = self._themes.current.color(role)
                mark.setPixmap(pixmap(name, color, _MARK, self.devicePixelRatioF()))
