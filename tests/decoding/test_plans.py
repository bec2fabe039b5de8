"""A reply says how it is decoded: at its start and whenever that changes, and why."""

from __future__ import annotations

import threading

import pytest
from replies import PROMPT, Reply, distinct_network, drafter_for
from scripted_drafters import ScriptedDrafter, always_right, right_every_other_time
from table_network import TableNetwork, token_text

from desktop_app.decoding.drafters.base import NoDrafter
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.lookahead import Fixed, Off
from desktop_app.decoding.plan import Mode, Plan
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.session import Session

LENGTH = 30


def reply_with(drafter: ScriptedDrafter | None = None, **changes: object) -> Reply:
    network = TableNetwork()
    drafter = drafter or drafter_for(network, always_right)
    values = {"k": 3, "max_tokens": LENGTH, **changes}
    return Reply(network.runner(), PROMPT, drafter, **values)  # type: ignore[arg-type]


def at_round(reply: Reply, changes: dict[int, Mode | None], thread: bool = False) -> Reply:
    """Sets the mode after so many rounds."""

    def change(_: Session) -> None:
        if len(reply.rounds) in changes:
            mode = changes[len(reply.rounds)]
            if thread:
                other = threading.Thread(target=lambda: setattr(reply.control, "mode", mode))
                other.start()
                other.join()
            else:
                reply.control.mode = mode

    reply.after_round = change
    return reply


def drafted(reply: Reply) -> list[int]:
    return [len(round_.drafts) for round_ in reply.rounds]


def test_a_reply_begins_with_its_plan() -> None:
    reply = reply_with(lookahead=Fixed(3, "three, as chosen")).run()
    assert reply.plans == [(0, Plan("model", "speculative", 3, "three, as chosen"))]


def test_a_plain_reply_begins_with_its_plan() -> None:
    reply = Reply(TableNetwork().runner(), PROMPT, NoDrafter(), lookahead=Off()).run()
    assert reply.plans == [(0, Plan("none", "plain", 0, "plain decoding"))]


def test_the_mode_changes_in_mid_reply_and_back() -> None:
    """From another thread, as the window does. Nothing is drafted while plain; the drafts after it are as
    right as those before."""
    reply = at_round(reply_with(), {2: "plain", 5: "speculative", 6: "plain", 7: "speculative"}, thread=True)
    reply.run()
    assert reply.tokens == TableNetwork().greedy(PROMPT, LENGTH)
    assert reply.plans == [
        (0, Plan("model", "speculative", 3, "k as chosen")),
        (2, Plan("none", "plain", 0, "plain from here on, as chosen")),
        (5, Plan("model", "speculative", 3, "speculative from here on, as chosen")),
        (6, Plan("none", "plain", 0, "plain from here on, as chosen")),
        (7, Plan("model", "speculative", 3, "speculative from here on, as chosen")),
    ]
    assert drafted(reply)[:9] == [3, 3, 0, 0, 0, 3, 0, 3, 3]
    assert [round_.drafter for round_ in reply.rounds[1:6]] == ["model", "none", "none", "none", "model"]
    assert all(round_.accepted == len(round_.drafts) for round_ in reply.rounds)


def test_the_drafter_is_told_what_was_emitted_while_plain() -> None:
    reply = reply_with(drafter_for(TableNetwork(), right_every_other_time))
    at_round(reply, {1: "plain", 9: "speculative"}).run()
    assert isinstance(reply.drafter, ScriptedDrafter)
    assert reply.drafter.tokens == [*PROMPT, *reply.tokens]


@pytest.mark.parametrize("mode", ["speculative", None])
def test_choosing_what_is_so_already_changes_nothing(mode: Mode | None) -> None:
    reply = at_round(reply_with(), {1: mode, 3: mode}).run()
    assert len(reply.plans) == 1
    reply = at_round(reply_with(), {1: "plain", 2: "plain", 4: "plain"}).run()
    assert [count for count, _ in reply.plans] == [0, 1]


def test_plain_to_the_end() -> None:
    reply = at_round(reply_with(), {1: "plain"}).run()
    assert drafted(reply) == [3] + [0] * (LENGTH - 4)


def test_a_reply_without_a_drafter_cannot_become_speculative() -> None:
    reply = Reply(TableNetwork().runner(), PROMPT, NoDrafter(), max_tokens=LENGTH, lookahead=Off())
    at_round(reply, {2: "speculative"}).run()
    assert len(reply.plans) == 1
    assert set(drafted(reply)) == {0}


class Failing(ScriptedDrafter):
    """Gives up at a proposal, for good."""

    def __init__(self, at: int) -> None:
        super().__init__(lambda text: int(TableNetwork().row(text).argmax()))
        self.left = at
        self.asked = 0

    def propose(self, k: int) -> Drafts:
        self.asked += 1
        if self.left == 0:
            self.problem = "The draft model produced numbers that are not finite."
            return Drafts(())
        self.left -= 1
        return super().propose(k)


def test_a_drafter_with_a_problem_is_asked_no_more() -> None:
    """The round in which it gave up is a plain one; then the plan says why, also against the user's wish."""
    drafter = Failing(at=2)
    reply = at_round(reply_with(drafter), {6: "speculative"}).run()
    assert reply.tokens == TableNetwork().greedy(PROMPT, LENGTH)
    assert reply.plans == [
        (0, Plan("model", "speculative", 3, "k as chosen")),
        (3, Plan("none", "plain", 0, "The draft model produced numbers that are not finite.")),
    ]
    assert drafter.asked == 3
    assert drafted(reply) == [3, 3] + [0] * (LENGTH - 8)


def test_a_problem_at_the_start_is_said_before_the_first_round() -> None:
    drafter = drafter_for(TableNetwork(), always_right)
    drafter.problem = "The draft's context is too short."
    reply = reply_with(drafter).run()
    assert [count for count, _ in reply.plans] == [0, 0]
    assert reply.plans[-1][1].why == "The draft's context is too short."
    assert set(drafted(reply)) == {0}


def test_rounds_are_the_steps_without_the_plans() -> None:
    one, other = reply_with().prepare(), reply_with().prepare()
    assert one.decoder is not None
    assert other.decoder is not None
    steps = [step for step in one.decoder.steps(one.control) if not isinstance(step, Plan)]
    rounds = list(other.decoder.rounds(other.control))
    assert [round_.emitted for round_ in steps] == [round_.emitted for round_ in rounds]
    assert len(rounds) == 8


def test_plans_stand_between_the_rounds_they_stand_between() -> None:
    """Also while a round is held back because a stop string may have begun in it."""
    network = distinct_network()
    text = b"".join(map(token_text, network.greedy(PROMPT, 12))).decode()
    drafter = drafter_for(network, always_right)
    reply = Reply(network.runner(), PROMPT, drafter, 3, stops=(text[3:7] + "!",)).prepare()
    assert reply.decoder is not None
    # in the first round, which is seen only after others
    network.before_pass = lambda: setattr(reply.control, "mode", "plain")
    steps = list(reply.decoder.steps(reply.control))
    kinds = [step.mode if isinstance(step, Plan) else len(step.drafts) for step in steps]
    assert kinds[:4] == ["speculative", 3, "plain", 0]
    assert "".join(step.text for step in steps if isinstance(step, Round)) == text
