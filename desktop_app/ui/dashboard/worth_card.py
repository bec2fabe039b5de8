"""The card “Is it worth it?”: what speculation gains in this chat, why, and one button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout

from desktop_app.decoding.drafters.names import AUTO
from desktop_app.decoding.round_costs import CostMeter
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.worth import Case, Remedy, Setup, Worth, worth_of
from desktop_app.engines.base import DraftLength
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.labels import SMALL, scaled, small_label
from desktop_app.ui.dashboard.reply_kind import ReplyKind
from desktop_app.ui.dashboard.shown_reply import ShownReply
from desktop_app.ui.dashboard.worth_figures import figures_of
from desktop_app.ui.dashboard.worth_words import button, from_next, sentence
from desktop_app.ui.theme import Theme, ThemeManager

_COLORS = {
    Case.GAINS: "accepted",
    Case.LOSES: "rejected",
    Case.SHOULD_LOSE: "rejected",
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What counts for the next reply."""

    draft: str = "auto"
    k: DraftLength = "auto"
    controls: bool = True


class WorthCard(Instrument):
    """Counts the rounds of the reply on screen with those of earlier replies of its kind in the chat.

    The earlier ones come by `add_earlier`, after `show_kind` said that there are some, until `earlier_known`.
    chosen: what counts for the next reply. baseline: a plain step in seconds of that kind, of other prompts,
    None where none is known. remedy_asked: the button was pressed, with the k to set.
    """

    slow = True
    remedy_asked = Signal(object, int)

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.chosen: Callable[[], Chosen] = Chosen
        self.baseline: Callable[[ReplyKind], float | None] = lambda _: None
        self._kind: ReplyKind | None = None
        self._theme = themes.current
        self._meter = CostMeter()
        self._waiting = False
        self._taken = 0
        self._worth = Worth(Case.NOTHING, Remedy.NOTHING)
        self._sentence = QLabel()
        self._sentence.setWordWrap(True)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.button = PushButton("", themes)
        self.button.clicked.connect(self._pressed)
        self._next = small_label()
        self._heard = small_label()
        self._heard.setWordWrap(True)
        self._heard.hide()
        self._counted = small_label()
        self.aside = self._counted
        self._cells = [(small_label(), QLabel()) for _ in figures_of(self._worth)]
        self._build()
        self.draw()

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 2, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(0, 1)
        for row, (caption, value) in enumerate(self._cells):
            value.setFont(scaled(value.font(), SMALL))
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(caption, row, 0)
            grid.addWidget(value, row, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(6)
        box.addWidget(self._sentence)
        box.addWidget(self.button)
        box.addWidget(self._next)
        box.addLayout(grid)
        box.addWidget(self._heard)

    # -- what is counted ----------------------------------------------------------------------------------

    def begin(self, reply: ShownReply) -> None:
        super().begin(reply)
        self._kind, self._waiting = None, False
        self._restart()

    def show_kind(self, kind: ReplyKind, *, earlier: bool) -> None:
        """What the reply on screen is; earlier: there are more of its kind to come."""
        self._kind, self._waiting = kind, earlier
        self._restart()

    def add_earlier(self, rounds: Sequence[Round]) -> None:
        """The rounds of an earlier reply, oldest reply first."""
        self._meter.begin()
        for round_ in rounds:
            self._meter.add(round_)

    def earlier_known(self) -> None:
        self._waiting = False
        self._meter.begin()
        self.setAccessibleDescription(self.summary())

    def _restart(self) -> None:
        self._meter, self._taken = CostMeter(), 0
        if not self._waiting:
            self._meter.begin()

    def _weigh(self) -> Worth:
        if not self._waiting:
            for round_ in self.reply.rounds[self._taken :]:
                self._meter.add(round_)
            self._taken = len(self.reply.rounds)
        kind = self._kind
        # one that began plainly may have been switched
        if self.reply.plain and (kind is None or kind.plain):
            return worth_of(None, None, Setup("none"))
        baseline = self.baseline(kind) if kind is not None else None
        draft = AUTO if kind is None or kind.plain else kind.draft
        setup = Setup(draft, self.chosen().controls)
        return worth_of(self._meter.costs(), baseline, setup)

    # -- what is shown ------------------------------------------------------------------------------------

    @property
    def worth(self) -> Worth:
        """As last drawn."""
        return self._worth

    @property
    def words(self) -> str:
        return self._sentence.text()

    def values(self) -> dict[str, str]:
        """The figures as they are shown, by their captions."""
        return {caption.text(): value.text() for caption, value in self._cells}

    def draw(self) -> None:
        self._worth = worth = self._weigh()
        self._sentence.setText(sentence(worth))
        self._recolour()
        for (caption, value), figure in zip(self._cells, figures_of(worth), strict=True):
            caption.setText(figure.caption)
            value.setText(figure.value)
            # as rich text the tooltip wraps
            tip = f"<qt>{figure.definition}</qt>"
            if tip != value.toolTip():
                caption.setToolTip(tip)
                value.setToolTip(tip)
        self._show_button(worth)
        self._show_counted(worth)

    def summary(self) -> str:
        self.draw()
        figures = (f"{name}: {value}." for name, value in self.values().items())
        return " ".join(filter(None, [self.words, *figures, self._heard.text()]))

    def show_audition(self, words: str, explained: str) -> None:
        """What other drafts would have come to in this chat, and how that is known; "" where they were not
        tried."""
        self._heard.setText(words)
        self._heard.setToolTip(explained)
        self._heard.setVisible(bool(words))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._recolour()

    def _recolour(self) -> None:
        palette = self._sentence.palette()
        color = self._theme.color(_COLORS.get(self._worth.case, "text"))
        if palette.color(QPalette.ColorRole.WindowText) == color:
            # a palette is costly to set, and this is drawn four times a second
            return
        palette.setColor(QPalette.ColorRole.WindowText, color)
        self._sentence.setPalette(palette)

    def _show_button(self, worth: Worth) -> None:
        text = button(worth)
        done = self._is_chosen(worth)
        if text and text != self.button.text():
            self.button.set_text(text)
        self.button.setVisible(bool(text) and not done)
        self._next.setText(from_next(worth))
        self._next.setVisible(done)

    def _show_counted(self, worth: Worth) -> None:
        costs = worth.costs
        text = ""
        if costs is not None:
            text = self.tr("replies {replies} · rounds {rounds}").format(
                replies=costs.replies, rounds=costs.rounds
            )
        self._counted.setText(text)
        self._counted.setToolTip(
            "<qt>"
            + self.tr(
                "The newest replies of this chat with the same model, draft, k, verifier and device. Every "
                "round counts once."
            )
            + "</qt>"
        )

    def _is_chosen(self, worth: Worth) -> bool:
        """Whether the next reply will be as the button would make it."""
        chosen = self.chosen()
        match worth.remedy:
            case Remedy.TURN_OFF:
                return chosen.draft == "none"
            case Remedy.TURN_ON:
                return chosen.draft != "none"
            case Remedy.LOOKUP:
                return chosen.draft == "lookup"
            case Remedy.SET_K:
                return worth.best is not None and chosen.k == worth.best[0]
            case Remedy.CONTROL_ROUNDS:
                return chosen.controls
        return False

    def _pressed(self) -> None:
        self.remedy_asked.emit(self._worth.remedy, self._worth.best[0] if self._worth.best else 0)
