"""A reply that is switched between speculative and plain says what it would have said, whenever that is."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import cache

import pytest
import torch
from drafter_cases import (
    MAKERS,
    bytes_of,
    draft_runner,
    plain_tokens,
    reply_with,
    require_draft_caches_fresh,
    target,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from replies import GREEDY, PROMPT, Reply
from tiny_models import VOCABULARY
from verification_oracle import EXACT, _emitted, verify_with_rejection

from desktop_app.decoding.decoder import Standby
from desktop_app.decoding.drafters.base import DraftContext, Drafter
from desktop_app.decoding.drafters.draft_model import DraftModel
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.errors import Cancelled, DecodingError
from desktop_app.decoding.lookahead import Fixed, Lookahead
from desktop_app.decoding.parts import Parts
from desktop_app.decoding.plan import Mode, Plan, other
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.runner import EXACT_ROWS
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.session import Session
from desktop_app.decoding.verification import Coupled, Greedy, Verifier

LENGTH = 20
SAMPLED = SamplingParams(temperature=0.8, top_k=9, top_p=0.9, repetition_penalty=1.3)
SEED = 3

modes = st.lists(st.sampled_from(["speculative", "plain", None]), max_size=LENGTH)


def run_switched(reply: Reply, wanted: list[Mode | None]) -> Reply:
    """wanted: what is asked for before the round of each index; the first before anything is read."""
    reply.control.mode = wanted[0] if wanted else None

    def change(_: Session) -> None:
        if len(reply.rounds) < len(wanted):
            reply.control.mode = wanted[len(reply.rounds)]

    reply.after_round = change
    return reply.run()


def check_marks(reply: Reply, began: Mode) -> None:
    """Every change of the plan between two rounds is marked on the second, and nothing else is."""
    mode = began
    changes = {count: plan.mode for count, plan in reply.plans}
    for index, round_ in enumerate(reply.rounds):
        before, mode = mode, changes.get(index, mode)
        assert round_.switched == (mode if index and mode != before else None)
        assert not round_.drafts or mode == "speculative"


@given(
    name=st.sampled_from(sorted(MAKERS)),
    k=st.integers(1, EXACT_ROWS - 1),
    sampled=st.booleans(),
    wanted=modes,
)
@settings(max_examples=25, deadline=None)
def test_text_is_the_plain_text_wherever_it_is_switched(
    name: str, k: int, sampled: bool, wanted: list[Mode | None]
) -> None:
    params, verifier = (SAMPLED, Coupled(SEED)) if sampled else (GREEDY, Greedy())
    reply = reply_with(
        MAKERS[name],
        k,
        dtype=torch.float32,
        exact=True,
        params=params,
        verifier=verifier,
        max_tokens=LENGTH,
    )
    run_switched(reply, wanted)
    seed = SEED if sampled else None
    assert tuple(reply.tokens) == plain_tokens(params, seed, True, torch.float32, LENGTH)
    check_marks(reply, "speculative")


@given(name=st.sampled_from(sorted(MAKERS)), wanted=modes)
@settings(max_examples=10, deadline=None)
def test_draft_caches_are_right_whenever_speculation_comes_back(name: str, wanted: list[Mode | None]) -> None:
    """In double precision; the watch compares ids in each round besides."""
    reply = reply_with(MAKERS[name], 3, fresh_caches=True, max_tokens=LENGTH)
    run_switched(reply, wanted)
    require_draft_caches_fresh(reply.drafter.drafter)  # type: ignore[attr-defined]


# ---- a reply that begins plainly


def plain_reply(
    sampled: bool = False, dtype: torch.dtype = torch.float32, standby: Standby | None = None
) -> Reply:
    verifier: Verifier = Coupled(SEED) if sampled else Greedy()
    return Reply(
        target(dtype),
        PROMPT,
        params=SAMPLED if sampled else GREEDY,
        verifier=verifier,
        exact=True,
        max_tokens=LENGTH,
        token_bytes=bytes_of,
        standby=standby,
    )


def standing_by(reply: Reply, name: str, k: int = 3) -> Reply:
    """The drafter is made when it is asked for, as the engine does."""

    def standby() -> tuple[Drafter, Lookahead]:
        session = reply.session
        assert session is not None
        assert session.pending is not None
        drafter = MAKERS[name](session)
        committed = [*session.cached, session.pending]
        pipeline = SamplingPipeline(reply.params, VOCABULARY, torch.device("cpu"))
        pipeline.start(PROMPT)
        pipeline.commit(committed[len(PROMPT) :])
        drafter.start(committed, DraftContext(pipeline, reply.verifier, reply.control.check, True))
        return drafter, Fixed(k)

    reply.standby = standby
    return reply


@given(
    name=st.sampled_from(sorted(MAKERS)),
    sampled=st.booleans(),
    wanted=modes,
)
@settings(max_examples=12, deadline=None)
def test_a_plain_reply_can_be_switched_too(name: str, sampled: bool, wanted: list[Mode | None]) -> None:
    reply = run_switched(standing_by(plain_reply(sampled), name), wanted)
    seed, params = (SEED, SAMPLED) if sampled else (None, GREEDY)
    assert tuple(reply.tokens) == plain_tokens(params, seed, True, torch.float32, LENGTH)
    check_marks(reply, "plain")
    assert reply.plans[0][1].mode == "plain"


def test_the_drafter_of_a_plain_reply_is_made_once() -> None:
    made = []
    reply = plain_reply()

    def standby() -> tuple[Drafter, Lookahead]:
        assert reply.session is not None
        made.append([*reply.session.cached, reply.session.pending])
        drafter = DraftModel(draft_runner("same", torch.float32), VOCABULARY)
        context = DraftContext(
            SamplingPipeline(GREEDY, VOCABULARY, torch.device("cpu")), Greedy(), reply.control.check, True
        )
        drafter.start(made[-1], context)
        return drafter, Fixed(3)

    reply.standby = standby
    run_switched(reply, [None, None, "speculative", "plain", "plain", "speculative"])
    assert made == [[*PROMPT, *reply.tokens[:2]]]
    assert [(count, plan.mode) for count, plan in reply.plans] == [
        (0, "plain"),
        (2, "speculative"),
        (3, "plain"),
        (5, "speculative"),
    ]
    assert [bool(round_.drafts) for round_ in reply.rounds[:6]] == [False, False, True, False, False, True]
    assert [round_.undrafted for round_ in reply.rounds[:5]] == [None, None, None, "switched", "switched"]
    assert [(part.mode, part.tokens) for part in Parts.of(reply.rounds).all()][:3] == [
        ("plain", 2),
        ("speculative", 4),
        ("plain", 2),
    ]


def test_without_one_to_stand_by_a_plain_reply_stays_plain() -> None:
    reply = run_switched(plain_reply(), [None, "speculative"])
    assert [count for count, _ in reply.plans] == [0]
    assert not any(round_.drafts or round_.switched for round_ in reply.rounds)


def test_where_no_drafter_can_be_had_the_plan_says_why_and_the_reply_goes_on() -> None:
    asked = []

    def standby() -> tuple[Drafter, Lookahead]:
        asked.append(True)
        raise DecodingError("Their tokenizers differ.")

    reply = run_switched(plain_reply(standby=standby), [None, "speculative", "plain", "speculative"])
    assert tuple(reply.tokens) == plain_tokens(GREEDY, None, True, torch.float32, LENGTH)
    assert reply.plans[1:] == [(1, Plan("none", "plain", 0, "Their tokenizers differ."))]
    assert len(asked) == 1
    assert not any(round_.switched for round_ in reply.rounds)


def test_stopping_while_the_drafter_is_made_ends_the_reply() -> None:
    def standby() -> tuple[Drafter, Lookahead]:
        raise Cancelled

    reply = run_switched(plain_reply(standby=standby), [None, None, "speculative"])
    assert reply.reason == "cancelled"
    assert len(reply.tokens) == 2


# ---- the distribution under rejection, in double precision

SIZE, K, DEPTH = 3, 2, 3


@cache
def table(seed: int) -> Mapping[tuple[int, ...], torch.Tensor]:
    """A distribution [SIZE] after every text shorter than what a block can reach."""
    generator = torch.Generator().manual_seed(seed)
    texts = (text for length in range(DEPTH + K) for text in itertools.product(range(SIZE), repeat=length))
    return {
        text: (1.5 * torch.randn(SIZE, generator=generator, dtype=torch.float64)).softmax(-1)
        for text in texts
    }


@cache
def blocks(text: tuple[int, ...], mode: Mode) -> tuple[tuple[float, tuple[int, ...]], ...]:
    """What one round after the text emits, with its probability: the verifier integrated over its coins."""
    found: dict[tuple[int, ...], float] = {}
    for tokens in itertools.product(range(SIZE), repeat=0 if mode == "plain" else K):
        q = [table(2)[(*text, *tokens[:i])] for i in range(len(tokens))]
        weight = 1.0
        for row, token in zip(q, tokens, strict=True):
            weight *= float(row[token])
        p = torch.stack([table(1)[(*text, *tokens[:i])] for i in range(len(tokens) + 1)])
        drafts = Drafts(tokens, torch.stack(q) if q else None)
        for chance, block in _emitted(verify_with_rejection, p, drafts):
            found[block] = found.get(block, 0.0) + weight * chance
    return tuple((chance, block) for block, chance in found.items() if chance > 0.0)


def joint(policy: Mapping[tuple[int, ...], Mode]) -> dict[tuple[int, ...], float]:
    """Of the first DEPTH tokens of a reply whose mode is chosen by looking at the text so far."""
    ended: dict[tuple[int, ...], float] = dict.fromkeys(itertools.product(range(SIZE), repeat=DEPTH), 0.0)

    def go_on(text: tuple[int, ...], weight: float) -> None:
        if len(text) >= DEPTH:
            ended[text[:DEPTH]] += weight
            return
        for chance, block in blocks(text, policy.get(text, "speculative")):
            go_on((*text, *block), weight * chance)

    go_on((), 1.0)
    return ended


def target_joint() -> dict[tuple[int, ...], float]:
    found = {}
    for text in itertools.product(range(SIZE), repeat=DEPTH):
        found[text] = 1.0
        for place, token in enumerate(text):
            found[text] *= float(table(1)[text[:place]][token])
    return found


texts_before_the_end = [
    text for length in range(DEPTH) for text in itertools.product(range(SIZE), repeat=length)
]


@given(st.dictionaries(st.sampled_from(texts_before_the_end), st.sampled_from(["plain", "speculative"])))
@settings(max_examples=60, deadline=None)
def test_rejection_keeps_the_distribution_whoever_switches_and_why(
    policy: dict[tuple[int, ...], Mode],
) -> None:
    right = target_joint()
    found = joint(policy)
    assert max(abs(found[text] - right[text]) for text in right) < EXACT


def test_a_switch_that_looked_ahead_would_be_noticed() -> None:
    """Plain only where the block that was already drawn displeases: what must never be done."""
    found = dict.fromkeys(itertools.product(range(SIZE), repeat=DEPTH), 0.0)

    def go_on(text: tuple[int, ...], weight: float) -> None:
        if len(text) >= DEPTH:
            found[text[:DEPTH]] += weight
            return
        for chance, block in blocks(text, "speculative"):
            if block[0] == 0:
                go_on((*text, *block), weight * chance)
            else:
                for again, plain in blocks(text, "plain"):
                    go_on((*text, *plain), weight * chance * again)

    go_on((), 1.0)
    right = target_joint()
    assert max(abs(found[text] - right[text]) for text in right) > 0.01


@pytest.mark.parametrize("mode", ["speculative", "plain"])
def test_the_other_mode(mode: Mode) -> None:
    assert other(other(mode)) == mode != other(mode)


def test_a_round_says_the_mode_it_begins_when_it_is_read_again() -> None:
    from desktop_app.decoding.rounds import round_from_json, round_to_json

    reply = run_switched(reply_with(MAKERS["lookup"], 3, max_tokens=LENGTH), [None, "plain", "speculative"])
    marked: list[Round] = [round_ for round_ in reply.rounds if round_.switched]
    assert len(marked) == 2
    assert [round_from_json(round_to_json(round_)) for round_ in reply.rounds] == reply.rounds
    data = round_to_json(marked[0])
    with pytest.raises(ValueError, match="no mode"):
        round_from_json({**data, "switched": "sideways"})
