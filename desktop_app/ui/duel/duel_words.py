"""The verdict of a duel in the user's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.bench.duel import DuelOutcome, token_text
from desktop_app.engines.base import Difference

# lupdate knows the function by this name
translate = QCoreApplication.translate


def verdict_words(outcome: DuelOutcome, lane: int, name: str, *, exact: bool) -> str:
    """About a lane after the first, by its name."""
    verdict = outcome.verdicts[lane - 1]
    if verdict.kind == "identical":
        return translate("Duel", "{name}: the same text as the first lane, token by token.").format(name=name)
    found = verdict.difference
    if found is None:
        return translate(
            "Duel",
            "{name}: the rejection verifier draws words of its own from the same distribution, so the texts "
            "cannot be compared; the speeds can.",
        ).format(name=name)
    end = translate("Duel", "the end")
    one, two = (token_text(outcome.runs[place][0], found.position) for place in (0, lane))
    parts = translate("Duel", "{name}: parts from the first lane at token {number}: {one} there, {two} here.")
    return parts.format(
        name=name,
        number=f"{found.position + 1:,}",
        one=end if one is None else f"“{one}”",
        two=end if two is None else f"“{two}”",
    ) + _why(found, exact=exact)


def _why(found: Difference, *, exact: bool) -> str:
    if exact:
        return " " + translate("Duel", "In the exact shape that must not be: please report it.")
    if found.plain_gap is None or found.speculative_gap is None:
        return " " + translate(
            "Duel", "Outside the exact shape a row changes in its last bits with the rows beside it."
        )
    return " " + translate(
        "Duel",
        "Outside the exact shape a row changes in its last bits with the rows beside it; the two best logits "
        "were {plain} apart in passes of one row and {drafted} with drafts.",
    ).format(plain=f"{found.plain_gap:.3g}", drafted=f"{found.speculative_gap:.3g}")
