"""A finished reply walked along once more by other drafters, to learn how each would have fared in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.decoder import Decoder
from desktop_app.decoding.detokenizer import Detokenizer
from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.session import Session
from desktop_app.decoding.stopping import StopRules
from desktop_app.decoding.teacher_forcing import Forced, ForcedRejection
from desktop_app.decoding.verification import Rejection, SeededCoins, Verifier
from desktop_app.engines.drafting import Drafting


@dataclass(frozen=True, slots=True)
class Trail:
    """What is walked along. prompt: as the model reads it; reply: at least one token; rule: how its tokens
    were verified, with its seed."""

    prompt: tuple[int, ...]
    reply: tuple[int, ...]
    eos_ids: frozenset[int]
    rule: Verifier
    seed: int
    exact: bool


def retraced(
    trail: Trail,
    session: Session,
    drafting: Drafting,
    pipeline: SamplingPipeline,
    detokenizer: Detokenizer,
    control: ReplyControl,
) -> Iterator[Round]:
    """The rounds in which the drafter would have written the reply; their timings are of this walk.

    session: one of no conversation; what it holds of the prompt is not read again. pipeline: one that knows
    the prompt.

    Raises:
        Cancelled: the user asked to stop.
        SlipstreamError: the model cannot be asked.
    """
    session.prefill(trail.prompt, exact=trail.exact, check=control.check)
    verifier, drawing = _verifiers(trail)
    context = DraftContext(pipeline, drawing, control.check, trail.exact)
    drafting.drafter.start(trail.prompt, context)
    decoder = Decoder(
        session,
        drafting.drafter,
        drafting.lookahead,
        pipeline,
        verifier,
        detokenizer,
        StopRules(trail.eos_ids, _budget(trail), session.runner.context_limit),
        exact=trail.exact,
    )
    yield from decoder.rounds(control)
    if decoder.reason == "cancelled":
        raise Cancelled


def _verifiers(trail: Trail) -> tuple[Verifier, Verifier]:
    """Of the target and of the drafter."""
    start = len(trail.prompt)
    if isinstance(trail.rule, Rejection):
        forced = ForcedRejection(SeededCoins(trail.seed), trail.reply, start)
        return forced, forced
    return Forced(trail.rule, trail.reply, start), trail.rule


def _budget(trail: Trail) -> int:
    """Where a stop token ended the reply drafts may reach beyond it, as they did when it was written."""
    ended = trail.reply[-1] in trail.eos_ids
    return len(trail.reply) + (_BEYOND if ended else 0)


# more than any round drafts
_BEYOND = 1024
