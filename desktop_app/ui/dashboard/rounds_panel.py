"""The rounds strip with its key and the words for what is selected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout

from desktop_app.decoding.rounds import Round
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.labels import small_label
from desktop_app.ui.dashboard.rounds_strip import RoundsStrip
from desktop_app.ui.dashboard.shown_reply import ShownReply
from desktop_app.ui.theme import DARK, Theme, ThemeManager


class RoundsPanel(Instrument):
    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self._theme = DARK
        self.strip = RoundsStrip()
        self._words = small_label()
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        # Two lines always, so that walking over the boxes moves nothing below.
        self._words.setMinimumHeight(2 * self._words.fontMetrics().lineSpacing() + 2)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(6)
        for part in (self.strip, self._words):
            box.addWidget(part)
        self.strip.described.connect(self._describe)
        self._describe("")

    @property
    def words(self) -> str:
        return self._words.text()

    def add_rounds(self, rounds: Sequence[Round]) -> None:
        self.strip.add_rounds(rounds)

    def begin(self, reply: ShownReply) -> None:
        super().begin(reply)
        self.strip.clear()

    def draw(self) -> None:
        self.strip.update()

    def summary(self) -> str:
        return self.strip.summary()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.strip.set_theme(theme)
        if self._words.textFormat() is Qt.TextFormat.RichText:
            self._describe("")

    def _describe(self, text: str) -> None:
        self._words.setTextFormat(Qt.TextFormat.PlainText if text else Qt.TextFormat.RichText)
        self._words.setText(text or self._key())

    def _key(self) -> str:
        kinds = (
            ("accepted", "■", self.tr("accepted")),
            ("rejected", "■", self.tr("rejected")),
            ("plain", "□", self.tr("untested")),
            ("corrected", "■", self.tr("corrected")),
            ("bonus", "■", self.tr("bonus")),
            ("plain", "■", self.tr("plain")),
        )
        spans = (
            f'<span style="color:{self._theme.color(role).name()}">{mark}</span>&nbsp;{name}'
            for role, mark, name in kinds
        )
        return "&nbsp;&nbsp; ".join(spans)
