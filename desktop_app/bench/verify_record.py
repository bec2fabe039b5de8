"""What a record says that no decoding would write, whatever the model: beyond what `load_trace` refuses."""

from __future__ import annotations

from desktop_app.decoding.rounds import USER, Origin, Round, Verdict
from desktop_app.engines.base import Finished
from desktop_app.engines.trace import Trace


def contradiction(round_: Round, *, last: bool) -> str:
    """A clause, "" where there is none. last: this is the reply's last round, which may be cut."""
    if round_.drafter == USER:
        return ""
    path = [-1, *(i for i, draft in enumerate(round_.drafts) if draft.verdict is Verdict.ACCEPTED)]
    tested = set(path[: len(round_.emitted)])
    for draft in round_.drafts:
        if (draft.parent in tested) != (draft.verdict is not Verdict.UNTESTED):
            return f"a draft is recorded as {draft.verdict.value} and cannot be"
        if (draft.p is None) != (draft.verdict is Verdict.UNTESTED):
            return f"a draft is recorded as {draft.verdict.value} and its p says otherwise"
    final = round_.emitted[-1].origin
    if final is Origin.ACCEPTED:
        return "" if last else "the round ends without a token of the target's own"
    below = any(draft.parent == path[-1] for draft in round_.drafts)
    own = Origin.PLAIN if not round_.drafts else Origin.CORRECTED if below else Origin.BONUS
    return (
        "" if final is own else f"the last token of the round is recorded as {final.value}, not {own.value}"
    )


def end_contradiction(trace: Trace, eos_ids: frozenset[int]) -> str:
    """Of the whole reply: a clause, "" where there is none."""
    end = trace.end
    if not isinstance(end, Finished):
        return ""
    if (trace.tokens[-1] in eos_ids) != (end.reason == "eos"):
        return f"the reply is said to end with {end.reason!r} and does not end so"
    counted = trace.summary()
    for name in _COUNTS:
        said, has = getattr(end.tally, name), getattr(counted, name)
        if end.tally.source == "measured" and said != has:
            return f"the end counts {said} as {name} and the rounds {has}"
    return ""


_COUNTS = ("rounds", "emitted", "drafted", "accepted", "rejected", "untested", "bonus", "corrected")
