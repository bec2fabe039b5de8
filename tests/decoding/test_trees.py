"""Draft trees: the plain text whatever the tree, the cache that of its tokens, and honest verdicts."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import table_network
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st
from replies import GREEDY, PROMPT, Reply, distinct_network, require_fresh
from scripted_drafters import ScriptedDrafter
from table_network import TableNetwork, token_text
from tiny_models import VOCABULARY, tiny_model
from trees import MOST_DRAFTS, Shape, TreeDrafter, shapes

from desktop_app.decoding.appending_adapter import network_for
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.layout import Layout, tree_layout
from desktop_app.decoding.llama_adapter import LlamaNetwork
from desktop_app.decoding.rounds import Origin, Round, Verdict
from desktop_app.decoding.runner import EXACT_ROWS, ModelRunner
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.slot_cache import BUCKET, SlotCache
from desktop_app.decoding.tally import Tally
from desktop_app.decoding.transformers_adapter import TransformersNetwork
from desktop_app.decoding.verification import Coupled, Greedy, Rejection, SeededCoins, Verifier

FLAT = SamplingParams(1.4, 0, 1.0)
PENALISED = SamplingParams(1.4, 0, 1.0, 0.0, 1.8, frequency_penalty=0.5, banned=((1, 3), (2,)))
# each child beside a wrong one before it, so that every accepted draft has to be moved
SECOND_CHILDREN = Shape((-1, -1, 1, 1, 3, 3), (1, 0, 2, 0, 1, 0))
WIDE = Shape((-1,) * 7, (1, 2, 3, 1, 2, 3, 0))
TWINS = Shape((-1, -1, 0, 1, 1), (0, 0, 1, 0, 2))
SHAPES = st.lists(shapes(), min_size=1, max_size=4)
EXAMPLES = ([SECOND_CHILDREN], [WIDE], [TWINS, SECOND_CHILDREN])


def settled(test: Callable[..., None]) -> Callable[..., None]:
    for shape in EXAMPLES:
        test = example(list(shape))(test)
    return test


def tree_reply(
    runner: ModelRunner,
    shapes: Sequence[Shape],
    plain: Sequence[int],
    params: SamplingParams = GREEDY,
    verifier: Verifier | None = None,
    **changes: object,
) -> Reply:
    known = [*PROMPT, *plain, *[0] * 9]
    drafter = TreeDrafter(lambda tokens: known[len(tokens)], runner.vocab_size, shapes)
    values = {"max_tokens": len(plain), "k": MOST_DRAFTS, **changes}
    return Reply(
        runner,
        PROMPT,
        drafter,
        params=params,
        verifier=verifier or Greedy(),
        **values,  # type: ignore[arg-type]
    ).run()


def plain_reply(runner: ModelRunner, params: SamplingParams, verifier: Verifier, **changes: object) -> Reply:
    return Reply(runner, PROMPT, params=params, verifier=verifier, **changes).run()  # type: ignore[arg-type]


# ---- the plain text


@pytest.mark.parametrize(
    ("params", "verifier"),
    [(GREEDY, Greedy()), (FLAT, Coupled(3)), (PENALISED, Coupled(3))],
    ids=["greedy", "coupled", "coupled with penalties"],
)
@given(shapes=SHAPES)
@settled
def test_text_is_the_plain_text(params: SamplingParams, verifier: Verifier, shapes: list[Shape]) -> None:
    network = TableNetwork(padding=2)
    runner = network.runner()
    plain = plain_reply(runner, params, verifier, max_tokens=16)
    reply = tree_reply(runner, shapes, plain.tokens, params, verifier)
    assert reply.tokens == plain.tokens
    accepted = sum(round_.accepted for round_ in reply.rounds)
    assert len(reply.rounds) == reply.passes == 16 - accepted


def test_trees_save_passes() -> None:
    network = TableNetwork()
    plain = network.greedy(PROMPT, 16)
    reply = tree_reply(network.runner(), [SECOND_CHILDREN], plain)
    assert reply.tokens == plain
    assert [len(round_.emitted) for round_ in reply.rounds[:3]] == [4, 4, 4]
    assert [[draft.parent for draft in round_.drafts] for round_ in reply.rounds[:3]] == 3 * [
        [-1, -1, 1, 1, 3, 3]
    ]


@pytest.fixture(scope="module", params=["Llama", "Gemma 3"])
def double(request: pytest.FixtureRequest) -> ModelRunner:
    return ModelRunner(network_for(tiny_model(request.param, torch.float64)), VOCABULARY)


@pytest.mark.parametrize(("params", "verifier"), [(GREEDY, Greedy()), (FLAT, Coupled(3))])
@settings(max_examples=8)
@given(shapes=SHAPES)
@settled
def test_cache_is_that_of_a_fresh_prefill_after_every_round(
    double: ModelRunner, params: SamplingParams, verifier: Verifier, shapes: list[Shape]
) -> None:
    """In double precision a difference is a mistake. The reply passes the window of Gemma 3."""
    common = {"token_bytes": letter}
    plain = plain_reply(double, params, verifier, max_tokens=20, **common)
    reply = tree_reply(
        double, shapes, plain.tokens, params, verifier, after_round=require_fresh, k=6, **common
    )
    assert reply.tokens == plain.tokens


def letter(token: int) -> bytes:
    return bytes([64 + token])


def test_rows_of_a_tree_are_those_of_their_paths(double: ModelRunner) -> None:
    """Each as if its path alone had been written; also where the buckets of the cache end."""
    parents = [-1, 0, 0, 1, 1, 2, 5]
    tokens = [5, 9, 11, 13, 17, 19, 23]
    text = torch.randint(0, VOCABULARY, (BUCKET + 4,), generator=torch.Generator().manual_seed(0)).tolist()
    cache = double.new_cache()
    double.prefill(cache, text, 0)
    for start in (BUCKET + 3, BUCKET - 2, 20, 1):
        tree = double.forward(cache, tokens, start, parents=parents)
        for row in range(7):
            path = [row]
            while parents[path[0]] >= 0:
                path.insert(0, parents[path[0]])
            alone = double.forward(cache, [tokens[index] for index in path], start)
            torch.testing.assert_close(tree[row], alone[-1], atol=1e-6, rtol=1e-6)
        double.prefill(cache, text[start : start + 7], start)


def test_a_mask_that_sees_a_sibling_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One row too many that a row sees, and the text is another."""

    def seeing_siblings(parents: Sequence[int], start: int) -> Layout:
        layout = tree_layout(parents, start)
        for row, parent in enumerate(parents):
            for other in range(row):
                if parents[other] == parent >= 0:
                    layout.own[row, other] = True
        return layout

    network = TableNetwork()
    plain = network.greedy(PROMPT, 16)
    assert tree_reply(network.runner(), [SECOND_CHILDREN], plain).tokens == plain
    monkeypatch.setattr(table_network, "tree_layout", seeing_siblings)
    with pytest.raises(AssertionError):
        assert tree_reply(network.runner(), [SECOND_CHILDREN], plain).tokens == plain


