import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from round_factory import make_round

from desktop_app.decoding.rounds import Round, Timing
from desktop_app.decoding.tally import Tally, TallySummary, check_round

CASES = json.loads((Path(__file__).parents[1] / "data" / "tally.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_known_cases(case: dict[str, Any]) -> None:
    rounds = [make_round(r["drafts"], r["emitted"], index=i) for i, r in enumerate(case["rounds"])]
    summary = Tally.of(rounds).summary()
    for name, right in case["right"].items():
        value = getattr(summary, name)
        assert (list(value) if isinstance(value, tuple) else value) == pytest.approx(right), name


@st.composite
def chain_rounds(draw: st.DrawFn) -> Round:
    """A round as the decoder makes it: whole, or cut after any of its tokens."""
    drafted = draw(st.integers(0, 7))
    accepted = draw(st.integers(0, drafted))
    own = "plain" if drafted == 0 else "bonus" if accepted == drafted else "corrected"
    emitted = ["accepted"] * accepted + [own]
    emitted = emitted[: draw(st.integers(1, len(emitted)))]
    stands = emitted.count("accepted")
    verdicts = ["accepted"] * stands + ["rejected"] * ("corrected" in emitted)
    verdicts += ["untested"] * (drafted - len(verdicts))
    drafter = draw(st.sampled_from(["model", "lookup"]))
    return make_round(verdicts, emitted, drafter=drafter, timing=Timing(0.25, 0.5, 0.125))


@given(st.lists(chain_rounds(), max_size=20))
def test_invariants(rounds: list[Round]) -> None:
    tally = Tally.of(rounds)
    s = tally.summary()
    origins = [token.origin for round_ in rounds for token in round_.emitted]
    assert s.rounds == s.target_calls == len(rounds) == sum(s.accepted_histogram)
    assert s.emitted == len(origins) == s.accepted + s.corrected + s.bonus + origins.count("plain")
    assert s.accepted + s.rejected + s.untested == s.drafted
    assert s.corrected == s.rejected
    assert s.tested_levels == s.accepted + s.rejected
    assert sum(i * n for i, n in enumerate(s.accepted_histogram)) == s.accepted
    assert s.draft_calls == sum(len(r.drafts) for r in rounds if r.drafter == "model")
    for rate in (s.acceptance_rate, s.draft_utilisation, *s.acceptance_by_position):
        assert rate is None or 0 <= rate <= 1
    assert (s.acceptance_rate is None) == (s.tested_levels == 0)
    assert (s.tokens_per_round or 1) >= 1
    assert (s.draft_s, s.verify_s, s.other_s) == (len(rounds) / 4, len(rounds) / 2, len(rounds) / 8)


@given(st.lists(chain_rounds(), max_size=12))
def test_acceptance_by_position_is_accepted_at_of_tested_at(rounds: list[Round]) -> None:
    by_position = Tally.of(rounds).summary().acceptance_by_position
    for position, rate in enumerate(by_position):
        there = [r.drafts[position].verdict for r in rounds if len(r.drafts) > position]
        tested = [verdict for verdict in there if verdict != "untested"]
        assert rate == tested.count("accepted") / len(tested)
    assert not any(draft.verdict != "untested" for r in rounds for draft in r.drafts[len(by_position) :])


INVALID = {
    "accepted draft not emitted": (["accepted", "untested"], ["bonus"]),
    "emitted as accepted without a draft": (["rejected"], ["accepted", "corrected"]),
    "two tokens of the target's own": (["rejected"], ["corrected", "corrected"]),
    "own token before an accepted one": (["accepted", "rejected"], ["corrected", "accepted"]),
    "plain token beside drafts": (["untested"], ["plain"]),
    "bonus without drafts": ([], ["bonus"]),
    "corrected without drafts": ([], ["corrected"]),
    "two plain tokens": ([], ["plain", "plain"]),
    "two rejections in a chain": (["rejected", "rejected"], ["corrected"]),
    "rejection without correction": (["accepted", "rejected"], ["accepted"]),
    "correction without rejection": (["accepted", "untested"], ["accepted", "corrected"]),
    "tested after untested": (["untested", "accepted"], ["accepted"]),
    "accepted after rejected": (["rejected", "accepted"], ["accepted", "corrected"]),
    "bonus after a rejection": (["accepted", "rejected"], ["accepted", "bonus"]),
    "bonus although a draft was not tested": (["accepted", "untested"], ["accepted", "bonus"]),
    "nothing emitted": ([], []),
    "nothing emitted after drafts": (["untested"], []),
}


@pytest.mark.parametrize(("drafts", "emitted"), INVALID.values(), ids=INVALID)
def test_contradictions_are_refused(drafts: list[str], emitted: list[str]) -> None:
    round_ = make_round(drafts, emitted)
    with pytest.raises(AssertionError):
        check_round(round_)
    tally = Tally.of([make_round(["accepted"], ["accepted", "bonus"])])
    before = tally.summary()
    with pytest.raises(AssertionError):
        tally.add(round_)
    assert tally.summary() == before, "a refused round leaves no trace"


@given(st.lists(chain_rounds(), max_size=6), st.booleans())
def test_summary_json_round_trip(rounds: list[Round], prefilled: bool) -> None:
    tally = Tally.of(rounds)
    if prefilled:
        tally.prefilled(100, 0.5)
    summary = tally.summary("reported")
    assert TallySummary.from_json(json.loads(json.dumps(summary.to_json()))) == summary


def test_summary_from_an_older_version_fills_gaps() -> None:
    data = Tally.of([make_round()]).summary().to_json()
    del data["ttft_s"], data["acceptance_by_position"]
    summary = TallySummary.from_json(data)
    assert summary.ttft_s is None
    assert summary.acceptance_by_position == ()


def test_three_speeds() -> None:
    """Prompt time is in the time to first token only; round 0 counts for neither side of the decode speed."""
    tally = Tally()
    tally.prefilled(300, 1.5)
    tally.add(make_round(["accepted"] * 4, ["accepted"] * 4 + ["bonus"], at=2.0))
    assert tally.summary().decode_tokens_per_s is None
    tally.add(make_round(at=2.5))
    tally.add(make_round(["accepted", "rejected"], ["accepted", "corrected"], at=3.5))
    summary = tally.summary()
    assert summary.ttft_s == 2.0
    assert summary.prefill_tokens_per_s == 200.0
    assert summary.decode_tokens_per_s == 3 / 1.5


def test_nothing_measured_is_none_not_zero() -> None:
    summary = Tally().summary()
    rates = {
        field.name: getattr(summary, field.name)
        for field in dataclasses.fields(summary)
        if field.name.endswith(("rate", "utilisation", "_per_round", "_per_s", "ttft_s"))
    }
    assert len(rates) == 6
    assert set(rates.values()) == {None}
    tally = Tally()
    tally.prefilled(0, 0.0)
    assert tally.summary().prefill_tokens_per_s is None


@pytest.mark.parametrize("drafter", ["lookup", "suffix", "none"])
def test_search_is_no_draft_call(drafter: str) -> None:
    round_ = make_round(["accepted", "rejected"], ["accepted", "corrected"], drafter=drafter)
    assert Tally.of([round_]).summary().draft_calls == 0


def test_tree_levels_count_once() -> None:
    tree = [{"verdict": v, "parent": p} for v, p in [("rejected", -1), ("accepted", -1), ("accepted", 1)]]
    summary = Tally.of([make_round(tree, ["accepted", "accepted", "bonus"])]).summary()
    assert summary.tested_levels == 2
    assert summary.acceptance_by_position == (1.0, 1.0)
    assert summary.draft_calls == 2


def test_what_was_found_by_a_search_in_a_tree_is_no_draft_call() -> None:
    copied = [{"verdict": "accepted", "parent": p, "drafter": "lookup"} for p in (-1, 0, 1, 2)]
    tree = [*copied, {"verdict": "rejected", "parent": 3}]
    for drafts, calls in ((copied, 0), (tree, 5), ([*copied, {"verdict": "rejected", "parent": 0}], 2)):
        last = "bonus" if len(drafts) == len(copied) else "corrected"
        emitted = ["accepted"] * 4 + ["bonus" if drafts[-1].get("parent") == 0 else last]
        summary = Tally.of([make_round(drafts, emitted, drafter="eagle")]).summary()
        assert (summary.draft_calls, summary.accepted) == (calls, 4)
