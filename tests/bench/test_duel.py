"""A duel on a tiny model: the order of its turns, what its lanes are asked, and its verdicts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
import torch
from suite_runs import steady_run
from tiny import tiny_loaded

from desktop_app.bench.duel import PLAIN, Duel, DuelError, DuelOutcome, Lane, LaneEvent, Verdict
from desktop_app.bench.duel_figures import duel_json, lane_figures, verdict_sentence
from desktop_app.bench.duel_table import render
from desktop_app.bench.measured_reply import run_of
from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.noise import gumbel
from desktop_app.decoding.nucleus import row_distribution
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.session import Session
from desktop_app.engines.base import ChatRequest, Difference, Event, Finished, Prefilled, Started
from desktop_app.engines.local import LocalEngine

REQUEST = ChatRequest(
    (Message("user", "one two three one two three one two"),),
    sampling=SamplingParams(temperature=0.3),
    exact=True,
    max_tokens=30,
    seed=3,
    session="the chat",
)


class Watched(LocalEngine):
    """Keeps the requests it was asked and the sessions it was told to forget."""

    def __init__(self) -> None:
        super().__init__(tiny_loaded())
        self.asked: list[ChatRequest] = []
        self.forgotten: list[str] = []

    def reply(self, request: ChatRequest, control: ReplyControl) -> Iterator[Event]:
        self.asked.append(request)
        return super().reply(request, control)

    def forget(self, session: str) -> None:
        self.forgotten.append(session)
        super().forget(session)


def held(duel: Duel) -> tuple[list[LaneEvent], DuelOutcome]:
    events = list(duel.events(ReplyControl()))
    assert duel.outcome is not None
    return events, duel.outcome


def test_two_lanes_run_there_and_back_after_a_warm_up() -> None:
    engine = Watched()
    events, outcome = held(Duel(engine, REQUEST, [PLAIN, Lane("lookup", 5)]))
    assert [request.draft for request in engine.asked] == [
        *["none", "lookup"],
        *["none", "lookup", "lookup", "none"],
    ]
    assert [request.max_tokens for request in engine.asked] == [24, 24, 30, 30, 30, 30]
    starts = [(item.lane, item.turn) for item in events if isinstance(item.event, Started)]
    assert starts == [(0, -1), (1, -1), (0, 0), (1, 1), (1, 2), (0, 3)]
    assert [len(runs) for runs in outcome.runs] == [2, 2]


def test_three_lanes_once_each() -> None:
    engine = Watched()
    duel = Duel(engine, REQUEST, [PLAIN, Lane("lookup", 5), Lane("skip:1", 2)], back=False)
    _, outcome = held(duel)
    assert duel.order == (0, 1, 2)
    assert [len(runs) for runs in outcome.runs] == [1, 1, 1]
    assert [verdict.kind for verdict in outcome.verdicts] == ["identical", "identical"]


def test_every_run_reads_the_whole_prompt_in_a_session_of_its_lane_and_leaves_the_chat_alone() -> None:
    engine = Watched()
    events, _ = held(Duel(engine, REQUEST, [PLAIN, Lane("lookup")]))
    read = [item.event for item in events if isinstance(item.event, Prefilled)]
    assert {event.reused for event in read} == {0}
    assert len({event.tokens for event in read}) == 1
    assert "the chat" not in {*engine.forgotten, *(request.session for request in engine.asked)}
    assert engine.forgotten[:6] == [request.session for request in engine.asked]
    assert len(engine._sessions) == 0


def test_coupled_lanes_in_the_exact_shape_have_one_text() -> None:
    request = replace(REQUEST, sampling=SamplingParams(0.05), max_tokens=80)
    _, outcome = held(Duel(Watched(), request, [PLAIN, Lane("lookup", 7)], back=False))
    assert outcome.runs[0][0].tokens == outcome.runs[1][0].tokens
    assert outcome.verdicts == (Verdict("identical"),)
    assert sum(round_.accepted for round_ in outcome.runs[1][0].rounds) > 0


def test_rejection_lanes_are_not_compared() -> None:
    request = replace(REQUEST, verifier="rejection")
    _, outcome = held(Duel(Watched(), request, [PLAIN, Lane("lookup", 7)], back=False))
    assert outcome.verdicts == (Verdict("not comparable"),)


def test_lanes_that_part_are_told_apart_at_the_first_token_that_differs() -> None:
    engine = Watched()
    duel = Duel(
        engine, replace(REQUEST, sampling=SamplingParams(0.0)), [PLAIN, Lane("lookup", 7)], back=False
    )
    _, outcome = held(duel)
    first = outcome.runs[0][0]
    last = first.rounds[4]
    other = replace(last.emitted[0], token=(last.emitted[0].token + 1) % 50)
    changed = replace(first, rounds=(*first.rounds[:4], replace(last, emitted=(other,)), *first.rounds[5:]))
    found = duel._verdict(first, changed, 1, ReplyControl())
    assert found.kind == "different"
    assert found.difference is not None
    assert found.difference.position == 4
    assert found.difference.speculative_token == other.token
    assert found.difference.plain_gap is not None


def test_where_a_seed_draws_the_gap_is_that_of_log_p_and_noise() -> None:
    engine = LocalEngine(tiny_loaded())
    request = replace(REQUEST, sampling=SamplingParams(0.8, top_p=0.9), exact=False, verifier="coupled")
    plain = run_of(engine.reply(replace(request, draft="none"), ReplyControl())).tokens
    other = (*plain[:4], (plain[4] + 1) % 50, *plain[5:])
    found = engine.difference(request, plain, other, 3, ReplyControl())
    assert found is not None
    text = [*engine.prompt_ids(request), *plain[:4]]
    session = Session(engine.runner)
    session.prefill(text, exact=False, check=lambda: None)
    logits = engine.runner.forward(session.cache, text[-1:], len(text) - 1)[-1]
    p = row_distribution(logits.float(), request.sampling)
    ids = torch.arange(len(p))
    keys = (p.double().log() + gumbel(3, len(text), ids)).sort(descending=True)
    assert int(keys.indices[0]) == plain[4]
    right = pytest.approx(float(keys.values[0] - keys.values[1]), rel=1e-3)
    assert (found.plain_gap, found.speculative_gap) == (right, right)
    drawn = engine.difference(replace(request, verifier="rejection"), plain, other, 3, ReplyControl())
    assert drawn is not None
    assert (drawn.position, drawn.plain_gap, drawn.speculative_gap) == (4, None, None)


@pytest.mark.parametrize("lanes", [[PLAIN], [PLAIN] * 4])
def test_a_duel_has_two_or_three_lanes(lanes: list[Lane]) -> None:
    with pytest.raises(DuelError, match="two or three"):
        Duel(Watched(), REQUEST, lanes)


def test_a_duel_needs_a_seed() -> None:
    with pytest.raises(DuelError, match="seed"):
        Duel(Watched(), replace(REQUEST, seed=None), [PLAIN, PLAIN])


def test_a_reply_that_fails_ends_the_duel_with_its_sentence() -> None:
    duel = Duel(Watched(), REQUEST, [PLAIN, Lane("no such draft")])
    with pytest.raises(DuelError, match="no such draft"):
        list(duel.events(ReplyControl()))
    assert duel.outcome is None


def test_a_stopped_duel_has_no_outcome() -> None:
    control = ReplyControl()
    duel = Duel(Watched(), REQUEST, [PLAIN, Lane("lookup")])
    with pytest.raises(Cancelled):
        _stop_at_turn(duel, 1, control)
    assert duel.outcome is None


def _stop_at_turn(duel: Duel, turn: int, control: ReplyControl) -> None:
    for item in duel.events(control):
        if item.turn == turn:
            control.stop()


def test_the_seconds_of_the_reader_of_events_are_not_the_lanes() -> None:
    # a finished run's own clock is what counts: the events carry it
    events, outcome = held(Duel(Watched(), REQUEST, [PLAIN, Lane("lookup")], back=False))
    finished = [item.event for item in events if isinstance(item.event, Finished) and item.turn >= 0]
    assert [runs[0].tally for runs in outcome.runs] == [event.tally for event in finished]


def made_outcome() -> DuelOutcome:
    plain = (steady_run(9, 0.5), steady_run(9, 0.25))
    fast = (steady_run(9, 0.125), steady_run(9, 0.125))
    return DuelOutcome((PLAIN, Lane("lookup")), (plain, fast), (Verdict("identical"),))


def test_the_figures_are_medians_and_ratios_over_the_first_lane() -> None:
    plain, fast = lane_figures(made_outcome())
    assert plain.name == "plain"
    assert plain.decode_tokens_per_s == pytest.approx((2 + 4) / 2)
    assert plain.speedup_decode is None
    assert plain.speedup_wall is None
    assert fast.decode_tokens_per_s == pytest.approx(8)
    assert fast.speedup_decode == pytest.approx(8 / 3)
    assert fast.runs == (pytest.approx(8), pytest.approx(8))
    assert fast.speedup_wall == pytest.approx(plain.wall_s / fast.wall_s)


def test_the_wall_clocks_of_texts_of_different_lengths_make_no_speedup() -> None:
    outcome = made_outcome()
    outcome = replace(outcome, runs=(outcome.runs[0], (steady_run(5, 0.125),)))
    fast = lane_figures(outcome)[1]
    assert fast.speedup_wall is None
    assert fast.speedup_decode is not None


@pytest.mark.parametrize(
    ("verdict", "exact", "words"),
    [
        (Verdict("identical"), True, "the same text"),
        (Verdict("not comparable"), True, "cannot be compared"),
        (Verdict("different", Difference(4, 5, 6, None, None)), True, "please report"),
        (
            Verdict("different", Difference(4, 5, 6, 0.25, 0.5)),
            False,
            "0.25 apart in passes of one row and 0.5 with",
        ),
        (Verdict("different", Difference(4, 5, 6, 0.1, 0.1)), False, "at token 5: 'x' there, 'x' here"),
        (Verdict("different", Difference(9, None, 6, 0.1, 0.1)), False, "at token 10: the end there"),
    ],
)
def test_a_verdict_in_words(verdict: Verdict, exact: bool, words: str) -> None:
    outcome = replace(made_outcome(), verdicts=(verdict,))
    assert words in verdict_sentence(outcome, 1, "lookup", exact=exact)


def test_the_report_has_every_lane_and_verdict() -> None:
    outcome = made_outcome()
    figures = lane_figures(outcome)
    text = render(outcome, figures, exact=True)
    assert "2.67x" in text
    assert "lookup: the same text" in text
    data = json.loads(json.dumps(duel_json(outcome, figures)))
    assert [lane["draft"] for lane in data["lanes"]] == ["none", "lookup"]
    assert data["verdicts"] == [{"kind": "identical", "difference": None}]
