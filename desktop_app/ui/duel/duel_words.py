"""The words of a duel in the user's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.bench.duel_words import DuelWords, PageWords, VerdictWords
from desktop_app.ui.conversations.export_words import export_words

# lupdate knows the function by this name
translate = QCoreApplication.translate


def duel_words() -> DuelWords:
    return DuelWords(verdict_words(), _page_words(), export_words())


def verdict_words() -> VerdictWords:
    return VerdictWords(
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
            "Outside the exact shape a row changes in its last bits with the rows beside it; the two largest "
            "logits were {plain} apart in passes of one row and {drafted} with drafts.",
        ),
        gaps_noise=translate(
            "Duel",
            "Outside the exact shape a row changes in its last bits with the rows beside it; the two largest "
            "sums of log p and the seed’s noise were {plain} apart in passes of one row and {drafted} with "
            "drafts.",
        ),
        token="“{}”".format,
        number="{:,}".format,
    )


def _page_words() -> PageWords:
    return PageWords(
        language=translate("Export", "en", "the language as HTML names it, such as en or zh-CN"),
        title=translate("Duel", "Slipstream: a duel"),
        setup=translate(
            "Duel",
            "{model}, {dtype} on {device}; temperature {temperature}, seed {seed}, {verifier} verifier",
        ),
        exact=translate("Duel", "all lanes in one exact shape"),
        fast=translate("Duel", "each lane in its own shape"),
        back=translate("Duel", "each lane twice, there and back"),
        once=translate("Duel", "each lane once"),
        context=translate("Duel", "asked in a chat, after {count} messages"),
        speedup=translate("Duel", "decode tokens/s of {name} / decode tokens/s of {first}, measured"),
        tokens=translate("Duel", "tokens"),
        wall=translate("Duel", "from asking to the end"),
        first_token=translate("Duel", "first token"),
        decode=translate("Duel", "decode tokens/s"),
        runs=translate("Duel", "of each run"),
        faster=translate("Duel", "speedup in decoding"),
        faster_wall=translate("Duel", "speedup by the clock"),
        per_pass=translate("Duel", "tokens a pass"),
        accepted=translate("Duel", "accepted"),
        seconds=translate("Duel", "{value} s"),
        speed=translate("Duel", "{value} tokens/s"),
        loop=translate(
            "Duel", "A reply ends in a loop: such a text is guessed easily and says little of chats."
        ),
    )
