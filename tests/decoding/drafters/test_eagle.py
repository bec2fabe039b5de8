"""What only heads do: trees, taps, memories, and numbers that are not finite."""

from __future__ import annotations

import pytest
import torch
from drafter_cases import CONTEXT, MAKERS, bytes_of, eagle_network, plain_tokens, reply_with, target
from replies import GREEDY, PROMPT, Reply, require_fresh
from small_heads import TAPS, random_head
from tiny_models import VOCABULARY

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.drawing import NOT_FINITE
from desktop_app.decoding.drafters.eagle import TREE, Eagle, TreeForm
from desktop_app.decoding.drafters.prompt_lookup import PromptLookup
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.eagle_memory import EagleMemory
from desktop_app.decoding.eagle_network import EagleNetwork
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.session import Session
from desktop_app.decoding.tally import Tally
from desktop_app.decoding.transformers_adapter import TransformersNetwork
from desktop_app.decoding.verification import Coupled, Greedy, Rejection, SeededCoins, Verifier

LENGTH = 30
SAMPLED = SamplingParams(temperature=0.8, top_p=0.95)
LEARNED = MAKERS["eagle, learned head"]


def memory(kind: str = "learned", dtype: torch.dtype = torch.float64) -> EagleMemory:
    return EagleMemory(eagle_network(kind, dtype), CONTEXT + TREE.rows)


@pytest.mark.parametrize("k", [1, 2, 5, 12, 15])
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_text_with_trees_is_the_plain_text(seed: int | None, k: int) -> None:
    """In double precision; both caches as from a prefill after every round."""
    params = GREEDY if seed is None else SAMPLED
    verifier: Verifier = Greedy() if seed is None else Coupled(seed)
    reply = reply_with(LEARNED, k, params=params, verifier=verifier, max_tokens=LENGTH, fresh_caches=True)
    reply.run()
    assert tuple(reply.tokens) == plain_tokens(params, seed, False, torch.float64, LENGTH)
    if k > 2:
        shapes = [[draft.parent for draft in round_.drafts] for round_ in reply.rounds]
        assert any(parents != list(range(-1, len(parents) - 1)) for parents in shapes), "a tree, no chain"
    assert all(len(round_.drafts) <= k for round_ in reply.rounds)


def test_a_tree_saves_passes_over_a_chain() -> None:
    """Greedy and coupled, of as many drafts as the exact shape holds."""
    for params, verifier in ((GREEDY, Greedy()), (SAMPLED, Coupled(3))):
        changes = {"params": params, "verifier": verifier, "max_tokens": 60}
        tree = reply_with(LEARNED, 7, **changes).run()
        chain = reply_with(LEARNED, 7, exact=True, **changes).run()
        assert len(tree.rounds) < len(chain.rounds)
        accepted = Tally.of(tree.rounds).accepted
        assert accepted > 10


@pytest.mark.parametrize("k", [1, 4, 7])
def test_where_only_a_chain_can_be_verified_the_head_takes_no_other_steps(k: int) -> None:
    form = TreeForm(1, 1, 1, 0.0)
    maker = lambda session: Eagle(memory(dtype=torch.float32), session, form)  # noqa: E731
    reply = reply_with(maker, k, exact=True, dtype=torch.float32, max_tokens=20).prepare()
    eagle = reply.drafter.drafter  # type: ignore[attr-defined]
    drafts = eagle.propose(k)
    assert len(drafts.tokens) == k
    assert not drafts.branches


@pytest.mark.parametrize("k", [1, 3])
def test_rejection_gets_a_chain_with_its_distributions(k: int) -> None:
    reply = reply_with(LEARNED, k, params=SAMPLED, verifier=Rejection(SeededCoins(4))).prepare()
    drafts = reply.drafter.drafter.propose(k)  # type: ignore[attr-defined]
    assert len(drafts.tokens) == k
    assert not drafts.branches
    assert drafts.q is not None
    assert drafts.q.shape == (k, VOCABULARY)
    outside = torch.ones(VOCABULARY, dtype=torch.bool)
    outside[eagle_network("learned").target_ids] = False
    assert not drafts.q[:, outside].any()


def test_each_level_is_guessed_with_the_noise_of_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = lambda session: Eagle(memory(), session, TreeForm(4, 3, 3, 0.0))  # noqa: E731
    reply = reply_with(maker, 12, params=SAMPLED, verifier=Coupled(3)).prepare()
    asked: list[int] = []
    noise = Coupled.noise
    monkeypatch.setattr(
        Coupled, "noise", lambda self, at, tokens: asked.append(at) or noise(self, at, tokens)
    )
    reply.drafter.drafter.propose(12)  # type: ignore[attr-defined]
    assert asked == [len(PROMPT) + depth for depth in range(4)]