def test_accepted_drafts_that_stay_where_they_were_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    network = TableNetwork()
    plain = network.greedy(PROMPT, 16)
    monkeypatch.setattr(SlotCache, "move", lambda *_: None)
    with pytest.raises(AssertionError):
        assert tree_reply(network.runner(), [SECOND_CHILDREN], plain).tokens == plain


# ---- verdicts


def test_verdicts_of_the_case_of_the_tally() -> None:
    """Two children at the first level, the second stands; its child falls, the other's is never tested."""
    cases = json.loads((Path(__file__).parents[1] / "data" / "tally.json").read_text())
    case = next(case for case in cases if case["name"].startswith("a draft tree"))
    right = case["rounds"][0]
    shape = Shape(tuple(draft["parent"] for draft in right["drafts"]), (1, 0, 1, 0))
    network = TableNetwork()
    plain = network.greedy(PROMPT, 12)
    round_ = tree_reply(network.runner(), [shape], plain).rounds[0]
    assert [{"verdict": d.verdict.value, "parent": d.parent} for d in round_.drafts] == right["drafts"]
    assert [token.origin.value for token in round_.emitted] == right["emitted"]
    summary = Tally.of([round_]).summary().to_json()
    assert {name: summary[name] for name in case["right"]} == case["right"]
    assert [token.token for token in round_.emitted] == plain[:2]
    assert [draft.p is None for draft in round_.drafts] == [False, False, False, True]


@given(shapes=SHAPES, seed=st.integers(0, 5))
def test_every_verdict_is_what_the_target_said(shapes: list[Shape], seed: int) -> None:
    network = TableNetwork(seed=seed)
    plain = network.greedy(PROMPT, 14)
    reply = tree_reply(network.runner(), shapes, plain, clock=iter(range(10**6)).__next__)
    text = list(PROMPT)
    for round_ in reply.rounds:
        require_honest(network, text, round_)
        text += [token.token for token in round_.emitted]


