from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspected_rounds import TIMING, chain, cut_chain, full_chain, plain, tree

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Verdict, draft_depths
from desktop_app.ui.inspector.round_nodes import RoundNodes, nodes_of


def texts(nodes: RoundNodes) -> list[str]:
    return [node.text for node in nodes.nodes]


def test_a_correction_stands_beside_what_it_replaced() -> None:
    nodes = nodes_of(chain())
    assert texts(nodes) == [" t1", " t2", " own", " t3"]
    assert [node.kind for node in nodes.nodes] == ["accepted", "rejected", "corrected", "untested"]
    assert [node.parent for node in nodes.nodes] == [-1, 0, 0, 1]
    assert [node.on_path for node in nodes.nodes] == [True, False, True, False]
    assert not nodes.branches


def test_a_bonus_stands_at_the_end_and_a_plain_token_alone() -> None:
    assert texts(nodes_of(full_chain())) == [" t1", " t2", "\n"]
    assert [node.kind for node in nodes_of(plain()).nodes] == ["plain"]
    assert [node.kind for node in nodes_of(cut_chain()).nodes] == ["accepted", "untested"]


def test_a_tree_is_read_branch_by_branch_with_the_path_first() -> None:
    nodes = nodes_of(tree())
    assert nodes.branches
    assert texts(nodes) == [" t10", " t12", " own", " t14", " t17", " t15", " t13", " t11", " t16"]
    assert [node.depth for node in nodes.nodes] == [0, 1, 2, 2, 3, 2, 1, 0, 1]
    assert [node.parent for node in nodes.nodes] == [-1, 0, 1, 1, 3, 1, 0, -1, 7]
    assert [nodes.of_emitted(position) for position in range(3)] == [0, 1, 2]
    assert [node.text for node in nodes.rejected_at(2)] == [" t14", " t15"]


def test_an_untested_draft_knows_where_it_ended() -> None:
    nodes = nodes_of(tree())
    stopped = [nodes.stopped_at(texts(nodes).index(text)) for text in (" t17", " t16")]
    assert [node.text for node in stopped if node] == [" t14", " t11"]
    assert nodes_of(cut_chain()).stopped_at(1) is None, "the reply ended, nothing was rejected"


def test_ranks_are_those_of_the_recorded_rows() -> None:
    def ranks(round_: Round) -> dict[str, int | None]:
        return {node.text: node.rank for node in nodes_of(round_).nodes}

    assert set(ranks(tree()).values()) == {None}, "nothing was recorded"
    assert ranks(tree(rows=True)) == {
        **{" t10": 0, " t12": 0, " own": 0, " t14": 2, " t15": 1, " t13": 1, " t11": 1},
        **{" t16": None, " t17": None},
    }
    hidden = tree(rows=True)
    assert hidden.rows is not None
    last = replace(hidden.rows[2], target=hidden.rows[2].target[:1])
    cut = replace(hidden, rows=(*hidden.rows[:2], last))
    assert ranks(cut)[" t14"] == 2, "the row keeps the rank of the first draft compared in it"
    assert ranks(cut)[" t15"] is None, "and of others only that of the likeliest"


def test_the_row_of_a_token_is_that_of_its_level() -> None:
    nodes = nodes_of(tree(rows=True))
    rows = nodes.round.rows
    assert rows is not None
    found = {nodes.nodes[index].text: nodes.row_of(index) for index in range(len(nodes.nodes))}
    assert found[" own"] is found[" t14"] is rows[2]
    assert found[" t13"] is rows[1]
    assert found[" t17"] is None


@pytest.mark.parametrize("round_", [chain("lookup"), chain("suffix"), chain("model")])
def test_what_was_copied_is_known(round_: Round) -> None:
    assert {node.copied for node in nodes_of(round_).nodes if node.draft is not None} == {
        round_.drafter != "model"
    }


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """Trees verified as the decoder verifies them, cut or not."""
    count = draw(st.integers(0, 12))
    parents = [draw(st.integers(-1, index - 1)) for index in range(count)]
    path, at = [], -1
    while children := [index for index in range(count) if parents[index] == at]:
        if draw(st.booleans()):
            break
        at = draw(st.sampled_from(children))
        path.append(at)
    emitted = draw(st.integers(1, len(path) + 1))
    tested = {-1, *path[: emitted - 1]}
    verdicts = [
        Verdict.UNTESTED if parent not in tested else Verdict.ACCEPTED if i in path else Verdict.REJECTED
        for i, parent in enumerate(parents)
    ]
    drafts = tuple(
        Draft(i, f"d{i}", 0.5, None, verdict, parent)
        for i, (verdict, parent) in enumerate(zip(verdicts, parents, strict=True))
    )
    tokens = [Emitted(i, f"d{i}", Origin.ACCEPTED, 0.5) for i in path[:emitted]]
    if emitted > len(path):
        own = Origin.PLAIN if not drafts else Origin.CORRECTED if children else Origin.BONUS
        tokens.append(Emitted(99, "own", own, 0.5))
    return Round(0, "eagle" if drafts else "none", drafts, tuple(tokens), TIMING, 0.0)


@given(rounds())
def test_every_token_of_a_round_is_there_once_and_hangs_where_it_was_drafted(round_: Round) -> None:
    nodes = nodes_of(round_)
    assert sorted(node.draft for node in nodes.nodes if node.draft is not None) == list(
        range(len(round_.drafts))
    )
    depths = draft_depths(round_.drafts)
    for index, node in enumerate(nodes.nodes):
        if nodes.branches:
            assert node.parent < index, "it is read after what it follows"
        above = nodes.nodes[node.parent] if node.parent >= 0 else None
        if node.draft is not None:
            assert node.depth == depths[node.draft]
            assert (above.draft if above else -1) == round_.drafts[node.draft].parent
        assert node.depth == (above.depth + 1 if above else 0)
    became = [nodes.nodes[nodes.of_emitted(position)] for position in range(len(round_.emitted))]
    assert [(node.token, node.text) for node in became] == [(e.token, e.text) for e in round_.emitted]
    assert all(node.on_path for node in became)
    for index, node in enumerate(nodes.nodes):
        if node.kind == "untested":
            stopped = nodes.stopped_at(index)
            assert stopped is None or stopped.kind == "rejected"
