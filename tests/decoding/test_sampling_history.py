"""What the history does to the scores: penalties, bans, minimum of tokens, and who sees which drafts."""

from collections.abc import Sequence
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from test_sampling_transformers import EOS, VOCABULARY, combinations, logits, tokens

from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.errors import BadSamplingError
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams

CPU = torch.device("cpu")
NEVER = float("-inf")


def after(
    params: SamplingParams,
    prompt: Sequence[int] = (),
    reply: Sequence[int] = (),
    vocabulary: int = VOCABULARY,
) -> SamplingPipeline:
    pipeline = SamplingPipeline(params, vocabulary, CPU, EOS)
    pipeline.start(prompt)
    pipeline.commit(reply)
    return pipeline


def scores(params: SamplingParams, prompt: Sequence[int], reply: Sequence[int]) -> torch.Tensor:
    """Changes of a row of ones."""
    return after(params, prompt, reply).scores(torch.ones(1, VOCABULARY), [()])[0] - 1.0


# ---- each row sees its own history


@st.composite
def drafted(draw: st.DrawFn) -> Drafts:
    """A chain or a tree."""
    drawn = draw(st.lists(st.integers(0, 5), max_size=7))
    if draw(st.booleans()):
        return Drafts(drawn)
    return Drafts(drawn, parents=[draw(st.integers(-1, index - 1)) for index in range(len(drawn))])


@given(
    combinations,
    drafted(),
    st.lists(tokens, max_size=5),
    st.lists(st.integers(0, 5), max_size=6),
    st.integers(0, 999),
)
def test_a_row_is_what_it_would_be_alone(
    params: SamplingParams, drafts: Drafts, prompt: list[int], reply: list[int], seed: int
) -> None:
    """To the last bit: with the drafts it sees committed, and nobody else there."""
    rows = logits(len(drafts.tokens) + 1, VOCABULARY, seed)
    untouched = rows.clone()
    pipeline = after(params, prompt, reply)
    before = [drafts.before(row) for row in range(len(rows))]
    together = pipeline.scores(rows, before)
    p = pipeline.rows(together)
    for row in range(len(rows)):
        fresh = after(params, prompt, [*reply, *before[row]])
        alone = fresh.scores(rows[row : row + 1], [()])
        assert torch.equal(together[row], alone[0])
        assert torch.equal(p[row], fresh.distribution(alone)[0])
    assert torch.equal(rows, untouched)
    assert torch.equal(pipeline.scores(rows, before), together), "drafts were only looked at"


@given(combinations, st.lists(tokens, max_size=5), st.lists(st.integers(0, 5), max_size=9), st.integers(0, 9))
def test_how_a_reply_was_cut_into_rounds_does_not_matter(
    params: SamplingParams, prompt: list[int], reply: list[int], cut: int
) -> None:
    rows = logits(1, VOCABULARY, 1)
    pipeline = after(params, prompt, reply[:cut])
    pipeline.scores(rows.expand(2, -1), [(), (7,)])
    pipeline.commit(reply[cut:])
    pipeline.commit([])
    assert torch.equal(pipeline.scores(rows, [()]), after(params, prompt, reply).scores(rows, [()]))


EVERYTHING = SamplingParams(
    repetition_penalty=1.5,
    frequency_penalty=0.5,
    presence_penalty=0.25,
    logit_bias=((2, 3.0),),
    banned=((8,), (3, 1)),
    min_tokens=9,
)


def test_a_new_start_forgets() -> None:
    pipeline = after(EVERYTHING, [3, 4], [5, 6, 3])
    pipeline.start([7])
    rows = logits(1, VOCABULARY, 1)
    assert torch.equal(pipeline.scores(rows, [()]), after(EVERYTHING, [7]).scores(rows, [()]))


def test_nothing_asked_for_is_nothing_done() -> None:
    rows = logits(2, VOCABULARY, 1)
    assert after(SamplingParams(), [1], [2]).scores(rows, [(), (3,)]) is rows


# ---- who counts


def test_prompt_counts_for_the_repetition_penalty_alone() -> None:
    changed = scores(SamplingParams(repetition_penalty=2.0), [4, 4], [6])
    assert changed.nonzero().flatten().tolist() == [4, 6]
    changed = scores(SamplingParams(frequency_penalty=0.5, presence_penalty=0.25), [4, 4], [6, 7, 6])
    assert changed.nonzero().flatten().tolist() == [6, 7]
    assert changed[[6, 7]].tolist() == [-1.25, -0.75]


