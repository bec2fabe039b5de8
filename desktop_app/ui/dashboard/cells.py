"""The boxes of one round: its drafts in order, then the token that is the target's own. Free of Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round

Kind = Literal["accepted", "rejected", "untested", "corrected", "bonus", "plain"]


@dataclass(frozen=True, slots=True)
class Cell:
    """kind is a verdict or an origin; both are colour roles of the theme, except untested, which is hollow.

    q and p are probabilities as in the record; q is None for the target's own token.
    """

    kind: Kind
    text: str
    q: float | None
    p: float | None

    @property
    def own(self) -> bool:
        return self.kind in ("corrected", "bonus", "plain")


def cells_of(round_: Round) -> tuple[Cell, ...]:
    drafts = [_draft_cell(draft) for draft in round_.drafts]
    own = [_own_cell(token) for token in round_.emitted if token.origin is not Origin.ACCEPTED]
    return (*drafts, *own)


def _draft_cell(draft: Draft) -> Cell:
    return Cell(draft.verdict.value, draft.text, draft.q, draft.p)


def _own_cell(token: Emitted) -> Cell:
    kind: Kind = "plain"
    if token.origin is Origin.CORRECTED:
        kind = "corrected"
    elif token.origin is Origin.BONUS:
        kind = "bonus"
    return Cell(kind, token.text, None, token.p)
