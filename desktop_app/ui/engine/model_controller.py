"""Which model is loaded: the first start, fetching, loading, and what is said when that fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop_app.models import starter_info
from desktop_app.ui.chat.welcome import EmptyChat, WelcomePage
from desktop_app.ui.engine.engine_jobs import STARTER
from desktop_app.ui.engine.engine_thread import EngineState, EngineThread
from desktop_app.ui.status_line import StatusAction, StatusLine, progress_text
from desktop_app.ui.toolbar import Toolbar


@dataclass(frozen=True, slots=True)
class ModelParts:
    """The widgets that show the model's state."""

    welcome: WelcomePage
    empty: EmptyChat
    status: StatusLine
    toolbar: Toolbar


@dataclass(frozen=True, slots=True)
class KnownTargets:
    """models: where the starter is installed; remember keeps a target that was loaded."""

    models: Path
    remember: Callable[[str], None]


class ModelController(QObject):
    """Loads and fetches on the user's word and shows how far that is. What is wanted stays so until it is
    loaded, so that it can be tried again."""

    state_changed = Signal(object)

    def __init__(
        self, thread: EngineThread, parts: ModelParts, targets: KnownTargets, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._thread = thread
        self._parts = parts
        self._targets = targets
        self._wanted = ""
        self._loaded = ""
        self._fetching = False
        self._stage = thread.state.stage
        thread.state_changed.connect(self._changed)
        parts.toolbar.target_chosen.connect(self.choose)
        parts.welcome.fetch_requested.connect(self.get_starter)
        parts.welcome.cancel_requested.connect(thread.stop)
        parts.welcome.retry_requested.connect(self.retry)
        self._show(thread.state)

    def start(self, target: str) -> None:
        """Loads what was loaded last, or the starter where it is installed; fetches nothing."""
        if target and (target != STARTER or self.starter_installed):
            self.choose(target)
        elif self.starter_installed:
            self.choose(STARTER)

    @property
    def target(self) -> str:
        """What is loaded or to be loaded: "starter", a path, or "" for nothing."""
        return self._wanted or self._loaded

    @property
    def starter_installed(self) -> bool:
        return starter_info.is_installed(self._targets.models)

    def choose(self, target: str) -> None:
        """Loads a target; a reply that runs is stopped first."""
        if target == STARTER and not self.starter_installed:
            self.get_starter()
            return
        self._fetching, self._wanted = False, target
        self._thread.stop()
        self._thread.load(target)

    def get_starter(self) -> None:
        """Fetches the starter model where it is not installed, and loads it."""
        if self.starter_installed:
            self.choose(STARTER)
            return
        self._fetching, self._wanted = True, STARTER
        self._thread.stop()
        self._thread.fetch_starter()

    def retry(self) -> None:
        """Does again what failed last, which only a fetch or a load can."""
        if self._fetching:
            self.get_starter()
        elif self._wanted:
            self.choose(self._wanted)

    def _changed(self, state: EngineState) -> None:
        if state.stage == "ready" and self._wanted:
            self._targets.remember(self._wanted)
            self._loaded, self._fetching, self._wanted = self._wanted, False, ""
        if not state.model:
            self._loaded = ""
        self._show(state)
        self.state_changed.emit(state)
        self._say(state)
        self._stage = state.stage

    def _show(self, state: EngineState) -> None:
        parts = self._parts
        parts.welcome.show_state(state, starter_installed=self.starter_installed)
        parts.empty.set_model(state.model)
        parts.toolbar.show_target(state.model or self._coming(state))

    def _say(self, state: EngineState) -> None:
        """The same on the status line, unless the welcome page says it already."""
        status = self._parts.status
        was_loading = self._stage in ("fetching", "loading")
        match state.stage:
            case "replying":
                pass
            case _ if not self._parts.welcome.isHidden():
                # why a message was not sent meanwhile is to be read until the model is there
                if state.stage != self._stage:
                    status.show_text("")
            case "fetching" | "loading":
                text = progress_text(state.progress) or self._doing(state)
                status.show_progress(text, state.progress, StatusAction(self.tr("Cancel"), self._thread.stop))
            case "measuring":
                text = progress_text(state.progress) or self.tr("Measuring plain decoding")
                status.show_progress(text, state.progress, StatusAction(self.tr("Cancel"), self._thread.stop))
            case "failed":
                status.show_error(state.detail, StatusAction(self.tr("Retry"), self.retry))
            case "empty" if was_loading:
                status.show_text(self.tr("No model is loaded: choose one under Target."))
            case "ready" if was_loading:
                status.show_text(self.tr("{name} is ready.").format(name=state.model))

    def _doing(self, state: EngineState) -> str:
        if state.stage == "fetching":
            return self.tr("Fetching the starter model")
        return self.tr("Loading the model")

    def _coming(self, state: EngineState) -> str:
        return self.tr("loading…") if state.busy else ""
