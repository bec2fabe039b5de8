"""Rounds of known lengths, for what is measured of times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from round_factory import make_round

from desktop_app.decoding.rounds import Round, Undrafted

# seconds, tokens, why undrafted
Part = tuple[float, int, Undrafted | None]


def timed_rounds(parts: Sequence[Part]) -> list[Round]:
    """After a round 0 that took a second."""
    ends = list(accumulate((seconds for seconds, _, _ in parts), initial=1.0))
    rounds = [make_round(at=ends[0])]
    for index, (at, (_, tokens, undrafted)) in enumerate(zip(ends[1:], parts, strict=True), start=1):
        drafts = ["accepted"] * (tokens - 1)
        emitted = ["accepted"] * (tokens - 1) + ["bonus" if drafts else "plain"]
        rounds.append(replace(make_round(drafts, emitted, index=index, at=at), undrafted=undrafted))
    return rounds
