"""The sentence and the button of the card “Is it worth it?”, case by case."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from desktop_app.decoding.measured_speedup import MeasuredSpeedup
from desktop_app.decoding.round_costs import CostMeter, RoundCosts
from desktop_app.decoding.worth import Case, Reason, Remedy, Worth
from desktop_app.ui.dashboard.worth_figures import figures_of
from desktop_app.ui.dashboard.worth_words import button, from_next, sentence


def costs(low: float | None = None, high: float | None = None, rounds: int = 40) -> RoundCosts:
    speedup = None if low is None or high is None else MeasuredSpeedup((low + high) / 2, low, high, 5)
    return RoundCosts(
        replies=1, rounds=rounds, tokens=90, controls=5, plain_s=0.1, draft_step_s=0.002, verify_s=0.1,
        other_s=0.01, verify=(), drafted_at=(), tested_at=(), accepted_at=(), chain=True, speedup=speedup,
    )  # fmt: skip


TABLE = [
    (Worth(Case.NOTHING, Remedy.NOTHING), "Nothing was speculated here yet: ask something.", ""),
    (
        Worth(Case.NOTHING, Remedy.MEASURE),
        "Nothing was speculated here yet: ask something.",
        "Measure Plain Speed",
    ),
    (
        Worth(Case.PLAIN, Remedy.TURN_ON),
        "This reply was decoded plainly, so there is nothing to compare.",
        "Turn On",
    ),
    (
        Worth(Case.TOO_FEW, Remedy.CONTROL_ROUNDS, costs=costs(rounds=11)),
        "Too few rounds to tell: 11 of about 20.",
        "Turn On Control Rounds",
    ),
    (
        Worth(Case.NO_BASELINE, Remedy.MEASURE, costs=costs()),
        "How fast plain decoding is here is not known, so nothing can be compared.",
        "Measure Plain Speed",
    ),
    (Worth(Case.GAINS, Remedy.NOTHING, costs=costs(1.3, 1.54)), "Speculation gains 42 % here.", ""),
    (
        Worth(Case.GAINS, Remedy.SET_K, costs=costs(1.1, 1.3), best=(2, 1.456)),
        "Speculation gains 20 % here. With k 2 it should be 1.46 times as fast as plain (predicted).",
        "Set k to 2",
    ),
    (
        Worth(Case.LOSES, Remedy.LOOKUP, Reason.DRAFT, costs(0.9, 0.94)),
        "Speculation loses 8 % here: the draft is too slow for this model.",
        "Try Prompt Lookup",
    ),
    (
        Worth(Case.LOSES, Remedy.TURN_OFF, Reason.VERIFY, costs(0.7, 0.8)),
        "Speculation loses 25 % here: checking several tokens at once takes too long on this machine.",
        "Turn Off",
    ),
    (
        Worth(Case.LOSES, Remedy.TURN_OFF, Reason.ACCEPTANCE, costs(0.7, 0.8)),
        "Speculation loses 25 % here: too few of the guesses are right.",
        "Turn Off",
    ),
    (
        Worth(Case.EVEN, Remedy.TURN_OFF, costs=costs(0.97, 1.04)),
        "Speculation makes no difference here: 3 % slower to 4 % faster.",
        "Turn Off",
    ),
    (
        Worth(Case.UNCLEAR, Remedy.NOTHING, costs=costs(0.914, 1.003)),
        "Not clear yet: 9 % slower to as fast. More rounds will tell.",
        "",
    ),
    (
        Worth(Case.SHOULD_GAIN, Remedy.NOTHING, costs=costs(), now=1.3),
        "Speculation should gain about 30 % here (predicted).",
        "",
    ),
    (
        Worth(Case.SHOULD_LOSE, Remedy.TURN_OFF, Reason.DRAFT, costs(), now=0.8),
        "Speculation should lose about 20 % here (predicted): the draft is too slow for this model.",
        "Turn Off",
    ),
    (
        Worth(Case.SHOULD_BE_EVEN, Remedy.CONTROL_ROUNDS, costs=costs(), now=1.01),
        "Speculation should make no difference here (predicted).",
        "Turn On Control Rounds",
    ),
]


@pytest.mark.parametrize(("worth", "words", "label"), TABLE)
def test_what_is_said(qapp: QApplication, worth: Worth, words: str, label: str) -> None:
    assert sentence(worth) == words
    assert button(worth) == label


def test_every_case_is_in_the_table() -> None:
    assert {row[0].case for row in TABLE} == set(Case)
    assert {row[0].remedy for row in TABLE} == set(Remedy)


@pytest.mark.parametrize("remedy", set(Remedy) - {Remedy.NOTHING, Remedy.MEASURE})
def test_a_pressed_button_is_answered(qapp: QApplication, remedy: Remedy) -> None:
    assert from_next(Worth(Case.LOSES, remedy, best=(3, 1.2))).endswith("from the next reply.")


def test_figures_without_anything_known_are_dashes(qapp: QApplication) -> None:
    for worth in (
        Worth(Case.NOTHING, Remedy.NOTHING),
        Worth(Case.TOO_FEW, Remedy.NOTHING, costs=CostMeter().costs()),
    ):
        assert {figure.value for figure in figures_of(worth)} == {"–"}
        assert all(figure.definition for figure in figures_of(worth))


def test_a_plain_step_of_other_prompts_is_labelled(qapp: QApplication) -> None:
    here, other = (
        figures_of(
            Worth(Case.SHOULD_GAIN, Remedy.NOTHING, costs=costs(), now=1.3, plain_s=0.1, of_other_prompts=of)
        )[1]
        for of in (False, True)
    )
    assert here.caption == "predicted speedup"
    assert "other prompts" in other.caption
    assert "other prompts" in other.definition
    assert here.value == other.value == "1.30×"
