"""One window for one data folder: a second start brings the first one's window to the front.

A lock file decides who is first, a local socket carries the request. Both are named by the data folder.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLockFile

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.raise_request import Answer, RaiseRequest, RequestServer, ask

# a first one that starts or ends needs a moment; one that does not react for longer hangs
_PATIENCE_S = 20.0
_LOCK_MS = 100

_log = logging.getLogger(__name__)


class NoAnswerError(SlipstreamError):
    """Another window has these chats open and does not react."""


class SingleInstance:
    """Holds the data folder from `claim` to `release`.

    on_raise is asked, in the GUI thread, to bring the window to the front; it returns whether there is one
    that can. It may be replaced at any time.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name = server_name(folder)
        self._lock: QLockFile | None = None
        self._server: RequestServer | None = None
        self.on_raise: Callable[[RaiseRequest], bool] = lambda _request: False

    def claim(self, request: RaiseRequest, patience_s: float = _PATIENCE_S) -> bool:
        """True: this is the first one. False: the first one has brought its window to the front.

        Raises:
            NoAnswerError: the folder is in use by one that does not react for patience_s.
        """
        deadline = time.monotonic() + patience_s
        while not self._take_lock():
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                raise NoAnswerError(
                    f"Slipstream is open already with the chats in {self._folder} but does not react: close "
                    "it, or end its process, and start again."
                )
            if ask(self._name, request, left_s) is Answer.RAISED:
                return False
        if self._lock is not None:
            self._server = RequestServer(self._name, lambda asked: self.on_raise(asked))
        return True

    def release(self) -> None:
        """Another one may be first from now on."""
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def _take_lock(self) -> bool:
        """Also true where no lock can be made: what is wrong with the folder is said by the chats."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return True
        lock = QLockFile(str(self._folder / "window.lock"))
        # its age says nothing: a window may be open for weeks
        lock.setStaleLockTime(0)
        if lock.tryLock(_LOCK_MS) or _taken_from_a_crash(lock):
            self._lock = lock
            return True
        if lock.error() is QLockFile.LockError.LockFailedError:
            return False
        _log.warning("No lock file in %s: two windows with the same chats are not noticed", self._folder)
        return True


def _taken_from_a_crash(lock: QLockFile) -> bool:
    """After a crash the process number in the file may be another program's by now.

    While the program that made it runs, the file cannot be removed.
    """
    failed = lock.error() is QLockFile.LockError.LockFailedError
    return failed and lock.removeStaleLockFile() and lock.tryLock(0)


def server_name(folder: Path) -> str:
    """The same however the folder is written; short, because the path of a socket may have 100 characters."""
    try:
        place = folder.resolve()
    except OSError:
        place = folder.absolute()
    return "slipstream-" + hashlib.sha256(str(place).encode(errors="surrogatepass")).hexdigest()[:20]
