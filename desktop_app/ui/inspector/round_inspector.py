"""One round, seen whole: what was drafted, what became of it and why, and what both models thought."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout

from desktop_app.decoding.rounds import Round
from desktop_app.ui.controls.tick import Tick
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.labels import small_label
from desktop_app.ui.dashboard.shown_reply import ShownReply
from desktop_app.ui.inspector.bars import Bar, bars_of
from desktop_app.ui.inspector.distribution_bars import DistributionBars
from desktop_app.ui.inspector.draft_picture import DraftPicture
from desktop_app.ui.inspector.reply_facts import UNKNOWN, ReplyFacts
from desktop_app.ui.inspector.round_nodes import RoundNodes, nodes_of
from desktop_app.ui.inspector.round_text import (
    bars_text,
    entropies,
    headline,
    node_text,
    outcome,
    rank_text,
    scale_note,
    timing,
    whole_text,
)
from desktop_app.ui.inspector.rules import rule_of
from desktop_app.ui.theme import DARK, Theme, ThemeManager

_RULE_LINES = 3


@dataclass(frozen=True, slots=True)
class Inspected:
    """position: of the chosen token among those the round emitted. paragraph: what is said of the paragraph
    it stands in."""

    round: Round
    position: int
    facts: ReplyFacts = UNKNOWN
    paragraph: str = ""


class RoundInspector(Instrument):
    """Shows what is inspected, else what `newest` gives. `node_read` is what a screen reader is to be told
    when another token of the picture was chosen; `record_wanted` whether distributions are to be kept.
    """

    node_read = Signal(str)
    record_wanted = Signal(bool)

    slow = True

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.theme: Theme = DARK
        self.newest: Callable[[], Inspected | None] = lambda: None
        self._inspected: Inspected | None = None
        self._nodes: RoundNodes | None = None
        self._drawn: Inspected | None = None
        self._waits = False
        self.picture = DraftPicture()
        self.bars = DistributionBars()
        self._headline = _wrapped(QLabel())
        self._outcome, self._timing, self._note = (_wrapped(small_label()) for _ in range(3))
        self._rule = _wrapped(QLabel())
        # so that walking over the tokens moves nothing below
        self._rule.setMinimumHeight(_RULE_LINES * self._rule.fontMetrics().lineSpacing() + 2)
        self._models, self._entropy = _wrapped(small_label()), _wrapped(small_label())
        self._paragraph, self._hint = _wrapped(small_label()), _wrapped(small_label())
        self.record = Tick(self.tr("Record distributions"))
        self._empty = _wrapped(small_label(self._how()))
        self._state = self.aside = small_label()
        self._build()
        self.picture.chosen.connect(self._node_chosen)
        self.record.toggled.connect(self.record_wanted)
        self._show_parts()

    def _build(self) -> None:
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        for part, gap in (
            (self._empty, 0),
            (self._headline, 0),
            (self._outcome, 0),
            (self._timing, 0),
            (self._rule, 4),
            (self.picture, 4),
            (self._note, 0),
            (self._models, 6),
            (self.bars, 2),
            (self._entropy, 0),
            (self._paragraph, 4),
            (self.record, 4),
            (self._hint, 0),
        ):
            if gap:
                box.addSpacing(gap)
            box.addWidget(part)
        self.record.setToolTip(f"<qt>{self._cost()}</qt>")
        self.record.setAccessibleDescription(self._cost())

    # -- what is shown ------------------------------------------------------------------------------------

    @property
    def inspected(self) -> Inspected | None:
        """What is on screen, or will be at the next `draw`."""
        return self._inspected or self.newest()

    @property
    def rule(self) -> str:
        return self._rule.text()

    def begin(self, reply: ShownReply) -> None:
        super().begin(reply)
        self.picture.forget_height()

    def inspect(self, inspected: Inspected | None) -> None:
        """Shows this round at once; None goes back to the newest."""
        self._inspected = inspected
        self._show()

    def choose_draft(self, draft: int | None) -> None:
        """Chooses the draft of this number in the round that is shown; None keeps what is chosen."""
        nodes = self._nodes.nodes if self._nodes is not None else ()
        found = (i for i, node in enumerate(nodes) if draft is not None and node.draft == draft)
        place = next(found, None)
        if place is not None:
            self.picture.choose(place)
            self._node_chosen(place)

    def set_recording(self, recording: bool) -> None:
        """Whether the next reply keeps its distributions."""
        self.record.blockSignals(True)
        self.record.setChecked(recording)
        self.record.blockSignals(False)
        self._show_hint()

    def draw(self) -> None:
        """Brings the picture up to date; a reply that runs is followed at every second call, for laying out
        so many words anew takes some milliseconds."""
        follows = self._inspected is None and bool(self.reply.rounds) and not self.reply.ended
        self._waits = follows and not self._waits
        if not self._waits:
            self._show()

    def _show(self) -> None:
        shown = self.inspected
        if shown == self._drawn:
            return
        self._drawn = shown
        self._nodes = None if shown is None else nodes_of(shown.round)
        if shown is None or self._nodes is None:
            self.picture.show_round(None)
        else:
            # what follows by itself may not jump, what was walked to may
            self.picture.keeps_height = self._inspected is None
            self.picture.show_round(self._nodes, self._nodes.of_emitted(shown.position))
            self._headline.setText(headline(self._nodes, shown.facts))
            self._outcome.setText(outcome(shown.round))
            self._timing.setText(timing(shown.round))
            self._note.setText(scale_note(self._nodes, shown.facts))
            self._paragraph.setText(shown.paragraph)
            self._show_node()
        self._show_parts()

    def summary(self) -> str:
        """Every fact of the picture as text, right even if it was not drawn."""
        shown = self.inspected
        if shown is None:
            return self._how()
        nodes = nodes_of(shown.round)
        lines = [whole_text(nodes, shown.facts), shown.paragraph]
        for place in range(len(nodes.nodes)):
            row, node = nodes.row_of(place), nodes.nodes[place]
            if row is not None and node.on_path:
                lines.append(bars_text(bars_of(row, node.token), row))
        return "\n".join(line for line in lines if line)

    def told(self) -> str:
        """The chosen token, its round and its paragraph, for a screen reader."""
        shown = self.inspected
        if shown is None:
            return ""
        nodes = nodes_of(shown.round)
        node = node_text(nodes, nodes.of_emitted(shown.position), shown.facts)
        return f"{node} {headline(nodes, shown.facts)}. {outcome(shown.round)}."

    def describe(self) -> None:
        """Tells a screen reader what is shown."""
        text = self.summary()
        self.setAccessibleDescription(text)
        self.picture.setAccessibleDescription(text)

    def set_theme(self, theme: Theme) -> None:
        self.theme = self.picture.theme = self.bars.theme = theme
        self.picture.update()
        self.bars.update()
        self._show_models()

    # -- the chosen token ---------------------------------------------------------------------------------

    def _node_chosen(self, index: int) -> None:
        self._show_node()
        if self._nodes is not None and self._drawn is not None:
            self.node_read.emit(node_text(self._nodes, index, self._drawn.facts))

    def _show_node(self) -> None:
        nodes, shown = self._nodes, self._drawn
        if nodes is None or shown is None:
            return
        index = self.picture.index
        text = rule_of(nodes, index, shown.facts)
        self._rule.setText(" ".join(filter(None, (text, rank_text(nodes.nodes[index], shown.facts)))))
        self._show_models()
        self._show_hint()

    def _current_bars(self) -> tuple[Bar, ...]:
        nodes = self._nodes
        if nodes is None:
            return ()
        index = self.picture.index
        row = nodes.row_of(index)
        if row is None:
            return ()
        return bars_of(row, nodes.nodes[nodes.of_emitted(nodes.nodes[index].depth)].token)

    def _show_models(self) -> None:
        bars = self._current_bars()
        self.bars.show_bars(bars)
        row = self._nodes.row_of(self.picture.index) if self._nodes is not None else None
        if row is None:
            self._models.setText("")
        else:
            key = [f'<span style="color:{self.theme.accent}">■</span>&nbsp;{self.tr("target p")}']
            if row.draft:
                key.append(f'<span style="color:{self.theme.plain}">□</span>&nbsp;{self.tr("draft q")}')
            self._models.setText("&nbsp;&nbsp; ".join(key))
            self._entropy.setText(entropies(row))
        self.bars.setVisible(bool(bars))
        self._models.setVisible(row is not None)
        self._entropy.setVisible(row is not None)

    # -- words --------------------------------------------------------------------------------------------

    def _show_hint(self) -> None:
        rows = self._drawn.round.rows if self._drawn is not None else None
        if rows is not None:
            size = len(json.dumps([asdict(row) for row in rows]))
            text = self.tr("The distributions of this round take {kb:.1f} kB in the chat.").format(
                kb=size / 1000
            )
        elif self.record.isChecked():
            text = self.tr("Recorded from the next reply on.")
        else:
            text = self.tr("What both models thought of the likeliest tokens was not kept.")
        if self._hint.text() != text:
            self._hint.setText(text)

    def _cost(self) -> str:
        return self.tr(
            "Keeps the five likeliest tokens of target and draft, with their probabilities and the entropy, "
            "for every token of the next replies. It takes time in every round, counted under “other”, and "
            "makes chats, traces and exports larger."
        )

    def _what(self) -> str:
        if self._inspected is not None:
            return self.tr("Esc leaves")
        return self.tr("the newest round")

    def _how(self) -> str:
        return self.tr("Click a word of a reply, or press Alt and an arrow key, to see how it was decided.")

    def _show_parts(self) -> None:
        some = self.inspected is not None
        self._state.setText(self._what() if some else "")
        self._empty.setVisible(not some)
        for part in (self._headline, self._outcome, self._timing, self.picture, self._rule):
            part.setVisible(some)
        self._note.setVisible(some and bool(self._note.text()))
        self._paragraph.setVisible(some and bool(self._paragraph.text()))
        self._show_models()


def _wrapped(label: QLabel) -> QLabel:
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    if label.foregroundRole() != QPalette.ColorRole.PlaceholderText:
        label.setTextFormat(Qt.TextFormat.PlainText)
    return label
