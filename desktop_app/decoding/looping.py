"""Does a reply go round in circles? Such a reply is guessed easily and says nothing about speed in a chat."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop_app.decoding.rounds import Round

# The longest period looked for, in tokens: about a paragraph.
MAX_PERIOD = 64
TURNS = 3
SHORTEST = 32
AGREEING = 0.9
# A table or a matrix may look like a loop for a few rows; what has gone on for so many tokens is one.
LASTING = 64

RULE = (
    f"a reply loops when its end, {TURNS} periods of at most {MAX_PERIOD} tokens and {SHORTEST} tokens at "
    f"least, repeats itself: {AGREEING:.0%} of the tokens after the first period equal the token one "
    "period before"
)


@dataclass(frozen=True, slots=True)
class Loop:
    """period in tokens; start: how many tokens come before the first turn of the loop."""

    period: int
    start: int


@dataclass(frozen=True, slots=True)
class Repetition:
    """Tokens start to end of a reply are a loop that lasted. goes_on: the reply is still in it."""

    period: int
    start: int
    end: int
    goes_on: bool


def find_loop(tokens: Sequence[int]) -> Loop | None:
    """The loop that a reply ends in, by `RULE`; the shortest period where several fit.

    tokens: ids of the reply, without a stop token. Not every token must agree, because loops often count
    ("Step 12: ...").
    """
    for period in range(1, MAX_PERIOD + 1):
        turns = _turns(period)
        if turns > len(tokens):
            break
        if _agreement(tokens, len(tokens) - turns, len(tokens), period) >= AGREEING:
            return Loop(period, _start(tokens, len(tokens) - turns, period))
    return None


class LoopWatch:
    """Follows the rounds of a reply; a token costs the same however long the reply is.

    A last token without text is left out until another follows: it may be the stop token.
    """

    def __init__(self) -> None:
        self.loop: Loop | None = None
        """What `find_loop` says of the tokens so far; its start stays while the loop does."""
        self._tokens: list[int] = []
        self._waiting: int | None = None
        self._places: defaultdict[int, deque[int]] = defaultdict(deque)
        self._agreed: list[deque[int]] = [deque() for _ in range(MAX_PERIOD + 1)]
        self._repeating: set[int] = set()
        self._lasted: Repetition | None = None

    @classmethod
    def of(cls, rounds: Iterable[Round]) -> LoopWatch:
        watch = cls()
        for round_ in rounds:
            watch.add(round_)
        return watch

    def add(self, round_: Round) -> None:
        for emitted in round_.emitted:
            if self._waiting is not None:
                self.add_token(self._waiting)
            self._waiting = None if emitted.text else emitted.token
            if self._waiting is None:
                self.add_token(emitted.token)

    def add_token(self, token: int) -> None:
        self._note(token)
        period = self._period()
        if period is None:
            self.loop = None
        elif self.loop is None or self.loop.period != period:
            start = _start(self._tokens, len(self._tokens) - _turns(period), period)
            # the same loop may be seen with another period
            self.loop = Loop(period, start if self.loop is None else min(start, self.loop.start))
        self._note_lasting()

    @property
    def repetition(self) -> Repetition | None:
        """The last loop that went on for `LASTING` tokens; the reply may have left it since."""
        return self._lasted

    def _note(self, token: int) -> None:
        """Notes for which periods the token equals the one a period before."""
        place = len(self._tokens)
        self._tokens.append(token)
        same = self._places[token]
        while same and same[0] < place - MAX_PERIOD:
            same.popleft()
        for earlier in same:
            period = place - earlier
            self._agreed[period].append(place)
            if self._repeats(period):
                self._repeating.add(period)
        same.append(place)

    def _repeats(self, period: int) -> bool:
        """Whether enough of the last tokens agree, if there are so many."""
        agreed, compared = self._agreed[period], _turns(period) - period
        while agreed and agreed[0] < len(self._tokens) - compared:
            agreed.popleft()
        return len(agreed) / compared >= AGREEING

    def _period(self) -> int | None:
        """The shortest one that the end repeats itself with."""
        self._repeating = {period for period in self._repeating if self._repeats(period)}
        return min((p for p in self._repeating if _turns(p) <= len(self._tokens)), default=None)

    def _note_lasting(self) -> None:
        loop, end = self.loop, len(self._tokens)
        if loop is not None and end - loop.start >= LASTING:
            self._lasted = Repetition(loop.period, loop.start, end, True)
        elif loop is None and self._lasted is not None and self._lasted.goes_on:
            self._lasted = Repetition(self._lasted.period, self._lasted.start, self._lasted.end, False)


def _turns(period: int) -> int:
    """So many tokens at the end must repeat themselves."""
    return max(TURNS * period, SHORTEST)


def _agreement(tokens: Sequence[int], start: int, end: int, period: int) -> float:
    """Share of the tokens from the second turn on that equal the one a period before."""
    places = range(start + period, end)
    return sum(tokens[place] == tokens[place - period] for place in places) / len(places)


def _start(tokens: Sequence[int], start: int, period: int) -> int:
    """Moved to the left as long as whole turns agree, then to the first token that comes again."""
    while start >= period and _agreement(tokens, start - period, start + period, period) >= AGREEING:
        start -= period
    while tokens[start] != tokens[start + period]:
        start += 1
    return start
