"""The words of a duel's verdict in the user's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.bench.duel_words import DuelWords

# lupdate knows the function by this name
translate = QCoreApplication.translate


def duel_words() -> DuelWords:
    return DuelWords(
        same=translate("Duel", "{name}: the same text as the first lane, token by token."),
        rejection=translate(
            "Duel",
            "{name}: the rejection verifier draws words of its own from the same distribution, so the texts "
            "cannot be compared; the speeds can.",
        ),
        end=translate("Duel", "the end"),
        parts=translate(
            "Duel", "{name}: parts from the first lane at token {number}: {one} there, {two} here."
        ),
        exact=translate("Duel", "In the exact shape that must not be: please report it."),
        shapes=translate(
            "Duel", "Outside the exact shape a row changes in its last bits with the rows beside it."
        ),
        gaps=translate(
            "Duel",
            "Outside the exact shape a row changes in its last bits with the rows beside it; the two best "
            "logits were {plain} apart in passes of one row and {drafted} with drafts.",
        ),
        token="“{}”".format,
        number="{:,}".format,
    )
