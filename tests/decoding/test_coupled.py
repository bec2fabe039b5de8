"""The coupled verifier: the text is the plain text for the same seed, and plain text has the target's
distribution."""

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from replies import PROMPT, Reply
from scripted_drafters import GUESSES, GuessMaker, ScriptedDrafter, always_right
from table_network import TableNetwork
from tiny_models import VOCABULARY, tiny_model

from desktop_app.decoding.drafters.base import DraftContext, Drafter
from desktop_app.decoding.drafters.prompt_lookup import PromptLookup
from desktop_app.decoding.drafters.suffix import Suffix
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.rounds import Verdict
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.sampling_params import MAX_SEED, SamplingParams
from desktop_app.decoding.session import Session
from desktop_app.decoding.slot_cache import SlotCache
from desktop_app.decoding.transformers_adapter import TransformersNetwork
from desktop_app.decoding.verification import Coupled

LENGTH = 24
FLAT = SamplingParams(1.4, 0, 1.0)
OPTIONS = {
    "cold": SamplingParams(0.2, 0, 1.0),
    "default": SamplingParams(),
    "flat": FLAT,
    "hot": SamplingParams(100.0, 0, 1.0),
    "all": SamplingParams(0.9, 5, 0.95, 0.02, 1.3, 0.9, 0.3, 0.2, ((2, 1.5),), ((1, 3),), 3),
}
SINGLE_OPTIONS: dict[str, Any] = {
    "top_k": 3,
    "top_p": 0.6,
    "min_p": 0.3,
    "repetition_penalty": 1.7,
    "typical_p": 0.6,
    "frequency_penalty": 0.8,
    "presence_penalty": -1.5,
    "logit_bias": ((0, 2.0), (4, -3.0)),
    "banned": ((1, 3), (2,), (5, 5, 0)),
    "min_tokens": 9,
}
# a reply at its end of text, which min_tokens holds back
EOS = frozenset({4})
OPTIONS |= {name: replace(FLAT, **{name: value}) for name, value in SINGLE_OPTIONS.items()}


class NoisyDrafter(ScriptedDrafter):
    """Draws from distributions of its own, [vocabulary, vocabulary] by the last token."""

    def __init__(self, vocabulary: int) -> None:
        super().__init__(lambda _: 0)
        self.table = torch.randn(vocabulary, vocabulary, generator=torch.Generator().manual_seed(7)).softmax(
            -1
        )

    def start(self, tokens: Sequence[int], context: DraftContext | None = None) -> None:
        super().start(tokens)
        assert context is not None
        self.verifier = context.verifier

    def propose(self, k: int) -> Drafts:
        rows: list[torch.Tensor] = []
        drafts: list[int] = []
        for index in range(k):
            rows.append(self.table[[*self.tokens, *drafts][-1]])
            drafts.append(self.verifier.draft(rows[-1].log(), rows[-1], len(self.tokens) + index))
        return Drafts(tuple(drafts), torch.stack(rows))


def coupled_reply(runner: ModelRunner, seed: int = 5, **changes: object) -> Reply:
    values = {"max_tokens": LENGTH, "params": FLAT, "verifier": Coupled(seed), **changes}
    return Reply(runner, PROMPT, **values).run()  # type: ignore[arg-type]


def drafters(plain: Sequence[int], vocabulary: int) -> dict[str, Drafter]:
    known = [*PROMPT, *plain, *[0] * 9]
    scripted: dict[str, Drafter] = {
        make.__name__: ScriptedDrafter(make(lambda tokens: known[len(tokens)], vocabulary))
        for make in GUESSES
    }
    others: dict[str, Drafter] = {
        "lookup": PromptLookup(shortest=1),
        "suffix": Suffix(),
        "noisy": NoisyDrafter(vocabulary),
    }
    return scripted | others


# ---- the plain text


