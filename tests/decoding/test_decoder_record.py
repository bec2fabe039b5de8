"""What the rounds say about times, drafts and passes."""

import pytest
from replies import PROMPT, Reply, drafter_for
from scripted_drafters import always_right, right_every_other_time
from table_network import TableNetwork

from desktop_app.decoding.rounds import Origin
from desktop_app.decoding.runner import EXACT_ROWS


class StepClock:
    """Advances by hand, and a little at each look."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        self.now += 0.25
        return self.now

    def spend(self, seconds: float) -> None:
        self.now += seconds


def test_time_is_booked_where_it_was_spent() -> None:
    network = TableNetwork()
    clock = StepClock()
    drafter = drafter_for(network, right_every_other_time)
    drafter.before_draft = lambda: clock.spend(10.0)
    reply = Reply(network.runner(), PROMPT, drafter, 3, max_tokens=12, clock=clock).prepare()
    network.before_pass = lambda: clock.spend(1000.0)
    reply.run()
    before = 0.0
    for round_ in reply.rounds:
        timing = round_.timing
        assert timing.draft_s == 10.0 * len(round_.drafts) + 0.25
        assert timing.verify_s == 1000.25
        assert timing.other_s == 0.25
        assert round_.at >= before + timing.total_s
        before = round_.at
    assert reply.rounds[0].at == 0.25 + reply.rounds[0].timing.total_s


def test_drafter_is_named_only_where_it_drafted() -> None:
    network = TableNetwork()
    reply = Reply(network.runner(), PROMPT, drafter_for(network, always_right), 3, max_tokens=5).run()
    assert [(round_.drafter, len(round_.drafts)) for round_ in reply.rounds] == [("model", 3), ("none", 0)]
    assert reply.rounds[-1].emitted[0].origin is Origin.PLAIN


def test_drafts_are_a_chain() -> None:
    network = TableNetwork()
    reply = Reply(network.runner(), PROMPT, drafter_for(network, right_every_other_time), 4).run()
    for round_ in reply.rounds:
        assert [draft.parent for draft in round_.drafts] == [i - 1 for i in range(len(round_.drafts))]


def test_exact_shape_is_used_for_every_pass() -> None:
    network = TableNetwork()
    Reply(
        network.runner(), PROMPT, drafter_for(network, right_every_other_time), 7, max_tokens=20, exact=True
    ).run()
    assert {len(tokens) for _, tokens in network.calls} == {EXACT_ROWS}


def test_session_without_a_prompt_is_a_mistake() -> None:
    network = TableNetwork()
    reply = Reply(network.runner(), PROMPT).prepare()
    assert reply.session is not None
    reply.session.pending = None
    with pytest.raises(ValueError, match="no prompt"):
        reply.run()
