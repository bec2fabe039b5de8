"""The process that renders chat templates: one JSON object a line in, one out, until the input ends."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from typing import IO

from desktop_app.chats.template_rendering import PromptTemplateError, render

READY = "ready"
_MOST_MEMORY = 2 * 1024**3  # bytes


def serve(requests: IO[str], answers: IO[str]) -> None:
    """Answers with {"text"} or {"error"}, a sentence."""
    _say(answers, READY)
    for line in requests:
        request = json.loads(line)
        try:
            answer = {"text": render(**request)}
        except PromptTemplateError as error:
            answer = {"error": str(error)}
        _say(answers, answer)


def _say(answers: IO[str], value: object) -> None:
    answers.write(json.dumps(value) + "\n")
    answers.flush()


def main() -> None:
    with suppress(ImportError, OSError, ValueError):  # no such limits on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    # the parent decides when it ends: Ctrl+C in a terminal reaches both
    with suppress(KeyboardInterrupt, BrokenPipeError):
        serve(sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
