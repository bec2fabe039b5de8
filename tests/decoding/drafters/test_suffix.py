from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.decoding.drafters.suffix import ANCHOR, LONGEST, PLACES, QUORUM, Suffix

few_tokens = st.lists(st.integers(0, 2), max_size=40)


def suffix(tokens: Sequence[int], k: int, references: Sequence[Sequence[int]] = ()) -> list[int]:
    drafter = Suffix(references)
    drafter.start(tokens)
    drafts = drafter.propose(k)
    assert drafts.q is None, "a search draws nothing"
    return list(drafts.tokens)


def brute_force(
    own: Sequence[int], k: int, references: Sequence[Sequence[int]] = (), prompt: Sequence[int] | None = None
) -> list[int]:
    """Every place compared from nothing; the latest come last. References follow the prompt."""
    begin = list(own if prompt is None else prompt)[-LONGEST:]
    texts = [[*begin, *reference] for reference in references] + [list(own)]
    matches = []
    for text in texts:
        for end in range(ANCHOR, len(text)):
            sizes = range(min(end, len(own), LONGEST), ANCHOR - 1, -1)
            size = next((n for n in sizes if text[end - n : end] == list(own)[len(own) - n :]), 0)
            if size:
                matches.append((size, text, end))
    matches = matches[-PLACES:]
    longest = max((size for size, _, _ in matches), default=0)
    follows = [(text is texts[-1], text[end:]) for size, text, end in reversed(matches) if size == longest]
    drafts: list[int] = []
    while len(drafts) < k:
        # the conversation goes on with the drafts
        nexts = [
            (rest + drafts if is_own else rest)[len(drafts)]
            for is_own, rest in follows
            if is_own or len(rest) > len(drafts)
        ]
        if not nexts:
            break
        best = max(dict.fromkeys(nexts), key=nexts.count)
        if nexts.count(best) < QUORUM * len(nexts):
            break
        drafts.append(best)
        follows = [
            (is_own, rest)
            for is_own, rest in follows
            if (is_own or len(rest) >= len(drafts)) and (rest + drafts)[: len(drafts)] == drafts
        ]
    return drafts


@given(few_tokens, st.integers(0, 12), st.lists(few_tokens, max_size=3))
def test_same_as_brute_force(tokens: list[int], k: int, references: list[list[int]]) -> None:
    assert suffix(tokens, k, references) == brute_force(tokens, k, references)


@given(few_tokens, few_tokens, st.lists(few_tokens, max_size=2), st.integers(1, 7))
def test_tokens_may_come_in_pieces(
    prompt: list[int], reply: list[int], references: list[list[int]], k: int
) -> None:
    drafter = Suffix(references)
    drafter.start(prompt)
    for token in reply:
        drafter.propose(k)
        drafter.commit([token])
    assert list(drafter.propose(k).tokens) == brute_force(prompt + reply, k, references, prompt)


@settings(max_examples=20)
@given(st.lists(st.integers(0, 1), min_size=200, max_size=300), st.integers(1, 9))
def test_long_texts_with_more_places_than_are_looked_at(tokens: list[int], k: int) -> None:
    assert suffix(tokens, k) == brute_force(tokens, k)


@pytest.mark.parametrize(
    ("tokens", "k", "drafts"),
    [
        ([], 4, []),
        ([5], 4, []),
        ([5, 6, 7, 8], 4, []),
        ([1, 2, 3, 4, 1, 2], 2, [3, 4]),
        ([1, 2, 3, 4, 1, 2], 0, []),
        ([1, 2, 3, 1, 2], 7, [3, 1, 2, 3, 1, 2, 3]),
    ],
)
def test_simple_cases(tokens: list[int], k: int, drafts: list[int]) -> None:
    assert suffix(tokens, k) == drafts


def test_places_vote() -> None:
    assert suffix([1, 2, 30, 1, 2, 30, 1, 2, 31, 0, 1, 2], 1) == [30], "two of three"
    assert suffix([1, 2, 30, 1, 2, 31, 1, 2], 1) == [31], "the latest of equals"


def test_drafting_stops_where_the_votes_scatter() -> None:
    scattered = [token for last in (30, 31, 32, 33) for token in (1, 2, 3, last)]
    assert suffix([*scattered, 1, 2], 7) == [3], "a quarter is too little"


def test_longer_match_wins_over_more_places() -> None:
    assert suffix([7, 1, 2, 30, 8, 1, 2, 31, 9, 1, 2, 31, 7, 1, 2], 1) == [30]


def test_older_version_of_the_reply_is_found_from_its_first_token_on() -> None:
    prompt, older = [9, 8, 7], [1, 2, 3, 4, 5, 6]
    drafter = Suffix([older])
    drafter.start(prompt)
    assert list(drafter.propose(7).tokens) == older
    drafter.commit([1, 2, 99])
    assert drafter.propose(7).tokens == ()
    drafter.commit([3, 4])
    assert list(drafter.propose(7).tokens) == [5, 6], "found again after a difference"


def test_start_forgets_the_reply_before_and_keeps_the_references() -> None:
    drafter = Suffix([[1, 2, 3, 4]])
    drafter.start([5, 6, 7, 5, 6])
    drafter.start([8, 9])
    drafter.commit([1, 2])
    assert list(drafter.propose(2).tokens) == [3, 4]
    drafter.start([0, 5, 6])
    assert 7 not in drafter.propose(3).tokens


def test_proposing_changes_nothing() -> None:
    drafter = Suffix()
    drafter.start([1, 2, 3, 1, 2])
    assert drafter.propose(5) == drafter.propose(5)


class Counting(list[int]):
    """Counts how often one of its tokens is looked at."""

    looks = 0

    def __getitem__(self, index: object) -> object:  # type: ignore[override]
        self.looks += 1
        return super().__getitem__(index)  # type: ignore[call-overload]


@pytest.mark.parametrize("period", [1, 2, 3, 50])
def test_work_of_a_proposal_is_bounded_however_long_the_text(period: int) -> None:
    k = 7
    drafter = Suffix()
    drafter.start([index % period for index in range(20_000)])
    own = drafter._texts[0] = Counting(drafter._texts[0])
    assert len(drafter.propose(k).tokens) == k
    assert own.looks <= PLACES * (2 * LONGEST + 2 * k + 2) + 1
