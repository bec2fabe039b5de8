"""Shadow audition: who else might have drafted the finished replies of a chat, and how fast.

Nothing is generated: each candidate walks along the replies as they are written, and its draft and verify
passes are timed on the way. What comes of it is a prediction, and is called one wherever it is shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from desktop_app.bench.audition_outcome import AuditionOutcome, Scored
from desktop_app.bench.duel import PLAIN, Lane
from desktop_app.bench.pauses import Pauses
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.rounds import Round, Verdict, draft_depths
from desktop_app.engines.base import ChatRequest, DraftLength, Engine

# k for drafters that search: their drafts cost nothing but rows of the pass
_SEARCH_KS: tuple[DraftLength, ...] = (3, 7, 12)
_SEARCHES = ("lookup", "suffix")
# the exact shape has no more rows
_MOST_EXACT = 7


@dataclass(frozen=True, slots=True)
class FinishedReply:
    """message_id: where it is stored. request: as it was asked, its seed and verifier those it was written
    with. tokens: its ids, at least one. measured: the speedup measured inside it, None where none was."""

    message_id: str
    request: ChatRequest
    tokens: tuple[int, ...]
    measured: float | None = None


def candidates(drafts: Sequence[str], used: Lane, *, exact: bool) -> tuple[Lane, ...]:
    """Plain, what the chat uses, and each draft with some k. drafts: those the engine has."""
    lanes = [PLAIN]
    if used.draft != "none" and used.k != 0:
        lanes.append(used)
    for draft in drafts:
        ks = _SEARCH_KS if draft in _SEARCHES else ("auto",)
        lanes += [Lane(draft, k) for k in ks if not (exact and isinstance(k, int) and k > _MOST_EXACT)]
    return tuple(dict.fromkeys(lanes))


class Audition:
    """replies: of one chat. used: how it is drafted now. pauses: keep it within its share of the time.

    Raises:
        ValueError: there is no reply.
    """

    def __init__(
        self, engine: Engine, replies: Sequence[FinishedReply], used: Lane, pauses: Pauses | None = None
    ) -> None:
        if not replies:
            raise ValueError("an audition needs a reply")
        self._engine = engine
        self._replies = tuple(replies)
        self._pauses = pauses or Pauses()
        exact = any(reply.request.exact for reply in replies)
        self.lanes = candidates(engine.drafts, used, exact=exact)
        self._used = used

    def outcomes(self, control: ReplyControl) -> Iterator[AuditionOutcome]:
        """After each reply what its replies so far came to.

        Raises:
            Cancelled: between two passes, as soon as it is asked to stop.
            SlipstreamError: the model cannot be asked.
        """
        scored = tuple(Scored(lane.draft, lane.k) for lane in self.lanes)
        for count, reply in enumerate(self._replies, start=1):
            # every other reply in the reverse order: a machine that grows slower on the way is unfair to none
            order = list(range(len(self.lanes)))[:: 1 if count % 2 else -1]
            scored = self._walked(reply, order, scored, control)
            done = self._replies[:count]
            yield AuditionOutcome(
                model=self._engine.name,
                messages=tuple(each.message_id for each in done),
                used=self.lanes.index(self._used) if self._used in self.lanes else 0,
                lanes=scored,
                measured=tuple(each.measured for each in done if each.measured is not None),
            )

    def _walked(
        self, reply: FinishedReply, order: Sequence[int], scored: tuple[Scored, ...], control: ReplyControl
    ) -> tuple[Scored, ...]:
        """order: of the lanes, by their places."""
        found = list(scored)
        # by lane and number of drafts
        times: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
        last = -1
        walked = [(self.lanes[place].draft, self.lanes[place].k) for place in order]
        for turn, round_ in self._engine.retrace(reply.request, reply.tokens, walked, control):
            lane = order[turn]
            # the first round of a walk begins cold, and so does one after a pause
            warm = lane == last and not self._pauses.paused
            last = lane
            found[lane] = _added(found[lane], round_, timed=warm)
            if warm:
                times[lane, len(round_.drafts)].append(round_.timing.total_s)
            self._pauses.after(round_.timing.total_s, control)
        for (lane, _), seconds in times.items():
            # the machine does other things too: a round that was held up is no cost of its draft
            spent = found[lane].timed_s + len(seconds) * median(seconds)
            found[lane] = replace(found[lane], timed_s=spent)
        return tuple(found)


def _added(scored: Scored, round_: Round, *, timed: bool) -> Scored:
    places = zip(draft_depths(round_.drafts), round_.drafts, strict=True)
    tested = {depth for depth, draft in places if draft.verdict is not Verdict.UNTESTED}
    emitted = len(round_.emitted)
    return replace(
        scored,
        rounds=scored.rounds + 1,
        tokens=scored.tokens + emitted,
        drafted=scored.drafted + len(round_.drafts),
        tested=scored.tested + len(tested),
        accepted=scored.accepted + round_.accepted,
        timed_tokens=scored.timed_tokens + (emitted if timed else 0),
    )
