"""Draws formulas in a thread of its own, which ends when nothing is left to draw. No Qt in here."""

from __future__ import annotations

import ctypes
import logging
import threading
import time
from collections import deque
from dataclasses import dataclass

from desktop_app.ui.chat.rendering.formula_drawing import Drawing, FormulaError, draw, prepare

# A formula that takes longer is not drawn: each level of nested fractions doubles the time.
_LONGEST_S = 2.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Formula:
    tex: str
    display: bool


class _LateError(Exception):
    """Raised inside the drawing of a formula that takes too long."""


class FormulaThread:
    """`ask` and `collect` are called by one other thread, the latter again and again until all is there."""

    def __init__(self) -> None:
        self._asked: deque[Formula] = deque()
        self._done: deque[tuple[Formula, Drawing | None]] = deque()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._current: Formula | None = None
        self._since = 0.0

    def ask(self, formula: Formula) -> None:
        with self._lock:
            self._asked.append(formula)
            if self._thread is None:
                # a daemon: the end of the program waits for no formula
                self._thread = threading.Thread(target=self._run, name="formulas", daemon=True)
                self._thread.start()

    def collect(self) -> list[tuple[Formula, Drawing | None]]:
        """The formulas drawn since the last call; None for one that cannot be drawn."""
        with self._lock:
            thread, late = self._thread, time.monotonic() > self._since + _LONGEST_S
            if thread is not None and self._current is not None and late:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread.ident or 0), ctypes.py_object(_LateError)
                )
                self._since = time.monotonic()
            done = list(self._done)
            self._done.clear()
        return done

    def _run(self) -> None:
        try:
            prepare()
        except Exception:
            _log.exception("Formulas cannot be drawn")
            self._draw_none()
            return
        while True:
            try:
                while self._draw_next():
                    pass
                return
            except _LateError:
                with self._lock:
                    self._finish(None)

    def _draw_none(self) -> None:
        with self._lock:
            self._done.extend((formula, None) for formula in self._asked)
            self._asked.clear()
            self._thread = None

    def _draw_next(self) -> bool:
        with self._lock:
            if not self._asked:
                self._thread = None
                return False
            self._current, self._since = self._asked.popleft(), time.monotonic()
        try:
            drawing = draw(self._current.tex, self._current.display)
        except FormulaError:
            drawing = None
        with self._lock:
            self._finish(drawing)
        return True

    def _finish(self, drawing: Drawing | None) -> None:
        if self._current is not None:
            self._done.append((self._current, drawing))
            self._current = None
