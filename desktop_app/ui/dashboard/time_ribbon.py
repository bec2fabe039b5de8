"""Where the time of the rounds goes, draft, verify, other: of each of the last ones, and of the reply."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.decoding.rounds import Round
from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.labels import small_label
from desktop_app.ui.dashboard.round_columns import ROLES, RoundColumns
from desktop_app.ui.dashboard.series import shares
from desktop_app.ui.dashboard.shown_reply import ShownReply
from desktop_app.ui.theme import DARK, Theme, ThemeManager


class _Bar(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.theme = DARK
        self.parts: tuple[float, ...] = ()
        self.setFixedHeight(round(self.fontMetrics().height() * 0.8))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        clip = QPainterPath()
        clip.addRoundedRect(whole, 4, 4)
        painter.setClipPath(clip)
        painter.fillRect(whole, self.theme.color("background"))
        total = sum(self.parts)
        left = 0.0
        for part, role in zip(self.parts, ROLES, strict=False):
            width = whole.width() * part / total if total > 0 else 0.0
            painter.fillRect(QRectF(left, 0, width, whole.height()), self.theme.color(role))
            left += width


class TimeRibbon(Instrument):
    """Shares of the time spent in rounds so far."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.columns = RoundColumns()
        self._bar = _Bar()
        self._text = small_label()
        self._text.setTextFormat(Qt.TextFormat.RichText)
        self._text.setWordWrap(True)
        self._theme = DARK
        self._mean_text = small_label()
        self.aside = self._mean_text
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(6)
        box.addWidget(self.columns)
        box.addWidget(self._bar)
        box.addWidget(self._text)
        self.setToolTip(
            "<qt>"
            + self.tr(
                "Draft: finding the drafts. Verify: the target's pass. Other: sampling, bookkeeping. A "
                "column is one round, the newest at the right; the bar below shares out the time of the "
                "whole reply."
            )
            + "</qt>"
        )

    def begin(self, reply: ShownReply) -> None:
        super().begin(reply)
        self.columns.clear()

    def add_rounds(self, rounds: Sequence[Round]) -> None:
        self.columns.add_rounds(rounds)

    def set_theme(self, theme: Theme) -> None:
        self._theme = self._bar.theme = theme
        self.columns.set_theme(theme)
        self._bar.update()
        self._show_text()

    def draw(self) -> None:
        self.columns.update()
        self._bar.parts = self._seconds
        self._bar.update()
        self._show_text()

    def summary(self) -> str:
        if sum(self._seconds) <= 0:
            return self.tr("No round yet.")
        draft, verify, other = shares(self._seconds)
        return self.tr("Time per round {mean}: draft {draft} %, verify {verify} %, other {other} %.").format(
            mean=figures.seconds(self._mean), draft=draft, verify=verify, other=other
        )

    @property
    def _seconds(self) -> tuple[float, float, float]:
        summary = self.reply.summary()
        return summary.draft_s, summary.verify_s, summary.other_s

    @property
    def _mean(self) -> float:
        rounds = self.reply.summary().rounds
        return sum(self._seconds) / rounds if rounds else 0.0

    def _show_text(self) -> None:
        names = (self.tr("draft"), self.tr("verify"), self.tr("other"))
        parts = zip(names, shares(self._seconds), ROLES, strict=True)
        spans = [
            f'<span style="color:{self._theme.color(role).name()}">■</span>&nbsp;{name}&nbsp;{share}&nbsp;%'
            for name, share, role in parts
        ]
        self._text.setText("&nbsp;&nbsp; ".join(spans))
        mean = self.tr("{mean} a round").format(mean=figures.seconds(self._mean)) if self._mean else ""
        self._mean_text.setText(mean)
