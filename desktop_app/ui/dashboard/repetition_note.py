"""The line under the numbers of a reply that goes round in circles."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel

from desktop_app.decoding.looping import AGREEING, LASTING, MAX_PERIOD, SHORTEST, TURNS, Repetition
from desktop_app.ui.dashboard.labels import SMALL, scaled
from desktop_app.ui.theme import Theme


class RepetitionNote(QLabel):
    """Hidden where nothing repeats itself. Its tooltip says what counts as that."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(scaled(self.font(), SMALL))
        self.setAccessibleDescription(self._definition())
        self.setToolTip(f"<qt>{self._definition()}</qt>")
        self.hide()

    def show_repetition(self, repetition: Repetition | None, *, plain: bool = False) -> None:
        """plain: of a reply without drafts, whose speed is no better for it."""
        text = "" if repetition is None else self._text(repetition, plain=plain)
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(text)
            self.setVisible(bool(text))

    def set_theme(self, theme: Theme) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, theme.color("corrected"))
        self.setPalette(palette)

    def _text(self, repetition: Repetition, *, plain: bool) -> str:
        start, end = f"{repetition.start + 1:,}", f"{repetition.end:,}"
        if repetition.goes_on:
            text = self.tr("The reply repeats itself since token {start}").format(start=start)
        else:
            text = self.tr("The reply repeated itself from token {start} to {end}")
            text = text.format(start=start, end=end)
        return f"{text}." if plain else f"{text}: {self.tr('acceptance and speed are flattered')}."

    def _definition(self) -> str:
        return self.tr(
            "A reply repeats itself when its last tokens, {turns} turns of a phrase of at most {longest} "
            "tokens and {least} tokens in all, equal the token one turn before at {share} % of the places, "
            "and that has gone on for {lasting} tokens. Drafts of such a text are nearly always right, so "
            "its figures say little about other replies."
        ).format(
            turns=TURNS, longest=MAX_PERIOD, least=SHORTEST, share=round(100 * AGREEING), lasting=LASTING
        )
