"""The few words that two started programs exchange: bring your window to the front."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.ui.engine.engine_jobs import STARTER

_log = logging.getLogger(__name__)

# by this name Qt takes it up again when a window is activated
ACTIVATION = "XDG_ACTIVATION_TOKEN"
# a file's path and a token; whoever sends more is not one of us
_MOST_BYTES = 64 * 1024
_RAISED = b"raised\n"
_ENDING = b"ending\n"
_CONNECT_MS = 1000


class Answer(Enum):
    """ENDING: there is no window any more, or nobody listens."""

    RAISED = "raised"
    ENDING = "ending"


@dataclass(frozen=True, slots=True)
class RaiseRequest:
    """target: the model the second start was to load, "" for none.

    activation: what the desktop gave the second start as the right to be in front.
    """

    target: str = ""
    activation: str = ""

    @classmethod
    def of_this_start(cls, target: str) -> RaiseRequest:
        # the first one may have been started in another folder
        place = target if target in ("", STARTER) else str(Path(target).expanduser().absolute())
        return cls(place, os.environ.get(ACTIVATION, ""))


def ask(name: str, request: RaiseRequest, timeout_s: float) -> Answer:
    """Asks the one that listens under this name and waits at most timeout_s for what it says."""
    try:
        from PySide6.QtNetwork import QLocalSocket
    except ImportError:
        time.sleep(min(timeout_s, 0.1))
        return Answer.ENDING
    _let_it_come_forward()
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(_CONNECT_MS):
        time.sleep(min(timeout_s, 0.1))
        return Answer.ENDING
    socket.write(json.dumps(asdict(request)).encode() + b"\n")
    deadline = time.monotonic() + timeout_s
    while not socket.canReadLine():
        left_ms = int((deadline - time.monotonic()) * 1000)
        if left_ms <= 0 or not socket.waitForReadyRead(left_ms):
            return Answer.ENDING
    return Answer.RAISED if bytes(socket.readLine().data()) == _RAISED else Answer.ENDING


def _let_it_come_forward() -> None:
    # Windows lets only the program that was started by the user put a window in front, or one it names
    if sys.platform == "win32":
        import ctypes

        any_process = -1
        ctypes.windll.user32.AllowSetForegroundWindow(any_process)


class RequestServer(QObject):
    """Answers requests in the GUI thread. raise_window returns whether there was a window to raise."""

    def __init__(self, name: str, raise_window: Callable[[RaiseRequest], bool]) -> None:
        super().__init__()
        self._raise_window = raise_window
        self._server: Any = None
        try:
            from PySide6.QtNetwork import QLocalServer
        except ImportError:
            _log.warning("Qt's network library cannot be loaded: a second start cannot raise this window")
            return
        # the lock is ours, so whoever made a socket of this name has crashed
        QLocalServer.removeServer(name)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._connected)
        if not self._server.listen(name):
            _log.warning("A second start cannot raise this window: %s", self._server.errorString())

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    def _connected(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(_MOST_BYTES)
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(self._readable)
            if socket.canReadLine():
                self._answer(socket)

    def _readable(self) -> None:
        socket: Any = self.sender()
        if socket.canReadLine():
            self._answer(socket)

    def _answer(self, socket: Any) -> None:
        request = _request(bytes(socket.readLine().data()))
        raised = request is not None and self._raise_window(request)
        socket.write(_RAISED if raised else _ENDING)
        socket.disconnectFromServer()


def _request(line: bytes) -> RaiseRequest | None:
    try:
        data = json.loads(line)
        return RaiseRequest(str(data["target"]), str(data["activation"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
