"""A reply's time: a budget like that of tokens, counted from the moment the reply was asked for."""

from __future__ import annotations

import math

import pytest
from replies import PROMPT, Reply, distinct_network, drafter_for
from scripted_drafters import always_right
from table_network import TableNetwork, token_text


def timed(limit: float, k: int = 0, **changes: object) -> Reply:
    """Each pass takes a second, and nothing else takes time."""
    network = distinct_network()
    now = [100.0]
    drafter = drafter_for(network, always_right)
    values = {"max_seconds": limit, "clock": lambda: now[0], **changes}
    reply = Reply(network.runner(), PROMPT, drafter, k, **values).prepare()  # type: ignore[arg-type]
    network.before_pass = lambda: now.__setitem__(0, now[0] + 1.0)
    return reply.run()


@pytest.mark.parametrize("limit", [1e-9, 0.5, 1.0, 1.5, 2.0, 3.0, 11.5, 12.0])
def test_a_plain_reply_ends_with_the_token_that_is_late(limit: float) -> None:
    reply = timed(limit)
    assert reply.tokens == distinct_network().greedy(PROMPT, math.ceil(limit))
    assert reply.reason == "length"


@pytest.mark.parametrize("k", [1, 3, 7])
@pytest.mark.parametrize("limit", [0.5, 1.0, 2.0, 2.5])
def test_what_a_late_pass_found_beyond_its_first_token_is_dropped(limit: float, k: int) -> None:
    """So that a large k does not stretch the time: each round but the last is whole."""
    rounds = math.ceil(limit)
    length = min((rounds - 1) * (k + 1) + 1, 12)
    reply = timed(limit, k)
    assert reply.tokens == distinct_network().greedy(PROMPT, length)
    assert reply.reason == "length"
    assert len(reply.rounds) == min(rounds, -(-12 // (k + 1)))


def test_enough_time_changes_nothing() -> None:
    assert timed(12.5).tokens == distinct_network().greedy(PROMPT, 12)


@pytest.mark.parametrize("end", ["eos", "stop"])
def test_the_end_of_the_text_comes_before_the_end_of_the_time(end: str) -> None:
    late = distinct_network().greedy(PROMPT, 3)[-1]
    if end == "eos":
        reply = timed(3.0, eos=frozenset({late}))
    else:
        reply = timed(3.0, stops=(token_text(late).decode(),))
    assert len(reply.tokens) == 3
    assert reply.reason == end


def test_the_next_turn_goes_on_from_what_was_in_time() -> None:
    reply = timed(2.0, 3)
    assert reply.session is not None
    network = reply.runner.network
    assert isinstance(network, TableNetwork)
    follow_up = [*PROMPT, *reply.tokens, 2]
    again = Reply(reply.runner, follow_up, session=reply.session).run()
    assert again.tokens == network.greedy(follow_up, 12)
