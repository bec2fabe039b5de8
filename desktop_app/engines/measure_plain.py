"""Measures how fast a target decodes plainly, in a session of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Engine, Failed
from desktop_app.engines.baselines import Place
from desktop_app.engines.plain_steps import PlainSteps
from desktop_app.models.progress import Progress, ProgressCallback

SECONDS = 5.0
SESSION = "plain speed"
STAGE = "Measuring plain decoding"
# More than 5 s hold on most machines; a model that is quicker has enough steps.
_MOST_TOKENS = 2048
_LEAST_STEPS = 8
# What is read before the steps: its words do not matter, its length does.
_TEXT = (
    "The river rises in the hills north of the town. In spring it carries the snow of the mountains, and "
    "the fields along its banks are green before those of the plain. A mill stood there once; now there is "
    "a path.\n"
)


class MeasurePlainError(SlipstreamError):
    """The plain speed could not be measured."""


def measure_plain(
    engine: Engine,
    context: int,
    control: ReplyControl,
    progress: ProgressCallback,
    *,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.perf_counter,
) -> Mapping[Place, Sequence[float]]:
    """Decodes plainly for so many seconds behind a text of about `context` tokens; the steps by place.

    Raises:
        Cancelled: the user stopped it.
        MeasurePlainError: the engine failed, or its context leaves no room for a few steps.
    """
    control.check()
    steps = PlainSteps()
    events = engine.reply(_request(engine, context), control)
    until = None
    try:
        for event in events:
            control.check()
            steps.add(event)
            if isinstance(event, Failed):
                raise MeasurePlainError(event.error)
            if not isinstance(event, Round):
                continue
            now = clock()
            until = until if until is not None else now + seconds
            progress(
                Progress(STAGE, round(1000 * min(seconds, seconds - until + now)), round(1000 * seconds))
            )
            if now >= until and steps.count >= _LEAST_STEPS:
                break
    finally:
        close = getattr(events, "close", None)
        if close is not None:
            close()
        engine.forget(SESSION)
    control.check()
    if steps.count < _LEAST_STEPS:
        raise MeasurePlainError(
            "The plain speed could not be measured: the model ended after a few tokens. Ask something with "
            "speculation off instead."
        )
    return steps.seconds


def _request(engine: Engine, context: int) -> ChatRequest:
    most = max(1, engine.context_limit - _LEAST_STEPS - 2)
    wanted = max(1, min(context, most))
    each = max(1, engine.count_text(_TEXT))
    # a part of the text counts by its characters, which is near enough for a bucket
    text = _TEXT * (wanted // each) + _TEXT[: len(_TEXT) * (wanted % each) // each]
    return ChatRequest(
        messages=(Message("user", text.strip() or _TEXT[:8]),),
        # it must not end before the time is up
        sampling=SamplingParams(min_tokens=_MOST_TOKENS),
        draft="none",
        max_tokens=_MOST_TOKENS,
        seed=1,
        raw=True,
        session=SESSION,
    )
