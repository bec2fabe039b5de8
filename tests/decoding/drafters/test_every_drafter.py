"""What must hold whatever drafts."""

from __future__ import annotations

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
from replies import GREEDY, PROMPT, Reply, require_fresh
from tiny_models import VOCABULARY

from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.drafters.draft_model import DraftModel
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.rounds import Verdict
from desktop_app.decoding.runner import EXACT_ROWS, ModelRunner
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.session import Session
from desktop_app.decoding.tally import Tally
from desktop_app.decoding.verification import Coupled, Rejection, SeededCoins

LENGTH = 20
every_drafter = pytest.mark.parametrize("name", MAKERS)
SAMPLED = [
    SamplingParams(temperature=0.8, top_p=1.0),
    SamplingParams(temperature=0.8, top_k=9, top_p=0.9, repetition_penalty=1.3),
    SamplingParams(temperature=1.2, top_p=1.0, min_p=0.05, presence_penalty=0.7, min_tokens=5),
]


def greedy_plain(length: int = LENGTH) -> list[int]:
    return list(plain_tokens(GREEDY, None, False, torch.float64, length))


@every_drafter
def test_greedy_text_is_the_plain_text(name: str) -> None:
    """In the exact shape and single precision; whatever the number of drafts."""
    plain = plain_tokens(GREEDY, None, True, torch.float32, LENGTH)
    drafted = 0
    for k in range(EXACT_ROWS):
        reply = reply_with(MAKERS[name], k, dtype=torch.float32, exact=True, max_tokens=LENGTH).run()
        assert tuple(reply.tokens) == plain
        drafted += Tally.of(reply.rounds).drafted
    assert drafted > 20


@every_drafter
@pytest.mark.parametrize("params", SAMPLED)
def test_coupled_text_is_the_plain_text_of_its_seed(name: str, params: SamplingParams) -> None:
    for seed in (1, 2):
        plain = plain_tokens(params, seed, True, torch.float32, LENGTH)
        reply = reply_with(
            MAKERS[name],
            4,
            dtype=torch.float32,
            exact=True,
            params=params,
            verifier=Coupled(seed),
            max_tokens=LENGTH,
        ).run()
        assert tuple(reply.tokens) == plain


@every_drafter
@pytest.mark.parametrize("k", [1, 4])
def test_caches_are_those_of_the_committed_text_after_every_round(name: str, k: int) -> None:
    """Both models', in double precision; the watch compares ids besides."""
    reply = reply_with(MAKERS[name], k, fresh_caches=True, max_tokens=LENGTH).run()
    assert reply.tokens == greedy_plain()


@every_drafter
@pytest.mark.parametrize("params", SAMPLED[1:])
def test_rejection_gets_the_distribution_its_drafts_were_drawn_from(
    name: str, params: SamplingParams
) -> None:
    verdicts = set()
    for seed in (1, 2):
        reply = reply_with(
            MAKERS[name],
            3,
            check_q=True,
            params=params,
            verifier=Rejection(SeededCoins(seed)),
            max_tokens=LENGTH,
        ).run()
        drafts = [draft for round_ in reply.rounds for draft in round_.drafts]
        verdicts |= {draft.verdict for draft in drafts}
        assert all(draft.p != 0.0 for draft in drafts if draft.verdict is Verdict.ACCEPTED)
        assert len(reply.tokens) == LENGTH
    assert len(verdicts) > 1 or name == "model, same weights"


@every_drafter
@pytest.mark.parametrize("count", [1, 2, 5, 6, 7])
def test_cut_by_the_budget(name: str, count: int) -> None:
    reply = reply_with(MAKERS[name], 5, max_tokens=count).run()
    assert (reply.tokens, reply.reason) == (greedy_plain()[:count], "length")


@every_drafter
def test_cut_by_a_stop_token_and_the_next_reply(name: str) -> None:
    plain = greedy_plain()
    for place in (0, 4, 11):
        stop = plain[place]
        reply = reply_with(MAKERS[name], 5, eos=frozenset({stop}), max_tokens=LENGTH).run()
        assert reply.tokens == plain[: plain.index(stop) + 1]
        assert reply.reason == "eos"
        follow_up(reply)


@every_drafter
def test_cut_by_a_stop_string_inside_the_drafts(name: str) -> None:
    plain = greedy_plain()
    string = b"".join(map(bytes_of, plain[6:8])).decode()
    reply = reply_with(MAKERS[name], 5, stops=(string,), max_tokens=LENGTH).run()
    assert reply.reason == "stop"
    assert string not in reply.text
    follow_up(reply)


@every_drafter
def test_cut_by_the_context(name: str) -> None:
    room = 9
    small = ModelRunner(target().network, VOCABULARY, len(PROMPT) + room)
    reply = reply_with(MAKERS[name], 5, session=Session(small), max_tokens=LENGTH).run()
    assert (reply.tokens, reply.reason) == (greedy_plain()[:room], "context")


@every_drafter
def test_next_replies_are_those_of_a_new_conversation(name: str) -> None:
    follow_up(reply_with(MAKERS[name], 4, max_tokens=10).run())


