from __future__ import annotations

from dataclasses import replace

import pytest
from chat_rounds import TIMING, round_of

from desktop_app.decoding.rounds import USER, Draft, Emitted, Origin, Round, Undrafted, Verdict
from desktop_app.ui.chat.round_card import CardColors, CardWords, round_card

WORDS = CardWords(
    title="round {number} by {drafter}",
    by_user="round {number} begins a branch",
    chosen="by you",
    undrafted={
        None: "round {number} plain",
        "control": "{number}: control",
        "switched": "{number}: switched",
    },
    origins={origin: f"is {origin}" for origin in Origin},
    verdicts={verdict: f"was {verdict}" for verdict in Verdict},
    probability="p =",
    drafts="draft",
    draft="q",
    target="p",
    drafter=lambda name: f"the {name}",
)
COLORS = CardColors("#888888", dict.fromkeys(Origin, "#111111"), dict.fromkeys(Verdict, "#222222"))


def test_it_tells_round_origin_and_drafts() -> None:
    card = round_card(round_of([" one", " two"], [Origin.ACCEPTED, Origin.CORRECTED], 4), 1, WORDS, COLORS)
    assert "round 5 by the lookup" in card
    assert "is corrected" in card
    assert "p = 0.70" in card
    assert "<s>␣wrong</s>" in card
    assert "<s>␣one</s>" not in card
    for verdict in Verdict:
        assert f"was {verdict}" in card
    assert "–" in card, "an untested draft has no p"


def test_text_of_a_model_is_never_markup() -> None:
    draft = Draft(1, "<img src=x>", 0.001, 0.0, Verdict.REJECTED, -1)
    round_ = Round(0, "<b>", (draft,), (Emitted(2, "<i>\n", Origin.CORRECTED, None),), TIMING, 0.0)
    card = round_card(round_, 0, WORDS, COLORS)
    assert "<img" not in card
    assert "<i>" not in card
    assert "by the <b>" not in card
    assert "&lt;0.01" in card
    assert "⏎" in card


def test_a_draft_of_another_drafter_says_so() -> None:
    drafts = (
        Draft(1, " one", 0.9, 0.8, Verdict.ACCEPTED, -1),
        Draft(2, " two", 0.5, 0.8, Verdict.ACCEPTED, 0, "lookup"),
        Draft(3, " six", 0.5, 0.1, Verdict.REJECTED, 0),
    )
    origins = (Origin.ACCEPTED, Origin.ACCEPTED, Origin.BONUS)
    emitted = tuple(Emitted(n + 1, f" {n}", origin, None) for n, origin in enumerate(origins))
    round_ = Round(0, "eagle", drafts, emitted, TIMING, 0.0)
    cards = [round_card(round_, position, WORDS, COLORS) for position in range(3)]
    drafters = ["the eagle", "the lookup", "the eagle"]
    for card, drafter in zip(cards, drafters, strict=True):
        assert f"round 1 by {drafter}" in card
        assert card.count("· the lookup") == 1


def test_a_plain_token_has_no_table() -> None:
    card = round_card(round_of(["x"], [Origin.PLAIN]), 0, WORDS, COLORS)
    assert "<table" not in card
    assert "round 1 plain" in card


def test_a_token_the_user_chose_is_nobodys_draft() -> None:
    chosen = Round(4, USER, (), (Emitted(1, " word", Origin.PLAIN, None),), TIMING, 0.0)
    card = round_card(chosen, 0, WORDS, COLORS)
    assert "round 5 begins a branch" in card
    assert "by you" in card
    assert "is plain" not in card


@pytest.mark.parametrize("undrafted", ["control", "switched"])
def test_it_tells_why_nothing_was_drafted(undrafted: Undrafted) -> None:
    round_ = replace(round_of([" one"], [Origin.PLAIN], 4), undrafted=undrafted)
    assert f"5: {undrafted}" in round_card(round_, 0, WORDS, COLORS)
