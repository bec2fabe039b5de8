"""What speculation saved and what it wasted, in numbers."""

from __future__ import annotations

from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.number_cell import MEDIUM, NumberCell, lay_out
from desktop_app.ui.theme import Theme, ThemeManager


class WorkNumbers(Instrument):
    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.avoided = NumberCell(
            self.tr("target passes avoided"),
            self.tr(
                "Tokens of this reply − passes of the target (rounds). Plain decoding takes one pass for "
                "each token."
            ),
            "accepted",
            MEDIUM,
        )
        self.wasted = NumberCell(
            self.tr("drafts wasted"),
            self.tr(
                "Drafted − accepted: the rejected drafts, and the untested ones behind a rejection or the "
                "end."
            ),
            "text",
            MEDIUM,
        )
        self.utilisation = NumberCell(
            self.tr("draft utilisation"),
            self.tr(
                "Accepted / drafted. Other than in the acceptance rate, untested drafts count as waste here."
            ),
            "text",
            MEDIUM,
        )
        self.prefill = NumberCell(
            self.tr("prompt tokens/s"),
            self._prefill_definition(None),
            "text",
            MEDIUM,
        )
        lay_out(self.cells(), self, spacing=8)

    def cells(self) -> tuple[NumberCell, ...]:
        return (self.avoided, self.wasted, self.utilisation, self.prefill)

    def draw(self) -> None:
        summary = self.reply.summary()
        # a server that only reports its figures tells nothing of rounds
        avoided = summary.emitted - summary.target_calls if summary.target_calls else None
        self.avoided.set_value(figures.count(avoided))
        self.wasted.set_value(figures.count(summary.drafted - summary.accepted if summary.drafted else None))
        self.wasted.set_caption(
            self.tr("of {drafted} drafts wasted").format(drafted=figures.count(summary.drafted))
            if summary.drafted
            else self.tr("drafts wasted")
        )
        self.utilisation.set_value(figures.percent(summary.draft_utilisation))
        self.prefill.set_value(figures.rate(summary.prefill_tokens_per_s))
        prefilled = self.reply.prefilled
        self.prefill.explain(self._prefill_definition(None if prefilled is None else prefilled.reused))

    def _prefill_definition(self, reused: int | None) -> str:
        text = self.tr(
            "Prompt tokens that were read for this reply / seconds it took (prefill). Tokens still in the "
            "cache from the turn before are not read again and do not count."
        )
        if not reused:
            return text
        return text + " " + self.tr("%n token(s) of the prompt were in the cache.", "", reused)

    def summary(self) -> str:
        self.draw()
        return ", ".join(cell.accessibleName() for cell in self.cells())

    def set_theme(self, theme: Theme) -> None:
        for cell in self.cells():
            cell.set_theme(theme)