def test_penalties_see_the_drafts_above_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[int]] = []
    scores = SamplingPipeline.scores

    def noting(self: SamplingPipeline, logits: torch.Tensor, befores: list[list[int]]) -> torch.Tensor:
        seen.extend(map(list, befores))
        return scores(self, logits, befores)

    params = SamplingParams(temperature=0.0, repetition_penalty=1.2)
    maker = lambda session: Eagle(memory(), session, TreeForm(3, 3, 3, 0.0))  # noqa: E731
    reply = reply_with(maker, 12, params=params).prepare()
    monkeypatch.setattr(SamplingPipeline, "scores", noting)
    drafts = reply.drafter.drafter.propose(12)  # type: ignore[attr-defined]
    paths = [list(drafts.before(row)) for row in range(len(drafts.tokens) + 1)]
    assert [len(before) for before in seen] == [0, 1, 1, 1, 2, 2, 2]
    assert all(before in paths for before in seen)


def test_only_tokens_of_the_draft_vocabulary_are_drafted() -> None:
    """Ids in no order, some of them padding of the target's logits."""
    known = set(eagle_network("random").target_ids.tolist())
    assert known < set(range(VOCABULARY))
    seen = set()
    for k in (1, 6, 12):
        reply = reply_with(MAKERS["eagle, random head"], k, max_tokens=LENGTH).run()
        seen |= {draft.token for round_ in reply.rounds for draft in round_.drafts}
    assert len(seen) > 10
    assert seen <= known


def test_what_the_record_says_of_a_draft_is_the_heads_own_probability() -> None:
    reply = reply_with(LEARNED, 6, max_tokens=8).run()
    draft = reply.rounds[0].drafts[0]
    fresh = memory()
    assert reply.session is not None
    hidden = fresh.read(PROMPT, len(PROMPT), reply.session.cache)[-1:]  # type: ignore[arg-type]
    q = fresh.network.to_vocabulary(fresh.network.logits(hidden)[0], float("-inf")).softmax(-1)
    assert draft.q == pytest.approx(float(q[draft.token]), rel=1e-4)
    assert draft.token == int(q.argmax())


def test_growth_stops_where_it_is_not_believed() -> None:
    """The head is asked once for the first level, and again only while a next one is likely enough."""
    for least, passes in ((1.0, 1), (0.0, 4)):
        session = Session(target())
        held = memory()
        calls = 0
        forward = held.network.forward

        def counted(*values: object, forward: object = forward) -> torch.Tensor:
            nonlocal calls
            calls += 1
            return forward(*values)  # type: ignore[operator, no-any-return]

        reply = reply_with(
            lambda s, h=held, least=least: Eagle(h, s, TreeForm(4, 3, 3, least)), 30, session=session
        )
        reply.prepare()
        held.network = _Counting(held.network, counted)  # type: ignore[assignment]
        drafts = reply.drafter.drafter.propose(30)  # type: ignore[attr-defined]
        assert calls == passes
        depths = [len(drafts.path(index)) for index in range(len(drafts.tokens))]
        assert max(depths) == passes


def test_a_chain_ends_where_it_is_not_believed() -> None:
    maker = lambda session: Eagle(memory(), session, TreeForm(6, 6, 6, 1.0))  # noqa: E731
    drafts = reply_with(maker, 7, exact=True).prepare().drafter.drafter.propose(7)  # type: ignore[attr-defined]
    assert len(drafts.tokens) == 1


# ---- copies of earlier text


def copying(
    text: list[int], *, exact: bool = False, sampled: bool = False, k: int = 12, form: TreeForm = TREE
) -> tuple[Drafts, int]:
    """What is drafted after a text, and how often the head was asked."""
    session, held = Session(target()), memory()
    verifier: Verifier = Rejection(SeededCoins(1)) if sampled else Greedy()
    reply = reply_with(
        lambda s: Eagle(held, s, form, lookup=PromptLookup()),
        k,
        session=session,
        prompt=text,
        exact=exact,
        params=SAMPLED if sampled else GREEDY,
        verifier=verifier,
    ).prepare()
    asked = 0
    logits = held.network.logits

    class Asked(_Counting):
        def logits(self, hidden: torch.Tensor) -> torch.Tensor:
            nonlocal asked
            asked += 1
            return logits(hidden)

    eagle = reply.drafter.drafter  # type: ignore[attr-defined]
    eagle._network = Asked(held.network, held.network.forward)
    return eagle.propose(k), asked


