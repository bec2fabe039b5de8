"""What is particular to a draft model: its own cache, other widths of the vocabulary, numbers not finite."""

from __future__ import annotations

import pytest
import torch
from drafter_cases import draft_runner, plain_tokens, reply_with, require_draft_caches_fresh, target
from replies import GREEDY, PROMPT, Reply
from table_network import TableNetwork
from tiny_models import VOCABULARY

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.composite import Composite
from desktop_app.decoding.drafters.draft_model import DraftModel
from desktop_app.decoding.drafters.drawing import BAD_ROUNDS
from desktop_app.decoding.drafters.prompt_lookup import PromptLookup
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.session import PREFILL_ROWS
from desktop_app.decoding.tally import Tally
from desktop_app.decoding.verification import Coupled, Greedy, Rejection, SeededCoins, Verifier

LONG = [(7 * index) % 6 for index in range(2 * PREFILL_ROWS + 40)]


def context(checks: list[int] | None = None, stop_after: int | None = None, width: int = 6) -> DraftContext:
    """Counts the checks in a list; raises after so many."""
    seen = [] if checks is None else checks

    def check() -> None:
        if stop_after is not None and len(seen) >= stop_after:
            raise Cancelled
        seen.append(len(seen))

    pipeline = SamplingPipeline(GREEDY, width, torch.device("cpu"))
    return DraftContext(pipeline, Greedy(), check)


def long_network() -> TableNetwork:
    return TableNetwork(context=2000)


# ---- its cache


def test_every_pass_is_preceded_by_a_check() -> None:
    network = long_network()
    checks: list[int] = []
    drafter = DraftModel(network.runner(), 6)
    network.before_pass = lambda: passes.append(len(checks))
    passes: list[int] = []
    drafter.start(LONG, context(checks))
    assert passes == [1, 2, 3], "a long prompt is read in pieces"
    drafter.propose(4)
    assert passes == list(range(1, 8))
    drafter.commit([network.greedy(LONG, 1)[0], *LONG])
    drafter.propose(2)
    assert passes == list(range(1, 8 + 3 + 2))


def test_next_reply_reads_only_what_is_new() -> None:
    network = long_network()
    drafter = DraftModel(network.runner(), 6)
    drafter.start(LONG, context())
    right = drafter.propose(3).tokens[0]
    wrong = (right + 1) % 6
    drafter.commit([wrong, 2])
    network.calls.clear()
    drafter.start([*LONG, wrong, 2, 3, 4, 5], context())
    assert network.calls == [(len(LONG), (wrong, 2, 3, 4))]
    network.calls.clear()
    drafter.start([*LONG[:50], 5, 5, 5, 5], context())
    different = LONG[50:54].index(next(token for token in LONG[50:54] if token != 5))
    assert network.calls[0][0] == 50 + different, "the longest common prefix is kept"


def test_cancelled_prefill_keeps_what_was_read() -> None:
    network = long_network()
    drafter = DraftModel(network.runner(), 6)
    with pytest.raises(Cancelled):
        drafter.start(LONG, context(stop_after=2))
    assert drafter.cached == LONG[: 2 * PREFILL_ROWS]
    network.calls.clear()
    drafter.start(LONG, context())
    assert [start for start, _ in network.calls] == [2 * PREFILL_ROWS]


def test_full_accept_and_plain_rounds_are_caught_up_with_in_the_next_pass() -> None:
    network = long_network()
    drafter = DraftModel(network.runner(), 6)
    drafter.start(PROMPT, context())
    drafts = list(drafter.propose(3).tokens)
    assert drafts == network.greedy(PROMPT, 3)
    drafter.commit([*drafts, 2])
    network.calls.clear()
    again = drafter.propose(2)
    assert network.calls[0] == (len(PROMPT) + 2, (drafts[-1], 2)), "the last draft was not read yet"
    assert list(again.tokens) == network.greedy([*PROMPT, *drafts, 2], 2)
    for token in (1, 0, 4):  # plain rounds
        drafter.commit([token])
    assert list(drafter.propose(2).tokens) == network.greedy([*PROMPT, *drafts, 2, 1, 0, 4], 2)


def test_composite_whose_lookup_drafts_for_long_leaves_the_model_behind_but_right() -> None:
    model = DraftModel(draft_runner("same"), VOCABULARY)
    looping = [5, 6, 7] * 4
    reply = reply_with(
        lambda _: Composite([PromptLookup(), model]), 2, prompt=looping, max_tokens=20, fresh_caches=True
    ).run()
    assert {round_.drafter for round_ in reply.rounds} >= {"lookup", "model"}
    require_draft_caches_fresh(model)


# ---- vocabularies