def require_plain_text(params: SamplingParams, ks: Sequence[int]) -> None:
    """One of the ks for each drafter."""
    network = TableNetwork(padding=2)
    eos = EOS if params.min_tokens else frozenset[int]()
    common = {"params": params, "eos": eos}
    plain = coupled_reply(network.runner(), **common)
    length = len(plain.tokens)
    assert plain.passes == length == LENGTH or 9 <= length < LENGTH
    for (name, drafter), k in zip(drafters(plain.tokens, network.vocabulary).items(), ks, strict=True):
        reply = coupled_reply(network.runner(), drafter=drafter, k=k, exact=k % 2 == 1, **common)
        assert reply.tokens == plain.tokens, (name, k)
        assert reply.reason == plain.reason
        assert reply.passes == len(reply.rounds)
        if name == "always_right":
            assert len(reply.rounds) == -(-length // (k + 1))
        if name == "always_wrong":
            assert not any(round_.accepted for round_ in reply.rounds)


@pytest.mark.parametrize("k", range(8))
def test_text_is_the_plain_text_with_any_drafter(k: int) -> None:
    require_plain_text(FLAT, [k] * 8)


@pytest.mark.parametrize("option", OPTIONS)
def test_text_is_the_plain_text_with_any_option(option: str) -> None:
    """Each drafter with another k, so that the options together see every pair."""
    shift = list(OPTIONS).index(option)
    require_plain_text(OPTIONS[option], [(index + shift) % 8 for index in range(8)])


def test_every_option_is_tried_and_matters() -> None:
    names = {field.name for field in fields(SamplingParams)} - {"temperature"}
    assert names == set(SINGLE_OPTIONS)
    texts = {}
    for name in ("flat", *SINGLE_OPTIONS):
        eos = EOS if name == "min_tokens" else frozenset[int]()
        texts[name] = coupled_reply(TableNetwork().runner(), params=OPTIONS[name], eos=eos).tokens
    assert all(texts[name] != texts["flat"] for name in SINGLE_OPTIONS), texts


@given(st.integers(0, MAX_SEED), st.floats(0.05, 5.0), st.integers(1, 7), st.sampled_from(GUESSES))
def test_text_is_the_plain_text_for_any_seed_and_temperature(
    seed: int, temperature: float, k: int, make: GuessMaker
) -> None:
    network = TableNetwork(seed=seed % 3)
    params = SamplingParams(temperature, 0, 1.0)
    plain = coupled_reply(network.runner(), seed, params=params, max_tokens=16)
    known = [*PROMPT, *plain.tokens, *[0] * 9]
    drafter = ScriptedDrafter(make(lambda tokens: known[len(tokens)], network.vocabulary))
    reply = coupled_reply(network.runner(), seed, params=params, max_tokens=16, drafter=drafter, k=k)
    assert reply.tokens == plain.tokens


@pytest.fixture(scope="module")
def llama() -> ModelRunner:
    return ModelRunner(TransformersNetwork(tiny_model("Llama")), VOCABULARY)


@pytest.mark.parametrize("option", ["default", "flat", "all"])
def test_text_of_a_transformer_in_the_exact_shape(llama: ModelRunner, option: str) -> None:
    common = {"params": OPTIONS[option], "max_tokens": 40, "exact": True, "token_bytes": letter}
    plain = coupled_reply(llama, **common)
    ks = itertools.cycle((1, 2, 5, 7))
    for name, drafter in drafters(plain.tokens, VOCABULARY).items():
        assert coupled_reply(llama, drafter=drafter, k=next(ks), **common).tokens == plain.tokens, name


def letter(token: int) -> bytes:
    return bytes([64 + token])


def test_changing_k_in_mid_reply_changes_nothing() -> None:
    class Restless:
        why = ""
        sizes = itertools.cycle([3, 0, 7, 1, 5])

        def k(self) -> int:
            return next(self.sizes)

    network = TableNetwork(context=128)
    plain = coupled_reply(network.runner(), max_tokens=90)
    for name, drafter in drafters(plain.tokens, network.vocabulary).items():
        reply = coupled_reply(network.runner(), max_tokens=90, drafter=drafter, lookahead=Restless())
        assert reply.tokens == plain.tokens, name
        assert len({len(round_.drafts) for round_ in reply.rounds}) > 2


def test_changing_the_mode_in_mid_reply_changes_nothing() -> None:
    network = TableNetwork(context=128)
    plain = coupled_reply(network.runner(), max_tokens=90)
    for name, drafter in drafters(plain.tokens, network.vocabulary).items():
        modes = itertools.cycle(["plain", "plain", "speculative"])
        reply = Reply(network.runner(), PROMPT, drafter, k=4, max_tokens=90, params=FLAT, verifier=Coupled(5))
        reply.after_round = lambda _, r=reply, m=modes: setattr(r.control, "mode", next(m))
        assert reply.run().tokens == plain.tokens, name
        assert len(reply.plans) > 10


def test_a_seed_gives_a_text_and_another_seed_another() -> None:
    network = TableNetwork()
    texts = [tuple(coupled_reply(network.runner(), seed).tokens) for seed in (0, 1, 2, 2**40, MAX_SEED)]
    assert len(set(texts)) == 5
    assert tuple(coupled_reply(network.runner(), MAX_SEED).tokens) == texts[-1]


def test_the_second_turn_of_a_conversation_draws_on() -> None:
    """The noise follows the position in the whole text, so no turn repeats the draws of another."""
    network = TableNetwork()
    network.table = torch.zeros_like(network.table)  # only the noise decides
    session = Session(network.runner())
    first = coupled_reply(session.runner, max_tokens=20, session=session)
    follow_up = [*PROMPT, *first.tokens]
    second = Reply(
        session.runner, follow_up, session=session, max_tokens=20, params=FLAT, verifier=Coupled(5)
    ).run()
    assert second.tokens != first.tokens
    assert coupled_reply(network.runner(), max_tokens=40).tokens == [*first.tokens, *second.tokens]


# ---- the same distribution to the last bit, however many rows


class WideNetwork:
    """Logits that depend on the last token alone, over a vocabulary so wide that torch splits one row's sum
    among threads."""

    vocabulary = 50_000

    def __init__(self) -> None:
        self.device = torch.device("cpu")
        self.dtype = torch.float32
        self.context_limit = 64
        self.plain_only = ""

    def new_cache(self, slots: int) -> SlotCache:
        return SlotCache(slots)

    def rollback(self, cache: object, length: int) -> int:
        return length

    @functools.cache  # noqa: B019 - as long as the test
    def row(self, token: int) -> torch.Tensor:
        return 3.0 * torch.randn(self.vocabulary, generator=torch.Generator().manual_seed(token))

    def forward(
        self,
        tokens: torch.Tensor,
        start: int,
        cache: SlotCache,
        logits_rows: int | None,
        parents: Sequence[int] | None = None,
    ) -> torch.Tensor:
        return torch.stack([self.row(token) for token in tokens.tolist()])


@pytest.mark.parametrize("option", ["default", "all", "typical_p"])
def test_p_is_the_same_to_the_last_bit_however_many_rows(option: str) -> None:
    network = WideNetwork()
    runner = ModelRunner(network, network.vocabulary)
    common = {"params": OPTIONS[option], "max_tokens": 8, "exact": True, "token_bytes": lambda _: b"x"}
    torch.set_num_threads(2)
    plain = coupled_reply(runner, **common)
    known = [*PROMPT, *plain.tokens, *[0] * 9]
    drafter = ScriptedDrafter(always_right(lambda tokens: known[len(tokens)], network.vocabulary))
    reply = coupled_reply(runner, drafter=drafter, k=5, **common)
    torch.set_num_threads(1)
    assert probabilities(reply) == probabilities(plain)
    assert len(reply.rounds) == 2


def probabilities(reply: Reply) -> list[tuple[int, float | None]]:
    return [(token.token, token.p) for round_ in reply.rounds for token in round_.emitted]


# ---- the distribution of the draws

P = torch.tensor([0.35, 0.25, 0.15, 0.1, 0.08, 0.04, 0.03, 0.0])
DRAWS = 20_000
# 99.9th percentiles of chi-square with 6 and 48 degrees of freedom
LIMIT, JOINT_LIMIT = 22.46, 84.04

Chooser = Callable[[int, int], int]


def along_positions(index: int, seed: int) -> tuple[int, int]:
    return seed, index


def along_seeds(index: int, seed: int) -> tuple[int, int]:
    return seed + index, 17


def statistic(counts: torch.Tensor, p: torch.Tensor) -> float:
    assert not counts[p == 0].any(), "what the target rules out was drawn"
    expected = p[p > 0] * counts.sum()
    return float(((counts[p > 0] - expected) ** 2 / expected).sum())


def drawn(p: torch.Tensor, keys: Callable[[int, int], tuple[int, int]], seed: int) -> torch.Tensor:
    tokens = []
    for index in range(DRAWS):
        key, position = keys(index, seed)
        tokens.append(Coupled(key).choose(p, position))
    return torch.tensor(tokens)


@pytest.mark.parametrize("keys", [along_positions, along_seeds])
def test_draws_have_the_targets_distribution(keys: Callable[[int, int], tuple[int, int]]) -> None:
    """Each draw, and each with the one after it. Power .99 for a total variation of .024: the statistic of
    n draws that far off has a noncentrality of at least 4 n .024 ** 2 = 46; 44 is enough."""
    tokens = drawn(P.double(), keys, 3)
    assert statistic(tokens.bincount(minlength=8).double(), P.double()) < LIMIT
    pairs = tokens[0::2] * 8 + tokens[1::2]
    joint = torch.outer(P, P).flatten().double()
    assert statistic(pairs.bincount(minlength=64).double(), joint) < JOINT_LIMIT


def test_a_small_error_would_be_found() -> None:
    """A distribution at a total variation of .03 from the target's."""
    wrong = P.double().clone()
    wrong[0] += 0.03
    wrong[1] -= 0.03
    tokens = drawn(wrong, along_positions, 3)
    assert statistic(tokens.bincount(minlength=8).double(), P.double()) > LIMIT


# ---- drafts drawn with the same noise


def test_a_drafter_with_the_same_noise_agrees_as_often_as_daliri_et_al_bound() -> None:
    """At least (1 - TV) / (1 + TV) in expectation (2408.07978), and no more than 1 - TV, which is the best
    any coupling can do."""
    generator = torch.Generator().manual_seed(2)
    positions = 600
    agreement, bound, best = [], [], []
    for sharpness in (0.3, 0.7, 1.0, 2.0, 4.0) * 4:
        logits = torch.randn(2, 12, generator=generator).double()
        p = (sharpness * logits[0]).softmax(-1)
        q = (sharpness * (logits[0] + 0.7 * logits[1])).softmax(-1)
        verifier = Coupled(int(torch.randint(2**40, (), generator=generator)))
        same = [verifier.draft(q.log(), q, at) == verifier.choose(p, at) for at in range(positions)]
        distance = float((p - q).abs().sum() / 2)
        agreement.append(sum(same) / positions)
        bound.append((1 - distance) / (1 + distance))
        best.append(1 - distance)
        # of one pair within the noise of its sample
        spread = 4 * (0.25 / positions) ** 0.5
        assert bound[-1] - spread < agreement[-1] < best[-1] + spread
    # and of all together closely
    spread = 4 * (0.25 / (positions * len(bound))) ** 0.5
    assert sum(bound) - spread * len(bound) < sum(agreement) < sum(best) + spread * len(best)
    assert sum(agreement) > sum(bound), "the bound is not tight for these"


def test_drafts_drawn_with_the_same_noise_stand_more_often_than_with_other_noise() -> None:
    network = TableNetwork(context=256)
    network.table = network.table / 2
    seen = {}
    for other in (False, True):
        drafter = NoisyDrafter(network.vocabulary)
        reply = Reply(
            network.runner(), PROMPT, drafter, k=4, max_tokens=200, params=FLAT, verifier=Coupled(1)
        )
        reply.prepare()
        if other:
            drafter.verifier = Coupled(2)
        reply.run()
        verdicts = [draft.verdict for round_ in reply.rounds for draft in round_.drafts]
        seen[other] = verdicts.count(Verdict.ACCEPTED) / (len(verdicts) - verdicts.count(Verdict.UNTESTED))
    assert seen[False] > seen[True] + 0.2