@cache
def fresh_tokens(prompt: tuple[int, ...]) -> list[int]:
    """The plain reply in a new conversation."""
    return Reply(target(), prompt, max_tokens=8, token_bytes=bytes_of).run().tokens


def follow_up(reply: Reply) -> None:
    """Goes on with a reply's session and drafter: another turn, then one that leaves the text before."""
    assert reply.session is not None
    for prompt in ([*reply.prompt, *reply.tokens, 7, 8, 9], [*PROMPT[:4], 9, 8]):
        again = Reply(
            reply.runner,
            prompt,
            reply.drafter,
            4,
            max_tokens=8,
            session=reply.session,
            token_bytes=bytes_of,
        )
        again.run()
        assert again.tokens == fresh_tokens(tuple(prompt))
        assert again.reason == "length"
        require_fresh(reply.session)


class StopsAt(ReplyControl):
    """Stopped by itself at a certain check."""

    def __init__(self, checks: int) -> None:
        super().__init__()
        self.left = checks

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            self.stop()
        super().check()


@every_drafter
def test_cancelled_at_any_check_what_was_emitted_stands_and_the_next_reply_is_right(name: str) -> None:
    for checks in (0, 1, 2, 3, 5, 8):
        reply = reply_with(MAKERS[name], 3, control=StopsAt(checks), max_tokens=LENGTH)
        try:
            reply.prepare()
        except Cancelled:
            assert checks < 2, "cancelled in the prefill of target or draft"
            continue
        reply.run()
        assert reply.reason == "cancelled"
        assert reply.tokens == greedy_plain()[: len(reply.tokens)]
        follow_up(reply)


@every_drafter
def test_plain_rounds_in_between_are_caught_up_with(name: str) -> None:
    reply = reply_with(MAKERS[name], 3, fresh_caches=True, max_tokens=LENGTH)
    reply.prepare()
    assert reply.decoder is not None
    for step in reply.decoder.rounds(reply.control):
        reply.rounds.append(step)
        reply.control.mode = "plain" if len(reply.rounds) % 5 in (1, 2, 3) else "speculative"
        require_draft_caches_fresh(reply.drafter.drafter)  # type: ignore[attr-defined]
    assert reply.tokens == greedy_plain()
    assert any(round_.drafts for round_ in reply.rounds[3:]) or len(reply.rounds) < 6


@every_drafter
def test_no_drafts_wanted_none_given(name: str) -> None:
    reply = reply_with(MAKERS[name], 3).prepare()
    assert reply.drafter.propose(0).tokens == ()


@every_drafter
def test_proposing_twice_at_temperature_0_gives_the_same(name: str) -> None:
    drafter = reply_with(MAKERS[name], 3).prepare().drafter
    inner = drafter.drafter  # type: ignore[attr-defined]
    first, fewer, again = inner.propose(4), inner.propose(2), inner.propose(4)
    assert list(first.tokens) == list(again.tokens)
    assert first.branches or list(first.tokens[:2]) == list(fewer.tokens)


# ---- acceptance says what the draft is worth


@pytest.mark.parametrize("k", [1, 3, 5])
def test_draft_with_the_targets_weights_is_always_accepted(k: int) -> None:
    for params, verifier in ((GREEDY, None), (SAMPLED[1], Coupled(3))):
        changes = {} if verifier is None else {"verifier": verifier}
        reply = reply_with(MAKERS["model, same weights"], k, params=params, max_tokens=36, **changes).run()
        assert Tally.of(reply.rounds).acceptance_rate == 1.0
        assert len(reply.rounds) == -(-36 // (k + 1))


def test_draft_with_random_weights_is_hardly_ever_accepted() -> None:
    reply = reply_with(MAKERS["model, random weights"], 3, max_tokens=60).run()
    rate = Tally.of(reply.rounds).acceptance_rate
    assert rate is not None
    assert rate < 0.1
    near = Tally.of(reply_with(MAKERS["model, near weights"], 3, max_tokens=60).run().rounds).acceptance_rate
    assert near is not None
    assert 0.3 < near < 1.0


# ---- a draft's own limit


@pytest.mark.parametrize("limit", [3, len(PROMPT), len(PROMPT) + 1, len(PROMPT) + 6])
def test_draft_model_with_a_shorter_context_ends_drafting_with_a_sentence(limit: int) -> None:
    same = draft_runner("same")
    short = ModelRunner(same.network, VOCABULARY, limit)
    reply = reply_with(lambda _: DraftModel(short, VOCABULARY), 3, fresh_caches=False, max_tokens=LENGTH)
    drafter = reply.drafter.drafter  # type: ignore[attr-defined]
    reply.drafter = drafter
    reply.run()
    assert reply.tokens == greedy_plain()
    assert f"holds {limit} tokens" in reply.plans[-1][1].why
    assert reply.plans[-1][1].mode == "plain"
    drafted = sum(len(round_.drafts) for round_ in reply.rounds)
    assert (drafted > 0) == (limit > len(PROMPT))
