"""What `trace verify` found, for a reader and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from desktop_app.engines.base import Started

_MOST_TIES = 5


@dataclass(frozen=True, slots=True)
class Noted:
    """Something at a token of the reply, counted from 0, in a round. why: a clause, as of a `Finding`.

    token: the id it is about, with its text; expected: what the target has instead, None where it has no
    other. margin and allowed: by how much it is missed, and how much the number format leaves open; None
    where it is no question of how much.
    """

    position: int
    round: int
    token: int
    text: str
    why: str
    expected: int | None = None
    expected_text: str = ""
    margin: float | None = None
    allowed: float | None = None

    def words(self) -> str:
        other = "" if self.expected is None else f", {self.expected_text!r}"
        numbers = ""
        if self.margin is not None and self.allowed is not None:
            numbers = f" (off by {self.margin:.3g}, {self.allowed:.3g} is left open by the number format)"
        return f"token {self.position} ({self.text!r}, round {self.round}): {self.why}{other}{numbers}"


@dataclass(frozen=True, slots=True)
class Chance:
    """Of a rejection reply. replayed: verdicts and draws compared with the seed's coins; possible: draws of
    which only that can be said. followed: whether that went on to the end."""

    replayed: int
    possible: int
    followed: bool


@dataclass(frozen=True, slots=True)
class TraceReport:
    """model: what scored it, on device. checked: tokens of `tokens` up to the first deviation; chosen: those
    of them the user chose. drafts: verdicts compared. probabilities: recorded p compared, with the largest
    difference in absolute terms. ties: near ones, that fell otherwise than here."""

    started: Started
    model: str
    device: str
    tokens: int
    checked: int
    chosen: int
    drafts: int
    probabilities: int
    largest_difference: float
    ties: tuple[Noted, ...]
    chance: Chance | None
    deviation: Noted | None

    @property
    def own(self) -> bool:
        """Whether every token is the target's own."""
        return self.deviation is None

    def to_json(self) -> dict[str, Any]:
        started = self.started
        return {
            "model": self.model,
            "trace_model": started.model,
            "device": self.device,
            "dtype": started.resolved.dtype,
            "verifier": started.resolved.verifier,
            "exact": started.resolved.exact,
            "seed": started.seed,
            "own": self.own,
            "tokens": self.tokens,
            "checked": self.checked,
            "chosen": self.chosen,
            "drafts": self.drafts,
            "probabilities": self.probabilities,
            "largest_difference": self.largest_difference,
            "ties": [asdict(tie) for tie in self.ties],
            "chance": None if self.chance is None else asdict(self.chance),
            "deviation": None if self.deviation is None else asdict(self.deviation),
        }

    def render(self) -> str:
        """For a terminal, verdict last."""
        resolved = self.started.resolved
        lines = [f"{self.started.model}, {resolved.dtype} on {resolved.device}, {resolved.verifier}"]
        if (self.model, self.device) != (self.started.model, resolved.device):
            lines.append(f"  scored by {self.model} on {self.device}")
        lines += [f"  {line}" for line in (*self._checked(), *self._unchecked())]
        lines += [f"  near tie at {tie.words()}" for tie in self.ties[:_MOST_TIES]]
        if len(self.ties) > _MOST_TIES:
            lines.append(f"  and {len(self.ties) - _MOST_TIES} more near ties")
        return "\n".join([*lines, self.verdict()])

    def verdict(self) -> str:
        if self.deviation is not None:
            return f"NOT the target's own from {self.deviation.words()}."
        ties = f"; {_counted(len(self.ties), 'near tie')} fell otherwise than here" if self.ties else ""
        chosen = f"; {self.chosen} more chosen by the user" if self.chosen else ""
        total = self.tokens - self.chosen
        return f"{total} of {total} tokens are the target's own{ties}{chosen}."

    def _checked(self) -> list[str]:
        rule = _RULES[self.started.resolved.verifier].format(seed=self.started.seed)
        return [
            f"checked: {rule}; {_counted(self.drafts, 'verdict')} on drafts",
            f"recorded probabilities: {self.probabilities}, at most {self.largest_difference:.2g} from the "
            "target's",
        ]

    def _unchecked(self) -> list[str]:
        lines = ["not checked: times, and what the drafter thought (q)"]
        if self.chance is not None:
            lines.insert(0, self._chance(self.chance))
        return lines

    def _chance(self, chance: Chance) -> str:
        said = f"coins: {chance.replayed} thrown again"
        if chance.possible:
            said += (
                f"; {_counted(chance.possible, 'token')} drawn from what a draft left, whose distribution no "
                "trace holds: only that they are possible"
            )
        if not chance.followed:
            said += "; a drafter of another kind threw some, from there on only that each token is possible"
        return said


_RULES = {
    "greedy": "each token is the target's first choice",
    "coupled": "each token is the one the target draws with the noise of seed {seed}",
    "rejection": "each token and verdict follows from the coins of seed {seed}",
}


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
