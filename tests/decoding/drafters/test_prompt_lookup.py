from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.drafters.base import NoDrafter
from desktop_app.decoding.drafters.prompt_lookup import LONGEST_NGRAM, SHORTEST_NGRAM, PromptLookup

few_tokens = st.lists(st.integers(0, 2), max_size=40)


def lookup(tokens: Sequence[int], k: int, shortest: int = 2, longest: int = 8) -> list[int]:
    drafter = PromptLookup(shortest, longest)
    drafter.start(tokens)
    drafts = drafter.propose(k)
    assert drafts.q is None, "a search draws nothing"
    return list(drafts.tokens)


def brute_force(tokens: Sequence[int], k: int, shortest: int, longest: int) -> list[int]:
    """The longest suffix seen before, at its latest place; copied on into what was just copied."""
    for size in range(min(longest, len(tokens)), shortest - 1, -1):
        for start in range(len(tokens) - size - 1, -1, -1):
            if tokens[start : start + size] == tokens[len(tokens) - size :]:
                text = list(tokens)
                for index in range(k):
                    text.append(text[start + size + index])
                return text[len(tokens) :]
    return []


@given(few_tokens, st.integers(0, 12), st.integers(1, 3), st.integers(0, 4))
def test_same_as_brute_force(tokens: list[int], k: int, shortest: int, more: int) -> None:
    longest = shortest + more
    assert lookup(tokens, k, shortest, longest) == brute_force(tokens, k, shortest, longest)


@given(few_tokens, few_tokens, st.integers(1, 7))
def test_tokens_may_come_in_pieces(prompt: list[int], reply: list[int], k: int) -> None:
    drafter = PromptLookup()
    drafter.start(prompt)
    for token in reply:
        drafter.propose(k)
        drafter.commit([token])
    assert list(drafter.propose(k).tokens) == lookup(prompt + reply, k)


@pytest.mark.parametrize(
    ("tokens", "k", "drafts"),
    [
        ([], 4, []),
        ([5], 4, []),
        ([5, 6], 4, []),
        ([1, 2, 3, 4, 5, 6], 4, []),
        ([1, 2, 3, 4, 1, 2], 2, [3, 4]),
        ([1, 2, 3, 4, 1, 2], 0, []),
        ([1, 2, 3, 4, 1, 2], 1, [3]),
    ],
)
def test_simple_cases(tokens: list[int], k: int, drafts: list[int]) -> None:
    assert lookup(tokens, k) == drafts


def test_longest_match_wins_over_a_later_shorter_one() -> None:
    assert lookup([7, 1, 2, 30, 8, 1, 2, 31, 7, 1, 2], 1) == [30]


def test_latest_of_equal_matches_wins() -> None:
    assert lookup([1, 2, 30, 1, 2, 31, 1, 2], 1) == [31]


def test_end_of_the_text_does_not_find_itself() -> None:
    assert lookup([9, 9], 3, shortest=2) == []
    assert lookup([9, 9, 9], 3, shortest=2) == [9, 9, 9]


def test_overlapping_match_goes_on_with_its_period() -> None:
    assert lookup([0, 1, 2, 1, 2, 1, 2], 7) == [1, 2, 1, 2, 1, 2, 1]


def test_start_forgets_the_reply_before() -> None:
    drafter = PromptLookup()
    drafter.start([1, 2, 3, 1, 2])
    drafter.start([4, 1, 2])
    assert drafter.propose(3).tokens == ()


def test_proposing_changes_nothing() -> None:
    drafter = PromptLookup()
    drafter.start([1, 2, 3, 1, 2])
    assert drafter.propose(5) == drafter.propose(5)


def test_index_is_bounded_by_the_tokens() -> None:
    drafter = PromptLookup()
    drafter.start(range(10_000))
    sizes = LONGEST_NGRAM - SHORTEST_NGRAM + 1
    assert len(drafter._after) <= sizes * 10_000
    drafter.start([0] * 10_000)
    assert len(drafter._after) == sizes


def test_longer_matches_are_believed_more_and_each_token_that_stood_makes_one_longer() -> None:
    drafter = PromptLookup(shortest=1)
    drafter.start([*range(20), 30, 0, 1, 2])
    copy = drafter.copy(7)
    assert (copy.tokens, copy.match) == ((3, 4, 5, 6, 7, 8, 9), 3)
    assert copy.beliefs[:5] == sorted(set(copy.beliefs[:5])), "matches of 3 to 7"
    assert copy.beliefs[5] == copy.beliefs[6] == max(copy.beliefs), "8 and more"
    drafter.commit([3])
    assert drafter.copy(6).beliefs == copy.beliefs[1:]
    assert drafter.copy(0).beliefs == []


@pytest.mark.parametrize(("shortest", "longest"), [(0, 3), (3, 2), (-1, 1)])
def test_senseless_sizes_are_refused(shortest: int, longest: int) -> None:
    with pytest.raises(ValueError, match="n-grams"):
        PromptLookup(shortest, longest)


def test_no_drafter_never_drafts() -> None:
    drafter = NoDrafter()
    drafter.start([1, 2, 1, 2])
    drafter.commit([1])
    assert drafter.propose(7).tokens == ()
