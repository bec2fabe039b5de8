"""Which draft would have won on this chat's finished replies: a sentence, a button, all on hover."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout

from desktop_app.bench.audition_outcome import AuditionOutcome, Scored
from desktop_app.bench.duel import Lane
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.draft_names import drafter_name
from desktop_app.ui.theme import ThemeManager


class AuditionCard(Instrument):
    """chosen: draft and k that this chat is to use, as in a request."""

    chosen = Signal(str, object)

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self._winner: Scored | None = None
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.use = PushButton(self.tr("Use It in This Chat"), themes)
        self.use.clicked.connect(self._use)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(8)
        box.addWidget(self.words)
        box.addWidget(self.use, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_outcome(None, Lane())

    def show_outcome(self, outcome: AuditionOutcome | None, chosen: Lane) -> None:
        """chosen: what counts for the next reply; the button is there where something else has won."""
        place = outcome.winner if outcome is not None else None
        self._winner = outcome.lanes[place] if outcome is not None and place is not None else None
        self.words.setText(self._sentence(outcome, place))
        self.words.setToolTip(self._table(outcome) if outcome is not None else "")
        self.words.setAccessibleDescription(self.words.toolTip())
        won = outcome is not None and place is not None and place != outcome.used
        winner = Lane(self._winner.draft, self._winner.k) if self._winner is not None else None
        self.use.setVisible(won and winner != chosen)

    def summary(self) -> str:
        return self.words.text()

    def _use(self) -> None:
        if self._winner is not None:
            self.chosen.emit(self._winner.draft, self._winner.k)

    def _sentence(self, outcome: AuditionOutcome | None, place: int | None) -> str:
        if outcome is None:
            return self.tr("When you pause, other drafts are tried on the finished replies of this chat.")
        if place is None:
            return self.tr("Too little was written here to say which draft is the fastest.")
        best = figures.times(outcome.predicted(place))
        name = self._name(outcome.lanes[place])
        measured = outcome.measured_speedup
        if place == outcome.used:
            now = self.tr("measured {factor}").format(factor=figures.times(measured)) if measured else ""
            sentence = self.tr("{name}, as used here, is the fastest: predicted {best}.").format(
                name=name[:1].upper() + name[1:], best=best
            )
            return f"{sentence} ({now})" if now else sentence
        if measured is not None:
            sentence = self.tr("Here {name} would have won: predicted {best} against {now} measured.")
            return sentence.format(name=name, best=best, now=figures.times(measured))
        sentence = self.tr("Here {name} would have won: predicted {best} against {now}, predicted too.")
        return sentence.format(name=name, best=best, now=figures.times(outcome.predicted(outcome.used)))

    def _name(self, lane: Scored) -> str:
        if lane.draft == "none":
            return self.tr("plain decoding")
        name = drafter_name(lane.draft)
        return name if lane.k == "auto" else self.tr("{drafter} with k {k}").format(drafter=name, k=lane.k)

    def _table(self, outcome: AuditionOutcome) -> str:
        rows = "".join(
            f"<tr><td>{escape(self._name(lane))}</td>"
            f"<td align='right'>&nbsp; {figures.times(outcome.predicted(place))}</td>"
            f"<td align='right'>&nbsp; {figures.rate(lane.tokens_per_s)}</td>"
            f"<td align='right'>&nbsp; {figures.percent(lane.acceptance_rate)}</td></tr>"
            for place, lane in enumerate(outcome.lanes)
        )
        head = "".join(
            f"<td align='right'>&nbsp; {escape(text)}</td>"
            for text in (self.tr("predicted"), self.tr("tokens/s"), self.tr("accepted"))
        )
        method = self.tr(
            "Each draft walked along %n finished replies; nothing was generated. Its draft and verify passes "
            "were timed on the way, in pauses, so that these are predictions. Where the rejection verifier "
            "drew the reply, chance decides with p and q computed again which drafts would have stood.",
            "",
            len(outcome.messages),
        )
        return f"<table><tr><td></td>{head}</tr>{rows}</table><p>{escape(method)}</p>"
