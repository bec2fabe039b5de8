"""What an audition came to: predictions, each labelled so, and which of them is worth a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from desktop_app.chats.typed_values import fits
from desktop_app.engines.base import DraftLength

# below that a difference is hardly noticed, and within what timings vary
_WORTH = 1.05
# Tokens below which a prediction says little.
_LEAST_TOKENS = 48


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate over all replies. timed_tokens and timed_s: of the rounds whose time counts, each
    with the middle of those with as many drafts."""

    draft: str
    k: DraftLength
    rounds: int = 0
    tokens: int = 0
    drafted: int = 0
    tested: int = 0
    accepted: int = 0
    timed_tokens: int = 0
    timed_s: float = 0.0

    @property
    def tokens_per_s(self) -> float | None:
        """Predicted, in decoding."""
        return self.timed_tokens / self.timed_s if self.timed_s > 0 else None

    @property
    def acceptance_rate(self) -> float | None:
        return self.accepted / self.tested if self.tested else None


@dataclass(frozen=True, slots=True)
class AuditionOutcome:
    """messages: the replies that were walked along. lanes: the first is plain; used: which of them the chat
    was drafted by. measured: speedups that were measured inside replies."""

    model: str
    messages: tuple[str, ...]
    used: int
    lanes: tuple[Scored, ...]
    measured: tuple[float, ...] = ()

    def predicted(self, lane: int) -> float | None:
        """Its speedup over plain decoding of the same replies."""
        plain, own = self.lanes[0].tokens_per_s, self.lanes[lane].tokens_per_s
        return own / plain if plain and own else None

    @property
    def measured_speedup(self) -> float | None:
        """Of what was used: the middle of the replies that have one."""
        return median(self.measured) if self.measured else None

    @property
    def winner(self) -> int | None:
        """The fastest; what is used already where nothing is worth a change; None where little was seen."""
        if self.lanes[0].tokens < _LEAST_TOKENS:
            return None
        known = {place: speedup for place in range(len(self.lanes)) if (speedup := self.predicted(place))}
        if self.used not in known:
            return None
        best = max(known, key=lambda place: known[place])
        return best if known[best] >= _WORTH * known[self.used] else self.used

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def outcome_from_json(data: object) -> AuditionOutcome | None:
    """None where it is damaged, or of another version."""
    if not isinstance(data, Mapping) or not isinstance(data.get("messages"), list | tuple):
        return None
    try:
        lanes = tuple(Scored(**lane) for lane in data["lanes"])
        outcome = AuditionOutcome(
            data["model"], tuple(data["messages"]), data["used"], lanes, tuple(data["measured"])
        )
    except (LookupError, TypeError, ValueError):
        return None
    sound = fits(outcome, AuditionOutcome) and bool(lanes) and 0 <= outcome.used < len(lanes)
    return outcome if sound else None
