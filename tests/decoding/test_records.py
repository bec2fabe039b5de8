"""What a round records: the distributions behind each token, and drafts that are only part of a character."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

import pytest
import torch
from replies import GREEDY, PROMPT, Reply, distinct_network, drafter_for
from scripted_drafters import DrawingDrafter, ScriptedDrafter, always_right, right_every_other_time
from table_network import TableNetwork, token_text
from trees import Shape, TreeDrafter

from desktop_app.decoding.drafters.base import Drafter, NoDrafter
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.rounds import Candidate, Round, Verdict, round_from_json, round_to_json
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.verification import Coupled, Greedy, Rejection, SeededCoins, Verifier

VOCABULARY = 9
FLAT = SamplingParams(1.4, 0, 1.0)
TOP_4 = SamplingParams(1.0, 4, 1.0)
TREE = Shape((-1, -1, 1, 0), (1, 0, 1, 0))


def recorded(params: SamplingParams, verifier: Verifier, drafter: Drafter, **changes: object) -> Reply:
    network = TableNetwork(VOCABULARY, seed=4)
    values = {"k": 4, "max_tokens": 20, "record": True, **changes}
    return Reply(
        network.runner(),
        PROMPT,
        drafter,
        params=params,
        verifier=verifier,
        **values,  # type: ignore[arg-type]
    ).run()


def distribution(text: Sequence[int], params: SamplingParams) -> torch.Tensor:
    """The target's after this text, from first principles."""
    logits = TableNetwork(VOCABULARY, seed=4).row(text).double()
    if params.greedy:
        return logits.softmax(-1)
    if params.top_k:
        logits[logits.argsort()[: -params.top_k]] = -torch.inf
    return (logits / params.temperature).softmax(-1)


def require_candidates(found: Sequence[Candidate], p: torch.Tensor) -> None:
    tokens = [token for token in p.argsort(descending=True).tolist() if p[token] > 0][:5]
    assert [candidate.token for candidate in found] == tokens
    assert [candidate.p for candidate in found] == pytest.approx(p[tokens].tolist(), rel=1e-5)
    assert [candidate.text for candidate in found] == [token_text(token).decode() for token in tokens]


def greedy_network() -> TableNetwork:
    return TableNetwork(VOCABULARY, seed=4)


CASES = {
    "plain": (FLAT, Coupled(1), NoDrafter()),
    "greedy chain": (GREEDY, Greedy(), drafter_for(greedy_network(), right_every_other_time)),
    "greedy tree": (
        GREEDY,
        Greedy(),
        TreeDrafter(lambda text: int(greedy_network().row(text).argmax()), VOCABULARY, [TREE]),
    ),
    "drawn": (FLAT, Rejection(SeededCoins(2)), DrawingDrafter(VOCABULARY, 3)),
    "drawn of four": (TOP_4, Rejection(SeededCoins(2)), DrawingDrafter(VOCABULARY, 3)),
    "coupled tree": (FLAT, Coupled(1), TreeDrafter(lambda text: len(text) % 9, VOCABULARY, [TREE])),
}


@pytest.mark.parametrize("name", CASES)
def test_rows_are_the_distributions_behind_the_tokens(name: str) -> None:
    params, verifier, drafter = CASES[name]
    reply = recorded(params, verifier, drafter)
    text = list(PROMPT)
    ranks = set()
    for round_ in reply.rounds:
        assert round_.rows is not None
        assert len(round_.rows) == len(round_.emitted)
        at = -1
        for token, row in zip(round_.emitted, round_.rows, strict=True):
            p = distribution(text, params)
            require_candidates(row.target, p)
            assert row.entropy == pytest.approx(float(-(p * p.clamp_min(1e-300).log()).sum()), rel=1e-5)
            children = [draft for draft in round_.drafts if draft.parent == at]
            assert row.rank == (int((p > p[children[0].token]).sum()) if children else None)
            if isinstance(drafter, DrawingDrafter) and children:
                require_candidates(row.draft, drafter.table[text[-1]].double())
            else:
                assert row.draft == (), "nothing was drawn"
            ranks.add(row.rank)
            standing = [d for d in children if d.verdict is Verdict.ACCEPTED]
            at = round_.drafts.index(standing[0]) if standing else at
            text.append(token.token)
    assert ranks == {None} if name == "plain" else len(ranks) > 2


def test_entropy_of_known_distributions() -> None:
    """log n where n tokens are equally likely, 0 where one is certain."""
    network = TableNetwork()
    network.row = lambda text: (  # type: ignore[method-assign]
        torch.zeros(6) if len(text) % 2 else torch.tensor([0.0, 0, 0, 200, 0, 0])
    )
    reply = Reply(network.runner(), PROMPT, max_tokens=4, record=True).run()
    entropies = [row.entropy for round_ in reply.rounds for row in round_.rows or ()]
    assert entropies == pytest.approx([math.log(6), 0.0, math.log(6), 0.0], abs=1e-6)
    certain = reply.rounds[1].rows
    assert certain is not None
    assert certain[0].target == (Candidate(3, "d", 1.0),), "what cannot be drawn is no candidate"


