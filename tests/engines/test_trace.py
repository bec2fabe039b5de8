"""A trace may come from anywhere: it is whole and sound, or one sentence says what is wrong with it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trace_samples import EVENTS, FINISHED, PLAN, PREFILLED, ROUNDS, STARTED, TEXT, written

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Verdict
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import Event, Failed, Finished, Text
from desktop_app.engines.placed_plans import PlacedPlan
from desktop_app.engines.trace import Trace, load_trace, trace_of
from desktop_app.engines.trace_file import TraceError


def test_a_whole_trace_comes_back(tmp_path: Path) -> None:
    trace = load_trace(written(tmp_path / "a.jsonl"))
    assert trace == Trace(STARTED, PREFILLED, (PlacedPlan(0, PLAN),), ROUNDS, FINISHED)
    assert trace.events() == EVENTS
    assert (trace.text, trace.tokens) == (TEXT, (5, 6, 9, 10, 12, 13))
    tally = Tally.of(ROUNDS)
    tally.prefilled(2, 0.3)
    assert trace.summary() == tally.summary()


def test_a_cut_trace_and_one_without_its_prompt_are_whole_enough() -> None:
    old = replace(STARTED, prompt=None)
    assert trace_of([old, *ROUNDS[:2]], "x") == Trace(old, None, (), ROUNDS[:2], None)
    assert trace_of([old], "x").text == ""
    assert trace_of([old, Failed("It broke.")], "x").end == Failed("It broke.")


def test_figures_come_from_the_rounds_and_from_the_end_only_without_them() -> None:
    wrong = replace(FINISHED, tally=replace(FINISHED.tally, acceptance_rate=1.63, accepted=163))
    assert trace_of([STARTED, *ROUNDS, wrong], "x").summary() == FINISHED.tally
    reported = Finished("eos", "Hi", replace(FINISHED.tally, source="reported"))
    assert trace_of([STARTED, Text("Hi"), reported], "x").summary().source == "reported"


def with_round(index: int, **changes: Any) -> list[Event]:
    rounds = list(ROUNDS)
    rounds[index] = replace(rounds[index], **changes)
    return [STARTED, *rounds, FINISHED]


def drafts_of(index: int, at: int, **changes: Any) -> tuple[Draft, ...]:
    drafts = list(ROUNDS[index].drafts)
    drafts[at] = replace(drafts[at], **changes)
    return tuple(drafts)


def emitted_of(index: int, at: int, **changes: Any) -> tuple[Emitted, ...]:
    emitted = list(ROUNDS[index].emitted)
    emitted[at] = replace(emitted[at], **changes)
    return tuple(emitted)


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([], "does not begin with a request"),
        ([PREFILLED, STARTED], "does not begin with a request"),
        ([*EVENTS, *EVENTS], "more than one reply"),
        ([*EVENTS, ROUNDS[0]], "goes on after its end"),
        ([STARTED, *ROUNDS, replace(FINISHED, text=TEXT + "!")], "does not add up"),
        ([STARTED, *ROUNDS[1:], FINISHED], "does not add up"),
        ([STARTED, ROUNDS[1], ROUNDS[0]], "rounds follow each other"),
        ([STARTED, ROUNDS[0], ROUNDS[0]], "rounds follow each other"),
        ([STARTED, replace(PREFILLED, seconds=-1.0)], "no time that makes sense"),
        (with_round(1, at=0.3), "time goes forward"),
        (with_round(1, at=None), "times are seconds"),
        (with_round(1, at=-1.0), "times are seconds"),
        (with_round(1, at=1e300), "times are seconds"),
        (with_round(1, timing=replace(ROUNDS[1].timing, verify_s=-0.1)), "times are seconds"),
        (with_round(1, emitted=()), "at least one token"),
        (with_round(1, drafts=drafts_of(1, 0, verdict=Verdict.REJECTED)), "each accepted draft is emitted"),
        (with_round(1, drafts=drafts_of(1, 1, verdict=Verdict.UNTESTED)), "each rejection is corrected"),
        (with_round(1, drafts=drafts_of(1, 0, token=99)), "accepted drafts are emitted"),
        (with_round(1, emitted=emitted_of(1, 0, token=99)), "accepted drafts are emitted"),
        (with_round(1, emitted=emitted_of(1, 1, origin=Origin.BONUS)), "each rejection is corrected"),
        (with_round(1, emitted=emitted_of(1, 1, token=-1)), "tokens are counted from 0"),
        (with_round(1, emitted=emitted_of(1, 1, token=2**40)), "tokens are counted from 0"),
        (with_round(1, drafts=drafts_of(1, 0, p=1.63)), "chances are from 0 to 1"),
        (with_round(1, drafts=drafts_of(1, 0, q=-0.1)), "chances are from 0 to 1"),
        (with_round(2, drafts=drafts_of(2, 0, parent=2)), "a draft follows one before it"),
        (with_round(2, drafts=drafts_of(2, 0, parent=-2)), "a draft follows one before it"),
        (with_round(2, drafts=drafts_of(2, 2, parent=1)), "follows the accepted one before it"),
        (with_round(2, drafts=ROUNDS[2].drafts * 2000), "a round has fewer drafts"),
    ],
)
def test_a_contradiction_is_one_sentence_with_the_file_in_it(events: list[Event], sentence: str) -> None:
    with pytest.raises(TraceError, match=sentence) as raised:
        trace_of(events, "a.jsonl")
    assert "a.jsonl" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_text_that_cannot_be_shown_or_stored_is_replaced() -> None:
    rounds = [replace(ROUNDS[0], emitted=(replace(ROUNDS[0].emitted[0], text="\ud800"),), drafter="\udfff")]
    end = replace(FINISHED, text="\ud800")
    trace = trace_of([replace(STARTED, model="m\ud800"), *rounds, end], "x")
    trace.text.encode()
    trace.started.model.encode()
    trace.rounds[0].drafter.encode()
    assert isinstance(trace.end, Finished)
    assert trace.end.text == trace.text


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.just("9" * 400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


def mutated(data: st.DataObject, value: Any) -> Any:
    """The value with one place somewhere in it changed, left out, or written twice."""
    if isinstance(value, dict) and value and data.draw(st.integers(0, 9)):
        key = data.draw(st.sampled_from(sorted(value)))
        if not data.draw(st.integers(0, 5)):
            return {name: value[name] for name in value if name != key}
        return {**value, key: mutated(data, value[key])}
    if isinstance(value, list) and value and data.draw(st.integers(0, 9)):
        place = data.draw(st.integers(0, len(value) - 1))
        change = data.draw(st.sampled_from(["keep", "drop", "twice"]))
        middle = {"keep": [mutated(data, value[place])], "drop": [], "twice": [value[place]] * 2}[change]
        return [*value[:place], *middle, *value[place + 1 :]]
    return data.draw(values)


def loaded_or_said(path: Path) -> None:
    sentence, trace = "", None
    try:
        trace = load_trace(path)
    except TraceError as error:
        sentence = str(error)
    if trace is None:
        assert sentence.strip()
        assert "\n" not in sentence
        return
    summary = trace.summary()
    if trace.rounds:
        rates = (summary.acceptance_rate, summary.draft_utilisation)
        assert all(rate is None or 0 <= rate <= 1 for rate in rates)
    trace.text.encode()
    assert not isinstance(trace.end, Finished) or trace.end.text == trace.text
    # what is whole can be written, and is the same again
    assert load_trace(written(path.with_suffix(".again"), trace.events())) == trace


@settings(max_examples=100)
@given(data=st.data())
def test_any_value_changed_anywhere_is_survived(tmp_path: Path, data: st.DataObject) -> None:
    path = written(tmp_path / "a.jsonl")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        lines[place] = mutated(data, lines[place])
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    loaded_or_said(path)


@settings(max_examples=60)
@given(data=st.data())
def test_any_bytes_changed_anywhere_are_survived(tmp_path: Path, data: st.DataObject) -> None:
    path = written(tmp_path / "a.jsonl")
    whole = path.read_bytes()
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 40)))
    path.write_bytes(whole[:start] + data.draw(st.binary(max_size=12)) + whole[end:])
    loaded_or_said(path)


def test_rounds_of_any_shape_are_survived() -> None:
    alone = Round(0, "", (), (), ROUNDS[0].timing, 0.0)
    with pytest.raises(TraceError, match="at least one token"):
        trace_of([STARTED, alone], "x")
