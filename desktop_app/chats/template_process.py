"""Renders chat templates in a process of its own, which is killed when one takes too long.

The bounds inside it stop most of what a template can do; not a comparison of nested lists, or the compiling
of a template that is long and strange. Templates come with models: foreign code that nobody has read.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import desktop_app
from desktop_app.chats.template_rendering import STOPPED, PromptTemplateError, render

_START_S = 30.0
# beyond the bounds inside, for compiling; longer for a conversation that takes long to hand over
_SECONDS = 2.0
_CHARACTERS_A_SECOND = 5_000_000
# what a frozen program is started with instead of `-m`
WORKER_COMMAND = "--template-worker"

_log = logging.getLogger(__name__)


class TemplateProcess:
    """Started with the first template and again after one was killed. May be used by any thread."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def render(
        self, source: str, chat: list[dict[str, str]], variables: Mapping[str, str], limit: int
    ) -> str:
        """
        Raises:
            PromptTemplateError: one sentence saying what is wrong with the template.
        """
        request = {"source": source, "chat": chat, "variables": dict(variables), "limit": limit}
        line = json.dumps(request)
        with self._lock:
            process = self._running()
            if process is None:
                return render(source, chat, variables, limit)
            answer = self._exchange(process, line, self._seconds + len(line) / _CHARACTERS_A_SECOND)
        if answer is None:
            raise PromptTemplateError(STOPPED.format(at=""))
        found = json.loads(answer)
        if "error" in found:
            raise PromptTemplateError(found["error"])
        return str(found["text"])

    def close(self) -> None:
        with self._lock:
            self._end()

    def _running(self) -> subprocess.Popen[str] | None:
        """None where no process can be started: then the bounds inside must do."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        try:
            self._process = _start()
        except OSError:
            _log.exception("Chat templates are rendered without a process of their own")
            return None
        if self._exchange(self._process, None, _START_S) is None:
            _log.error("The process for chat templates did not start")
            return None
        return self._process

    def _exchange(self, process: subprocess.Popen[str], line: str | None, seconds: float) -> str | None:
        """Sends a line and waits for one; None when none came in time: the process is gone then."""
        assert process.stdin is not None
        assert process.stdout is not None
        killer = threading.Timer(seconds, process.kill)
        killer.daemon = True
        killer.start()
        try:
            if line is not None:
                process.stdin.write(line + "\n")
                process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:
            answer = ""
        finally:
            killer.cancel()
        if not answer.endswith("\n"):
            self._end()
            return None
        return answer

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                # what was not sent is not wanted any more
                with suppress(OSError):
                    pipe.close()
        process.wait()


def _start() -> subprocess.Popen[str]:
    frozen = getattr(sys, "frozen", False)
    worker = [WORKER_COMMAND] if frozen else ["-m", "desktop_app.chats.template_worker"]
    root = str(Path(desktop_app.__file__).parent.parent)
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
    return subprocess.Popen(
        [sys.executable, *worker],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


# One for the program: it keeps nothing of what it renders, and starting it takes longer than a template.
_process = TemplateProcess()
atexit.register(_process.close)
render_apart = _process.render
