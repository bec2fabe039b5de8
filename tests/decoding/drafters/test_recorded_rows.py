"""Recorded distributions of real drafters on tiny models, against a recomputation in double precision.

Target and draft are asked again from nothing, and what the parameters do is written out once more here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
import torch
from drafter_cases import MAKERS, _head_logits, _parts, reply_with, target
from replies import PROMPT, Reply

from desktop_app.decoding.drafters.draft_model import DraftModel
from desktop_app.decoding.drafters.layer_skip import LayerSkip
from desktop_app.decoding.rounds import Candidate, Row, Verdict, round_from_json, round_to_json
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.verification import Coupled, Greedy, Rejection, SeededCoins, Verifier

GREEDY = SamplingParams(temperature=0.0)
SAMPLED = SamplingParams(temperature=0.8, top_p=0.9)
PENALISED = SamplingParams(temperature=0.8, repetition_penalty=1.3, frequency_penalty=0.2)
GREEDY_PENALISED = SamplingParams(temperature=0.0, repetition_penalty=1.3, presence_penalty=0.4)
RULES = {
    "greedy": (GREEDY, lambda: Greedy()),
    "greedy with penalties": (GREEDY_PENALISED, lambda: Greedy()),
    "rejection": (SAMPLED, lambda: Rejection(SeededCoins(3))),
    "rejection with penalties": (PENALISED, lambda: Rejection(SeededCoins(3))),
    "coupled": (SAMPLED, lambda: Coupled(3)),
    "coupled with penalties": (PENALISED, lambda: Coupled(3)),
}
DRAFTERS = ("model, near weights", "skip:2", "eagle, learned head", "eagle+lookup", "lookup")


def distribution(logits: torch.Tensor, text: Sequence[int], params: SamplingParams) -> torch.Tensor:
    """After the whole pipeline, in double precision. text: prompt and reply."""
    scores = penalised(logits, text, params)
    p = (scores / (params.temperature or 1.0)).softmax(-1)
    if params.greedy or params.top_p == 1.0:
        return p
    order = p.argsort(descending=True)
    before = p[order].cumsum(-1) - p[order]
    p[order[before >= params.top_p]] = 0.0
    return p / p.sum()


def penalised(logits: torch.Tensor, text: Sequence[int], params: SamplingParams) -> torch.Tensor:
    scores = logits.double().clone()
    for token in set(text):
        factor = params.repetition_penalty
        scores[token] = scores[token] / factor if scores[token] > 0 else scores[token] * factor
    reply = list(text[len(PROMPT) :])
    for token in set(reply):
        scores[token] -= reply.count(token) * params.frequency_penalty + params.presence_penalty
    return scores


def target_row(text: Sequence[int], params: SamplingParams) -> torch.Tensor:
    runner = target()
    logits = runner.forward(runner.new_cache(), text, 0)[-1]
    return distribution(logits, text, params)


def draft_row(reply: Reply, text: Sequence[int], path: Sequence[int], params: SamplingParams) -> torch.Tensor:
    """What the drafter thinks after the text and these drafts."""
    drafter = reply.drafter.drafter  # type: ignore[attr-defined]
    (part,) = _parts(drafter)
    whole = [*text, *path]
    if isinstance(part, DraftModel | LayerSkip):
        runner = part._runner
        return distribution(runner.forward(runner.new_cache(), whole, 0)[-1], whole, params)
    logits = _head_logits(part, text, [*path, 0])[-1]
    if isinstance(reply.verifier, Rejection):
        return distribution(logits, whole, params)
    # a head that guesses does not draw: what it believes is not filtered
    return (penalised(logits, whole, params) / (params.temperature or 1.0)).softmax(-1)


def require_same(found: tuple[Candidate, ...], entropy: float | None, p: torch.Tensor) -> None:
    top = [candidate.token for candidate in found]
    values = p.sort(descending=True).values[:5]
    assert len(found) == min(5, int((p > 0).sum()))
    assert [candidate.p for candidate in found] == pytest.approx(values[: len(found)].tolist(), rel=1e-4)
    assert p[top].tolist() == pytest.approx([candidate.p for candidate in found], rel=1e-4)
    assert entropy == pytest.approx(float(-(p * p.clamp_min(1e-300).log()).sum()), rel=1e-4)


@pytest.mark.parametrize("drafter", DRAFTERS)
@pytest.mark.parametrize("rule", RULES)
def test_rows_are_those_of_a_recomputation(rule: str, drafter: str) -> None:
    params, make_verifier = RULES[rule]
    verifier: Verifier = make_verifier()
    reply = reply_with(MAKERS[drafter], 6, params=params, verifier=verifier, record=True, max_tokens=16).run()
    text, drawn, shapes = list(PROMPT), 0, set()
    for round_ in reply.rounds:
        assert round_.rows is not None
        assert len(round_.rows) == len(round_.emitted)
        start, at, path = list(text), -1, []
        for token, row in zip(round_.emitted, round_.rows, strict=True):
            p = target_row(text, params)
            require_same(row.target, row.entropy, p)
            assert token.p == pytest.approx(float(p[token.token]), rel=1e-4)
            children = [draft for draft in round_.drafts if draft.parent == at]
            for draft in children:
                assert draft.p == pytest.approx(float(p[draft.token]), rel=1e-4, abs=1e-9)
            likelier = int((p > p[children[0].token] * (1 + 1e-6)).sum()) if children else None
            assert row.rank == likelier
            if row.draft:
                q = draft_row(reply, start, path, params)
                require_same(row.draft, row.draft_entropy, q)
                own = [draft for draft in children if (draft.drafter or round_.drafter) != "lookup"]
                assert own
                for draft in own:
                    assert draft.q == pytest.approx(float(q[draft.token]), rel=1e-4)
                drawn += 1
            else:
                assert row.draft_entropy is None
                assert not children or "lookup" in drafter
            standing = [draft for draft in children if draft.verdict is Verdict.ACCEPTED]
            at = round_.drafts.index(standing[0]) if standing else at
            path.append(token.token)
            text.append(token.token)
        shapes.add(any(d.parent != i - 1 for i, d in enumerate(round_.drafts)))
    assert (drawn > 0) == (drafter != "lookup")
    trees = drafter.startswith("eagle") and not rule.startswith("rejection")
    assert (True in shapes) == trees, "chains and trees"


@pytest.mark.parametrize("rule", ["greedy", "coupled"])
def test_recording_a_tree_changes_nothing_else(rule: str) -> None:
    params, make_verifier = RULES[rule]

    def drafts(record: bool) -> list[object]:
        reply = reply_with(
            MAKERS["eagle+lookup"], 7, params=params, verifier=make_verifier(), record=record, max_tokens=20
        )
        return [(round_.drafts, round_.emitted) for round_ in reply.run().rounds]

    assert drafts(record=True) == drafts(record=False)


def test_rows_of_a_chain_cut_out_of_a_tree_are_those_of_its_drafts() -> None:
    """In exact shapes, where only the first child of each level is verified."""
    reply = reply_with(MAKERS["eagle, learned head"], 5, exact=True, record=True, max_tokens=16).run()
    text, seen = list(PROMPT), 0
    for round_ in reply.rounds:
        start, path = list(text), []
        for token, row in zip(round_.emitted, round_.rows or (), strict=True):
            if row.draft:
                require_same(row.draft, row.draft_entropy, draft_row(reply, start, path, GREEDY))
                seen += 1
            path.append(token.token)
            text.append(token.token)
    assert seen > 5


def test_they_come_back_from_json_and_so_do_those_of_before() -> None:
    reply = reply_with(MAKERS["eagle, learned head"], 6, record=True, max_tokens=8).run()
    for round_ in reply.rounds:
        data = json.loads(json.dumps(round_to_json(round_)))
        assert round_from_json(data) == round_
        for row in data["rows"]:
            del row["draft_entropy"]
        older = round_from_json(data).rows
        assert older is not None
        assert all(isinstance(row, Row) and row.draft_entropy is None for row in older)
