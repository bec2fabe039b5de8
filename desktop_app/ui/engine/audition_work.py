"""An audition as the engine's thread holds it: the replies' tokens are read there. Free of Qt."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from desktop_app.bench.audition import Audition, FinishedReply
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.measured_speedup import SpeedupMeter
from desktop_app.engines.base import Engine
from desktop_app.ui.engine.engine_jobs import AskedReply, Auditioned, HoldAudition

_log = logging.getLogger(__name__)


def audition_notices(
    engine: Engine | None, store: Callable[[], ChatStore], job: HoldAudition
) -> Iterator[Auditioned]:
    """After each reply what came of it so far. Nobody waits for it: what fails is only noted."""
    if engine is None:
        return
    try:
        replies = [reply for asked in job.replies if (reply := _finished(store(), asked)) is not None]
        if replies:
            for outcome in Audition(engine, replies, job.used).outcomes(job.control):
                yield Auditioned(job.key, outcome)
    except Cancelled:
        return
    except Exception:
        _log.exception("The replies of %s could not be tried", job.key)
        yield Auditioned(job.key, None)


def _finished(store: ChatStore, asked: AskedReply) -> FinishedReply | None:
    """None where its tokens are not known."""
    rounds = store.rounds(asked.message_id)
    meter = SpeedupMeter()
    for round_ in rounds:
        meter.add(round_)
    tokens = tuple(token.token for round_ in rounds for token in round_.emitted)
    measured = meter.measured()
    if not tokens:
        return None
    return FinishedReply(asked.message_id, asked.request, tokens, measured.value if measured else None)
