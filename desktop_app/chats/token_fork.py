"""A reply up to a draft that did not become text, as the beginning of another reply.

The rounds before are taken over as they were. The round of the draft is cut where the draft stood: what it
had emitted before stays, its later drafts count as untested, as in any round that was cut. The draft itself
becomes a round of its own, made by the user: no drafts, no time, one plain token with the probability the
target had given it. So the copy holds the very tokens, and claims nothing the model did not do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from desktop_app.decoding.rounds import (
    USER,
    Draft,
    Emitted,
    Origin,
    Round,
    Timing,
    Verdict,
    draft_depths,
)

# Tokens that make no whole character are shown by their bytes, which are not what the token would add.
_BROKEN = "\N{REPLACEMENT CHARACTER}"
_NO_TEXT = re.compile(_BROKEN + r"|\\x[0-9a-f]{2}")


def choosable(rounds: Sequence[Round], at: int, index: int) -> bool:
    """Whether draft `index` of the round at position `at` can begin another reply: it was not accepted, it is
    text, and it does not stand inside a character."""
    chosen = _chosen(rounds[at].drafts, index)
    return bool(chosen) and all(map(_is_text, chosen)) and _whole_before(rounds, at, index)


def chosen_text(round_: Round, index: int) -> str:
    """What is chosen with this draft: the drafts before it that were not accepted, and itself."""
    return "".join(draft.text for draft in _chosen(round_.drafts, index))


def forked(rounds: Sequence[Round], at: int, index: int) -> tuple[Round, ...]:
    """The rounds of a reply that takes draft `index` of the round at position `at`.

    Raises:
        ValueError: the draft was accepted, or its text is not known.
    """
    round_ = rounds[at]
    if not choosable(rounds, at, index):
        raise ValueError("only a draft that was not accepted, and is text, can be chosen")
    chosen = _chosen(round_.drafts, index)
    stood = _stood(round_.drafts, index)
    result = [*rounds[:at]]
    if stood:
        result.append(_cut(round_, stood))
    for draft in chosen:
        result.append(_by_user(draft, len(result), round_.at))
    return tuple(result)


def _way(drafts: tuple[Draft, ...], index: int) -> list[Draft]:
    """From the first level down to the draft."""
    way: list[Draft] = []
    while index >= 0:
        way.append(drafts[index])
        index = drafts[index].parent
    return way[::-1]


def _chosen(drafts: tuple[Draft, ...], index: int) -> list[Draft]:
    return [draft for draft in _way(drafts, index) if draft.verdict is not Verdict.ACCEPTED]


def _stood(drafts: tuple[Draft, ...], index: int) -> int:
    """Drafts before it that were accepted."""
    return len(_way(drafts, index)) - len(_chosen(drafts, index))


def _whole_before(rounds: Sequence[Round], at: int, index: int) -> bool:
    stood = _stood(rounds[at].drafts, index)
    before = rounds[at].emitted[:stood] or (rounds[at - 1].emitted if at else ())
    return not before or (bool(before[-1].text) and not before[-1].text.endswith(_BROKEN))


def _cut(round_: Round, stood: int) -> Round:
    depths = draft_depths(round_.drafts)
    drafts = tuple(
        draft if depth < stood else replace(draft, verdict=Verdict.UNTESTED, p=None)
        for draft, depth in zip(round_.drafts, depths, strict=True)
    )
    rows = None if round_.rows is None else round_.rows[:stood]
    return replace(round_, drafts=drafts, emitted=round_.emitted[:stood], rows=rows)


def _by_user(draft: Draft, index: int, at: float) -> Round:
    token = Emitted(draft.token, draft.text, Origin.PLAIN, draft.p)
    return Round(index, USER, (), (token,), Timing(0.0, 0.0, 0.0), at)


def _is_text(draft: Draft) -> bool:
    return bool(draft.text) and _NO_TEXT.search(draft.text) is None