SAID_ONCE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]


def test_a_copy_that_is_hardly_ever_wrong_stands_alone() -> None:
    """The head is not asked, whatever the verifier can check."""
    for exact, sampled in ((False, False), (True, False), (False, True)):
        drafts, asked = copying([*SAID_ONCE, *SAID_ONCE[:8]], exact=exact, sampled=sampled, k=3)
        assert (list(drafts.tokens), asked) == (SAID_ONCE[8:], 0)
        assert (drafts.drafter, drafts.q) == ("lookup", None)
        assert not drafts.branches


def test_a_short_match_grows_beside_what_the_head_believes() -> None:
    drafts, asked = copying([*SAID_ONCE, 20, *SAID_ONCE[:2]])
    assert asked > 0
    assert drafts.sources is not None
    assert set(drafts.sources) == {"eagle", "lookup"}
    assert drafts.drafter is None, "the head speaks for the round"
    assert drafts.branches
    copied = [index for index, source in enumerate(drafts.sources) if source == "lookup"]
    for index in copied:
        known = SAID_ONCE[2 : 2 + len(drafts.path(index))]
        assert [drafts.tokens[above] for above in drafts.path(index)] == known


def test_where_only_a_chain_can_be_verified_it_is_the_better_of_copy_and_head() -> None:
    text = [*SAID_ONCE, 20, *SAID_ONCE[:2]]
    tree, _ = copying(text, k=14)
    chain, asked = copying(text, exact=True, k=7)
    assert asked > 0
    assert not chain.branches
    assert 0 < len(chain.tokens) <= 7
    assert chain.tokens[0] == tree.tokens[0]


def test_drawn_drafts_have_a_length_of_their_own_and_copies_the_rounds() -> None:
    text = [*SAID_ONCE, 20, 21]
    for drawn, count in ((2, 2), (None, 5)):
        maker = lambda s, drawn=drawn: Eagle(memory(), s, lookup=PromptLookup(), drawn=drawn)  # noqa: E731
        rejection = Rejection(SeededCoins(1))
        reply = reply_with(maker, 5, prompt=text, params=SAMPLED, verifier=rejection).prepare()
        drafts = reply.drafter.drafter.propose(5)  # type: ignore[attr-defined]
        assert len(drafts.tokens) == count
        assert drafts.q is not None
    drafts, _ = copying([*SAID_ONCE, *SAID_ONCE[:6]], sampled=True, k=5)
    assert len(drafts.tokens) == 5


def test_the_record_says_of_each_draft_who_drafted_it() -> None:
    prompt = [*PROMPT, 3, 4, *PROMPT]
    reply = reply_with(MAKERS["eagle+lookup"], 12, prompt=prompt, max_tokens=40).run()
    mixed = [r for r in reply.rounds if {draft.drafter for draft in r.drafts} == {None, "lookup"}]
    assert mixed
    assert {round_.drafter for round_ in mixed} == {"eagle"}
    alone = [r for r in reply.rounds if r.drafter == "lookup"]
    assert all(draft.drafter is None for round_ in alone for draft in round_.drafts)


class _Counting:
    def __init__(self, network: EagleNetwork, forward: object) -> None:
        self._network = network
        self.forward = forward

    def __getattr__(self, name: str) -> object:
        return getattr(self._network, name)


# ---- taps


def test_a_cache_without_taps_is_read_again_before_drafting() -> None:
    """A conversation begun before the head was chosen."""
    network = TransformersNetwork(target().network._model)  # type: ignore[attr-defined]
    runner = ModelRunner(network, VOCABULARY, CONTEXT)
    session = Session(runner)
    Reply(runner, PROMPT, max_tokens=6, session=session, token_bytes=bytes_of).run()
    text = [*session.cached, session.pending]
    network.tap(TAPS)
    reply = reply_with(LEARNED, 6, session=session, prompt=text, max_tokens=12).run()
    assert tuple(reply.tokens) == plain_tokens(GREEDY, None, False, torch.float64, 18)[6:]
    require_fresh(session)
    assert Tally.of(reply.rounds).drafted > 0


def test_a_prompt_of_one_token_is_drafted_for_once_the_target_has_read_it() -> None:
    reply = reply_with(LEARNED, 4, prompt=[5], max_tokens=10).run()
    assert not reply.rounds[0].drafts
    assert any(round_.drafts for round_ in reply.rounds[1:])


# ---- memories