def test_nothing_is_recorded_unasked() -> None:
    reply = recorded(GREEDY, Greedy(), drafter_for(greedy_network(), always_right), record=False)
    assert {round_.rows for round_ in reply.rounds} == {None}
    assert "rows" not in round_to_json(reply.rounds[0])


def test_recording_changes_nothing_else() -> None:
    def bare(record: bool) -> list[object]:
        reply = recorded(FLAT, Rejection(SeededCoins(2)), DrawingDrafter(VOCABULARY, 3), record=record)
        return [(round_.drafts, round_.emitted) for round_ in reply.rounds]

    assert bare(record=True) == bare(record=False)


@pytest.mark.parametrize("end", ["eos", "stop"])
def test_a_cut_round_has_rows_for_what_it_emitted(end: str) -> None:
    network = distinct_network()
    plain = network.greedy(PROMPT, 12)
    reply = Reply(
        network.runner(),
        PROMPT,
        drafter_for(network, always_right),
        6,
        record=True,
        eos=frozenset({plain[2]}) if end == "eos" else frozenset(),
        stops=(token_text(plain[2]).decode(),) if end == "stop" else (),
    ).run()
    (round_,) = reply.rounds
    assert round_.rows is not None
    assert [row.target[0].token for row in round_.rows] == plain[:3]
    assert len(round_.drafts) == 6


@pytest.mark.parametrize("name", CASES)
def test_recorded_rounds_come_back_from_json(name: str) -> None:
    params, verifier, drafter = CASES[name]
    for round_ in recorded(params, verifier, drafter).rounds:
        again: Round = round_from_json(json.loads(json.dumps(round_to_json(round_))))
        assert again == round_


# ---- parts of characters

SMILE = "😊".encode()
PIECES = {0: SMILE[:2], 1: SMILE[2:], 2: b"a", 3: SMILE[:1], 4: b" b", 5: "é".encode()[1:]}


class TreeOf(ScriptedDrafter):
    """Always proposes these drafts."""

    def __init__(self, drafts: Drafts) -> None:
        super().__init__(lambda _: 0)
        self.drafts = drafts

    def propose(self, k: int) -> Drafts:
        return self.drafts


def round_of(right: list[int], guesses: list[int], parents: Sequence[int] | None = None) -> Round:
    """A first round in which the target wants `right`."""
    network = TableNetwork()
    known = [*PROMPT, *right, *[2] * 9]
    network.row = lambda tokens: torch.eye(6)[known[len(tokens)]]  # type: ignore[method-assign]
    reply = Reply(network.runner(), PROMPT, TreeOf(Drafts(guesses, None, parents)), len(guesses))
    reply.max_tokens = len(guesses) + 1
    reply.token_bytes = PIECES.__getitem__
    return reply.run().rounds[0]


def test_a_rejected_half_of_a_character_is_shown_as_its_bytes() -> None:
    round_ = round_of([2, 2, 2], [2, 0, 1])
    assert [draft.verdict.value for draft in round_.drafts] == ["accepted", "rejected", "untested"]
    assert [draft.text for draft in round_.drafts] == ["a", r"\xf0\x9f", "😊"]


def test_a_rejected_half_after_an_accepted_half_is_shown_as_its_bytes() -> None:
    """Also one that breaks it; a whole character after a half is just that character."""
    round_ = round_of([3, 2, 2], [3, 3, 4])
    assert [draft.verdict.value for draft in round_.drafts] == ["accepted", "rejected", "untested"]
    assert [draft.text for draft in round_.drafts] == ["", r"\xf0", " b"]
    assert round_of([0, 1, 2], [0, 5, 1]).drafts[1].text == r"\xa9"
    assert [token.text for token in round_.emitted] == ["", "\N{REPLACEMENT CHARACTER}a"]


def test_an_accepted_half_is_no_text_of_its_own() -> None:
    round_ = round_of([0, 1, 4], [0, 1, 4])
    assert [draft.text for draft in round_.drafts] == ["", "😊", " b"]
    assert [token.text for token in round_.emitted] == ["", "😊", " b", "a"]


def test_text_of_a_branch_follows_its_own_path() -> None:
    """Two halves of one character on one branch, and beside it one that begins anew."""
    round_ = round_of([0, 1, 2], [2, 0, 1, 4, 0], [-1, -1, 1, 0, 3])
    assert [draft.verdict.value for draft in round_.drafts] == [
        *("rejected", "accepted", "accepted", "untested", "untested")
    ]
    assert [draft.text for draft in round_.drafts] == ["a", "", "😊", " b", r"\xf0\x9f"]


def test_candidates_that_are_halves_are_shown_as_their_bytes() -> None:
    network = TableNetwork()
    network.row = lambda _: torch.tensor([3.0, 1.0, 0.5, 2.0, 0.0, -9.0])  # type: ignore[method-assign]
    reply = Reply(network.runner(), PROMPT, max_tokens=2, token_bytes=PIECES.__getitem__, record=True).run()
    texts = [[candidate.text for candidate in (round_.rows or ())[0].target] for round_ in reply.rounds]
    assert texts[0] == [r"\xf0\x9f", r"\xf0", r"\x98\x8a", "a", " b"]
    # after the first half of a character: the other half completes it
    assert texts[1] == [r"\xf0\x9f", r"\xf0", "😊", "a", " b"]
