"""A reply taken another way at a draft that did not stand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tiny import tiny_loaded

from desktop_app.chats.messages import Message
from desktop_app.chats.token_fork import choosable, chosen_text, forked
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.rounds import USER, Draft, Emitted, Origin, Round, Timing, Verdict
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import Tally, check_round
from desktop_app.engines.base import ChatRequest, Event, Finished
from desktop_app.engines.local import LocalEngine

A, R, U = Verdict.ACCEPTED, Verdict.REJECTED, Verdict.UNTESTED
TIMING = Timing(0.1, 0.2, 0.3)
PLAIN = Round(0, "none", (), (Emitted(1, "One", Origin.PLAIN, 0.9),), TIMING, 1.0)
CHAIN = Round(
    1,
    "lookup",
    (
        Draft(2, " two", 1.0, 0.8, A, -1),
        Draft(3, " cats", 1.0, 0.3, R, 0),
        Draft(4, " sat", 1.0, None, U, 1),
    ),
    (Emitted(2, " two", Origin.ACCEPTED, 0.8), Emitted(5, " dogs", Origin.CORRECTED, 0.5)),
    TIMING,
    2.0,
)
TREE = Round(
    2,
    "eagle",
    (
        Draft(6, " ran", 0.6, 0.7, A, -1),
        Draft(7, " lay", 0.3, 0.2, R, -1),
        Draft(8, " off", 0.5, 0.6, A, 0),
        Draft(9, " \\xf0", 0.2, 0.1, R, 0),
    ),
    (
        Emitted(6, " ran", Origin.ACCEPTED, 0.7),
        Emitted(8, " off", Origin.ACCEPTED, 0.6),
        Emitted(10, ".", Origin.BONUS, 0.4),
    ),
    TIMING,
    3.0,
)
REPLY = (PLAIN, CHAIN, TREE)


def text(rounds: tuple[Round, ...]) -> str:
    return "".join(round_.text for round_ in rounds)


def test_what_stood_before_the_draft_stays_as_it_was() -> None:
    begun = forked(REPLY, 1, 1)
    assert text(begun) == "One two cats"
    assert begun[0] == PLAIN
    assert begun[1].emitted == CHAIN.emitted[:1]
    assert [(d.verdict, d.p) for d in begun[1].drafts] == [(A, 0.8), (U, None), (U, None)]
    assert ids_of(begun) == (1, 2, 3)
    chosen = begun[2]
    assert (chosen.index, chosen.drafter, chosen.drafts, chosen.at) == (2, USER, (), 2.0)
    assert chosen.emitted == (Emitted(3, " cats", Origin.PLAIN, 0.3),)
    assert chosen.timing.total_s == 0


def test_an_untested_draft_brings_the_ones_it_follows() -> None:
    begun = forked(REPLY, 1, 2)
    assert text(begun) == "One two cats sat"
    assert [round_.drafter for round_ in begun] == ["none", "lookup", USER, USER]
    assert begun[3].emitted[0].p is None, "the target never saw it"
    assert chosen_text(CHAIN, 2) == " cats sat"


def test_a_branch_of_a_tree_leaves_the_accepted_one_untested() -> None:
    begun = forked(REPLY, 2, 1)
    assert text(begun) == "One two dogs lay"
    assert [round_.index for round_ in begun] == [0, 1, 2], "a round that emitted nothing is none"


def test_what_is_no_draft_to_choose() -> None:
    assert [choosable(REPLY, 2, index) for index in range(4)] == [False, True, False, False]
    half = replace(PLAIN, emitted=(Emitted(1, "", Origin.PLAIN, 0.9),))
    rejected_first = replace(TREE, drafts=TREE.drafts[:2])
    assert choosable((PLAIN, rejected_first), 1, 1)
    assert not choosable((half, rejected_first), 1, 1), "the character before is not complete"
    with pytest.raises(ValueError, match="not accepted"):
        forked(REPLY, 1, 0)
    with pytest.raises(ValueError, match="is text"):
        forked(REPLY, 2, 3)


@pytest.mark.parametrize("verifier", ["greedy", "rejection", "coupled"])
def test_the_engine_goes_on_from_the_very_tokens(verifier: str) -> None:
    sampling = SamplingParams(temperature=0.0 if verifier == "greedy" else 1.0)
    request = ChatRequest(
        (Message("user", "abc abc abc abc"),),
        sampling=sampling,
        draft="skip:1",
        verifier="auto" if verifier == "greedy" else verifier,  # type: ignore[arg-type]
        max_tokens=60,
        exact=True,
        seed=3,
    )
    assert sum(forks_that_go_on(LocalEngine(tiny_loaded(model)), request) for model in range(6)) > 10


def forks_that_go_on(engine: LocalEngine, request: ChatRequest) -> int:
    rounds = [event for event in run(engine, request) if isinstance(event, Round)]
    forks = [
        forked(rounds, at, index)
        for at, round_ in enumerate(rounds)
        for index in range(len(round_.drafts))
        if choosable(rounds, at, index)
    ]
    for place, begun in enumerate(forks):
        Tally.of(begun)
        for round_ in begun:
            check_round(round_)
        if place % 5 == 0:
            goes_on(engine, request, text(begun), ids_of(begun))
    return len(forks)


def ids_of(rounds: tuple[Round, ...]) -> tuple[int, ...]:
    return tuple(token.token for round_ in rounds for token in round_.emitted)


def goes_on(engine: LocalEngine, request: ChatRequest, begun: str, ids: tuple[int, ...]) -> None:
    messages = (*request.messages, Message("assistant", begun))
    asked = replace(request, messages=messages, continues=True, reply_ids=ids, max_tokens=5, session="fork")
    assert tuple(engine.prompt_ids(asked)[-len(ids) :]) == ids
    assert isinstance(run(engine, asked)[-1], Finished)


def run(engine: LocalEngine, request: ChatRequest) -> list[Event]:
    return list(engine.reply(request, ReplyControl()))
