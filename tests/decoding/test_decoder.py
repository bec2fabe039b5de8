"""Replies at temperature 0 are those of plain decoding, and the session is right after every round."""

from collections.abc import Sequence

import pytest
import torch
from replies import PROMPT, Reply, drafter_for, require_fresh
from scripted_drafters import GUESSES, GuessMaker, ScriptedDrafter, always_right, right_every_other_time
from table_network import TableNetwork
from tiny_models import VOCABULARY, tiny_model

from desktop_app.decoding.drafters.base import Drafter, NoDrafter
from desktop_app.decoding.drafters.prompt_lookup import PromptLookup
from desktop_app.decoding.rounds import Origin
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.transformers_adapter import TransformersNetwork

# ---- the same text as plain decoding


@pytest.mark.parametrize("k", range(8))
@pytest.mark.parametrize("make", GUESSES)
@pytest.mark.parametrize("exact", [False, True])
def test_text_is_that_of_plain_decoding(make: GuessMaker, k: int, exact: bool) -> None:
    network = TableNetwork(padding=2)
    reply = Reply(network.runner(), PROMPT, drafter_for(network, make), k, max_tokens=30, exact=exact).run()
    assert reply.tokens == network.greedy(PROMPT, 30)
    assert reply.reason == "length"
    assert len(reply.rounds) == reply.passes
    accepted = sum(round_.accepted for round_ in reply.rounds)
    assert len(reply.rounds) == 30 - accepted


@pytest.mark.parametrize("k", range(1, 8))
def test_prompt_lookup_gives_the_same_text_in_fewer_passes(k: int) -> None:
    network = TableNetwork(vocabulary=3, context=200)
    reply = Reply(network.runner(), [*PROMPT[:2], 1, 2, 0], PromptLookup(), k, max_tokens=60).run()
    assert reply.tokens == network.greedy([*PROMPT[:2], 1, 2, 0], 60)
    assert reply.passes < 60


def test_right_drafter_is_always_accepted() -> None:
    network = TableNetwork()
    reply = Reply(network.runner(), PROMPT, drafter_for(network, always_right), 4, max_tokens=30).run()
    assert [len(round_.emitted) for round_ in reply.rounds] == [5] * 6
    assert {round_.emitted[-1].origin for round_ in reply.rounds} == {Origin.BONUS}


@pytest.mark.parametrize("penalty", [0.5, 1.5])
@pytest.mark.parametrize("make", GUESSES)
@pytest.mark.parametrize("k", [0, 1, 5])
def test_repetition_penalty_sees_what_stands_before_a_row(make: GuessMaker, k: int, penalty: float) -> None:
    """Prompt, reply and the drafts before it, each once."""
    network = TableNetwork(vocabulary=26, seed=1)

    def penalised(tokens: Sequence[int]) -> int:
        row = network.row(tokens).tolist()
        for token in set(tokens):
            row[token] = row[token] / penalty if row[token] > 0 else row[token] * penalty
        return row.index(max(row))

    right = list(PROMPT)
    for _ in range(40):
        right.append(penalised(right))
    reply = Reply(
        network.runner(),
        PROMPT,
        ScriptedDrafter(make(penalised, 26)),
        k,
        max_tokens=40,
        params=SamplingParams(temperature=0.0, repetition_penalty=penalty),
    ).run()
    assert [*PROMPT, *reply.tokens] == right
    assert reply.tokens != network.greedy(PROMPT, 40), "the penalty matters"


@pytest.fixture(scope="module")
def llama() -> ModelRunner:
    return ModelRunner(TransformersNetwork(tiny_model("Llama")), VOCABULARY)


@pytest.fixture(scope="module")
def llama_texts(llama: ModelRunner) -> list[int]:
    """A plain reply in the exact shape."""
    return llama_reply(llama, NoDrafter(), 0)


def llama_reply(llama: ModelRunner, drafter: Drafter, k: int) -> list[int]:
    return Reply(llama, PROMPT, drafter, k, max_tokens=40, exact=True, token_bytes=bytes_of).run().tokens


def bytes_of(token: int) -> bytes:
    return bytes([64 + token])


@pytest.mark.parametrize("k", [1, 2, 5, 7])
@pytest.mark.parametrize("make", GUESSES)
def test_text_of_a_transformer_in_the_exact_shape(
    llama: ModelRunner, llama_texts: list[int], make: GuessMaker, k: int
) -> None:
    known = [*PROMPT, *llama_texts, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    drafter = ScriptedDrafter(make(lambda tokens: known[len(tokens)], VOCABULARY))
    assert llama_reply(llama, drafter, k) == llama_texts


@pytest.mark.parametrize("k", range(1, 8))
def test_lookup_on_a_transformer_in_the_exact_shape(
    llama: ModelRunner, llama_texts: list[int], k: int
) -> None:
    assert llama_reply(llama, PromptLookup(shortest=1), k) == llama_texts


# ---- the session after every round


@pytest.fixture(scope="module")
def exact_llama() -> ModelRunner:
    return ModelRunner(TransformersNetwork(tiny_model("Llama", torch.float64)), VOCABULARY)


@pytest.mark.parametrize("make", GUESSES)
@pytest.mark.parametrize("end", ["length", "eos", "stop"])
def test_cache_is_that_of_a_fresh_prefill_after_every_round(
    exact_llama: ModelRunner, make: GuessMaker, end: str
) -> None:
    """Also after a round that was cut, and in the next turn."""
    plain = Reply(exact_llama, PROMPT, max_tokens=16, token_bytes=bytes_of).run()
    known = [*PROMPT, *plain.tokens, *[0] * 9]
    drafter = ScriptedDrafter(make(lambda tokens: known[len(tokens)], VOCABULARY))
    reply = Reply(
        exact_llama, PROMPT, drafter, 5, max_tokens=16, token_bytes=bytes_of, after_round=require_fresh
    )
    if end == "eos":
        reply.eos = frozenset({plain.tokens[8]})
    if end == "stop":
        reply.stops = (plain.text[8:10],)
    reply.run()
    assert reply.reason == end
    assert reply.session is not None
    follow_up = [*PROMPT, *reply.tokens, 7, 7]
    again = Reply(
        exact_llama,
        follow_up,
        drafter=PromptLookup(),
        k=3,
        max_tokens=6,
        token_bytes=bytes_of,
        session=reply.session,
        after_round=require_fresh,
    ).run()
    alone = Reply(exact_llama, follow_up, max_tokens=6, token_bytes=bytes_of).run()
    assert again.tokens == alone.tokens


def test_session_is_right_when_the_listener_stops_early() -> None:
    network = TableNetwork()
    reply = Reply(network.runner(), PROMPT, drafter_for(network, right_every_other_time), 4).prepare()
    assert reply.decoder is not None
    assert reply.session is not None
    rounds = reply.decoder.rounds(reply.control)
    seen = [token.token for token in next(rounds).emitted]
    rounds.close()  # type: ignore[attr-defined]
    follow_up = [*PROMPT, *seen, 2]
    again = Reply(network.runner(), follow_up, session=reply.session).run()
    assert again.tokens == network.greedy(follow_up, 12)
