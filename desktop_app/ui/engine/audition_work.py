"""An audition as the engine's thread holds it: the replies' tokens are read there. Free of Qt."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.bench.audition import Audition, FinishedReply
from desktop_app.bench.audition_outcome import AuditionOutcome
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.measured_speedup import SpeedupMeter
from desktop_app.engines.base import Engine
from desktop_app.ui.engine.engine_jobs import AskedReply, HoldAudition


def held_audition(engine: Engine, store: ChatStore, job: HoldAudition) -> Iterator[AuditionOutcome]:
    """After each reply what came of it so far.

    Raises:
        Cancelled: it has to give way.
        SlipstreamError: the store cannot be read or the model cannot be asked.
    """
    replies = [reply for asked in job.replies if (reply := _finished(store, asked)) is not None]
    if replies:
        yield from Audition(engine, replies, job.used).outcomes(job.control)


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
