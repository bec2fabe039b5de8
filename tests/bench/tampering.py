"""Traces changed by hand, so that the file is still whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Verdict
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import Finished
from desktop_app.engines.trace import Trace, trace_of

Place = tuple[int, int]
"""Of a token: its round, and its place among the round's tokens."""


def places(trace: Trace) -> list[Place]:
    return [
        (index, depth) for index, round_ in enumerate(trace.rounds) for depth in range(len(round_.emitted))
    ]


def with_rounds(trace: Trace, rounds: Sequence[Round]) -> Trace:
    """The trace of other rounds, with an end that fits them."""
    numbered = [replace(round_, index=index) for index, round_ in enumerate(rounds)]
    end = trace.end
    if isinstance(end, Finished):
        end = replace(end, text="".join(round_.text for round_ in rounds), tally=Tally.of(numbered).summary())
    changed = replace(trace, parts=tuple(numbered), end=end)
    return trace_of(changed.events(), "tampered")


def with_round(trace: Trace, index: int, round_: Round) -> Trace:
    return with_rounds(trace, [*trace.rounds[:index], round_, *trace.rounds[index + 1 :]])


def another_token(trace: Trace, place: Place, token: int, *, told: bool = True) -> Trace:
    """Another token stands there, as if it had been decoded. told: its p is still the other's, else none."""
    index, depth = place
    round_ = trace.rounds[index]
    old = round_.emitted[depth]
    new = replace(old, token=token, text=chr(token), p=old.p if told else None)
    path = [draft for draft in round_.drafts if draft.verdict is Verdict.ACCEPTED]
    drafts = round_.drafts
    if depth < len(path):
        drafts = tuple(replace(d, token=token) if d is path[depth] else d for d in drafts)
    return with_round(trace, index, replace(round_, drafts=drafts, emitted=_put(round_.emitted, depth, new)))


def another_p(trace: Trace, place: Place, factor: float) -> Trace:
    index, depth = place
    round_ = trace.rounds[index]
    token = round_.emitted[depth]
    assert token.p is not None
    new = replace(token, p=token.p * factor)
    return with_round(trace, index, replace(round_, emitted=_put(round_.emitted, depth, new)))


def another_draft_p(trace: Trace, index: int, draft: Draft, p: float) -> Trace:
    round_ = trace.rounds[index]
    drafts = tuple(replace(d, p=p) if d is draft else d for d in round_.drafts)
    return with_round(trace, index, replace(round_, drafts=drafts))


def without_round(trace: Trace, index: int) -> Trace:
    return with_rounds(trace, [*trace.rounds[:index], *trace.rounds[index + 1 :]])


def fallen(trace: Trace, index: int) -> tuple[Trace, int]:
    """The last accepted draft of a chain is said to have fallen, and its token to be the correction; with its
    place in the round."""
    round_ = trace.rounds[index]
    depth = round_.accepted - 1
    drafts = tuple(
        replace(draft, verdict=Verdict.REJECTED)
        if place == depth
        else replace(draft, verdict=Verdict.UNTESTED, p=None)
        if place > depth
        else draft
        for place, draft in enumerate(round_.drafts)
    )
    emitted = (*round_.emitted[:depth], replace(round_.emitted[depth], origin=Origin.CORRECTED))
    rows = None if round_.rows is None else round_.rows[: depth + 1]
    changed = replace(round_, drafts=drafts, emitted=emitted, rows=rows)
    return with_round(trace, index, changed), depth


def _put(emitted: Sequence[Emitted], place: int, token: Emitted) -> tuple[Emitted, ...]:
    return (*emitted[:place], token, *emitted[place + 1 :])
