"""Whether a target and a draft make a pair: what was found, what was measured, and which k to take."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.bench.pair_measure import PairMeasurement
from desktop_app.bench.pair_words import measurement_sentences
from desktop_app.engines.base import DraftLength
from desktop_app.models.findings import Level, Preflight
from desktop_app.models.progress import Progress
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.controls.fields import PickButton
from desktop_app.ui.controls.menu_entry import add_entry
from desktop_app.ui.controls.thin_bar import ThinBar
from desktop_app.ui.draft_names import draft_choices, draft_title
from desktop_app.ui.models.finding_list import FindingList, Row
from desktop_app.ui.sentences import translated
from desktop_app.ui.status_line import progress_text
from desktop_app.ui.theme import ThemeManager

_SIZE = QSize(620, 560)


class PairDialog(QDialog):
    """Modeless. It shows; what is checked and measured is the controller's."""

    draft_chosen = Signal(str)
    folder_asked = Signal()
    gguf_asked = Signal()
    measure_asked = Signal()
    stop_asked = Signal()
    k_asked = Signal(str)

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Check the Pair"))
        self.target = QLabel(self)
        self.draft = PickButton(self.tr("Draft"), themes, self)
        self.verdict = QLabel(self)
        self.list = FindingList(themes, self)
        self.bar = ThinBar(themes, self)
        self.doing = QLabel(self)
        self.copy = PushButton(self.tr("Copy"), themes, self)
        self.use = PushButton("", themes, self)
        self.measure = PushButton(self.tr("Measure"), themes, self, primary=True)
        self._found: Preflight | None = None
        self._measured: PairMeasurement | None = None
        self._note = ""
        self._measuring = False
        self._build()
        self._connect()
        self.resize(_SIZE)

    # -- building -----------------------------------------------------------------------------------------

    def _build(self) -> None:
        bold = self.font()
        bold.setBold(True)
        self.verdict.setFont(bold)
        for label in (self.target, self.verdict, self.doing):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.measure.setToolTip(
            self.tr("Six prompts with and without the draft, in a session of their own: half a minute or so")
        )
        for text, choose in (
            *((title, _emitter(self.draft_chosen, name)) for name, title in draft_choices()),
            (self.tr("Model Folder…"), self.folder_asked.emit),
            (self.tr("GGUF File…"), self.gguf_asked.emit),
        ):
            add_entry(self.draft.menu, text, choose)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(20, 18, 20, 16)
        rows.setSpacing(14)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.target, 1)
        top.addWidget(self.draft)
        rows.addLayout(top)
        rows.addWidget(self.verdict)
        rows.addWidget(self.list, 1)
        rows.addWidget(self.doing)
        rows.addWidget(self.bar)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.copy)
        buttons.addStretch(1)
        buttons.addWidget(self.use)
        buttons.addWidget(self.measure)
        rows.addLayout(buttons)

    def _connect(self) -> None:
        self.copy.clicked.connect(self._copy)
        self.use.clicked.connect(self._use)
        self.measure.clicked.connect(self._measure_or_stop)

    # -- what is shown ------------------------------------------------------------------------------------

    def show_checking(self, target: str, draft: str) -> None:
        """target: its name, "" where none is known."""
        self._found = self._measured = None
        self._note = "" if target else self.tr("No model is loaded: choose one under Target.")
        self.target.setText(self.tr("Target: {name}").format(name=target or self.tr("none")))
        self.draft.set_value(draft_title(draft))
        self.draft.setToolTip(draft)
        self.verdict.setText(self.tr("Checking…") if target else self._note)
        self.list.show_findings()
        self._refresh()

    def show_found(self, found: Preflight | None, error: str) -> None:
        """found is None where nothing could be checked; error says why."""
        self._found = found
        self.verdict.setText(translated(error) if found is None else self._verdict(found))
        self._fill()

    def show_progress(self, progress: Progress | None) -> None:
        """Of the measurement; None when it is over."""
        self._measuring = progress is not None
        if progress is not None:
            self._note = ""
            self.doing.setText(progress_text(progress))
            self.bar.show_progress(progress)
        self._refresh()

    def show_measured(self, measured: PairMeasurement | None, note: str) -> None:
        """note: why there is no measurement, in the user's language."""
        self._measuring = False
        self._measured, self._note = measured, note
        self._fill()

    @property
    def recommended(self) -> DraftLength | None:
        return self._measured.recommended if self._measured is not None else None

    def _verdict(self, found: Preflight) -> str:
        levels = {finding.level for finding in found.findings}
        if Level.PROBLEM in levels:
            return self.tr("These two do not make a pair.")
        if Level.NOTE in levels:
            return self.tr("These two make a pair, with what is noted below.")
        return self.tr("These two make a pair.")

    def _fill(self) -> None:
        findings = self._found.findings if self._found is not None else ()
        # what matters most is read first
        order = (Level.PROBLEM, Level.NOTE, Level.OK)
        checked: list[Row] = [
            (finding.level, translated(finding.sentence))
            for level in order
            for finding in findings
            if finding.level is level
        ]
        if self._measured is None:
            self.list.show_findings(("", checked))
        else:
            said = [(None, translated(sentence)) for sentence in measurement_sentences(self._measured)]
            self.list.show_findings((self.tr("Measured and predicted"), said), (self.tr("Checked"), checked))
        self._refresh()

    def _refresh(self) -> None:
        self.bar.setVisible(self._measuring)
        self.doing.setVisible(self._measuring or bool(self._note))
        if not self._measuring:
            self.doing.setText(self._note)
        works = self._found is not None and not self._found.refusal
        self.measure.setEnabled(works or self._measuring)
        self.measure.set_text(self.tr("Stop") if self._measuring else self.tr("Measure"))
        self.copy.setEnabled(self._found is not None)
        self.draft.setEnabled(not self._measuring)
        k = self.recommended
        self.use.setVisible(bool(k) and not self._measuring)
        self.use.set_text(self.tr("Use k = {k}").format(k=self.tr("auto") if k == "auto" else k))

    def text(self) -> str:
        """All that is shown, for another place."""
        if self._found is None:
            return ""
        lines = [f"{self._found.target} + {self._found.draft}", self.verdict.text(), ""]
        lines += [f"- {translated(finding.sentence)}" for finding in self._found.findings]
        if self._measured is not None:
            lines += ["", *(f"- {translated(said)}" for said in measurement_sentences(self._measured))]
        return "\n".join(lines) + "\n"

    # -- what the user does -------------------------------------------------------------------------------

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())

    def _use(self) -> None:
        if self.recommended:
            self.k_asked.emit(str(self.recommended))

    def _measure_or_stop(self) -> None:
        (self.stop_asked if self._measuring else self.measure_asked).emit()

    def reject(self) -> None:
        """Escape stops a measurement first."""
        if self._measuring:
            self.stop_asked.emit()
        else:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._measuring:
            self.stop_asked.emit()
        super().closeEvent(event)


def _emitter(signal: object, value: str) -> Callable[[], None]:
    def emit() -> None:
        signal.emit(value)  # type: ignore[attr-defined]

    return emit
