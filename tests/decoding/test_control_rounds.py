from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies import PROMPT, Reply, drafter_for
from scripted_drafters import right_every_other_time
from table_network import TableNetwork

from desktop_app.decoding.control_rounds import ControlRounds, block_lengths


@given(st.integers(2, 40), st.integers(0, 2**31))
def test_each_block_has_one_control_round(every: int, seed: int) -> None:
    controls = ControlRounds(every, seed)
    for length in islice(block_lengths(every), 20):
        assert sum(controls.next() for _ in range(length)) == 1


def test_blocks_grow() -> None:
    assert list(islice(block_lengths(20), 16)) == [6] * 4 + [12] * 2 + [20] * 8 + [40] * 2
    assert list(islice(block_lengths(2), 8)) == [2] * 8


@given(st.integers(0, 2**31))
def test_a_reply_of_25_rounds_has_four_control_rounds(seed: int) -> None:
    controls = ControlRounds(20, seed)
    # round 0 asks for none
    assert sum(controls.next() for _ in range(24)) == 4


def test_every_place_of_a_block_comes_up() -> None:
    first = [ControlRounds(20, seed).next() for seed in range(480)]
    # 80 are expected; 5 standard deviations are 41
    assert 39 < sum(first) < 121


def test_none_are_picked_where_none_are_wanted() -> None:
    controls = ControlRounds(0, 1)
    assert not any(controls.next() for _ in range(100))
    for wrong in (1, -5):
        with pytest.raises(ValueError, match="makes no sense"):
            ControlRounds(wrong, 1)


def test_a_reply_is_the_same_with_control_rounds_and_they_are_marked() -> None:
    network = TableNetwork(seed=3)
    replies = []
    for controls in (None, ControlRounds(4, 7)):
        reply = Reply(
            network.runner(),
            PROMPT,
            drafter=drafter_for(network, right_every_other_time),
            k=2,
            max_tokens=40,
            controls=controls,
        )
        replies.append(reply.run())
    without, with_ = replies
    assert with_.tokens == without.tokens
    assert all(round_.undrafted is None for round_ in without.rounds)
    marked = [round_ for round_ in with_.rounds if round_.undrafted == "control"]
    assert marked
    assert all(not round_.drafts and len(round_.emitted) == 1 for round_ in marked)
    assert with_.rounds[0].undrafted is None