def test_repetition_counts_once_and_frequency_every_time() -> None:
    repeated, once = SamplingParams(repetition_penalty=2.0), [5]
    assert torch.equal(scores(repeated, [], once * 3), scores(repeated, once, once))
    assert scores(SamplingParams(frequency_penalty=0.5), [], once * 3)[5] == -1.5
    assert scores(SamplingParams(presence_penalty=0.5), [], once * 3)[5] == -0.5


def test_order_of_bias_repetition_and_frequency() -> None:
    params = SamplingParams(repetition_penalty=2.0, frequency_penalty=0.5, logit_bias=((5, 3.0), (6, -3.0)))
    changed = scores(params, [], [5, 6])
    assert changed[5] + 1 == (1 + 3) / 2 - 0.5
    assert changed[6] + 1 == (1 - 3) * 2 - 0.5


@pytest.mark.parametrize("prompt", [[], [5, 6]])
def test_min_tokens_are_those_of_the_reply(prompt: list[int]) -> None:
    params = SamplingParams(min_tokens=2)
    rows = after(params, prompt, [4]).scores(torch.ones(3, VOCABULARY), [(), (7,), (7, 8)])
    assert (rows[0] == NEVER).nonzero().flatten().tolist() == list(EOS)
    assert (rows[1:] == 1.0).all()


def test_a_ban_may_begin_in_the_prompt() -> None:
    params = SamplingParams(banned=((1, 2, 3),))
    for prompt, reply in ([1, 2], []), ([1], [2]), ([], [1, 2]):
        assert (scores(params, prompt, reply) == NEVER).nonzero().flatten().tolist() == [3]
    assert not scores(params, [2], []).any()
    assert not scores(params, [1, 2, 4], []).any()


@pytest.mark.parametrize("option", [{"banned": ((5,),)}, {"logit_bias": ((5, -100.0),)}])
def test_greedy_does_without_the_token(option: dict[str, Any]) -> None:
    row = torch.zeros(1, VOCABULARY)
    row[0, 5], row[0, 9] = 3.0, 2.0
    pipeline = after(SamplingParams(temperature=0.0, **option))
    assert pipeline.scores(row, [()]).argmax() == 9


# ---- what is refused


@pytest.mark.parametrize(
    "option",
    [{"logit_bias": ((VOCABULARY, 1.0),)}, {"banned": ((1,), (2, VOCABULARY))}, {"banned": ((2**62, 1),)}],
)
def test_tokens_outside_the_vocabulary_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises(BadSamplingError, match=r"^Token \d+ .* not one of the model's 24 tokens\.$"):
        after(SamplingParams(**option))


@pytest.mark.parametrize(
    ("banned", "min_tokens"),
    [
        ([(i,) for i in range(VOCABULARY) if i not in EOS], 1),
        ([(5, i) for i in range(VOCABULARY)], 0),
        ([*[(i,) for i in range(9)], *[(1, i) for i in range(VOCABULARY)]], 0),
    ],
)
def test_bans_that_could_leave_nothing_are_refused(banned: list[tuple[int, ...]], min_tokens: int) -> None:
    with pytest.raises(BadSamplingError, match=r"leave nothing to draw.*\.$"):
        after(SamplingParams(banned=tuple(banned), min_tokens=min_tokens))


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=3).map(tuple), max_size=9), st.integers(0, 3)
)
def test_something_is_always_left_to_draw(banned: list[tuple[int, ...]], min_tokens: int) -> None:
    """Whatever comes: the reply that always takes the first token it may."""
    params = SamplingParams(banned=tuple(banned), min_tokens=min_tokens)
    try:
        pipeline = after(params, [2], [], vocabulary=4)
    except BadSamplingError:
        return
    for _ in range(9):
        row = pipeline.scores(torch.zeros(1, 4), [()])
        assert row.amax() == 0.0
        pipeline.commit([int(row.argmax())])


def test_a_stop_token_alone_cannot_be_banned() -> None:
    """As in transformers: or no reply would end."""
    assert not scores(SamplingParams(banned=((0,), (3,))), [], []).any()


def test_stop_tokens_outside_the_vocabulary_do_no_harm() -> None:
    pipeline = SamplingPipeline(SamplingParams(min_tokens=3), VOCABULARY, CPU, [2, VOCABULARY + 5])
    pipeline.start([1])
    row = pipeline.scores(torch.ones(1, VOCABULARY), [()])[0]
    assert (row == NEVER).nonzero().flatten().tolist() == [2]
