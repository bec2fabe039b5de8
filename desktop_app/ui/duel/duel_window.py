"""The window of a duel: one prompt, two or three lanes, the live one beside the ghosts of the others."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeySequence, QPixmap, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.bench.duel import DuelOutcome, LaneEvent
from desktop_app.bench.duel_figures import lane_figures
from desktop_app.bench.duel_page import HeldDuel
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Started
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.duel.duel_file import DuelFileError, save_duel
from desktop_app.ui.duel.duel_prompts import OpenChat
from desktop_app.ui.duel.duel_setup import DuelPlan, DuelSetup, DuelSetupError
from desktop_app.ui.duel.ghost import Ghost
from desktop_app.ui.duel.lane_panel import LanePanel
from desktop_app.ui.duel.presenting import Heading, Presenting
from desktop_app.ui.duel.result_panel import ResultPanel
from desktop_app.ui.engine.engine_jobs import DuelOver
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.window_state import WindowState

_STATE = "duel_size"
_SIZE = QSize(1120, 760)
_TICK_MS = 33


class DuelWindow(QWidget):
    """A window of its own; what it shows of a run is what the engine's thread told of it."""

    def __init__(
        self,
        thread: EngineThread,
        themes: ThemeManager,
        state: WindowState,
        dialogs: Dialogs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._thread = thread
        self._themes = themes
        self._state = state
        self._dialogs = dialogs
        self._held: HeldDuel | None = None
        self._plan: DuelPlan | None = None
        self._turns = 0
        self._turn = -1
        self._scale = 1.0
        self._recorded: dict[int, list[Round]] = {}
        self._ghosts: dict[int, Ghost] = {}
        self._live = -1
        self._since = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._play_ghosts)
        self.lanes: list[LanePanel] = []
        self.setup = DuelSetup(themes, self)
        self.result = ResultPanel(themes, self)
        self.start = PushButton(self.tr("Start the Duel"), themes, self, primary=True)
        self.save = PushButton(self.tr("Save…"), themes, self)
        self.save.setToolTip(self.tr("The duel as a page (HTML) or a picture (PNG)"))
        self.present = PushButton(self.tr("Full Screen"), themes, self)
        self.present.setToolTip(self.tr("Large type for presenting (F11); Escape leaves it"))
        self.heading = Heading(self)
        self._lane_row = QHBoxLayout()
        self._presenting = Presenting(self.heading, self._build(), self._set_scale)
        self._connect()
        self.setWindowTitle(self.tr("Duel"))
        self.resize(state.size(_STATE) or _SIZE)
        self._show_lanes()

    @property
    def running(self) -> bool:
        return self._plan is not None

    @property
    def held(self) -> HeldDuel | None:
        """The duel that is shown, once it is over."""
        return self._held

    @property
    def turn(self) -> int:
        """The run that is live, counted from 0; -1 while there is none."""
        return self._turn

    def propose(self, prompt: str, chat: OpenChat) -> None:
        """Takes over what is open now; the prompt goes into the form where nothing else was written there."""
        if not self.running:
            self.setup.show_chat(chat)
            self.setup.propose(prompt)

    # -- building -----------------------------------------------------------------------------------------

    def _build(self) -> tuple[QWidget, QWidget]:
        """Returns what is of no interest to who only looks on."""
        form, files = QWidget(self), QWidget(self)
        top = _bare(QHBoxLayout(form), spacing=16)
        top.addWidget(self.setup, 1)
        top.addWidget(self.start, 0, Qt.AlignmentFlag.AlignTop)
        buttons = _bare(QHBoxLayout(files), spacing=8)
        buttons.addWidget(self.save)
        buttons.addWidget(self.present)
        self._lane_row.setSpacing(12)
        box = QVBoxLayout(self)
        box.setContentsMargins(20, 16, 20, 16)
        box.setSpacing(14)
        box.addWidget(form)
        box.addWidget(self.heading)
        box.addLayout(self._lane_row, 1)
        bottom = QHBoxLayout()
        bottom.addWidget(self.result, 1)
        bottom.addWidget(files, 0, Qt.AlignmentFlag.AlignTop)
        box.addLayout(bottom)
        return form, files

    def _connect(self) -> None:
        self.start.clicked.connect(self._start_or_stop)
        self.save.clicked.connect(self._save)
        self.present.clicked.connect(self._toggle_full_screen)
        self._thread.duel_events.connect(self._events)
        self._thread.duel_over.connect(self._over)
        for button in (self.setup.second, self.setup.third):
            button.menu.triggered.connect(self._show_lanes)
        QShortcut(QKeySequence("F11"), self, self._toggle_full_screen)
        QShortcut(QKeySequence("Ctrl+Return"), self, self._start_or_stop)
        QShortcut(QKeySequence("Esc"), self, self._leave)

    def _show_lanes(self) -> None:
        """One panel for each lane that is chosen."""
        if self.running:
            return
        for lane in self.lanes:
            lane.deleteLater()
        self.lanes = [LanePanel(name, self._themes, self) for name in self.setup.names()]
        for lane in self.lanes:
            self._lane_row.addWidget(lane, 1)
            lane.set_scale(self._scale)
        self._held = None
        self.save.hide()
        self.result.show_sentence(
            self.tr(
                "Every lane answers the same prompt with the same seed, from an empty cache. The first is "
                "plain."
            )
        )

    # -- a duel -------------------------------------------------------------------------------------------

    def _start_or_stop(self) -> None:
        if self.running:
            self._thread.stop()
            return
        try:
            plan = self.setup.plan()
        except DuelSetupError as error:
            self.result.show_sentence(str(error))
            return
        if self._thread.state.busy:
            self.result.show_sentence(
                self.tr("The model is busy: wait for its reply or stop it, then start.")
            )
            return
        self._show_lanes()
        self._plan = plan
        self._recorded.clear()
        self._ghosts.clear()
        self._turns = len(plan.lanes) * (2 if plan.back else 1)
        self.setup.setEnabled(False)
        self.start.set_text(self.tr("Stop"))
        for lane in self.lanes:
            lane.reset(self.tr("waits"))
        self.result.show_sentence(self.tr("Warming up…"))
        self._thread.duel(plan.request, plan.lanes, back=plan.back)
        self._timer.start()

    def _events(self, events: Sequence[LaneEvent]) -> None:
        if self._plan is None:
            return
        fresh: list[Round] = []
        for event in events:
            if event.turn < 0:
                continue
            if isinstance(event.event, Started):
                self._show(fresh)
                fresh = []
                self._begin_turn(event.lane, event.turn, self._plan)
            elif isinstance(event.event, Round):
                fresh.append(event.event)
        self._show(fresh)

    def _show(self, rounds: Sequence[Round]) -> None:
        if rounds:
            self._recorded[self._live] += rounds
            self.lanes[self._live].add(rounds)

    def _begin_turn(self, lane: int, turn: int, plan: DuelPlan) -> None:
        if self._live >= 0:
            self.lanes[self._live].end(self.tr("done"))
        self._ghosts = {
            other: Ghost(rounds) for other, rounds in self._recorded.items() if other != lane and rounds
        }
        length = max(map(_tokens, self._recorded.values()), default=0) or plan.request.max_tokens
        self._recorded[lane] = []
        self._live, self._turn = lane, turn
        self._since.start()
        self.lanes[lane].begin(
            self.tr("live · turn {turn} of {turns}").format(turn=turn + 1, turns=self._turns), length
        )
        for other in self._ghosts:
            self.lanes[other].begin(self.tr("replayed at its own pace"), length)
        self.result.show_sentence("")

    def _play_ghosts(self) -> None:
        elapsed = self._since.elapsed() / 1000 if self._since.isValid() else 0.0
        for lane, ghost in self._ghosts.items():
            self.lanes[lane].add(ghost.due(elapsed))

    def _over(self, over: DuelOver) -> None:
        plan, self._plan = self._plan, None
        if plan is None:
            return
        self._timer.stop()
        self._live = self._turn = -1
        self.setup.setEnabled(True)
        self.start.set_text(self.tr("Start the Duel"))
        if over.outcome is None:
            for lane in self.lanes:
                lane.end("")
            self.result.show_sentence(over.error or self.tr("The duel was stopped; nothing was measured."))
            return
        self._show_outcome(over.outcome, plan)

    def _show_outcome(self, outcome: DuelOutcome, plan: DuelPlan) -> None:
        lanes = lane_figures(outcome)
        for panel, runs, figures in zip(self.lanes, outcome.runs, lanes, strict=True):
            panel.begin("", plan.request.max_tokens)
            panel.add(runs[0].rounds)
            panel.end(self.tr("done"))
            panel.show_figures(figures)
        names = self.setup.names()
        self.result.show_outcome(outcome, lanes, names, exact=plan.request.exact)
        self._held = HeldDuel(outcome, lanes, tuple(names), plan.prompt, plan.before)
        self.save.show()

    def _save(self) -> None:
        path = self._dialogs.duel_file(self) if self._held is not None else None
        if path is None or self._held is None:
            return
        try:
            save_duel(self._held, self._picture, path)
        except DuelFileError as error:
            self.result.show_sentence(str(error))

    def _picture(self) -> QPixmap:
        assert self._held is not None
        with self._presenting.for_picture(self._held.prompt):
            return self.grab()

    # -- the window ---------------------------------------------------------------------------------------

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() != QEvent.Type.WindowStateChange:
            return
        if self.isFullScreen():
            self._presenting.show(self._held.prompt if self._held else self.setup.prompt.toPlainText())
        else:
            self._presenting.leave()

    def _set_scale(self, factor: float) -> None:
        self._scale = factor
        for lane in self.lanes:
            lane.set_scale(factor)
        self.result.set_scale(factor)

    def _leave(self) -> None:
        if self.isFullScreen():
            self._toggle_full_screen()
        elif self.running:
            self._thread.stop()
        else:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.running:
            self._thread.stop()
        if not self.isFullScreen():
            self._state.keep_size(_STATE, self.size())
        super().closeEvent(event)


def _bare(layout: QHBoxLayout, spacing: int) -> QHBoxLayout:
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    return layout


def _tokens(rounds: Sequence[Round]) -> int:
    return sum(len(round_.emitted) for round_ in rounds)
