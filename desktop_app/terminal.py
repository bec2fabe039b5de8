"""Events of a reply on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TextIO

from desktop_app.decoding.looping import LoopWatch, Repetition
from desktop_app.decoding.rounds import Origin, Round
from desktop_app.decoding.tally import TallySummary
from desktop_app.engines.base import Event, Failed, Finished, Text
from desktop_app.engines.event_json import event_to_line
from desktop_app.models.progress import Progress

Printer = Callable[[Event], None]

_STYLES = {
    Origin.ACCEPTED: "\x1b[4;32m",
    Origin.CORRECTED: "\x1b[38;5;208m",
    Origin.BONUS: "\x1b[34m",
    Origin.PLAIN: "",
}
_RESET = "\x1b[0m"


def colours_wanted(stream: TextIO, no_color: bool) -> bool:
    """On a terminal, unless the user said no (https://no-color.org)."""
    return stream.isatty() and not no_color and not os.environ.get("NO_COLOR")


def json_printer(out: TextIO) -> Printer:
    """One JSON object a line."""

    def show(event: Event) -> None:
        print(event_to_line(event), file=out, flush=True)

    return show


def text_printer(out: TextIO, notes: TextIO, colours: bool) -> Printer:
    """The reply as it comes, tokens coloured by origin; the figures at the end go to `notes`."""
    loops = LoopWatch()

    def show(event: Event) -> None:
        match event:
            case Round():
                loops.add(event)
                for token in event.emitted:
                    style = _STYLES[token.origin] if colours else ""
                    out.write(f"{style}{token.text}{_RESET}" if style and token.text else token.text)
                out.flush()
            case Text():
                out.write(event.text)
                out.flush()
            case Finished():
                print(file=out, flush=True)
                print(summary_line(event.tally, event.reason, loops.repetition), file=notes, flush=True)
            case Failed():
                print(file=out, flush=True)
            case _:
                pass

    return show


def summary_line(tally: TallySummary, reason: str, repetition: Repetition | None = None) -> str:
    """Tokens, decode speed, acceptance, tokens per round and time to first token in one line, and whether
    they are of a reply that goes round in circles."""
    parts = [f"{tally.emitted} tokens ({reason})"]
    if tally.decode_tokens_per_s is not None:
        parts.append(f"{tally.decode_tokens_per_s:.1f} tokens/s decode")
    if tally.acceptance_rate is not None:
        parts.append(f"{tally.acceptance_rate:.0%} accepted")
    if tally.tokens_per_round is not None:
        parts.append(f"{tally.tokens_per_round:.2f} tokens/round")
    if tally.ttft_s is not None:
        parts.append(f"{tally.ttft_s:.2f} s to first token")
    if repetition is not None:
        end = "" if repetition.goes_on else f" to {repetition.end}"
        where = f"{'since' if repetition.goes_on else 'from'} token {repetition.start + 1}{end}"
        parts.append(f"repeats itself {where}, which flatters acceptance and speed")
    return " · ".join(parts)


class ProgressLine:
    """One line on standard error that is overwritten as a job goes on; nothing where it is no terminal."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._width = 0

    def show(self, progress: Progress) -> None:
        text = progress.stage
        if progress.done is not None and progress.total:
            text += f" {progress.done / progress.total:.0%}"
        self._write(text)

    def clear(self) -> None:
        if self._width:
            self._write("")

    def _write(self, text: str) -> None:
        if self._stream.isatty():
            self._stream.write("\r" + text.ljust(self._width) + ("" if text else "\r"))
            self._stream.flush()
            self._width = len(text)
