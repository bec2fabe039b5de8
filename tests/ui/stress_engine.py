"""An engine and a loader of random moods: every kind of text, pauses, failures, bugs. All from one seed."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from scripted_engine import ScriptedEngine, ScriptedLoader, plain_rounds, speculative_rounds

from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import ChatRequest, Event, Text
from desktop_app.models.progress import ProgressCallback

TEXTS = (
    "A short answer.",
    "Words " * 150 + "end.",
    "# Title\n\nSome *emphasis*, **weight**, `code` and a [link](https://example.org).\n\n- one\n- two\n"
    "  - deep\n\n1. first\n2. second\n\n> a quotation\n> goes on\n\n- [ ] open\n- [x] done\n",
    "```python\ndef f(x):\n    return {x: [x] * 3}\n```\n\nand\n\n```\nplain <b>code</b>\n```\n",
    "| a | b |\n|---|--:|\n| one | 1 |\n| two *x* | 22 |\n\nafter the table",
    "<think>\nFirst this, then that.\n\nAnd `so` on.\n</think>\n\nThe answer is 42.",
    "Inline $e^{i\\pi} + 1 = 0$ and\n\n$$\\int_0^1 x^2\\,dx = \\frac{1}{3}$$\n\nthe end \\(a_1\\).",
    "中文和日本語、한국어。🙂👩‍👩‍👧‍👦 e\u0301 \u200f עברית العربية\n\n你好 **世界** `代码`",
    "<script>alert(1)</script> <img src='http://x/y.png'> ![image](http://x/z.png) &amp; <b>bold</b>",
    "```\nnever closed\n\n| half | a ta",
    " \n\n\n \t\n",
    "x" * 3000,
)


@dataclass
class StressEngine(ScriptedEngine):
    """seed decides everything but the time it takes."""

    seed: int = 0
    rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def reply(self, request: ChatRequest, control: ReplyControl) -> Iterator[Event]:
        text = "\n\n".join(self.rng.choices(TEXTS, k=self.rng.choice((1, 1, 2, 5))))
        plain = request.draft == "none"
        self.rounds = plain_rounds(text, 200.0) if plain else speculative_rounds(text, 4, 0.01)
        self.failure = None
        self.fail_at = self.rng.randrange(20)
        chance = self.rng.random()
        if chance < 0.05:
            self.failure = SlipstreamError("Out of memory, as scripted: close something and try again.")
        elif chance < 0.08:
            self.failure = ZeroDivisionError("a bug, as scripted")
        events = super().reply(request, control)
        yield from (_untold(events) if self.rng.random() < 0.05 else events)

    def _wait(self, index: int, control: ReplyControl) -> None:
        until = time.monotonic() + (0.5 if self.rng.random() < 0.01 else self.rng.choice((0, 0.002, 0.004)))
        while not control.stopped and time.monotonic() < until:
            time.sleep(0.001)


def _untold(events: Iterator[Event]) -> Iterator[Event]:
    """As from a server that cannot tell tokens apart."""
    for event in events:
        yield Text(event.text) if isinstance(event, Round) else event


@dataclass
class StressLoader(ScriptedLoader):
    """Loads at once, slowly or not at all."""

    seed: int = 0

    def __call__(self, target: str, progress: ProgressCallback, check: object) -> ScriptedEngine:
        self.targets.append(target)
        rng = random.Random(self.seed + len(self.targets))
        until = time.monotonic() + rng.choice((0, 0.05, 0.5))
        while time.monotonic() < until:
            check()  # type: ignore[operator]
            time.sleep(0.002)
        if rng.random() < 0.1:
            raise SlipstreamError("This model cannot be loaded, as scripted: choose another one.")
        engine = self.engine
        assert isinstance(engine, StressEngine)
        self.engine = replace(engine, closed=False, seen=[], name=f"Scripted-{len(self.targets)}")
        return self.engine
