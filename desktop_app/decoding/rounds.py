"""The record of one decoding round. Everything shown, stored, charted or replayed is made of it.

A plain autoregressive step is a round without drafts.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Literal

from desktop_app.decoding.plan import Mode, mode_from

# Why a reply that drafts did not in a round: to measure the plain speed, or because it was switched to plain.
Undrafted = Literal["control", "switched"]

# The "drafter" of a round that no model made: a token the user chose. It has no drafts and took no time; its
# p is the target's for that token, where it was tested.
USER = "user"


class Verdict(StrEnum):
    """What the target said about a draft."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNTESTED = "untested"


class Origin(StrEnum):
    """Where an emitted token came from."""

    ACCEPTED = "accepted"
    CORRECTED = "corrected"
    BONUS = "bonus"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Draft:
    """One drafted token.

    q and p are the draft's and the target's probability of the token after the sampling pipeline (at
    temperature 0: softmax at temperature 1). p is None for an untested draft: its row is conditioned on a
    rejected token. parent is the index of the draft it follows in the round, -1 for the committed text.
    drafter is who drafted it where that is not the round's drafter.
    """

    token: int
    text: str
    q: float | None
    p: float | None
    verdict: Verdict
    parent: int
    drafter: str | None = None


@dataclass(frozen=True, slots=True)
class Emitted:
    """One token of the reply. text is what this token made visible; "" inside a split character.

    p is the target's probability of the token after the sampling pipeline.
    """

    token: int
    text: str
    origin: Origin
    p: float | None


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds spent in one round; other is sampling and bookkeeping."""

    draft_s: float
    verify_s: float
    other_s: float

    @property
    def total_s(self) -> float:
        return self.draft_s + self.verify_s + self.other_s


# Most of them in a recorded row; fewer are all that can be drawn.
CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class Candidate:
    token: int
    text: str
    p: float


@dataclass(frozen=True, slots=True)
class Row:
    """The distributions behind one emitted token, recorded on request.

    target and draft: the most likely tokens of each model, draft empty where it has no distribution or
    proposed nothing. entropy of the target, draft_entropy of the draft, in nats. rank: how many tokens the
    target finds likelier than the first draft tested here, None without.
    """

    target: tuple[Candidate, ...]
    draft: tuple[Candidate, ...]
    entropy: float
    rank: int | None
    draft_entropy: float | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One pass of the target and the drafts it verified. at is in seconds since the reply was asked for.

    rows: one for each emitted token when distributions are recorded. undrafted: why a speculative reply
    wanted no drafts here; None where it wanted some, and in a plain reply. switched: the mode that begins
    with this round in mid-reply.
    """

    index: int
    drafter: str
    drafts: tuple[Draft, ...]
    emitted: tuple[Emitted, ...]
    timing: Timing
    at: float
    rows: tuple[Row, ...] | None = None
    undrafted: Undrafted | None = None
    switched: Mode | None = None

    @property
    def accepted(self) -> int:
        return sum(draft.verdict is Verdict.ACCEPTED for draft in self.drafts)

    def accepted_draft(self, position: int) -> Draft | None:
        """The draft that became the token at `position` among those emitted; None where it was none."""
        accepted = [draft for draft in self.drafts if draft.verdict is Verdict.ACCEPTED]
        return accepted[position] if position < len(accepted) else None

    def drafter_of(self, position: int) -> str:
        """Who drafted the token at `position` if it is a draft's, else the round's drafter."""
        draft = self.accepted_draft(position)
        return (draft.drafter if draft else None) or self.drafter

    @property
    def text(self) -> str:
        return "".join(emitted.text for emitted in self.emitted)


def draft_depths(drafts: tuple[Draft, ...]) -> list[int]:
    """Depth of each draft below the committed text; 0 for the first level. Parents come before children."""
    depths: list[int] = []
    for draft in drafts:
        depths.append(0 if draft.parent < 0 else depths[draft.parent] + 1)
    return depths


def round_to_json(round_: Round) -> dict[str, Any]:
    """The round as plain JSON values, as written to traces and the chat store."""
    rows = {} if round_.rows is None else {"rows": [asdict(row) for row in round_.rows]}
    undrafted = {} if round_.undrafted is None else {"undrafted": round_.undrafted}
    switched = {} if round_.switched is None else {"switched": round_.switched}
    return {
        "index": round_.index,
        "drafter": round_.drafter,
        "drafts": [
            {
                "token": d.token,
                "text": d.text,
                "q": d.q,
                "p": d.p,
                "verdict": d.verdict.value,
                "parent": d.parent,
                **({} if d.drafter is None else {"drafter": d.drafter}),
            }
            for d in round_.drafts
        ],
        "emitted": [
            {"token": e.token, "text": e.text, "origin": e.origin.value, "p": e.p} for e in round_.emitted
        ],
        "timing": {
            "draft": round_.timing.draft_s,
            "verify": round_.timing.verify_s,
            "other": round_.timing.other_s,
        },
        "at": round_.at,
        **rows,
        **undrafted,
        **switched,
    }


def round_from_json(data: dict[str, Any]) -> Round:
    """The inverse of `round_to_json`; unknown keys are ignored.

    Raises:
        KeyError, ValueError: a field is missing or has an unknown value.
    """
    return Round(
        index=data["index"],
        drafter=data["drafter"],
        drafts=tuple(
            Draft(d["token"], d["text"], d["q"], d["p"], Verdict(d["verdict"]), d["parent"], d.get("drafter"))
            for d in data["drafts"]
        ),
        emitted=tuple(Emitted(e["token"], e["text"], Origin(e["origin"]), e["p"]) for e in data["emitted"]),
        timing=Timing(data["timing"]["draft"], data["timing"]["verify"], data["timing"]["other"]),
        at=data["at"],
        rows=_rows_from_json(data["rows"]) if data.get("rows") is not None else None,
        undrafted=_undrafted(data.get("undrafted")),
        switched=None if data.get("switched") is None else mode_from(data["switched"]),
    )


def _undrafted(value: object) -> Undrafted | None:
    if value is None or value == "control" or value == "switched":
        return value
    raise ValueError(f"no round is undrafted for {value!r}")


def _rows_from_json(rows: list[dict[str, Any]]) -> tuple[Row, ...]:
    return tuple(
        Row(
            tuple(Candidate(**candidate) for candidate in row["target"]),
            tuple(Candidate(**candidate) for candidate in row["draft"]),
            row["entropy"],
            row["rank"],
            row.get("draft_entropy"),
        )
        for row in rows
    )
