"""The tokens of one round as a chain or a tree: its drafts, and the target's own. Free of Qt."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.decoding.drafters.names import LOOKUP, SUFFIX
from desktop_app.decoding.rounds import Candidate, Draft, Emitted, Origin, Round, Row, Verdict, draft_depths
from desktop_app.ui.dashboard.cells import Kind

# What these propose is copied, not drawn: to the verifier it has probability 1.
COPIERS = frozenset({LOOKUP, SUFFIX})


@dataclass(frozen=True, slots=True)
class Node:
    """A draft, or the target's own token where draft is None.

    depth: tokens between it and the committed text, which is also its place among the emitted if it was
    tested. parent: the node it follows, -1 for the committed text. on_path: it became text. rank: how many
    tokens the target finds likelier, known of recorded rounds. copied: not drawn from a distribution.
    """

    kind: Kind
    text: str
    token: int
    q: float | None
    p: float | None
    depth: int
    parent: int
    on_path: bool
    draft: int | None = None
    rank: int | None = None
    copied: bool = False
    drafter: str = ""


@dataclass(frozen=True, slots=True)
class RoundNodes:
    """In the order they are read: a draft's followers right behind it, the target's own token beside what it
    replaced."""

    round: Round
    nodes: tuple[Node, ...]
    branches: bool

    def of_emitted(self, position: int) -> int:
        """The node that became the token at `position` among those emitted."""
        found = (i for i, node in enumerate(self.nodes) if node.on_path and node.depth == position)
        return next(found, 0)

    def row_of(self, index: int) -> Row | None:
        """The distributions in which the token of the node was compared, where they are recorded."""
        node, rows = self.nodes[index], self.round.rows
        if node.kind == "untested" or rows is None or node.depth >= len(rows):
            return None
        return rows[node.depth]

    def stopped_at(self, index: int) -> Node | None:
        """The rejected draft above an untested one; None where the reply ended before it."""
        while index >= 0 and self.nodes[index].kind == "untested":
            index = self.nodes[index].parent
        node = self.nodes[index] if index >= 0 else None
        return node if node is not None and node.kind == "rejected" else None

    def rejected_at(self, depth: int) -> list[Node]:
        """The drafts in whose place the token at this depth stands."""
        return [node for node in self.nodes if node.kind == "rejected" and node.depth == depth]


def nodes_of(round_: Round) -> RoundNodes:
    drafts = round_.drafts
    branches = any(draft.parent != index - 1 for index, draft in enumerate(drafts))
    order = _preorder(round_) if branches else list(range(len(drafts)))
    path = [i for i, draft in enumerate(drafts) if draft.verdict is Verdict.ACCEPTED]
    own = next((e for e in round_.emitted if e.origin is not Origin.ACCEPTED), None)
    depths = draft_depths(drafts)
    places: dict[int | None, int] = {}
    listed: list[int | None] = list(order)
    if own is not None:
        listed.insert(_own_place(round_, order, path, branches), None)
    for place, index in enumerate(listed):
        places[index] = place
    nodes = []
    for index in listed:
        if index is not None:
            parent = places[drafts[index].parent] if drafts[index].parent >= 0 else -1
            nodes.append(_draft_node(round_, index, depths[index], parent))
        else:
            assert own is not None
            parent = places[path[-1]] if path else -1
            nodes.append(_own_node(round_, own, len(path), parent))
    return RoundNodes(round_, tuple(nodes), branches)


def _preorder(round_: Round) -> list[int]:
    """Drafts with their followers right behind them; the one that became text before its siblings."""
    children: dict[int, list[int]] = {}
    for index, draft in enumerate(round_.drafts):
        children.setdefault(draft.parent, []).append(index)
    found: list[int] = []
    waiting = [-1]
    while waiting:
        index = waiting.pop()
        if index >= 0:
            found.append(index)
        below = sorted(
            children.get(index, ()), key=lambda i: round_.drafts[i].verdict is not Verdict.ACCEPTED
        )
        waiting.extend(reversed(below))
    return found


def _own_place(round_: Round, order: list[int], path: list[int], branches: bool) -> int:
    """In a chain behind the draft it replaced, in a tree before all that hang beside it."""
    after = order.index(path[-1]) + 1 if path else 0
    rejected = any(draft.verdict is Verdict.REJECTED for draft in round_.drafts)
    return after + 1 if rejected and not branches else after


def _draft_node(round_: Round, index: int, depth: int, parent: int) -> Node:
    draft = round_.drafts[index]
    source = draft.drafter or round_.drafter
    return Node(
        draft.verdict.value,
        draft.text,
        draft.token,
        draft.q,
        draft.p,
        depth,
        parent,
        draft.verdict is Verdict.ACCEPTED,
        index,
        _rank(round_, index, depth),
        source in COPIERS,
        source,
    )


def _own_node(round_: Round, own: Emitted, depth: int, parent: int) -> Node:
    row = _row(round_, depth)
    rank = None if row is None else _place(row.target, own.token)
    return Node(own.origin.value, own.text, own.token, None, own.p, depth, parent, True, rank=rank)


def _row(round_: Round, depth: int) -> Row | None:
    return round_.rows[depth] if round_.rows is not None and depth < len(round_.rows) else None


def _rank(round_: Round, index: int, depth: int) -> int | None:
    """The row keeps the rank of the first draft that was compared in it, and the likeliest tokens."""
    draft, row = round_.drafts[index], _row(round_, depth)
    if row is None or draft.verdict is Verdict.UNTESTED:
        return None
    if _first_sibling(round_.drafts, index):
        return row.rank
    return _place(row.target, draft.token)


def _first_sibling(drafts: tuple[Draft, ...], index: int) -> bool:
    parent = drafts[index].parent
    return next(i for i, draft in enumerate(drafts) if draft.parent == parent) == index


def _place(candidates: tuple[Candidate, ...], token: int) -> int | None:
    return next((i for i, candidate in enumerate(candidates) if candidate.token == token), None)
