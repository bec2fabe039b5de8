"""How often each text comes with the rejection verifier: many short runs of a tiny model, and a test strong
enough to notice one per cent of total variation."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
import torch
from replies import Reply
from table_network import TableNetwork

from desktop_app.bench.chi_square import ChiSquare, chi_square
from desktop_app.decoding import verification
from desktop_app.decoding.drafters.draft_model import DraftModel
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.rounds import Verdict
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.session import Session
from desktop_app.decoding.verification import Rejection, SeededCoins

VOCABULARY = 3
PROMPT = [0, 1]
K = 2
LENGTH = K + 1  # of a text: both drafts and the bonus token
RUNS = 135_000
REPLIES = 1000
LEVEL = 0.01  # seeds are fixed: what passes once does so always
VARIATION, POWER = 0.01, 0.99
PARAMS = SamplingParams(1.4, 0, 1.0, repetition_penalty=1.2)
GUESS = (2, 0)

Text = tuple[int, ...]
TEXTS: list[Text] = list(itertools.product(range(VOCABULARY), repeat=LENGTH))
TARGET = TableNetwork(VOCABULARY, seed=5)
DRAFT = TableNetwork(VOCABULARY, seed=6)


def row(network: TableNetwork, reply: Sequence[int]) -> torch.Tensor:
    """The distribution [vocabulary] after a reply to PROMPT, in single precision as in the decoder."""
    pipeline = SamplingPipeline(PARAMS, VOCABULARY, torch.device("cpu"))
    pipeline.start(PROMPT)
    logits = network.row([*PROMPT, *reply])[None]
    return pipeline.distribution(pipeline.scores(logits, [reply]))[0]


def rows(network: TableNetwork, reply: Sequence[int]) -> torch.Tensor:
    """Distributions [len(reply) + 1, vocabulary] before, within and after a reply."""
    return torch.stack([row(network, reply[:length]) for length in range(len(reply) + 1)])


def joint(network: TableNetwork, length: int) -> list[float]:
    """Probabilities of all texts of this length, in the order of their tokens."""
    texts = list(itertools.product(range(VOCABULARY), repeat=length))
    found = [1.0] * len(texts)
    for index, text in enumerate(texts):
        for place, token in enumerate(text):
            found[index] *= float(row(network, text[:place])[token].double())
    return [probability / sum(found) for probability in found]


class ManyCoins:
    """Uniform coins drawn at once: as good as `SeededCoins`, and sooner there."""

    def __init__(self, count: int, seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        self.next: Callable[[], float] = iter(
            torch.rand(count, dtype=torch.float64, generator=generator).tolist()
        ).__next__


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one pass verifies: the drafts and the target's rows after each of them."""

    drafts: Drafts
    p: torch.Tensor


def proposals(drawn: bool, runs: int, generator: torch.Generator) -> list[Proposal]:
    """Of every run: drafts drawn from the draft's q, or always the same guess without one."""
    if not drawn:
        return [Proposal(Drafts(GUESS), rows(TARGET, GUESS))] * runs
    every = [
        Proposal(Drafts(tokens, rows(DRAFT, tokens)[:K]), rows(TARGET, tokens))
        for tokens in itertools.product(range(VOCABULARY), repeat=K)
    ]
    weights = torch.tensor(joint(DRAFT, K), dtype=torch.float64)
    chosen = torch.multinomial(weights, runs, replacement=True, generator=generator)
    return [every[index] for index in chosen.tolist()]


def frequencies(drawn: bool, runs: int) -> ChiSquare:
    """Texts of `runs` rounds of the verifier against the target's; what a rejected round leaves open is drawn
    from the target itself."""
    generator = torch.Generator().manual_seed(11)
    rejection = Rejection(ManyCoins(runs * (K + 1), 12))
    blocks: Counter[Text] = Counter()
    for proposal in proposals(drawn, runs, generator):
        outcome = rejection.verify(proposal.p, proposal.p, proposal.drafts, 0)
        blocks[(*proposal.drafts.tokens[: outcome.accepted], outcome.token)] += 1
    assert all(any(len(block) == length for block in blocks) for length in range(1, LENGTH + 1))
    counts = completed(blocks, generator)
    return chi_square([counts[text] for text in TEXTS], joint(TARGET, LENGTH))


def completed(blocks: Counter[Text], generator: torch.Generator) -> Counter[Text]:
    for length in range(1, LENGTH):
        for block in [block for block in blocks if len(block) == length]:
            weights = row(TARGET, block).double()
            more = torch.multinomial(weights, blocks.pop(block), replacement=True, generator=generator)
            for token, count in enumerate(more.bincount(minlength=VOCABULARY).tolist()):
                blocks[(*block, token)] += count
    return blocks


def reply_frequencies(replies: int) -> ChiSquare:
    """The same of whole replies: a draft model, the round loop, both caches, the seed's own coins."""
    runner, draft = TARGET.runner(), DraftModel(DRAFT.runner(), VOCABULARY)
    session = Session(runner)
    counts: Counter[Text] = Counter()
    verdicts: set[Verdict] = set()
    for seed in range(replies):
        reply = Reply(
            runner,
            PROMPT,
            draft,
            K,
            max_tokens=LENGTH,
            params=PARAMS,
            verifier=Rejection(SeededCoins(seed)),
            session=session,
        ).run()
        counts[tuple(reply.tokens)] += 1
        verdicts.update(draft.verdict for round_ in reply.rounds for draft in round_.drafts)
    assert verdicts == set(Verdict)
    return chi_square([counts[text] for text in TEXTS], joint(TARGET, LENGTH))


@pytest.mark.parametrize("drawn", [True, False], ids=["drafts with q", "one-hot drafts"])
def test_texts_come_as_often_as_the_target_says(drawn: bool) -> None:
    result = frequencies(drawn, RUNS)
    assert result.draws == RUNS
    assert result.power(VARIATION, LEVEL) >= POWER
    assert result.p_value > LEVEL


def test_replies_come_as_often_as_the_target_says() -> None:
    assert reply_frequencies(REPLIES).p_value > LEVEL


@pytest.mark.parametrize("drawn", [True, False], ids=["drafts with q", "one-hot drafts"])
def test_a_missing_residual_would_be_noticed(drawn: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "residual", lambda p, _q: p)
    assert frequencies(drawn, RUNS // 10).p_value < LEVEL / 1000


def test_a_small_bias_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drafts are let pass a fifth too often."""
    monkeypatch.setattr(verification, "accepts", lambda coin, p, q: coin * q < 1.2 * p)
    assert frequencies(True, RUNS // 3).p_value < LEVEL / 1000


def test_a_missing_residual_would_be_noticed_in_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "residual", lambda p, _q: p)
    assert reply_frequencies(REPLIES // 2).p_value < LEVEL / 1000
