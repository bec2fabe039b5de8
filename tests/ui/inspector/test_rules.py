"""The sentence of each token; its numbers are those of the round."""

from __future__ import annotations

from dataclasses import replace

import pytest
from inspected_rounds import COUPLED, GREEDY, REJECTION, chain, cut_chain, full_chain, plain, tree

from desktop_app.decoding.rounds import USER, Round
from desktop_app.ui.inspector.reply_facts import UNKNOWN, ReplyFacts, facts_of, stored_facts
from desktop_app.ui.inspector.round_nodes import nodes_of
from desktop_app.ui.inspector.rules import acceptance_chance, rule_of


def rules(round_: Round, facts: ReplyFacts) -> dict[str, str]:
    nodes = nodes_of(round_)
    return {node.text: rule_of(nodes, index, facts) for index, node in enumerate(nodes.nodes)}


def test_greedy() -> None:
    told = rules(chain(), GREEDY)
    assert told == {
        " t1": "Accepted: it is the target’s own first choice, with p = 0.300.",
        " t2": "Rejected: the target’s own first choice is “␣own” with p = 0.550; this has p = 0.100.",
        " own": "Corrected: the target’s own first choice, with p = 0.550, in place of “␣t2”.",
        " t3": "Untested: it follows “␣t2”, which did not stand.",
    }
    assert "first choice after them (p = 0.700)" in rules(full_chain(), GREEDY)["\n"]


def test_rejection_of_drawn_drafts() -> None:
    told = rules(chain(), REJECTION)
    assert told[" t1"] == "Accepted with probability min(1, p/q) = min(1, 0.300 / 0.600) = 0.500."
    assert "min(1, 0.100 / 0.500) = 0.200, and the coin fell the other way" in told[" t2"]
    assert (
        "residual max(0, p − q), normalised, in place of “␣t2”; before that it had p = 0.550" in told[" own"]
    )
    assert "distribution for one more token (p = 0.700)" in rules(full_chain(), REJECTION)["\n"]
    assert rules(full_chain(), REJECTION)[" t1"].endswith("min(1, 0.900 / 0.600) = 1.")


@pytest.mark.parametrize("drafter", ["lookup", "suffix"])
def test_a_copied_draft_counts_as_certain_to_the_draft(drafter: str) -> None:
    """Whatever belief the record has as its q."""
    told = rules(chain(drafter), REJECTION)
    assert "min(1, p/q) = p = 0.300: it was copied" in told[" t1"]
    assert "p = 0.100 (copied, so q is 1)" in told[" t2"]
    assert "the target’s distribution without “␣t2”" in told[" own"]
    assert acceptance_chance(nodes_of(chain(drafter)).nodes[0]) == 0.3


def test_coupled() -> None:
    told = rules(tree(), COUPLED)
    assert told[" t10"] == (
        "Accepted: with the noise of seed 7 for this place the target draws this token itself (p = 0.900)."
    )
    assert (
        "the noise of seed 7 for this place the target draws “␣t12” (p = 0.700), not this (p = 0.200)"
        in (told[" t13"])
    )
    assert told[" own"].endswith("for this place (p = 0.400), in place of “␣t14”, “␣t15”.")
    assert told[" t16"] == "Untested: it follows “␣t11”, which did not stand."
    assert told[" t17"] == "Untested: it follows “␣t14”, which did not stand."


def test_what_lies_past_the_end_was_not_tested() -> None:
    assert rules(cut_chain(), GREEDY)[" t2"] == "Untested: the reply ended before this place."


@pytest.mark.parametrize(
    ("undrafted", "mode", "words"),
    [
        ("control", "speculative", "Control round: nothing was drafted on purpose"),
        ("switched", "speculative", "switched to plain here"),
        (None, "speculative", "no draft was proposed here"),
        (None, "plain", "one pass of the target for one token"),
    ],
)
def test_plain(undrafted: str | None, mode: str, words: str) -> None:
    for facts, drawn in ((GREEDY, "first choice"), (REJECTION, "distribution"), (COUPLED, "seed 7")):
        told = rules(plain(undrafted), replace(facts, mode=mode))[" word"]
        assert words in told
        assert drawn in told
        assert "p = 0.250" in told


def test_a_token_of_the_users() -> None:
    assert rules(plain(drafter=USER), GREEDY)[" word"] == (
        "You chose this token; to the target its probability was 0.250."
    )


def test_without_knowing_the_verifier_no_rule_is_made_up() -> None:
    told = " ".join([*rules(chain(), UNKNOWN).values(), *rules(full_chain(), UNKNOWN).values()])
    assert "min(1" not in told
    assert "noise" not in told
    assert "first choice" not in told
    assert "Rejected: the target took “␣own” (p = 0.550), not this (p = 0.100)." in told


def test_text_of_a_model_is_no_format() -> None:
    round_ = chain()
    wild = replace(round_.drafts[1], text="{own}{0}%")
    told = rules(replace(round_, drafts=(round_.drafts[0], wild, round_.drafts[2])), GREEDY)
    assert "in place of “{own}{0}%”" in told[" own"]


# -- facts ------------------------------------------------------------------------------------------------


def test_facts_come_from_the_started_event_and_from_its_json() -> None:
    started = {
        "mode": "speculative", "k": "auto", "seed": 7,
        "resolved": {"verifier": "coupled"}, "sampling": {"temperature": 0.7},
    }  # fmt: skip
    assert stored_facts(started) == COUPLED
    assert facts_of(None) == stored_facts(None) == stored_facts({}) == UNKNOWN


@pytest.mark.parametrize("broken", [{"resolved": 3}, {"sampling": []}, {"seed": "x"}, {"resolved": {}}])
def test_damaged_facts_are_unknown(broken: dict[str, object]) -> None:
    facts = stored_facts(broken)
    assert (facts.verifier, facts.seed, facts.temperature) == ("", None, None)
