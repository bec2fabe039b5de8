import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from trees import trees

from desktop_app.decoding.drafts import Drafts

#      10
#     /  \
#   11    12     20
#   |           /  \
#   13        21    22
TREE = Drafts((10, 11, 12, 20, 13, 21, 22), None, (-1, 0, 0, -1, 1, 3, 3), "model")


def test_a_chain_follows_itself() -> None:
    chain = Drafts((7, 8, 9))
    assert not chain.branches
    assert [chain.parent(index) for index in range(3)] == [-1, 0, 1]
    assert [chain.children(index) for index in range(-1, 3)] == [[0], [1], [2], []]
    assert [chain.before(row) for row in range(4)] == [(), (7,), (7, 8), (7, 8, 9)]


def test_a_tree_branches() -> None:
    assert TREE.branches
    assert [TREE.children(index) for index in range(-1, 7)] == [[0, 3], [1, 2], [4], [], [5, 6], [], [], []]
    assert [TREE.path(index) for index in (-1, 2, 4, 6)] == [[], [0, 2], [0, 1, 4], [3, 6]]
    assert [TREE.before(row) for row in (0, 3, 5, 7)] == [(), (10, 12), (10, 11, 13), (20, 22)]


def test_parents_of_a_chain_make_no_tree() -> None:
    chain = Drafts((7, 8, 9), None, (-1, 0, 1))
    assert not chain.branches
    assert not Drafts(()).branches
    assert not Drafts((), None, ()).branches
    assert chain.first_chain() is chain


@pytest.mark.parametrize(
    "parents", [(-1,), (-1, 0, 1), (0, -1), (1, -1), (-1, 1), (-2, 0)], ids=lambda value: str(value)
)
def test_a_parent_comes_before_its_child(parents: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="comes before"):
        Drafts((7, 8), None, parents)


def test_probability_is_q_of_the_token_or_certainty() -> None:
    q = torch.tensor([[0.25, 0.75], [0.5, 0.5]])
    assert [Drafts((1, 0), q).probability(index) for index in (0, 1)] == [0.75, 0.5]
    assert Drafts((1, 0)).probability(1) == 1.0


def test_the_first_chain_is_the_best_guess_at_every_level() -> None:
    assert TREE.first_chain() == Drafts((10, 11, 13), None, None, "model")


@given(trees(vocabulary=5), st.booleans())
def test_the_first_chain_is_a_path_of_the_tree(tree: Drafts, drawn: bool) -> None:
    count = len(tree.tokens)
    # each row names its draft
    q = torch.arange(count, dtype=torch.float32)[:, None].expand(count, 5) if drawn else None
    chain = Drafts(tree.tokens, q, tree.parents, "model").first_chain()
    assert not chain.branches
    assert chain.drafter == "model"
    path: list[int] = []
    while children := [index for index in range(count) if tree.parent(index) == (path or [-1])[-1]]:
        path.append(min(children))
    assert list(chain.tokens) == [tree.tokens[index] for index in path]
    assert (chain.q is None) == (not drawn)
    if chain.q is not None and path:
        assert chain.q[: len(path), 0].tolist() == path


@given(trees(vocabulary=5))
def test_children_and_parents_agree(tree: Drafts) -> None:
    nodes = range(-1, len(tree.tokens))
    assert sorted(child for node in nodes for child in tree.children(node)) == list(range(len(tree.tokens)))
    for node in nodes:
        assert all(tree.parent(child) == node for child in tree.children(node))
        assert tree.before(node + 1) == tuple(tree.tokens[index] for index in tree.path(node))
