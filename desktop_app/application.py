"""Starts the window: what is set up before Qt, and the parts the window itself must not import."""

from __future__ import annotations

import ctypes
import faulthandler
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app import qt_platform
from desktop_app.models.progress import ProgressCallback
from desktop_app.paths import Paths
from desktop_app.settings.store import SettingsStore

if TYPE_CHECKING:
    from desktop_app.models.fitting import Fit
    from desktop_app.ui.engine.engine_worker import Fetcher, Loader
    from desktop_app.ui.models.estimator import Estimator

_LOG_BYTES = 1_000_000
_LOGS = 3


def run_window(
    paths: Paths,
    *,
    target: str | None = None,
    loader: Loader | None = None,
    fetcher: Fetcher | None = None,
    argv: Sequence[str] | None = None,
) -> int:
    """Opens the window and returns the exit code when it is closed.

    target: "starter" or a path to load instead of what was used last. Where there is no screen or a library
    of Qt is missing, one sentence on stderr and 1: QApplication would abort.
    """
    obstacle = window_obstacle()
    if obstacle:
        _complain(obstacle)
        return 1
    try:
        from desktop_app.ui.program import run
    except ImportError as error:
        _complain(_import_sentence(error))
        return 1
    with _logging_to(paths.logs) as log_file:
        settings = SettingsStore(paths.settings)
        return run(
            paths,
            settings=settings,
            target=target or "",
            loader=loader or _default_loader(paths, settings),
            fetcher=fetcher or _default_fetcher(paths),
            argv=list(argv) if argv is not None else sys.argv[:1],
            log_file=log_file,
            estimator=None if loader else _default_estimator(paths, settings),
        )


def window_obstacle() -> str:
    """Why no window can open on this machine, in one sentence that says what to do; "" when one can."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if not qt_platform.screen():
        return (
            "There is no screen to open a window on (neither WAYLAND_DISPLAY nor DISPLAY is set): start "
            "Slipstream in a desktop session, or use “slipstream generate”."
        )
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    plugin = qt_platform.xcb_plugin()
    missing = qt_platform.missing_libraries(plugin) if plugin is not None else []
    if missing:
        return f"Libraries that Qt needs are missing; install them with: {qt_platform.apt_line(missing)}"
    if not _screen_answers():
        return (
            f"The screen DISPLAY={os.environ['DISPLAY']} does not answer: start Slipstream in the desktop "
            "session it belongs to, or use “slipstream generate”."
        )
    return ""


def _screen_answers() -> bool:
    """Asks as Qt will, because Qt ends the program when the answer is no. True where it cannot be asked."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    answers: bool = xcb.xcb_connection_has_error(connection) == 0
    xcb.xcb_disconnect(connection)
    return answers


def _import_sentence(error: ImportError) -> str:
    plugin = qt_platform.xcb_plugin() if sys.platform.startswith("linux") else None
    missing = qt_platform.missing_libraries(plugin) if plugin is not None else []
    if missing:
        return f"Libraries that Qt needs are missing; install them with: {qt_platform.apt_line(missing)}"
    return f"The window cannot be opened ({error}); run “slipstream doctor” to see what is missing."


def _complain(sentence: str) -> None:
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(sentence + "\n")


@contextmanager
def _logging_to(folder: Path) -> Iterator[Path | None]:
    """Logs go to a file that rotates, crashes to one beside it; gives None where none can be written."""
    file = folder / "slipstream.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(file, maxBytes=_LOG_BYTES, backupCount=_LOGS, encoding="utf-8")
        crashes = (folder / "crash.log").open("a", encoding="utf-8")
    except OSError:
        yield None
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(min(level, logging.INFO) if level else logging.INFO)
    ours = not faulthandler.is_enabled()
    if ours:
        faulthandler.enable(crashes)
    try:
        yield file
    finally:
        if ours:
            faulthandler.disable()
        root.removeHandler(handler)
        root.setLevel(level)
        handler.close()
        crashes.close()


def _default_loader(paths: Paths, settings: SettingsStore) -> Loader:
    from desktop_app.decoding.drafters.names import NONE
    from desktop_app.engines.model_loader import LoadOptions, ModelLoader

    def options() -> LoadOptions:
        # this runs in the engine's thread: the settings as they are now
        kept = settings.settings
        draft = NONE if kept.mode == "plain" else kept.draft
        return LoadOptions(kept.device, kept.dtype, kept.context, kept.quantise, kept.draft_device, draft)

    return ModelLoader(paths, options)


def _default_estimator(paths: Paths, settings: SettingsStore) -> Estimator:
    def estimate(path: Path, given_back: int) -> Fit:
        from desktop_app.engines.loader import settle_torch

        settle_torch()
        from desktop_app.models.fit_here import fit_here

        kept = settings.settings
        return fit_here(
            path,
            models=paths.models,
            context=kept.context,
            device=kept.device,
            dtype=kept.dtype,
            quantise=kept.quantise,
            given_back=given_back,
        )

    return estimate


def _default_fetcher(paths: Paths) -> Fetcher:
    def fetch(progress: ProgressCallback, check: Callable[[], None]) -> Path:
        from desktop_app.models.starter import fetch_starter

        return fetch_starter(paths.models, paths.downloads, progress, check)

    return fetch
