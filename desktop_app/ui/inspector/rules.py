"""The rule that decided over a token, in one sentence with its numbers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.decoding.rounds import USER
from desktop_app.ui.inspector.reply_facts import ReplyFacts
from desktop_app.ui.inspector.round_nodes import Node, RoundNodes
from desktop_app.ui.inspector.words import exact, visible

translate = QCoreApplication.translate


def rule_of(nodes: RoundNodes, index: int, facts: ReplyFacts) -> str:
    """Why the node stands or does not."""
    node = nodes.nodes[index]
    if node.kind == "untested":
        return _untested(nodes.stopped_at(index))
    if nodes.round.drafter == USER:
        return translate("Rules", "You chose this token; to the target its probability was {p}.").format(
            p=exact(node.p)
        )
    if node.kind == "accepted":
        sentence = _accepted(node, facts)
    elif node.kind == "rejected":
        sentence = _rejected(node, nodes.nodes[nodes.of_emitted(node.depth)], facts)
    elif node.kind == "corrected":
        sentence = _corrected(nodes.rejected_at(node.depth), facts)
    elif node.kind == "bonus":
        sentence = _bonus(facts)
    else:
        sentence = _plain(nodes, facts)
    own = nodes.nodes[nodes.of_emitted(node.depth)]
    q = 1.0 if node.copied else node.q
    return sentence.format(
        p=exact(node.p),
        q=exact(q),
        chance=exact(acceptance_chance(node)),
        own=visible(own.text),
        own_p=exact(own.p),
        seed="–" if facts.seed is None else facts.seed,
        drafts=_quoted(nodes.rejected_at(node.depth)),
    )


def acceptance_chance(node: Node) -> float | None:
    """min(1, p / q), with which rejection sampling accepts a draft; a copied one has q 1."""
    q = 1.0 if node.copied else node.q
    if node.p is None or q is None:
        return None
    return min(1.0, node.p / q) if q > 0 else 1.0


def _quoted(nodes: list[Node]) -> str:
    return ", ".join(f"“{visible(node.text)}”" for node in nodes)


def _untested(stopped: Node | None) -> str:
    if stopped is None:
        return translate("Rules", "Untested: the reply ended before this place.")
    return translate("Rules", "Untested: it follows “{draft}”, which did not stand.").format(
        draft=visible(stopped.text)
    )


def _accepted(node: Node, facts: ReplyFacts) -> str:
    if facts.verifier == "greedy":
        return translate("Rules", "Accepted: it is the target’s own first choice, with p = {p}.")
    if facts.verifier == "coupled":
        return translate(
            "Rules",
            "Accepted: with the noise of seed {seed} for this place the target draws this token itself "
            "(p = {p}).",
        )
    if facts.verifier == "rejection" and node.copied:
        return translate(
            "Rules", "Accepted with probability min(1, p/q) = p = {p}: it was copied, not drawn, so q is 1."
        )
    if facts.verifier == "rejection":
        return translate("Rules", "Accepted with probability min(1, p/q) = min(1, {p} / {q}) = {chance}.")
    return translate("Rules", "Accepted by the target, with p = {p}.")


def _rejected(node: Node, own: Node, facts: ReplyFacts) -> str:
    if facts.verifier == "greedy":
        return translate(
            "Rules", "Rejected: the target’s own first choice is “{own}” with p = {own_p}; this has p = {p}."
        )
    if facts.verifier == "coupled":
        return translate(
            "Rules",
            "Rejected: with the noise of seed {seed} for this place the target draws “{own}” (p = {own_p}), "
            "not this (p = {p}).",
        )
    if facts.verifier == "rejection" and node.copied:
        return translate(
            "Rules",
            "Rejected: it stood with probability min(1, p/q) = p = {p} (copied, so q is 1), and the coin "
            "fell the other way.",
        )
    if facts.verifier == "rejection":
        return translate(
            "Rules",
            "Rejected: it stood with probability min(1, p/q) = min(1, {p} / {q}) = {chance}, and the coin "
            "fell the other way.",
        )
    if own.kind == "rejected":
        return translate("Rules", "Rejected by the target, with p = {p}.")
    return translate("Rules", "Rejected: the target took “{own}” (p = {own_p}), not this (p = {p}).")


def _corrected(rejected: list[Node], facts: ReplyFacts) -> str:
    if facts.verifier == "greedy":
        return translate(
            "Rules", "Corrected: the target’s own first choice, with p = {p}, in place of {drafts}."
        )
    if facts.verifier == "coupled":
        return translate(
            "Rules",
            "Corrected: drawn by the target with the noise of seed {seed} for this place (p = {p}), in place "
            "of {drafts}.",
        )
    if facts.verifier == "rejection" and any(node.copied for node in rejected):
        return translate(
            "Rules",
            "Corrected: drawn from the target’s distribution without {drafts}, what is left of p − q; before "
            "that it had p = {p}.",
        )
    if facts.verifier == "rejection":
        return translate(
            "Rules",
            "Corrected: drawn from the residual max(0, p − q), normalised, in place of {drafts}; before that "
            "it had p = {p}.",
        )
    return translate("Rules", "Corrected: the target’s own token, with p = {p}, in place of {drafts}.")


def _bonus(facts: ReplyFacts) -> str:
    if facts.verifier == "greedy":
        return translate(
            "Rules",
            "Bonus: all drafts on the way stood, and the same pass gave the target’s first choice after them "
            "(p = {p}).",
        )
    if facts.verifier == "coupled":
        return translate(
            "Rules",
            "Bonus: all drafts on the way stood, and from the same pass the target draws one more token with "
            "the noise of seed {seed} (p = {p}).",
        )
    return translate(
        "Rules",
        "Bonus: all drafts stood, and the same pass gave the target’s distribution for one more token "
        "(p = {p}).",
    )


def _plain(nodes: RoundNodes, facts: ReplyFacts) -> str:
    undrafted = nodes.round.undrafted
    if undrafted == "control":
        why = translate("Rules", "Control round: nothing was drafted on purpose, to measure the plain speed.")
    elif undrafted == "switched":
        why = translate("Rules", "Plain: the reply was switched to plain here.")
    elif facts.mode == "plain":
        why = translate("Rules", "Plain: one pass of the target for one token.")
    else:
        why = translate("Rules", "Plain: no draft was proposed here.")
    if facts.verifier == "greedy":
        drawn = translate("Rules", "It is the target’s own first choice, with p = {p}.")
    elif facts.verifier == "coupled":
        drawn = translate("Rules", "It was drawn with the noise of seed {seed} (p = {p}).")
    else:
        drawn = translate("Rules", "It was drawn from the target’s distribution (p = {p}).")
    return f"{why} {drawn}"
