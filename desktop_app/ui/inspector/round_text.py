"""What the inspector shows, in words: its headline, and every fact of the picture for who cannot see it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.decoding.drafters.names import EAGLE
from desktop_app.decoding.rounds import USER, Round, Row, draft_depths
from desktop_app.ui.dashboard.figures import seconds
from desktop_app.ui.draft_names import drafter_name
from desktop_app.ui.inspector.bars import Bar
from desktop_app.ui.inspector.distribution_bars import bar_text, figure
from desktop_app.ui.inspector.reply_facts import ReplyFacts
from desktop_app.ui.inspector.round_nodes import Node, RoundNodes
from desktop_app.ui.inspector.rules import rule_of
from desktop_app.ui.inspector.words import chance, visible
from desktop_app.ui.token_count import token_count

translate = QCoreApplication.translate


def headline(nodes: RoundNodes, facts: ReplyFacts) -> str:
    """Index, drafter, form and k."""
    round_ = nodes.round
    parts = [translate("Inspector", "Round {index}").format(index=round_.index)]
    if round_.drafter == USER:
        return " · ".join([*parts, translate("Inspector", "chosen by you")])
    if not round_.drafts:
        reasons = {
            "control": translate("Inspector", "control round, plain"),
            "switched": translate("Inspector", "switched to plain"),
            None: translate("Inspector", "plain"),
        }
        return " · ".join([*parts, reasons[round_.undrafted]])
    parts.append(drafter_name(round_.drafter))
    if nodes.branches:
        form = translate("Inspector", "tree of {drafts}, {levels} deep")
    else:
        form = translate("Inspector", "chain of {drafts}")
    deepest = max(draft_depths(round_.drafts)) + 1
    parts.append(form.format(drafts=len(round_.drafts), levels=deepest))
    if facts.k == "auto":
        parts.append(translate("Inspector", "k auto"))
    elif facts.k:
        parts.append(translate("Inspector", "k {k}").format(k=facts.k))
    return " · ".join(parts)


def outcome(round_: Round) -> str:
    """How many of the drafts stood, how many tokens came of it, and when."""
    parts = []
    if round_.drafts:
        text = translate("Inspector", "{accepted} of {drafted} accepted")
        parts.append(text.format(accepted=round_.accepted, drafted=len(round_.drafts)))
    parts.append(token_count(len(round_.emitted)))
    parts.append(translate("Inspector", "at {time}").format(time=seconds(round_.at)))
    return " · ".join(parts)


def timing(round_: Round) -> str:
    times = round_.timing
    return translate("Inspector", "draft {draft} · verify {verify} · other {other}").format(
        draft=seconds(times.draft_s), verify=seconds(times.verify_s), other=seconds(times.other_s)
    )


def scale_note(nodes: RoundNodes, facts: ReplyFacts) -> str:
    """What p and q are probabilities of."""
    guessed = nodes.round.drafter == EAGLE and facts.verifier == "coupled"
    if facts.temperature is None:
        return ""
    if facts.greedy:
        return translate("Inspector", "q and p: draft and target at temperature 1; the reply’s is 0")
    text = translate("Inspector", "q and p: draft and target after temperature {t:g} and all filters")
    if guessed:
        text = translate("Inspector", "q: the head at temperature {t:g}; p: the target after all filters too")
    return text.format(t=facts.temperature)


def rank_text(node: Node, facts: ReplyFacts) -> str:
    """Nothing where it is not known, or where the rule has said it."""
    if node.rank is None or (node.rank == 0 and facts.verifier == "greedy"):
        return ""
    if node.p == 0:
        return translate("Inspector", "The filters leave it no chance.")
    if node.rank == 0:
        return translate("Inspector", "The target’s first choice.")
    return translate("Inspector", "Number {rank} in the target’s ranking.").format(rank=node.rank + 1)


def entropies(row: Row) -> str:
    target = translate("Inspector", "Entropy: target {target:.2f} nats").format(target=row.entropy)
    if row.draft_entropy is None:
        return target
    return translate("Inspector", "{text}, draft {draft:.2f} nats").format(
        text=target, draft=row.draft_entropy
    )


def node_text(nodes: RoundNodes, index: int, facts: ReplyFacts) -> str:
    """One token as a sentence or two."""
    node = nodes.nodes[index]
    parts = [f"“{visible(node.text)}”:"]
    if node.draft is not None:
        parts.append(f"q {chance(node.q)},")
    parts.append(f"p {chance(node.p)}.")
    if nodes.branches:
        above = nodes.nodes[node.parent].text if node.parent >= 0 else ""
        text = translate("Inspector", "Level {level}, after “{above}”.")
        if node.parent < 0:
            text = translate("Inspector", "Level {level}.")
        parts.append(text.format(level=node.depth + 1, above=visible(above)))
    if node.draft is not None and node.drafter != nodes.round.drafter:
        parts.append(
            translate("Inspector", "Drafted by {drafter}.").format(drafter=drafter_name(node.drafter))
        )
    parts += [rule_of(nodes, index, facts), rank_text(node, facts)]
    return " ".join(part for part in parts if part)


def bars_text(bars: tuple[Bar, ...], row: Row) -> str:
    """The bars as text, one token after the other."""
    lines = []
    for bar in bars:
        parts = [bar_text(bar), f"p {figure(bar.p, bar.p_at_most)}"]
        if row.draft:
            parts.append(f"q {figure(bar.q, bar.q_at_most)}")
        lines.append(" ".join(parts))
    return "; ".join(lines) + ". " + entropies(row) + "."


def whole_text(nodes: RoundNodes, facts: ReplyFacts) -> str:
    """All of the round, as lines."""
    head = f"{headline(nodes, facts)}. {outcome(nodes.round)}. {timing(nodes.round)}."
    lines = [head, scale_note(nodes, facts)]
    lines += [node_text(nodes, index, facts) for index in range(len(nodes.nodes))]
    return "\n".join(line for line in lines if line)
