"""What follows from the target's numbers for each verifier: the token, and the verdict on each draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Protocol

import torch

from desktop_app.bench.scored_row import ScoredRow
from desktop_app.decoding.drafters.names import EAGLE, LOOKUP, MODEL, NONE, SKIP, SUFFIX
from desktop_app.decoding.rounds import Draft, Emitted, Round, Row, Verdict
from desktop_app.decoding.row_search import best_token
from desktop_app.decoding.verification import Coupled, SeededCoins, accepts, draw, residual

# who takes a coin for each draft, and who takes none and is sure of each
_DRAWN = frozenset({MODEL, SKIP, EAGLE})
_COPIED = frozenset({LOOKUP, SUFFIX})


@dataclass(frozen=True, slots=True)
class Finding:
    """What does not follow from the numbers of this pass. why: a clause. margin: by how much, allowed: how
    much the number format leaves open; token: the one it is about, other: the one expected instead."""

    why: str
    token: int
    other: int | None = None
    margin: float = inf
    allowed: float = 0.0

    @property
    def tie(self) -> bool:
        return self.margin <= self.allowed


@dataclass(frozen=True, slots=True)
class Place:
    """One emitted token. position: in the whole text. drafts: those tested for it. recorded: the
    distributions kept of it."""

    row: ScoredRow
    position: int
    drafts: Sequence[Draft]
    emitted: Emitted
    recorded: Row | None


class Rule(Protocol):
    """Asked round by round and token by token, in order."""

    def begin(self, round_: Round) -> None: ...

    def check(self, place: Place) -> list[Finding]: ...


class FirstChoice:
    """Greedy."""

    def begin(self, round_: Round) -> None: ...

    def check(self, place: Place) -> list[Finding]:
        scores, token = place.row.scores, place.emitted.token
        own = best_token(scores)
        if own == token:
            return _verdicts(place)
        margin = float(scores[own] - scores[token])
        why = "the target's first choice is another token"
        return [*_verdicts(place), Finding(why, token, own, margin, place.row.apart)]


class LargestKey:
    """Coupled: the largest log p + noise, which the seed and the position fix."""

    def __init__(self, seed: int) -> None:
        self._coupled = Coupled(seed)

    def begin(self, round_: Round) -> None: ...

    def check(self, place: Place) -> list[Finding]:
        row, token = place.row, place.emitted.token
        own = self._coupled.choose(row.p, place.position)
        if own == token:
            return _verdicts(place)
        why = "with the noise of the seed the target draws another token"
        margin = self._margin(place, own)
        allowed = row.log_apart
        if margin > allowed and self._may_be_first(place):
            why = "the target draws another token, of those that top-p and the like may cut"
            margin = allowed
        return [*_verdicts(place), Finding(why, token, own, margin, allowed)]

    def _margin(self, place: Place, own: int) -> float:
        logs = place.row.p[[own, place.emitted.token]].double().log()
        keys = logs + self._coupled.noise(
            place.position, torch.tensor([own, place.emitted.token]).to(logs.device)
        )
        return float(keys[0] - keys[1])

    def _may_be_first(self, place: Place) -> bool:
        """Whether it is without those that may be cut; it may have been let in itself."""
        row, token = place.row, place.emitted.token
        moved = row.moved(token, row.apart)
        if float(moved[token]) == 0.0:
            return False
        tokens, keys = self._coupled.keys(moved, place.position)
        better = tokens[keys > keys[tokens == token]].tolist()
        return all(map(row.may_be_cut, better))


def _verdicts(place: Place) -> list[Finding]:
    """A draft stands when it is the token that was emitted."""
    stands = [draft for draft in place.drafts if draft.verdict is Verdict.ACCEPTED]
    missed = [draft for draft in place.drafts if draft.token == place.emitted.token]
    if missed and not stands:
        return [Finding("a draft fell that is the token the target chose", missed[0].token)]
    return []


class Coins:
    """Rejection: the seed's coins are thrown again, as the drafters and the verifier took them.

    followed: whether it is known which coin was thrown for what; no longer after a drafter of another kind.
    replayed: verdicts and draws that were compared with their coins; possible: draws of which it is only
    known that they could be, as they are from what is left of a draft's distribution.
    """

    def __init__(self, seed: int) -> None:
        self._coins = SeededCoins(seed)
        self._copied = False
        self.followed = True
        self.replayed = 0
        self.possible = 0

    def begin(self, round_: Round) -> None:
        self._copied = round_.drafter in _COPIED
        self.followed = self.followed and round_.drafter in _COPIED | _DRAWN | {NONE}
        if round_.drafter in _DRAWN:
            for _ in round_.drafts:
                self._coins.next()

    def check(self, place: Place) -> list[Finding]:
        if len(place.drafts) > 1:
            return [Finding("the rejection rule verifies no tree", place.drafts[1].token)]
        if not place.drafts:
            return self._drawn(place, place.row.p)
        draft = place.drafts[0]
        found = self._verdict(place.row, draft)
        if draft.verdict is Verdict.ACCEPTED:
            return found
        if draft.token == place.emitted.token:
            return [*found, Finding("a draft that fell was emitted in its own place", draft.token)]
        if self._copied:
            return [*found, *self._drawn(place, residual(place.row.p, draft.token))]
        return [*found, *self._left(place)]

    def _verdict(self, row: ScoredRow, draft: Draft) -> list[Finding]:
        """A draft stands where coin * q < p."""
        q, coin = 1.0 if self._copied else draft.q, self._coins.next()
        if q is None:
            self.followed = False
            return []
        low, high = row.bounds(draft.token)
        p, stood = float(row.p[draft.token]), draft.verdict is Verdict.ACCEPTED
        if not self.followed:
            # some coin must have done it
            if stood and high == 0.0:
                return [Finding("a draft stands that the target rules out", draft.token, margin=q)]
            if not stood and low >= q:
                return [Finding("a draft fell that every coin lets stand", draft.token, margin=low - q)]
            return []
        self.replayed += 1
        if accepts(coin, p, q) == stood:
            return []
        why = "the seed's coin lets this draft " + ("fall" if stood else "stand")
        room = high - p if stood else p - low
        return [Finding(why, draft.token, margin=abs(coin * q - p), allowed=room)]

    def _drawn(self, place: Place, probs: torch.Tensor) -> list[Finding]:
        row, token, coin = place.row, place.emitted.token, self._coins.next()
        if not self.followed:
            return self._drawable(place)
        self.replayed += 1
        own = draw(probs, coin)
        if own == token:
            return []
        if float(probs[token]) == 0.0:
            ruled_out = self._drawable(place)
            if ruled_out:
                return ruled_out
        margin, allowed = row.draw_misses(probs, token, coin)
        return [Finding("the seed's coin draws another token", token, own, margin, allowed)]

    def _left(self, place: Place) -> list[Finding]:
        """A draw from max(0, p - q), of which a trace holds no more than a few q."""
        self._coins.next()
        self.possible += 1
        token = place.emitted.token
        q = next((c.p for c in place.recorded.draft if c.token == token), 0.0) if place.recorded else 0.0
        high = place.row.bounds(token)[1]
        if q and q >= high:
            return [Finding("nothing is left of this token after the draft", token, margin=q - high)]
        return self._drawable(place)

    def _drawable(self, place: Place) -> list[Finding]:
        row, token = place.row, place.emitted.token
        if float(row.p[token]) > 0.0 or row.may_be_kept(token):
            return []
        return [Finding("the target rules this token out", token)]


def rule_of(verifier: str, seed: int) -> Rule:
    match verifier:
        case "greedy":
            return FirstChoice()
        case "coupled":
            return LargestKey(seed)
    return Coins(seed)
