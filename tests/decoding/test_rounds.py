import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from round_factory import make_round

from desktop_app.decoding.rounds import (
    Draft,
    Emitted,
    Origin,
    Round,
    Timing,
    Verdict,
    draft_depths,
    round_from_json,
    round_to_json,
)

probability = st.none() | st.floats(0, 1)
tokens = st.integers(0, 200_000)
drafts = st.builds(
    Draft,
    tokens,
    st.text(),
    probability,
    probability,
    st.sampled_from(Verdict),
    st.integers(-1, 9),
    st.none() | st.text(),
)
emitted = st.builds(Emitted, tokens, st.text(), st.sampled_from(Origin), probability)
seconds = st.floats(0, 1e6)
rounds = st.builds(
    Round,
    st.integers(0, 9999),
    st.text(),
    st.lists(drafts, max_size=4).map(tuple),
    st.lists(emitted, max_size=4).map(tuple),
    st.builds(Timing, seconds, seconds, seconds),
    seconds,
)


@given(rounds)
def test_json_round_trip(round_: Round) -> None:
    assert round_from_json(json.loads(json.dumps(round_to_json(round_)))) == round_


def test_unknown_keys_are_ignored() -> None:
    data = round_to_json(make_round(["accepted"], ["accepted", "bonus"]))
    data["unheard_of"] = [1]
    data["drafts"][0]["rank"] = 3
    assert round_from_json(data) == make_round(["accepted"], ["accepted", "bonus"])


@pytest.mark.parametrize("key", ["index", "drafter", "drafts", "emitted", "timing", "at"])
def test_missing_field_is_an_error(key: str) -> None:
    data = round_to_json(make_round())
    del data[key]
    with pytest.raises(KeyError, match=key):
        round_from_json(data)


def test_unknown_verdict_is_an_error() -> None:
    data = round_to_json(make_round(["accepted"], ["accepted", "bonus"]))
    data["drafts"][0]["verdict"] = "maybe"
    with pytest.raises(ValueError, match="maybe"):
        round_from_json(data)


def test_rounds_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        make_round().index = 1  # type: ignore[misc]


def test_figures_of_a_round() -> None:
    round_ = make_round(["accepted", "rejected"], ["accepted", "corrected"], timing=Timing(0.25, 1.0, 0.5))
    assert round_.accepted == 1
    assert round_.text == "e0e1"
    assert round_.timing.total_s == 1.75


def test_depths_of_a_tree() -> None:
    tree = [{"verdict": "untested", "parent": parent} for parent in (-1, -1, 0, 1, 2, 0)]
    assert draft_depths(make_round(tree, ["bonus"]).drafts) == [0, 0, 1, 1, 2, 1]
