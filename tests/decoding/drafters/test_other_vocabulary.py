"""What is particular to a draft model with another tokenizer."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from drafter_cases import (
    LACKS,
    PAIRS,
    ROWS,
    TRANSLATION,
    bytes_of,
    draft_runner,
    other_encode,
    plain_tokens,
    reply_with,
    target,
)
from replies import GREEDY, PROMPT
from table_network import TableNetwork
from tiny_models import VOCABULARY

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.drawing import BAD_ROUNDS
from desktop_app.decoding.drafters.other_vocabulary import OtherVocabulary
from desktop_app.decoding.rounds import Verdict
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import Tally
from desktop_app.decoding.translation import Translation
from desktop_app.decoding.verification import Greedy, Rejection, SeededCoins, Verifier

# The target's tokens are the letters a to e; the draft's are those letters the other way round, and "ab".
LETTERS = "abcde"
OTHERS = ["e", "d", "c", "b", "a", "ab"]


def encode(text: str) -> list[int]:
    ids: list[int] = []
    while text:
        piece = "ab" if text.startswith("ab") else text[0]
        ids.append(OTHERS.index(piece))
        text = text[len(piece) :]
    return ids


REVERSED = Translation(
    shared={token: OTHERS.index(letter) for token, letter in enumerate(LETTERS)},
    target_bytes=lambda token: LETTERS[token].encode(),
    target_encode=lambda text: [LETTERS.index(letter) for letter in text],
    draft_bytes=lambda token: OTHERS[token].encode(),
    draft_encode=encode,
)


def context(verifier: Verifier) -> DraftContext:
    params = GREEDY if isinstance(verifier, Greedy) else SamplingParams(temperature=1.0, top_p=1.0)
    pipeline = SamplingPipeline(params, len(LETTERS), torch.device("cpu"))
    pipeline.start([])
    return DraftContext(pipeline, verifier, lambda: None)


def drafter(network: TableNetwork, between: Translation = REVERSED) -> OtherVocabulary:
    return OtherVocabulary(network.runner(), between, len(LETTERS))


def choices(network: TableNetwork, text: str, steps: int) -> str:
    """What the draft writes by itself, token by token."""
    ids = encode(text)
    start = len(ids)
    for _ in range(steps):
        ids.append(int(network.row(ids).argmax()))
    return "".join(OTHERS[token] for token in ids[start:])


@pytest.mark.parametrize("seed", range(6))
def test_greedy_drafts_are_its_own_text_in_the_targets_tokens(seed: int) -> None:
    network = TableNetwork(vocabulary=len(OTHERS), seed=seed)
    model = drafter(network)
    model.start([0, 1, 2], context(Greedy()))
    drafts = model.propose(4)
    assert drafts.q is None
    written = "".join(LETTERS[token] for token in drafts.tokens)
    assert len(written) == 4
    assert choices(network, "abc", 8).startswith(written)


def test_what_was_read_is_not_read_again() -> None:
    network = TableNetwork(vocabulary=len(OTHERS))
    model = drafter(network)
    model.start([0, 1, 2], context(Greedy()))
    assert network.calls == [(0, (5,))]
    network.calls.clear()
    drafts = model.propose(3)
    assert network.calls[0] == (1, (OTHERS.index("c"),))
    model.commit(drafts.tokens)
    network.calls.clear()
    model.propose(1)
    start, read = network.calls[0]
    assert start + len(read) == len(model.text.ids)
    assert len(read) <= 2, "only the last tokens may be cut in another way"


def test_drawn_drafts_come_from_the_distribution_over_what_is_shared() -> None:
    network = TableNetwork(vocabulary=len(OTHERS), seed=3)
    shared = {token: own for token, own in REVERSED.shared.items() if token != 2}
    model = drafter(network, replace(REVERSED, shared=shared))
    model.start([3, 0, 1], context(Rejection(SeededCoins(5))))
    drafts = model.propose(2)
    logits = network.row(encode("dab"))
    expected = torch.zeros(len(LETTERS))
    kept = list(shared.values())
    expected[list(shared)] = torch.softmax(logits[kept], -1)
    assert drafts.q is not None
    torch.testing.assert_close(drafts.q[0], expected)
    assert drafts.q[0, 2] == 0


def test_half_a_character_is_waited_for() -> None:
    between = replace(
        REVERSED, target_bytes=lambda token: "你".encode()[token : token + 1], draft_encode=lambda _: [0]
    )
    model = drafter(TableNetwork(vocabulary=len(OTHERS)), between)
    model.start([0], context(Greedy()))
    assert model.propose(3).tokens == ()
    model.commit([1])
    assert model.propose(3).tokens == ()
    model.commit([2])
    assert model.propose(3).tokens != ()


@pytest.mark.parametrize("end", [4, None])
def test_where_the_draft_ends_the_text_the_targets_end_is_drafted(end: int | None) -> None:
    network = TableNetwork(vocabulary=len(OTHERS), seed=1)
    first = int(network.row(encode("abc")).argmax())
    second = int(network.row([*encode("abc"), first]).argmax())
    assert second != first
    model = drafter(network, replace(REVERSED, ends=frozenset({second}), end=end))
    model.start([0, 1, 2], context(Greedy()))
    written = [LETTERS.index(letter) for letter in OTHERS[first]]
    assert list(model.propose(6).tokens) == [*written, *([] if end is None else [end])]


def test_a_full_context_ends_drafting_with_a_sentence() -> None:
    network = TableNetwork(vocabulary=len(OTHERS), context=10)
    model = drafter(network)
    model.start([2] * 8, context(Greedy()))
    assert len(model.propose(9).tokens) <= 4
    assert max(start + len(read) for start, read in network.calls) <= 10
    model.commit([2, 2])
    assert "holds 10 tokens" in model.problem
    assert model.propose(3).tokens == ()
    model.start([2], context(Greedy()))
    assert model.problem == ""


def test_numbers_that_are_not_finite_end_drafting() -> None:
    network = TableNetwork(vocabulary=len(OTHERS))
    network.not_finite = set(range(2, 60))
    model = drafter(network)
    model.start([2, 3, 4], context(Greedy()))
    for _ in range(BAD_ROUNDS):
        assert model.problem == ""
        assert model.propose(3).tokens == ()
    assert "not finite" in model.problem


def test_the_next_reply_keeps_what_it_has_in_common() -> None:
    network = TableNetwork(vocabulary=len(OTHERS), context=600)
    model = drafter(network)
    model.start([2, 3] * 100, context(Greedy()))
    network.calls.clear()
    model.start([*[2, 3] * 100, 4, 4, 3], context(Greedy()))
    assert [start for start, _ in network.calls] == [199]


@pytest.mark.parametrize("k", [1, 3, 5])
def test_drafts_of_near_weights_are_accepted(k: int) -> None:
    """Else no test of the round loop would meet an accepted one."""
    reply = reply_with(
        lambda session: OtherVocabulary(_near(session.runner.network.dtype), TRANSLATION, VOCABULARY),
        k,
        max_tokens=24,
    )
    tally = Tally.of(reply.run().rounds)
    assert reply.tokens == list(plain_tokens(GREEDY, None, False, torch.float64, 24))
    assert tally.accepted > 0
    verdicts = {draft.verdict for round_ in reply.rounds for draft in round_.drafts}
    assert Verdict.ACCEPTED in verdicts


def _near(dtype: torch.dtype) -> ModelRunner:
    return ModelRunner(draft_runner("near", dtype).network, ROWS, 80)


def test_the_cases_are_what_they_say() -> None:
    text = "".join(bytes_of(token).decode("latin-1") for token in (3, 3, 1, 4, *LACKS))
    assert other_encode(text) == [*list(PAIRS)[:2], *[0] * len(LACKS)]
    assert target().vocab_size == VOCABULARY
    assert len(PROMPT) > 1
