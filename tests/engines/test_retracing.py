"""Walking along a finished reply gives the rounds in which the drafter would have written it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from tiny import tiny_loaded
from tiny_head import write_head

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.teacher_forcing import ForcedRejection
from desktop_app.engines.base import ChatRequest, DraftLength, Finished, Prefilled
from desktop_app.engines.local import LocalEngine

REQUEST = ChatRequest(
    (Message("user", "one two three one two three one two"),),
    sampling=SamplingParams(temperature=0.0),
    exact=True,
    max_tokens=80,
    seed=3,
    session="the chat",
)
COUPLED = replace(REQUEST, sampling=SamplingParams(temperature=0.05), verifier="coupled")
DRAWN = SamplingParams(temperature=0.3, top_p=0.9)
REJECTION = replace(REQUEST, sampling=DRAWN, verifier="rejection", exact=False)

Facts = tuple[int, str, tuple[tuple[int, str, int], ...], tuple[tuple[int, str], ...]]


def facts(rounds: Sequence[Round]) -> list[Facts]:
    """All of a round but for its text, its probabilities and its times."""
    return [
        (
            round_.index,
            round_.drafter,
            tuple((draft.token, draft.verdict.value, draft.parent) for draft in round_.drafts),
            tuple((token.token, token.origin.value) for token in round_.emitted),
        )
        for round_ in rounds
    ]


def written(engine: LocalEngine, request: ChatRequest) -> list[Round]:
    events = list(engine.reply(request, ReplyControl()))
    assert isinstance(events[-1], Finished), events[-1]
    return [event for event in events if isinstance(event, Round)]


def ids(rounds: Sequence[Round]) -> tuple[int, ...]:
    return tuple(token.token for round_ in rounds for token in round_.emitted)


def walked(
    engine: LocalEngine, request: ChatRequest, reply: Sequence[int], draft: str, k: DraftLength
) -> list[Round]:
    return [round_ for _, round_ in engine.retrace(request, reply, [(draft, k)], ReplyControl())]


@pytest.mark.parametrize(
    ("request_", "draft", "k"),
    [
        (REQUEST, "none", "auto"),
        (REQUEST, "lookup", 3),
        (REQUEST, "suffix", 5),
        (REQUEST, "head", "auto"),
        (REQUEST, "lookup+skip:1", "auto"),
        (COUPLED, "lookup", 7),
        (COUPLED, "skip:1", 4),
        (COUPLED, "head+lookup", 7),
    ],
)
def test_the_rounds_are_those_of_really_running_the_drafter(
    request_: ChatRequest, draft: str, k: DraftLength, tmp_path: Path
) -> None:
    if draft.startswith("head"):
        draft = draft.replace("head", str(write_head(tmp_path / "head")))
    engine = LocalEngine(tiny_loaded())
    real = written(engine, replace(request_, draft=draft, k=k))
    assert draft == "none" or sum(round_.accepted for round_ in real) > 0
    plain = written(engine, replace(request_, draft="none"))
    assert ids(plain) == ids(real)
    assert facts(walked(engine, request_, ids(plain), draft, k)) == facts(real)


def test_a_reply_that_ended_by_itself_is_walked_to_its_stop_token() -> None:
    open_end = written(LocalEngine(tiny_loaded()), replace(REQUEST, draft="none"))
    stop = ids(open_end)[24]
    engine = LocalEngine(tiny_loaded(eos=(stop,)))
    real = written(engine, replace(REQUEST, draft="lookup", k=7))
    assert ids(real)[-1] == stop
    assert len(ids(real)) < 80
    assert facts(walked(engine, REQUEST, ids(real), "lookup", 7)) == facts(real)


def test_the_lanes_come_one_after_the_other_and_know_nothing_of_each_other(tmp_path: Path) -> None:
    head = str(write_head(tmp_path / "head"))
    engine = LocalEngine(tiny_loaded())
    reply = ids(written(engine, REQUEST))
    lanes: list[tuple[str, DraftLength]] = [("none", "auto"), (head, "auto"), ("lookup", 4), (head, "auto")]
    found = list(engine.retrace(REQUEST, reply, lanes, ReplyControl()))
    assert [lane for lane, _ in found] == sorted(lane for lane, _ in found)
    by_lane = [[round_ for place, round_ in found if place == lane] for lane in range(4)]
    assert [ids(rounds) for rounds in by_lane] == [reply] * 4
    real = written(LocalEngine(tiny_loaded()), replace(REQUEST, draft=head))
    assert facts(by_lane[1]) == facts(by_lane[3]) == facts(real)


def test_a_drawn_reply_stays_as_it_is_with_each_drafter(tmp_path: Path) -> None:
    head = str(write_head(tmp_path / "head"))
    engine = LocalEngine(tiny_loaded())
    reply = ids(written(engine, replace(REJECTION, draft="none")))
    accepted = 0
    for draft in ("lookup", "skip:1", head, f"{head}+lookup"):
        rounds = walked(engine, REJECTION, reply, draft, 4)
        assert ids(rounds) == reply
        accepted += sum(round_.accepted for round_ in rounds)
    assert accepted > 0


def test_a_drawn_token_was_a_draft_as_often_as_drafts_stand() -> None:
    """Over all texts, min(1, q / p) of a token drawn from p is what rejection sampling accepts."""
    generator = torch.Generator().manual_seed(5)
    p, q = (torch.rand(6, generator=generator, dtype=torch.float64) for _ in range(2))
    p, q = p / p.sum(), q / q.sum()
    coins = torch.linspace(0, 1, 2000, dtype=torch.float64)[:-1].tolist()
    stood = 0.0
    for token in range(6):
        verdicts = [
            ForcedRejection(Coins([0.5, 0.5, coin]), [token, 0], 4).verify(
                p.log()[None].repeat(2, 1), p[None].repeat(2, 1), Drafts((token,), q[None]), 4
            )
            for coin in coins
        ]
        assert {verdict.token for verdict in verdicts} <= {token, 0}
        stood += float(p[token]) * sum(verdict.accepted for verdict in verdicts) / len(coins)
    assert stood == pytest.approx(float(torch.minimum(p, q).sum()), abs=1e-3)


class Coins:
    """These, and the last of them again and again."""

    def __init__(self, coins: Sequence[float]) -> None:
        self._coins = list(coins)

    def next(self) -> float:
        return self._coins.pop(0) if len(self._coins) > 1 else self._coins[0]


def test_the_chat_finds_its_cache_as_it_left_it() -> None:
    quiet, busy = LocalEngine(tiny_loaded()), LocalEngine(tiny_loaded())
    found = []
    for engine in (quiet, busy):
        first = written(engine, replace(REQUEST, draft="lookup"))
        written(engine, replace(REQUEST, session="another chat", max_tokens=5))
        kept = list(engine._sessions._kept)
        if engine is busy:
            control = ReplyControl()
            list(engine.retrace(REQUEST, ids(first), [("suffix", 3), ("skip:1", 3)], control))
        assert list(engine._sessions._kept) == kept
        text = "".join(round_.text for round_ in first)
        messages = (*REQUEST.messages, Message("assistant", text), Message("user", "four"))
        events = list(engine.reply(replace(REQUEST, messages=messages, draft="lookup"), ReplyControl()))
        (prefilled,) = [event for event in events if isinstance(event, Prefilled)]
        found.append((prefilled.tokens, prefilled.reused, facts([e for e in events if isinstance(e, Round)])))
    assert found[0] == found[1]
    assert found[0][1] > 0


def test_it_stops_before_the_next_pass() -> None:
    engine = LocalEngine(tiny_loaded())
    reply = ids(written(engine, REQUEST))
    control = ReplyControl()
    rounds = engine.retrace(REQUEST, reply, [("lookup", 3)], control)
    next(rounds)
    next(rounds)
    control.stop()
    with pytest.raises(Cancelled):
        next(rounds)