def require_honest(network: TableNetwork, text: list[int], round_: Round) -> None:
    """Follows the drafts that stand, and finds each verdict, p and origin again."""
    at, tested = -1, set()
    for token in round_.emitted:
        children = [index for index, draft in enumerate(round_.drafts) if draft.parent == at]
        tested.update(children)
        p = network.row(text).softmax(-1)
        standing = [index for index in children if round_.drafts[index].verdict is Verdict.ACCEPTED]
        for index in children:
            assert round_.drafts[index].p == pytest.approx(float(p[round_.drafts[index].token]), rel=1e-5)
        assert token.p == pytest.approx(float(p[token.token]), rel=1e-5)
        assert len(standing) == (token.origin is Origin.ACCEPTED)
        if standing:
            at = standing[0]
            assert round_.drafts[at].token == token.token
        elif round_.drafts:
            assert token.origin is (Origin.CORRECTED if children else Origin.BONUS)
            assert all(round_.drafts[index].token != token.token for index in children)
        text = [*text, token.token]
    for index, draft in enumerate(round_.drafts):
        assert (draft.verdict is Verdict.UNTESTED) == (index not in tested)
        assert (draft.p is None) == (draft.verdict is Verdict.UNTESTED)


def test_of_twins_the_first_stands() -> None:
    """Two siblings with one token: the second is no second chance, and what follows it is not tested."""
    network = TableNetwork()
    plain = network.greedy(PROMPT, 12)
    reply = tree_reply(network.runner(), [TWINS], plain)
    assert reply.tokens == plain
    verdicts = [draft.verdict.value for draft in reply.rounds[0].drafts]
    assert verdicts == ["accepted", "rejected", "rejected", "untested", "untested"]
    assert [token.origin.value for token in reply.rounds[0].emitted] == ["accepted", "corrected"]


# ---- cuts


@pytest.mark.parametrize("shape", [SECOND_CHILDREN, WIDE, TWINS])
@pytest.mark.parametrize("end", ["eos", "stop", "length", "context", "time"])
@pytest.mark.parametrize("after", range(1, 9))
def test_a_reply_is_cut_inside_a_tree(shape: Shape, end: str, after: int) -> None:
    """After each number of tokens, by each of the ends; a later turn goes on from what was emitted."""
    network = distinct_network()
    plain = network.greedy(PROMPT, 12)
    if end == "context":
        network.context_limit = len(PROMPT) + after
    seconds = iter(range(10**6))
    reply = tree_reply(
        network.runner(),
        [shape],
        plain,
        eos=frozenset({plain[after - 1]}) if end == "eos" else frozenset(),
        stops=(token_text(plain[after - 1]).decode(),) if end == "stop" else (),
        max_tokens=after if end == "length" else 12,
        max_seconds=8.5 if end == "time" else None,
        clock=lambda: float(next(seconds)),
    )
    if end == "time":
        assert reply.tokens == plain[: len(reply.tokens)]
        assert 1 <= len(reply.tokens) < 12
    else:
        assert reply.tokens == plain[:after]
    assert reply.reason == ("length" if end == "time" else end)
    tally = Tally.of(reply.rounds)
    assert tally.accepted <= tally.emitted == len(reply.tokens)
    network.context_limit = 64
    follow_up = [*PROMPT, *reply.tokens, 2]
    assert reply.session is not None
    reply.session.runner.context_limit = 64
    again = Reply(network.runner(), follow_up, session=reply.session).run()
    assert again.tokens == network.greedy(follow_up, 12)


def test_a_tree_has_no_more_drafts_than_are_asked_for() -> None:
    network = TableNetwork()
    plain = network.greedy(PROMPT, 12)
    for k in range(1, MOST_DRAFTS + 1):
        reply = tree_reply(network.runner(), [SECOND_CHILDREN, WIDE], plain, k=k)
        assert reply.tokens == plain
        assert max(len(round_.drafts) for round_ in reply.rounds) == min(k, 7)


# ---- rejection


def test_the_rejection_verifier_refuses_a_tree() -> None:
    network = TableNetwork()
    with pytest.raises(DecodingError, match=r"draft tree; choose the coupled verifier or temperature 0\.$"):
        tree_reply(network.runner(), [WIDE], [0] * 12, FLAT, Rejection(SeededCoins(1)))


