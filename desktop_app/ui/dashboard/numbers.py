"""The big numbers of a reply, each with its definition."""

from __future__ import annotations

from desktop_app.decoding.measured_speedup import MeasuredSpeedup
from desktop_app.decoding.tally import TallySummary
from desktop_app.ui.chat.switch_words import no_speedup, part_lines
from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.number_cell import NumberCell, lay_out
from desktop_app.ui.dashboard.repetition_note import RepetitionNote
from desktop_app.ui.theme import Theme, ThemeManager


class NumberGrid(Instrument):
    """The six numbers of one reply."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.speed = NumberCell(self.tr("tokens/s"), self._speed_definition())
        self.speedup = NumberCell(self.tr("measured speedup"), self._speedup_missing(), "accent")
        self.acceptance = NumberCell(
            self.tr("acceptance"),
            self.tr(
                "Acceptance rate: accepted drafts / tested levels. A tested level is a depth at which the "
                "target compared a draft; drafts after a rejection are untested and do not count."
            ),
            "accepted",
        )
        self.per_round = NumberCell(
            self.tr("tokens/round"),
            self.tr(
                "Tokens of the reply / rounds. A round is one pass of the target; plain decoding gives 1.00."
            ),
        )
        self.first_token = NumberCell(self.tr("to first token"), self._first_token_definition(None))
        self.tokens = NumberCell(
            self.tr("tokens"),
            self.tr("Tokens of this reply, and the rounds (passes of the target) they took."),
        )
        self.repetition = RepetitionNote()
        grid = lay_out(self.cells(), self)
        grid.addWidget(self.repetition, grid.rowCount(), 0, 1, grid.columnCount())

    def cells(self) -> tuple[NumberCell, ...]:
        return (self.speed, self.speedup, self.acceptance, self.per_round, self.first_token, self.tokens)

    def set_theme(self, theme: Theme) -> None:
        for cell in self.cells():
            cell.set_theme(theme)
        self.repetition.set_theme(theme)

    def summary(self) -> str:
        self.draw()
        numbers = ", ".join(cell.accessibleName() for cell in self.cells())
        return "\n".join(filter(None, (numbers, self.repetition.text())))

    def draw(self) -> None:
        summary = self.reply.summary()
        self._show_speed(summary)
        self.repetition.show_repetition(self.reply.series.loops.repetition, plain=self.reply.plain)
        self.acceptance.set_value(figures.percent(summary.acceptance_rate))
        self.per_round.set_value(figures.per_round(summary.tokens_per_round))
        self.first_token.set_value(figures.seconds(summary.ttft_s))
        self.first_token.explain(self._first_token_definition(summary.prefill_tokens_per_s))
        self.tokens.set_caption(self.tr("tokens in {rounds} rounds").format(rounds=summary.rounds))
        self.tokens.set_value(f"{summary.emitted:,}")
        self._show_speedup(summary)

    def _show_speed(self, summary: TallySummary) -> None:
        """Of a switched reply that of its last part: a rate over both modes says nothing about either."""
        definition = self._speed_definition(reported=summary.source == "reported")
        parts = self.reply.series.parts
        last = parts.all()[-1]
        if not parts.switched:
            self.speed.set_caption(self.tr("tokens/s"))
            self.speed.set_value(figures.rate(summary.decode_tokens_per_s))
            self.speed.explain(definition)
            return
        caption = self.tr("tokens/s since token {number}")
        self.speed.set_caption(caption.format(number=f"{last.start + 1:,}"))
        self.speed.set_value(figures.rate(last.decode_tokens_per_s))
        lines = [f"{line}." for line in part_lines(parts.all())]
        self.speed.explain(" ".join([definition, *lines, no_speedup()]))

    def _show_speedup(self, summary: TallySummary) -> None:
        """By a plain reply to the same prompt where there is one, else by the control rounds."""
        plain, speed, controls = self.reply.same_prompt_plain, summary.decode_tokens_per_s, summary.speedup
        switched = self.reply.series.parts.switched
        self.speedup.set_caption(self.tr("measured speedup"))
        if self.reply.plain:
            self.speedup.set_value(figures.MISSING)
            self.speedup.explain(
                self.tr(
                    "This reply is plain: it is what a speculative reply to the same prompt is compared with."
                )
            )
        elif plain and speed is not None and not switched:
            self._show_factor(speed / plain)
            self.speedup.explain(self._speedup_definition(plain))
        elif controls is not None:
            self._show_factor(controls.value)
            self.speedup.set_caption(
                self.tr("speedup, {low} to {high}").format(
                    low=figures.per_round(controls.low), high=figures.times(controls.high)
                )
            )
            definition = self._control_definition(controls)
            self.speedup.explain(f"{definition} {self._of_switched()}" if switched else definition)
        elif switched:
            self.speedup.set_value(figures.MISSING)
            self.speedup.explain(f"{self._speedup_missing()} {self._of_switched()}")
        else:
            self.speedup.set_value(figures.MISSING)
            self.speedup.explain(
                self._speedup_missing() if plain is None else self._speedup_definition(plain)
            )

    def _show_factor(self, factor: float) -> None:
        self.speedup.set_value(figures.times(factor))
        self.speedup.set_color_role("accent" if factor >= 1 else "rejected")

    def _speed_definition(self, *, reported: bool = False) -> str:
        text = self.tr(
            "Decode tokens per second: tokens after the first round / seconds since the end of the first "
            "round. Reading the prompt is not part of it."
        )
        return text + " " + self.tr("As reported by the server.") if reported else text

    def _first_token_definition(self, prefill: float | None) -> str:
        text = self.tr("Time from asking to the end of the first round, reading the prompt included.")
        if prefill is None:
            return text
        return (
            text + " " + self.tr("The prompt was read at {rate} tokens/s.").format(rate=figures.rate(prefill))
        )

    def _speedup_missing(self) -> str:
        return self.tr(
            "Speedup is measured, never estimated: by control rounds in a reply that is long enough, or by a "
            "plain reply to the same prompt (switch to Plain and ask the same in a new chat). Both are "
            "missing here."
        )

    def _control_definition(self, speedup: MeasuredSpeedup) -> str:
        return self.tr(
            "The time the speculated tokens would have taken plainly / the time they took. Plainly is known "
            "from {count} control rounds: rounds of this very reply, picked by chance, that were decoded "
            "plainly; each token is set against those next to it. With 95 % certainty the speedup lies "
            "between {low} and {high}. Too low: the draft has a little more to catch up after a control "
            "round, and rare hiccups of the machine are mostly missed. Too high: after drafting, a plain "
            "step starts with cold caches. All are small; a duel measures whole replies. Control rounds can "
            "be switched off in the settings."
        ).format(count=speedup.controls, low=figures.times(speedup.low), high=figures.times(speedup.high))

    def _of_switched(self) -> str:
        return self.tr(
            "This reply was switched in mid-answer: only control rounds of its speculative parts measure a "
            "speedup, and the round after a switch, in which the draft catches up, is left out."
        )

    def _speedup_definition(self, plain: float) -> str:
        return self.tr(
            "Decode tokens/s of this reply / decode tokens/s of a plain reply measured on the same prompt "
            "({plain} tokens/s)."
        ).format(plain=figures.rate(plain))
