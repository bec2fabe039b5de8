from __future__ import annotations

from collections.abc import Sequence

import pytest
from replies import PROMPT, Reply
from table_network import TableNetwork

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.composite import Composite
from desktop_app.decoding.drafts import Drafts


class Part:
    """Proposes the same tokens in turn; () for no guess."""

    def __init__(self, name: str, *guesses: tuple[int, ...], limit: int | None = None) -> None:
        self.name = name
        self.problem = ""
        self.limit = limit
        self.guesses = list(guesses)
        self.asked: list[int] = []
        self.tokens: list[int] = []

    def start(self, tokens: Sequence[int], context: DraftContext | None = None) -> None:
        self.tokens = list(tokens)

    def commit(self, tokens: Sequence[int]) -> None:
        self.tokens += tokens

    def propose(self, k: int) -> Drafts:
        self.asked.append(k)
        guess = self.guesses[(len(self.asked) - 1) % len(self.guesses)]
        return Drafts(guess[:k])


def started(*parts: Part, most: Sequence[int] | None = None) -> Composite:
    composite = Composite(parts, most)
    composite.start([1, 2, 3], None)  # type: ignore[arg-type]
    return composite


def test_first_with_a_guess_drafts_and_is_named() -> None:
    first, second = Part("a", (), (4,)), Part("b", (5, 6))
    composite = started(first, second)
    assert composite.propose(3) == Drafts((5, 6), drafter="b")
    assert composite.propose(3) == Drafts((4,), drafter="a")
    assert (first.asked, second.asked) == ([3, 3], [3])
    assert started(Part("a", ()), Part("b", ())).propose(3) == Drafts(())


def test_all_are_told_what_was_committed() -> None:
    parts = Part("a", (4,)), Part("b", (5,))
    composite = started(*parts)
    composite.propose(2)
    composite.commit([7, 8])
    assert [part.tokens for part in parts] == [[1, 2, 3, 7, 8]] * 2
    composite.start([9], None)  # type: ignore[arg-type]
    assert [part.tokens for part in parts] == [[9]] * 2


def test_problem_of_one_does_not_stop_the_others() -> None:
    first, second = Part("a", (4,)), Part("b", (5,))
    composite = started(first, second)
    first.problem = "A gave up."
    assert composite.problem == ""
    assert composite.propose(2).drafter == "b"
    assert first.asked == []
    second.problem = "B too."
    assert composite.problem == "A gave up. B too."
    assert composite.propose(2).tokens == ()


def test_each_part_keeps_its_own_limit_and_longest_draft() -> None:
    first, second = Part("a", (), limit=5), Part("b", (5, 5, 5, 5, 5))
    composite = started(first, second, most=[7, 4])
    assert composite.limit is None
    assert composite.propose(7).tokens == (5,) * 4
    composite.commit([1])
    composite.propose(3)
    composite.commit([1])
    composite.propose(3)
    assert first.asked == [2, 1], "not asked at its limit"
    assert second.asked == [4, 3, 3]
    assert started(Part("a", (), limit=5), Part("b", (), limit=9)).limit == 9


def test_most_must_match_the_parts() -> None:
    with pytest.raises(ValueError, match="each part"):
        Composite([Part("a", ())], [1, 2])


def test_rounds_name_who_drafted() -> None:
    network = TableNetwork()
    parts = Part("a", (), (1,)), Part("b", (2,), (), (3,))
    reply = Reply(network.runner(), PROMPT, Composite(parts), 2, max_tokens=12).run()
    assert reply.tokens == network.greedy(PROMPT, 12)
    names = [round_.drafter for round_ in reply.rounds]
    assert {"a", "b", "none"} == set(names)
    assert all((round_.drafter == "none") == (not round_.drafts) for round_ in reply.rounds)
    assert reply.plans[0][1].drafter == "composite"


def test_when_all_gave_up_the_reply_goes_on_plainly() -> None:
    network = TableNetwork()
    part = Part("a", (1,))
    reply = Reply(network.runner(), PROMPT, Composite([part]), 2, max_tokens=12)
    part_problem = "A gave up."
    reply.after_round = lambda _: setattr(part, "problem", part_problem)
    reply.run()
    assert reply.tokens == network.greedy(PROMPT, 12)
    assert reply.plans[-1] == (1, reply.plans[-1][1])
    assert (reply.plans[-1][1].mode, reply.plans[-1][1].why) == ("plain", part_problem)