@pytest.mark.parametrize("rows", [VOCABULARY - 9, VOCABULARY - 1])
@pytest.mark.parametrize("verifier", [Greedy(), Coupled(2), Rejection(SeededCoins(2))])
def test_draft_that_knows_fewer_tokens(rows: int, verifier: Verifier) -> None:
    """Its q has the target's width; tokens it does not know have none of it."""
    runner = ModelRunner(draft_runner("near").network, rows)
    params = GREEDY if verifier.name == "greedy" else SamplingParams(temperature=1.0, top_p=1.0)
    seen = []

    class Noting(DraftModel):
        def propose(self, k: int):  # type: ignore[no-untyped-def]
            drafts = super().propose(k)
            seen.append(drafts)
            return drafts

    reply = reply_with(
        lambda _: Noting(runner, VOCABULARY), 3, params=params, verifier=verifier, max_tokens=20
    )
    reply.drafter = reply.drafter.drafter  # type: ignore[attr-defined]
    reply.run()
    assert all(drafts.q[:, rows:].sum() == 0 for drafts in seen if drafts.q is not None)
    assert all(token < rows for drafts in seen for token in drafts.tokens)
    assert sum(len(drafts.tokens) for drafts in seen) > 0
    if verifier.name != "rejection":
        seed = None if verifier.name == "greedy" else 2
        assert tuple(reply.tokens) == plain_tokens(params, seed, False, torch.float64, 20)


def test_token_the_draft_does_not_know_ends_drafting_with_a_sentence() -> None:
    plain = plain_tokens(GREEDY, None, False, torch.float64, 20)
    place = next(index for index, token in enumerate(plain) if token > max(PROMPT))
    runner = ModelRunner(draft_runner("near").network, plain[place])
    reply = reply_with(lambda _: DraftModel(runner, VOCABULARY), 3, max_tokens=20)
    reply.drafter = reply.drafter.drafter  # type: ignore[attr-defined]
    reply.run()
    assert tuple(reply.tokens) == plain
    assert f"a token ({plain[place]}) that the draft model does not know" in reply.plans[-1][1].why


# ---- numbers that are not finite


def rounds_with_nan(bad: set[int], length: int = 24) -> tuple[Reply, DraftModel, TableNetwork]:
    """Target and draft are the same table; from the bad positions on the draft's rows are NaN."""
    network, draft_network = TableNetwork(), TableNetwork()
    draft_network.not_finite = bad
    drafter = DraftModel(draft_network.runner(), 6)
    reply = Reply(network.runner(), PROMPT, drafter, 3, max_tokens=length)
    reply.run()
    assert reply.tokens == network.greedy(PROMPT, length)
    return reply, drafter, draft_network


def test_drafts_are_dropped_from_the_first_that_is_not_finite() -> None:
    reply, drafter, _ = rounds_with_nan({len(PROMPT) + 1})
    assert [token.origin for token in reply.rounds[0].emitted][:-1] == ["accepted", "accepted"]
    assert len(reply.rounds[0].drafts) == 2, "the row after the second draft is not finite"
    assert Tally.of(reply.rounds).rejected == 0
    assert drafter.problem


def test_after_some_bad_rounds_drafting_ends_with_a_sentence() -> None:
    reply, drafter, _ = rounds_with_nan({len(PROMPT) - 1})
    assert reply.plans[-1][0] == BAD_ROUNDS
    assert "not finite" in reply.plans[-1][1].why
    assert reply.plans[-1][1].mode == "plain"
    assert not any(round_.drafts for round_ in reply.rounds)
    assert drafter.cached == []


def test_after_that_the_next_reply_drafts_again() -> None:
    _, drafter, network = rounds_with_nan({len(PROMPT) + 5})
    network.not_finite = set()
    again = Reply(TableNetwork().runner(), PROMPT, drafter, 3, max_tokens=24).run()
    assert Tally.of(again.rounds).acceptance_rate == 1.0
    assert not drafter.problem


def test_one_bad_round_does_not_end_it() -> None:
    network = TableNetwork()
    drafter = DraftModel(network.runner(), 6)
    drafter.start(PROMPT, context())
    network.not_finite = {len(PROMPT)}
    assert list(drafter.propose(3).tokens) == network.greedy(PROMPT, 1)
    network.not_finite = set()
    drafter.commit(network.greedy(PROMPT, 2))
    assert list(drafter.propose(3).tokens) == network.greedy(PROMPT, 5)[2:]
    assert not drafter.problem


def test_bad_slot_past_a_rejected_draft_is_wiped() -> None:
    network = TableNetwork()
    drafter = DraftModel(network.runner(), 6)
    drafter.start(PROMPT, context())
    network.not_finite = {len(PROMPT) + 1}
    drafts = drafter.propose(3).tokens
    assert len(drafts) == 2
    network.not_finite = set()
    wrong = (drafts[0] + 1) % 6
    drafter.commit([wrong])
    assert list(drafter.propose(1).tokens) == network.greedy([*PROMPT, wrong], 1)


def test_targets_own_cache_is_untouched() -> None:
    """A draft that shares the target's weights has a cache of its own all the same."""
    runner = target()
    reply = reply_with(lambda _: DraftModel(runner, VOCABULARY), 3, fresh_caches=True, max_tokens=20).run()
    assert tuple(reply.tokens) == plain_tokens(GREEDY, None, False, torch.float64, 20)
    assert Tally.of(reply.rounds).acceptance_rate == 1.0
