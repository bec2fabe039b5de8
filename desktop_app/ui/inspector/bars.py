"""The recorded distributions behind one token, side by side. Free of Qt."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.decoding.rounds import CANDIDATES, Candidate, Row


@dataclass(frozen=True, slots=True)
class Bar:
    """One token, or all that were not recorded where token is None.

    p and q: the target's and the draft's probability; at_most: p or q is not recorded and is no larger than
    this. taken: it became text.
    """

    token: int | None
    text: str
    p: float | None
    q: float | None
    p_at_most: float
    q_at_most: float
    taken: bool


def bars_of(row: Row, taken: int) -> tuple[Bar, ...]:
    """The likeliest tokens of both models, by the target's opinion, and last what is left of each.

    taken: the token that became text. Without a distribution of the draft every q is None.
    """
    target, draft = _by_token(row.target), _by_token(row.draft)
    texts = {candidate.token: candidate.text for candidate in (*row.draft, *row.target)}
    tokens = sorted(texts, key=lambda token: (-target.get(token, 0.0), -draft.get(token, 0.0)))
    p_rest, q_rest = _smallest(row.target), _smallest(row.draft)
    bars = [
        Bar(
            token,
            texts[token],
            _known(row.target, target.get(token)),
            _known(row.draft, draft.get(token)),
            p_rest,
            q_rest,
            token == taken,
        )
        for token in tokens
    ]
    rest = Bar(None, "", _left(row.target), _left(row.draft) if row.draft else None, 0.0, 0.0, False)
    return (*bars, rest)


def _known(candidates: tuple[Candidate, ...], chance: float | None) -> float | None:
    """Fewer candidates than there is room for are all that can be drawn."""
    return 0.0 if chance is None and 0 < len(candidates) < CANDIDATES else chance


def _by_token(candidates: tuple[Candidate, ...]) -> dict[int, float]:
    return {candidate.token: candidate.p for candidate in candidates}


def _smallest(candidates: tuple[Candidate, ...]) -> float:
    return min((candidate.p for candidate in candidates), default=0.0)


def _left(candidates: tuple[Candidate, ...]) -> float:
    return max(0.0, 1.0 - sum(candidate.p for candidate in candidates))