def test_two_conversations_keep_apart() -> None:
    prompts = (PROMPT, [9, 8, 7, 6])
    replies = [reply_with(LEARNED, 5, prompt=prompt, max_tokens=14).prepare() for prompt in prompts]
    steps = [reply.decoder.rounds(reply.control) for reply in replies if reply.decoder]
    for _ in range(20):
        for reply, step in zip(replies, steps, strict=True):
            reply.rounds += [round_] if (round_ := next(step, None)) else []
    for reply, prompt in zip(replies, prompts, strict=True):
        plain = Reply(target(), prompt, max_tokens=14, token_bytes=bytes_of).run()
        assert reply.tokens == plain.tokens


def test_the_next_turn_reads_only_what_is_new() -> None:
    held, session = memory(), Session(target())
    first = reply_with(lambda s: Eagle(held, s), 5, session=session, max_tokens=10).run()
    read: list[int] = []
    known = len(held.tokens)
    assert known > len(PROMPT)
    forward = held.network.forward

    def noting(tokens: list[int], *rest: object) -> torch.Tensor:
        read.extend(tokens)
        return forward(tokens, *rest)  # type: ignore[arg-type]

    held.network = _Counting(held.network, noting)  # type: ignore[assignment]
    prompt = [*PROMPT, *first.tokens, 4, 5, 6]
    again = reply_with(lambda s: Eagle(held, s), 5, session=session, prompt=prompt, max_tokens=1).prepare()
    assert read == prompt[known:-1]
    assert held.tokens == prompt[:-1]
    assert again.run().tokens == Reply(target(), prompt, max_tokens=1, token_bytes=bytes_of).run().tokens


def test_a_regenerated_reply_drafts_from_the_text_before_it() -> None:
    held, session = memory(), Session(target())
    once = reply_with(lambda s: Eagle(held, s), 5, session=session, max_tokens=12).run()
    twice = reply_with(lambda s: Eagle(held, s), 5, session=session, max_tokens=12, fresh_caches=True).run()
    assert [round_.drafts for round_ in once.rounds] == [round_.drafts for round_ in twice.rounds]


# ---- numbers that are not finite


@pytest.mark.parametrize("verifier", [Greedy(), Coupled(1), Rejection(SeededCoins(1))])
def test_a_head_whose_numbers_are_not_finite_ends_drafting(verifier: Verifier) -> None:
    head = random_head(torch.float64)
    head.layers[0].mlp.down_proj.weight[0, 0] = float("nan")
    broken = EagleMemory(EagleNetwork(head, VOCABULARY), CONTEXT + TREE.rows)
    params = GREEDY if verifier.name == "greedy" else SAMPLED
    reply = reply_with(lambda s: Eagle(broken, s), 4, params=params, verifier=verifier, max_tokens=12).run()
    assert reply.plans[-1][1].why == NOT_FINITE
    assert reply.plans[-1][1].mode == "plain"
    assert len(reply.tokens) == 12
    assert not any(round_.drafts for round_ in reply.rounds)


def test_numbers_that_fail_in_the_middle_of_a_tree_leave_no_trace() -> None:
    """Once: the drafts so far stand, and later rounds are right."""
    held = memory()
    logits, calls = held.network.logits, 0

    class Failing(_Counting):
        def logits(self, hidden: torch.Tensor) -> torch.Tensor:
            nonlocal calls
            calls += 1
            return logits(hidden) * (float("nan") if calls == 4 else 1.0)

    held.network = Failing(held.network, held.network.forward)  # type: ignore[assignment]
    reply = reply_with(lambda s: Eagle(held, s), 6, max_tokens=LENGTH, fresh_caches=True).run()
    assert calls > 4
    assert tuple(reply.tokens) == plain_tokens(GREEDY, None, False, torch.float64, LENGTH)
    assert all(plan.why != NOT_FINITE for _, plan in reply.plans)


def test_nothing_is_drafted_before_the_reply_has_begun() -> None:
    assert Eagle(memory(), Session(target())).propose(4).tokens == ()


def test_stop_is_noticed_between_the_steps_of_a_tree() -> None:
    checks = 0

    def check() -> None:
        nonlocal checks
        checks += 1

    session = Session(target())
    session.prefill(PROMPT, exact=False, check=lambda: None)
    pipeline = SamplingPipeline(GREEDY, VOCABULARY, torch.device("cpu"))
    eagle = Eagle(memory(), session, TreeForm(4, 3, 3, 0.0))
    eagle.start(PROMPT, DraftContext(pipeline, Greedy(), check))
    checks = 0
    eagle.propose(9)
    assert checks == 4
