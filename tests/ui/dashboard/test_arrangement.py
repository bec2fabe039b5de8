"""The order of the cards: every card stands in it once, whatever was kept and whatever is done."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.ui.dashboard.arrangement import Arrangement, completed

DEFAULT = Arrangement(("a", "b", "c", "d"), frozenset({"d"}))
NAMES = st.sampled_from(["a", "b", "c", "d", "gone", ""])


def test_a_card_moves_over_those_that_are_shown() -> None:
    made = Arrangement(("a", "b", "c", "d"), frozenset({"b"}))
    assert made.moved_by("a", 1).shown == ("c", "a", "d")
    assert made.moved_by("d", -1).shown == ("a", "d", "c")
    assert made.moved_by("a", -1) == made
    assert made.moved_by("d", 1) == made
    assert made.moved_by("b", 1) == made
    assert made.moved("c", 0).order == ("c", "a", "b", "d")
    assert made.moved("a", 99).shown == ("c", "d", "a")


def test_a_card_is_hidden_and_comes_back_where_it_was() -> None:
    hidden = DEFAULT.with_hidden("b", True)
    assert hidden.shown == ("a", "c")
    assert hidden.with_hidden("b", False) == DEFAULT


def test_nothing_kept_is_the_default() -> None:
    assert completed([], [], DEFAULT) == DEFAULT


def test_what_was_kept_comes_back() -> None:
    assert completed(["d", "c", "a", "b"], ["a"], DEFAULT) == Arrangement(
        ("d", "c", "a", "b"), frozenset({"a"})
    )


def test_a_new_card_stands_after_the_one_it_follows_by_default() -> None:
    assert completed(["d", "b", "a"], [], DEFAULT).order == ("d", "b", "c", "a")
    assert completed(["d", "c", "b"], [], DEFAULT).order == ("a", "d", "c", "b")
    new = completed(["c", "b", "a"], ["b"], DEFAULT)
    assert new == Arrangement(("c", "d", "b", "a"), frozenset({"b", "d"})), "hidden as by default"


@given(
    st.lists(NAMES),
    st.lists(NAMES),
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(-5, 5), st.booleans())),
)
def test_every_card_stands_there_once(
    order: list[str], hidden: list[str], steps: list[tuple[str, int, bool]]
) -> None:
    made = completed(order, hidden, DEFAULT)
    for card, step, hide in steps:
        before = made
        made = made.moved_by(card, step).with_hidden(card, hide)
        assert [c for c in made.order if c != card] == [c for c in before.order if c != card]
    assert sorted(made.order) == ["a", "b", "c", "d"]
    assert made.hidden <= set(made.order)
    assert completed(made.order, made.hidden, DEFAULT) == made
