"""Replies at temperatures above 0: the distribution of the text, and the probabilities in the record."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
import torch
from replies import Reply
from scripted_drafters import DrawingDrafter, ScriptedDrafter
from table_network import TableNetwork

from desktop_app.decoding import verification
from desktop_app.decoding.drafters.base import Drafter, NoDrafter
from desktop_app.decoding.drafters.prompt_lookup import PromptLookup
from desktop_app.decoding.rounds import Verdict
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.session import Session
from desktop_app.decoding.verification import Rejection, SeededCoins

VOCABULARY = 6
# its end stood there before, so that lookup drafts from the first round on
PROMPT = [3, 1, 4, 5, 0, 2, 3, 1]
FLAT = SamplingParams(1.4, 0, 1.0)
SHAPED = SamplingParams(0.9, 5, 0.95, 0.02, 1.3)
# every option that looks at the history, and typical-p
HISTORY = SamplingParams(1.2, 0, 1.0, 0.0, 1.3, 0.95, 0.6, -0.4, ((2, 0.5),), ((1, 3), (4, 5, 0)), 2)

REPLIES = {FLAT: 1500, SHAPED: 800, HISTORY: 800}

DrafterMaker = Callable[[int], Drafter]


def stubborn(seed: int) -> Drafter:
    """Proposes the same tokens whatever the target thinks, and draws nothing."""
    return ScriptedDrafter(lambda tokens: len(tokens) % VOCABULARY)


DRAFTERS: dict[str, DrafterMaker] = {
    "plain": lambda _: NoDrafter(),
    "lookup": lambda _: PromptLookup(shortest=1),
    "stubborn": stubborn,
    "drawing": lambda seed: DrawingDrafter(VOCABULARY, seed),
}


def target_joint(network: TableNetwork, params: SamplingParams, length: int) -> torch.Tensor:
    """Exact probabilities of all replies of this length, in the order of their tokens."""

    def row(reply: Sequence[int]) -> torch.Tensor:
        pipeline = SamplingPipeline(params, VOCABULARY, torch.device("cpu"))
        pipeline.start(PROMPT)
        pipeline.commit(reply)
        logits = network.row([*PROMPT, *reply])[None].double()
        return pipeline.distribution(pipeline.scores(logits, [()]))[0]

    joint = torch.ones(1, dtype=torch.float64)
    for depth in range(length):
        rows = [row(reply) for reply in itertools.product(range(VOCABULARY), repeat=depth)]
        joint = (joint[:, None] * torch.stack(rows)).flatten()
    return joint


def first_three_tokens(
    network: TableNetwork, make: DrafterMaker, params: SamplingParams
) -> tuple[torch.Tensor, int, int]:
    """How often each reply came, by its first three tokens; accepted and rejected drafts of all replies."""
    runner = network.runner()
    session = Session(runner)
    counts = torch.zeros(VOCABULARY**3, dtype=torch.float64)
    accepted = rejected = 0
    for seed in range(REPLIES[params]):
        reply = Reply(
            runner,
            PROMPT,
            make(seed),
            k=3,
            max_tokens=4,
            params=params,
            verifier=Rejection(SeededCoins(seed)),
            session=session,
        ).run()
        a, b, c = reply.tokens[:3]
        counts[(a * VOCABULARY + b) * VOCABULARY + c] += 1
        verdicts = [draft.verdict for round_ in reply.rounds for draft in round_.drafts]
        accepted += verdicts.count(Verdict.ACCEPTED)
        rejected += verdicts.count(Verdict.REJECTED)
    return counts, accepted, rejected


def chi_square(counts: torch.Tensor, probabilities: torch.Tensor) -> tuple[float, float]:
    """The statistic, rare cells pooled, and its 99.9th percentile (Wilson and Hilferty's approximation)."""
    expected = probabilities * counts.sum()
    common = expected >= 5
    pooled = torch.cat([counts[common], counts[~common].sum()[None]])
    right = torch.cat([expected[common], expected[~common].sum()[None]])
    if right[-1] == 0:
        assert pooled[-1] == 0, "the target rules this reply out"
        pooled, right = pooled[:-1], right[:-1]
    freedom = len(right) - 1
    limit = freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3
    return float(((pooled - right) ** 2 / right).sum()), limit


@pytest.mark.parametrize(
    ("name", "params"),
    [
        *[(name, FLAT) for name in ("lookup", "stubborn", "drawing")],
        *[(name, SHAPED) for name in ("plain", "lookup", "drawing")],
        *[(name, HISTORY) for name in ("stubborn", "drawing")],
    ],
    ids=lambda value: value if isinstance(value, str) else f"temperature {value.temperature}",
)
def test_text_has_the_targets_distribution(name: str, params: SamplingParams) -> None:
    """Seeds are fixed, so this passes or fails for good. Its power is shown by the next test."""
    network = TableNetwork(VOCABULARY)
    counts, accepted, rejected = first_three_tokens(network, DRAFTERS[name], params)
    if name != "plain":
        assert accepted > 50
        assert rejected > 50
    assert not counts[target_joint(network, params, 3) == 0].any(), "the target rules this reply out"
    statistic, limit = chi_square(counts, target_joint(network, params, 3))
    assert statistic < limit


@pytest.mark.parametrize("name", ["lookup", "drawing"])
def test_a_biased_verifier_would_be_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the residual, the commonest mistake, the statistic is far beyond the limit."""
    monkeypatch.setattr(verification, "residual", lambda p, _q: p)
    network = TableNetwork(VOCABULARY)
    counts, _, _ = first_three_tokens(network, DRAFTERS[name], FLAT)
    statistic, limit = chi_square(counts, target_joint(network, FLAT, 3))
    assert statistic > 2 * limit


@pytest.mark.parametrize("name", DRAFTERS)
def test_a_seed_gives_a_reply_again(name: str) -> None:
    def tokens(seed: int) -> list[int]:
        return (
            Reply(
                TableNetwork(VOCABULARY).runner(),
                PROMPT,
                DRAFTERS[name](1),
                k=3,
                max_tokens=30,
                params=FLAT,
                verifier=Rejection(SeededCoins(seed)),
            )
            .run()
            .tokens
        )

    assert tokens(1) == tokens(1)
    assert tokens(1) != tokens(2)


@pytest.mark.parametrize(
    "params",
    [FLAT, SHAPED, HISTORY, SamplingParams(0.0), replace(HISTORY, temperature=0.0)],
    ids=["flat", "shaped", "history", "greedy", "greedy with history"],
)
@pytest.mark.parametrize("name", DRAFTERS)
def test_probabilities_in_the_record(name: str, params: SamplingParams) -> None:
    """p is the target's at each position, given what was really before it; q is the drafter's own."""
    network = TableNetwork(VOCABULARY)
    drafter = DRAFTERS[name](1)
    verifier = verification.Greedy() if params.greedy else Rejection(SeededCoins(4))
    reply = Reply(network.runner(), PROMPT, drafter, 4, max_tokens=40, params=params, verifier=verifier).run()
    before = list(PROMPT)
    for round_ in reply.rounds:
        after_drafts = list(before)
        for draft in round_.drafts:
            if draft.verdict is Verdict.UNTESTED:
                assert draft.p is None
            else:
                assert draft.p == pytest.approx(probability(network, params, after_drafts, draft.token))
            if isinstance(drafter, DrawingDrafter):
                assert draft.q == pytest.approx(float(drafter.table[after_drafts[-1], draft.token]))
            else:
                assert draft.q == 1.0
            after_drafts.append(draft.token)
        for token in round_.emitted:
            assert token.p == pytest.approx(probability(network, params, before, token.token))
            assert token.p > 0
            before.append(token.token)
    verdicts = {draft.verdict for round_ in reply.rounds for draft in round_.drafts}
    assert verdicts == (set(Verdict) if name != "plain" else set())


def probability(network: TableNetwork, params: SamplingParams, before: Sequence[int], token: int) -> float:
    pipeline = SamplingPipeline(params, VOCABULARY, torch.device("cpu"))
    pipeline.start(PROMPT)
    pipeline.commit(before[len(PROMPT) :])
    return float(pipeline.distribution(pipeline.scores(network.row(before)[None], [()]))[0, token])
