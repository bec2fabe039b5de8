"""The dialog of the self-test: what it does, how far it is, its verdict, and how the last one ended."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QDateTime, QLocale, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QPalette
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.bench.selftest_result import SelfTestResult
from desktop_app.models.progress import Progress
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.controls.thin_bar import ThinBar
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.sentences import translated
from desktop_app.ui.theme import ThemeManager

_SIZE = QSize(560, 460)


@dataclass(frozen=True, slots=True)
class Pair:
    """What is tested: the target's name, the draft's name as asked for and as it is shown."""

    model: str
    draft: str
    title: str


class SelfTestDialog(QDialog):
    """Modeless: a chat can be read meanwhile. What happens is in SelfTestController.

    toggled: start or stop. saving: the details as a file. closed: also stops what runs.
    """

    toggled = Signal()
    saving = Signal()
    closed = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._role = "text"
        self.setWindowTitle(self.tr("Self-Test"))
        self._about = self._label(dim=False)
        self._pair = self._label(dim=False)
        self._last = self._label(dim=True)
        self._stage = self._label(dim=True)
        self._bar = ThinBar(themes, self)
        self.verdict = self._label(dim=False)
        self.details = QPlainTextEdit(self)
        self.start = PushButton("", themes, self, primary=True)
        self.copy = PushButton(self.tr("Copy Details"), themes, self)
        self.save = PushButton(self.tr("Save Details…"), themes, self)
        self._build()
        self.start.clicked.connect(self.toggled)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self.saving)
        themes.changed.connect(self._recolour)
        self._recolour()
        self.resize(_SIZE)

    @property
    def last(self) -> str:
        return self._last.text()

    @property
    def stage(self) -> str:
        return self._stage.text()

    def show_pair(self, pair: Pair | None, last: SelfTestResult | None) -> None:
        """What would be tested now, and how that went the last time; None while no model is loaded."""
        self.start.setEnabled(pair is not None)
        if pair is None:
            self._pair.setText(self.tr("No model is loaded: choose a target in the toolbar first."))
            self._last.setText("")
            self.show_result(None)
            return
        words = self.tr("Tested now: {model} with {draft}.")
        self._pair.setText(words.format(model=pair.model, draft=pair.title))
        self._last.setText(self._remembered(last))
        self.show_result(last)

    def show_idle(self) -> None:
        self.start.set_text(self.tr("Start the Self-Test"))
        self._bar.hide()
        self._stage.hide()

    def show_running(self, progress: Progress | None, *, waiting: bool) -> None:
        """waiting: for something else to end first."""
        self.start.set_text(self.tr("Stop"))
        self.verdict.hide()
        self._bar.show_progress(progress)
        self._bar.show()
        self._stage.show()
        if waiting:
            self._stage.setText(self.tr("Waits for the model, which is busy; nothing is interrupted."))
        else:
            self._stage.setText(self._part(progress))

    def show_result(self, result: SelfTestResult | None) -> None:
        self.verdict.setVisible(result is not None)
        for widget in (self.details, self.copy, self.save):
            widget.setVisible(result is not None)
        if result is not None:
            self._say(self._verdict(result), "accepted" if result.passed else "rejected")
            self.details.setPlainText(result.details)

    def show_sentence(self, sentence: str) -> None:
        """Why there is no verdict."""
        self._say(translated(sentence), "text")
        self.verdict.show()

    def _build(self) -> None:
        self._about.setText(
            self.tr(
                "Is speculative decoding lossless with your own model and draft, on this machine? The test "
                "writes the same replies with and without the draft, greedily and with coupled noise, and "
                "compares them token by token. Then it draws thousands of short texts and compares how often "
                "each comes with the model’s own probabilities."
            )
        )
        self.verdict.setWordWrap(True)
        self.details.setReadOnly(True)
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.details.setAccessibleName(self.tr("Details of the self-test"))
        self.details.setVerticalScrollBar(ThinScrollBar(self._themes, "raised", self.details))
        self.details.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.copy, self.save):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.start)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(20, 18, 20, 18)
        rows.setSpacing(10)
        for widget in (self._about, self._pair, self._last, self._stage, self._bar, self.verdict):
            rows.addWidget(widget)
        rows.addWidget(self.details, 1)
        rows.addStretch(0)
        rows.addLayout(buttons)

    def _label(self, *, dim: bool) -> QLabel:
        label = QLabel(self)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        if dim:
            label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        return label

    def _remembered(self, last: SelfTestResult | None) -> str:
        if last is None:
            return self.tr("Not tested yet. It takes minutes; you can stop it at any time.")
        words = self.tr("Passed on {date}; it took {time}.")
        if not last.passed:
            words = self.tr("Not passed on {date}; it took {time}.")
        when = QDateTime.fromSecsSinceEpoch(round(last.when))
        date = QLocale().toString(when, QLocale.FormatType.ShortFormat)
        return words.format(date=date, time=self._duration(last.seconds))

    def _duration(self, seconds: float) -> str:
        if seconds < 90:
            return self.tr("{seconds} s").format(seconds=max(1, round(seconds)))
        return self.tr("{minutes} min").format(minutes=round(seconds / 60))

    def _part(self, progress: Progress | None) -> str:
        if progress is None:
            return self.tr("Begins…")
        names = {
            "Identity: greedy, exact shape": self.tr("1 of 4: the same tokens, greedy"),
            "Identity: coupled, exact shape": self.tr("2 of 4: the same tokens, coupled noise"),
            "Frequencies: rejection": self.tr("3 of 4: the right frequencies, rejection"),
            "Identity: greedy, free shapes": self.tr("4 of 4: near ties, where shapes are free"),
        }
        return names.get(progress.stage, translated(progress.stage))

    def _verdict(self, result: SelfTestResult) -> str:
        if not result.lossless:
            return self.tr(
                "Not passed: replies differ from plain decoding where they must not. Please report this with "
                "the details."
            )
        if not result.drafted:
            return self.tr("Nothing was shown: this draft hardly drafted. Try another one.")
        return self.tr("Passed: with this draft the model writes exactly what it would write by itself.")

    def _say(self, text: str, role: str) -> None:
        self._role = role
        self.verdict.setText(text)
        self._recolour()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())

    def _recolour(self) -> None:
        theme = self._themes.current
        palette = self.verdict.palette()
        palette.setColor(QPalette.ColorRole.WindowText, theme.color(self._role))
        self.verdict.setPalette(palette)
        font = self.verdict.font()
        font.setBold(self._role != "text")
        self.verdict.setFont(font)
        ground = self.details.palette()
        ground.setColor(QPalette.ColorRole.Base, theme.color("raised"))
        self.details.setPalette(ground)

    def reject(self) -> None:
        # Esc closes it like the window's button does
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()
        super().closeEvent(event)
