"""What the window is given."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.chats.store import ChatStore
from desktop_app.paths import Paths
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.models.estimator import Estimator
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.window_state import WindowState


@dataclass(frozen=True, slots=True)
class WindowServices:
    """Built once in program.py. crashed: the target whose loading the program did not survive, or "".
    estimator: away from the window, how the model at a path would fit; None: nothing is estimated."""

    paths: Paths
    preferences: Preferences
    state: WindowState
    store: ChatStore
    thread: EngineThread
    themes: ThemeManager
    dialogs: Dialogs
    crashed: str = ""
    estimator: Estimator | None = None
