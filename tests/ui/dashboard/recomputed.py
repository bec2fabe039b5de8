"""The figures of a reply counted anew from its rounds, by other ways than the program's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from desktop_app.decoding.rounds import Round


def depth_of(round_: Round, index: int) -> int:
    depth = 0
    while (index := round_.drafts[index].parent) >= 0:
        depth += 1
    return depth


def positions(rounds: Sequence[Round]) -> list[tuple[int, int]]:
    """Accepted and tested at each position."""
    tested: Counter[int] = Counter()
    accepted: Counter[int] = Counter()
    for round_ in rounds:
        there = {(depth_of(round_, i), draft.verdict.value) for i, draft in enumerate(round_.drafts)}
        tested.update({depth for depth, verdict in there if verdict != "untested"})
        accepted.update(depth for depth, verdict in there if verdict == "accepted")
    return [(accepted[depth], tested[depth]) for depth in range(max(tested, default=-1) + 1)]


def histogram(rounds: Sequence[Round]) -> list[int]:
    """Rounds with 0, 1, 2 … accepted drafts."""
    counts = Counter(len([t for t in r.emitted if t.origin.value == "accepted"]) for r in rounds)
    return [counts[accepted] for accepted in range(max(counts, default=-1) + 1)]


def acceptance(rounds: Sequence[Round]) -> float | None:
    counted = positions(rounds)
    tested = sum(there for _, there in counted)
    return sum(here for here, _ in counted) / tested if tested else None


def verdicts(rounds: Sequence[Round]) -> Counter[str]:
    return Counter(draft.verdict.value for round_ in rounds for draft in round_.drafts)


def tokens(rounds: Sequence[Round]) -> int:
    return sum(len(round_.emitted) for round_ in rounds)


def decode_speed(rounds: Sequence[Round]) -> float | None:
    seconds = rounds[-1].at - rounds[0].at if rounds else 0.0
    return tokens(rounds[1:]) / seconds if seconds > 0 else None


def since_switch(rounds: Sequence[Round]) -> Sequence[Round]:
    """The rounds since the mode was last switched, all where it never was."""
    starts = [index for index, round_ in enumerate(rounds) if round_.switched is not None]
    return rounds[starts[-1] :] if starts else rounds


def parts_of_time(rounds: Sequence[Round]) -> tuple[float, float, float]:
    timings = [round_.timing for round_ in rounds]
    return sum(t.draft_s for t in timings), sum(t.verify_s for t in timings), sum(t.other_s for t in timings)