def test_the_rejection_verifier_takes_a_chain_that_names_its_parents() -> None:
    network = TableNetwork()
    chain = Shape((-1, 0, 1), (0, 0, 0))
    reply = tree_reply(network.runner(), [chain], [0] * 12, FLAT, Rejection(SeededCoins(1)))
    assert len(reply.tokens) == 12


# ---- the exact shape


WIDTHS = {  # those of a 135M model
    "vocab_size": 97,
    "hidden_size": 576,
    "intermediate_size": 1536,
    "num_attention_heads": 9,
    "num_key_value_heads": 3,
    "num_hidden_layers": 2,
}


def test_why_the_exact_shape_takes_no_trees() -> None:
    """A row whose slot is not its position sums in another order: the same bits are luck."""
    runner = ModelRunner(TransformersNetwork(tiny_model("Llama", torch.float32, **WIDTHS)), 97)
    parents = [-1, 0, 0, 2, 2, 4, 4, 6]
    chain = [0, 2, 4, 6, 7]
    same = different = 0
    for start in (4, 24, 40, 60):
        generator = torch.Generator().manual_seed(start)
        text, tokens = (torch.randint(0, 97, (count,), generator=generator).tolist() for count in (start, 8))
        cache = runner.new_cache()
        runner.prefill(cache, text, 0)
        tree = runner.forward(cache, tokens, start, exact=True, parents=parents)
        alone = runner.forward(cache, [tokens[row] for row in chain], start, exact=True)
        assert torch.equal(tree[0], alone[0]), "its slots are its positions"
        equal = [torch.equal(tree[row], alone[index]) for index, row in enumerate(chain)]
        same += sum(equal[1:])
        different += len(chain) - 1 - sum(equal[1:])
        torch.testing.assert_close(tree[chain], alone, atol=1e-3, rtol=1e-3)
    if not different:
        pytest.skip("this processor adds these rows up alike")


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize(("params", "verifier"), [(GREEDY, Greedy()), (FLAT, Coupled(3))])
def test_exact_replies_are_the_plain_ones_to_the_last_bit(
    dtype: torch.dtype, params: SamplingParams, verifier: Verifier
) -> None:
    """Text, probabilities, and the keys and values they leave behind: a tree is tried as its first chain."""
    runner = ModelRunner(LlamaNetwork(tiny_model("Llama", dtype, **WIDTHS)), 97)
    common = {"exact": True, "token_bytes": lambda token: b"%d " % token}
    plain = plain_reply(runner, params, verifier, max_tokens=12, **common)
    mirrored = Shape((-1, 0, 0, 1, -1, 4), (0, 0, 1, 0, 1, 1))
    reply = tree_reply(runner, [mirrored, SECOND_CHILDREN], plain.tokens, params, verifier, **common)
    assert emitted(reply) == emitted(plain)
    assert len(reply.rounds) < 12
    assert all(round_.drafts[i].parent == i - 1 for round_ in reply.rounds for i in range(len(round_.drafts)))
    assert reply.session is not None
    assert plain.session is not None
    count = len(plain.session.cached)
    for layer in plain.session.cache.layers:
        pairs = zip(
            reply.session.cache.read(layer, count), plain.session.cache.read(layer, count), strict=True
        )
        assert all(torch.equal(mine, right) for mine, right in pairs)


def emitted(reply: Reply) -> list[tuple[int, float | None]]:
    return [(token.token, token.p) for round_ in reply.rounds for token in round_.emitted]


def test_every_pass_of_an_exact_reply_is_a_chain_of_one_size() -> None:
    network = TableNetwork()
    plain = network.greedy(PROMPT, 16)
    seen = []
    forward = network.forward
    network.forward = lambda *args: seen.append(args[4:]) or forward(*args)  # type: ignore[method-assign]
    reply = tree_reply(network.runner(), [SECOND_CHILDREN, WIDE, TWINS], plain, exact=True)
    assert reply.tokens == plain
    assert {len(tokens) for _, tokens in network.calls} == {EXACT_ROWS}
    assert set(seen) == {(None,)}, "no pass has parents"


def test_a_chain_in_the_exact_shape_is_drafted_by_whom_it_was() -> None:
    network = TableNetwork()

    class Named(ScriptedDrafter):
        def propose(self, k: int) -> Drafts:
            return Drafts((0, 1, 2)[:k], None, (-1, -1, 1)[:k], "suffix")

    reply = Reply(network.runner(), PROMPT, Named(lambda _: 0), 3, exact=True).run()
    assert {round_.drafter for round_ in reply.rounds} == {"suffix", "none"}
    assert {len(round_.drafts) for round_ in reply.rounds} == {0, 1}
