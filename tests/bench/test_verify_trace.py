"""A trace as it was written is the target's own; one that was changed is not, from where it was changed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tampering import (
    another_draft_p,
    another_p,
    another_token,
    fallen,
    places,
    with_round,
    with_rounds,
    without_round,
)
from tiny import END, tiny_loaded
from written_traces import (
    GREEDY,
    PENALISED,
    SAMPLED,
    Kinds,
    ask,
    engine,
    kinds,
    through_file,
    verified,
    written,
)

from desktop_app.bench.verify_prompt import CannotVerifyError
from desktop_app.bench.verify_trace import verify_trace
from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import BadSamplingError, Cancelled
from desktop_app.decoding.rounds import USER, Emitted, Origin, Verdict
from desktop_app.engines.base import Finished, PromptMessage, Resolved, Text
from desktop_app.engines.local import LocalEngine
from desktop_app.engines.trace import Trace
from desktop_app.models.progress import Progress, ignore_progress

LETTERS = b"abcd"
NAMES = (
    "greedy plain",
    "greedy lookup",
    "greedy tree",
    "greedy draft model",
    "greedy controls",
    "greedy stopped",
    "greedy penalised",
    "coupled plain",
    "coupled tree",
    "coupled skip",
    "coupled penalised",
    "coupled switched",
    "rejection plain",
    "rejection lookup",
    "rejection draft model",
    "rejection lookup+skip",
    "rejection head",
    "rejection stopped",
    "rejection penalised",
    "rejection switched",
)
CHAINS = [name for name in NAMES if "plain" not in name and "tree" not in name]


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> Kinds:
    return kinds(tmp_path_factory.mktemp("kinds"))


@pytest.fixture(scope="module")
def target() -> LocalEngine:
    return engine()


def position(trace: Trace, index: int, depth: int = 0) -> int:
    return sum(len(round_.emitted) for round_ in trace.rounds[:index]) + depth


def test_the_kinds_are_all_there(traces: Kinds) -> None:
    assert tuple(sorted(traces)) == tuple(sorted(NAMES))
    for name in CHAINS:
        verdicts = {d.verdict for round_ in traces[name].rounds for d in round_.drafts}
        assert Verdict.ACCEPTED in verdicts, name
    assert any(len(round_.drafts) > 1 for round_ in traces["greedy tree"].rounds)
    assert all("undrafted" in repr(traces[name]) for name in ("greedy controls", "rejection lookup+skip"))


@pytest.mark.parametrize("name", NAMES)
def test_what_was_written_is_the_targets_own(
    traces: Kinds, target: LocalEngine, name: str, tmp_path: Path
) -> None:
    trace = through_file(traces[name], tmp_path / "a.trace")
    report = verified(trace, target)
    assert report.own, report.verdict()
    assert report.checked == report.tokens == len(trace.tokens) > 4
    assert report.ties == ()
    tested = sum(draft.verdict is not Verdict.UNTESTED for round_ in trace.rounds for draft in round_.drafts)
    assert report.drafts == tested
    assert report.probabilities >= report.tokens + tested
    assert report.largest_difference < 1e-5
    assert report.verdict() == f"{report.tokens} of {report.tokens} tokens are the target's own."


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("rejection")])
def test_the_coins_are_thrown_again(traces: Kinds, target: LocalEngine, name: str) -> None:
    trace = traces[name]
    chance = verified(trace, target).chance
    assert chance is not None
    assert chance.followed
    corrected = sum(
        round_.emitted[-1].origin is Origin.CORRECTED and round_.drafter != "lookup"
        for round_ in trace.rounds
    )
    tested = sum(draft.verdict is not Verdict.UNTESTED for round_ in trace.rounds for draft in round_.drafts)
    own = sum(round_.emitted[-1].origin is not Origin.ACCEPTED for round_ in trace.rounds)
    assert chance.possible == corrected
    assert chance.replayed == tested + own - corrected


@settings(max_examples=60)
@given(st.sampled_from(NAMES), st.data())
def test_another_token_is_caught_where_it_stands(
    traces: Kinds, target: LocalEngine, name: str, data: st.DataObject
) -> None:
    trace = traces[name]
    place = data.draw(st.sampled_from(places(trace)))
    old = trace.rounds[place[0]].emitted[place[1]]
    token = data.draw(st.sampled_from([letter for letter in LETTERS if letter != old.token]))
    told = data.draw(st.booleans())
    report = verified(another_token(trace, place, token, told=told), target)
    assert report.deviation is not None
    at = position(trace, *place)
    round_ = trace.rounds[place[0]]
    drawn_from_the_rest = (
        not told
        and name.startswith("rejection")
        and old.origin is Origin.CORRECTED
        and round_.drafter != "lookup"
    )
    if drawn_from_the_rest:  # it may be; but what follows does not follow from it
        assert at <= report.deviation.position <= at + 1
    else:
        assert (report.deviation.position, report.deviation.round) == (at, round_.index)


@settings(max_examples=30)
@given(st.sampled_from(NAMES), st.sampled_from([0.5, 0.999, 1.001]), st.data())
def test_another_probability_is_caught_where_it_stands(
    traces: Kinds, target: LocalEngine, name: str, factor: float, data: st.DataObject
) -> None:
    trace = traces[name]
    place = data.draw(st.sampled_from(places(trace)))
    p = trace.rounds[place[0]].emitted[place[1]].p
    assert p is not None
    report = verified(another_p(trace, place, factor if p * factor <= 1.0 else 0.999), target)
    if p > 0.01:
        assert report.deviation is not None
        assert report.deviation.position == position(trace, *place)
        assert "recorded p" in report.deviation.why
        assert report.deviation.margin == pytest.approx(
            abs(1 - (factor if p * factor <= 1 else 0.999)) * p, rel=0.01
        )


@settings(max_examples=30)
@given(st.sampled_from(CHAINS), st.data())
def test_another_probability_of_a_draft_is_caught(
    traces: Kinds, target: LocalEngine, name: str, data: st.DataObject
) -> None:
    trace = traces[name]
    drafted = [(index, d) for index, r in enumerate(trace.rounds) for d in r.drafts if d.p is not None]
    index, draft = data.draw(st.sampled_from(drafted))
    assert draft.p is not None
    other = draft.p + 0.01 if draft.p < 0.9 else draft.p - 0.01
    report = verified(another_draft_p(trace, index, draft, other), target)
    assert report.deviation is not None
    assert report.deviation.round == index


@settings(max_examples=25)
@given(st.sampled_from(NAMES), st.data())
def test_a_round_that_was_left_out_is_caught(
    traces: Kinds, target: LocalEngine, name: str, data: st.DataObject
) -> None:
    trace = traces[name]
    index = data.draw(st.integers(0, len(trace.rounds) - 2))
    report = verified(without_round(trace, index), target)
    assert report.deviation is not None
    # the same letter may follow, but not with the same p
    assert report.deviation.position == position(trace, index)


@settings(max_examples=25)
@given(st.sampled_from(CHAINS), st.data())
def test_a_draft_that_stood_cannot_be_said_to_have_fallen(
    traces: Kinds, target: LocalEngine, name: str, data: st.DataObject
) -> None:
    trace = traces[name]
    index = data.draw(st.sampled_from([i for i, round_ in enumerate(trace.rounds) if round_.accepted]))
    changed, depth = fallen(trace, index)
    report = verified(changed, target)
    assert report.deviation is not None
    assert (report.deviation.round, report.deviation.position) == (index, position(trace, index, depth))


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_is_caught_where_there_is_chance(traces: Kinds, target: LocalEngine, name: str) -> None:
    trace = traces[name]
    report = verified(replace(trace, started=replace(trace.started, seed=trace.started.seed + 1)), target)
    assert report.own == name.startswith("greedy")


def test_another_model_is_caught(traces: Kinds) -> None:
    report = verified(traces["greedy lookup"], LocalEngine(tiny_loaded(seed=5)))
    assert report.deviation is not None
    assert report.deviation.position == 0


def test_an_untested_draft_must_be_one(traces: Kinds, target: LocalEngine) -> None:
    trace = traces["greedy tree"]
    # two guesses for one token
    index, round_ = next(
        (i, r) for i, r in enumerate(trace.rounds) if [d.parent for d in r.drafts[:2]] == [-1, -1]
    )
    place = next(i for i, d in enumerate(round_.drafts) if d.verdict is Verdict.REJECTED)
    drafts = list(round_.drafts)
    drafts[place] = replace(drafts[place], verdict=Verdict.UNTESTED, p=None)
    report = verified(with_round(trace, index, replace(round_, drafts=tuple(drafts))), target)
    assert report.deviation is not None
    assert report.deviation.round == index
    assert "untested" in report.deviation.why


def test_another_text_of_a_token_is_caught(traces: Kinds, target: LocalEngine) -> None:
    trace = traces["coupled plain"]
    token = replace(trace.rounds[7].emitted[0], text="x")
    report = verified(with_round(trace, 7, replace(trace.rounds[7], emitted=(token,))), target)
    assert report.deviation is not None
    assert (report.deviation.position, report.deviation.text) == (7, "x")
    assert "reads" in report.deviation.why


def test_the_end_must_be_one(traces: Kinds, target: LocalEngine) -> None:
    trace = traces["greedy plain"]
    assert isinstance(trace.end, Finished)
    ended = verified(replace(trace, end=replace(trace.end, reason="eos")), target)
    assert ended.deviation is not None
    assert "'eos'" in ended.deviation.why
    short = replace(with_rounds(trace, trace.rounds[:-1]), end=None)
    counted = replace(trace.end, text=short.text)
    cut = verified(replace(short, end=counted), target)
    assert cut.deviation is not None
    assert "the end counts 30 as rounds and the rounds 29" in cut.deviation.why
    # cut, and no end: all that is there is the target's own
    assert verified(short, target).own


def test_a_reply_that_ends_by_itself(target: LocalEngine) -> None:
    told = replace(GREEDY, logit_bias=(*GREEDY.logit_bias, (END, 11.0)))
    trace = written(ask(sampling=told, max_tokens=80))
    assert isinstance(trace.end, Finished)
    assert trace.end.reason == "eos"
    assert verified(trace, target).own


def test_a_chosen_token_is_the_users(traces: Kinds, target: LocalEngine) -> None:
    trace = traces["greedy plain"]
    mine = replace(
        trace.rounds[5],
        drafter=USER,
        emitted=(Emitted(ord("d"), "d", Origin.PLAIN, None),),
    )
    assert trace.rounds[5].emitted[0].token != ord("d")
    report = verified(with_rounds(trace, [*trace.rounds[:5], mine]), target)
    assert report.own
    assert report.chosen == 1
    assert report.verdict() == "5 of 5 tokens are the target's own; 1 more chosen by the user."


@pytest.mark.parametrize("exact", [True, False])
def test_the_prompt_is_rendered_where_its_tokens_were_not_kept(target: LocalEngine, exact: bool) -> None:
    begun = (Message("user", "abc"), Message("assistant", "ab"))
    for request in (
        ask(exact=exact),
        ask(messages=begun, continues=True, sampling=replace(PENALISED, min_tokens=9), verifier="rejection"),
        ask(messages=(*begun, Message("user", "more")), sampling=SAMPLED),
        ask(messages=(Message("user", "raw"),), raw=True),
    ):
        trace = written(request)
        prompt = trace.started.prompt
        assert prompt is not None
        assert prompt.ids
        assert verified(trace, target).own
        without = replace(trace, started=replace(trace.started, prompt=replace(prompt, ids=())))
        assert verified(without, target).own


def test_earlier_replies_are_read_as_they_were_generated(target: LocalEngine) -> None:
    writer = engine()
    first = written(ask(max_tokens=9), writer)
    said = (Message("user", "abc abc abc abc"), Message("assistant", first.text), Message("user", "go on"))
    trace = written(ask(messages=said), writer)
    prompt = trace.started.prompt
    assert prompt is not None
    kept = tuple(
        PromptMessage(m.role, m.content, first.tokens if m.role == "assistant" else ()) for m in said
    )
    shown = replace(trace.started, prompt=replace(prompt, ids=(), messages=kept))
    assert verified(replace(trace, started=shown), target).own


def _with(trace: Trace, **changes: object) -> Trace:
    return replace(trace, started=replace(trace.started, **changes))  # type: ignore[arg-type]


def test_what_cannot_be_compared_is_a_sentence(traces: Kinds, target: LocalEngine) -> None:
    trace = traces["greedy plain"]
    prompt = trace.started.prompt
    assert prompt is not None
    assert trace.prefilled is not None
    long = tuple([5] * 700)
    told: list[tuple[Trace, str]] = [
        (_with(trace, prompt=None), "does not hold its prompt"),
        (replace(trace, parts=(Text("hello"),), end=None), "text without its tokens"),
        (_with(trace, resolved=Resolved("greedy", "cpu", "bfloat16", False)), "load it in bfloat16"),
        (_with(trace, resolved=Resolved("coupled", "cpu", "float32", False)), "contradicts itself"),
        (_with(trace, prompt=replace(prompt, ids=(*prompt.ids[:-1], 4000))), "does not know"),
        (_with(trace, prompt=replace(prompt, ids=(-1, *prompt.ids[1:]))), "does not know"),
        (_with(trace, prompt=replace(prompt, ids=prompt.ids[1:])), "and has"),
        (_with(replace(trace, prefilled=None), prompt=replace(prompt, ids=long)), "and tiny holds 600"),
        (_with(trace, prompt=replace(prompt, ids=long, continues=True)), "reads differently with tiny"),
    ]
    for changed, words in told:
        with pytest.raises(CannotVerifyError, match=words):
            verified(changed, target)
    with pytest.raises(BadSamplingError):
        verified(_with(trace, seed=-1), target)


def test_it_reports_where_it_is_and_can_be_stopped(traces: Kinds, target: LocalEngine) -> None:
    trace = traces["greedy plain"]
    seen: list[Progress] = []
    control = ReplyControl()

    def note(progress: Progress) -> None:
        seen.append(progress)
        if progress.done == 10:
            control.stop()

    with pytest.raises(Cancelled):
        verify_trace(target, trace, "t", note, control)
    assert [progress.done for progress in seen] == [None, *range(17)]
    assert {progress.total for progress in seen[1:]} == {30}


def test_no_conversation_is_touched(traces: Kinds) -> None:
    own = engine()
    first = list(own.reply(ask(max_tokens=5), ReplyControl()))
    verify_trace(own, traces["greedy lookup"], "t", ignore_progress, ReplyControl())
    again = list(own.reply(ask(max_tokens=5), ReplyControl()))
    assert first[1].reused == 0  # type: ignore[union-attr]
    assert again[1].tokens == 0  # type: ignore[union-attr]


def test_the_report_as_json_and_for_a_reader(traces: Kinds, target: LocalEngine) -> None:
    trace = traces["rejection draft model"]
    own = verified(trace, target)
    data = json.loads(json.dumps(own.to_json()))
    assert data["own"] is True
    assert (data["verifier"], data["seed"], data["tokens"]) == ("rejection", 3, 30)
    assert data["chance"]["replayed"] > 0
    text = own.render()
    assert text.splitlines()[0] == "tiny, float32 on cpu, rejection"
    assert "coins of seed 3" in text
    assert "only that they are possible" in text
    assert text.endswith(own.verdict())
    wrong = verified(another_p(trace, places(trace)[4], 0.5), target)
    data = json.loads(json.dumps(wrong.to_json()))
    assert data["own"] is False
    assert data["deviation"]["position"] == 4 == data["checked"]
    assert wrong.verdict().startswith("NOT the target's own from token 4 (")
    assert "is left open by the number format" in wrong.verdict()
