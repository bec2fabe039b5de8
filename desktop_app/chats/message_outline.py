"""The shape of a conversation: what is a version of what, where a reply and what goes on with it are one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_app.chats.messages import Role


@dataclass(frozen=True, slots=True)
class Node:
    """A message without its text."""

    id: str
    parent_id: str | None
    role: Role
    continues: bool


@dataclass(frozen=True, slots=True)
class Versions:
    """ends: the last part of each version, oldest version first; at: the place of the one that is shown."""

    ends: tuple[str, ...]
    at: int

    def stepped(self, by: int) -> str:
        """The end of the version so many places later, at most the last; earlier when negative."""
        return self.ends[max(0, min(len(self.ends) - 1, self.at + by))]


class Outline:
    """Nodes in the order they were added, so that parents come before their children."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = nodes
        self._place = {node.id: place for place, node in enumerate(nodes)}
        self._children: defaultdict[str | None, list[Node]] = defaultdict(list)
        for node in nodes:
            self._children[node.parent_id].append(node)

    def versions(self, first: str, last: str) -> Versions:
        """Of the message whose parts go from `first` to `last`.

        Raises:
            KeyError: there is no such message.
        """
        begun = self._node(first)
        ends = tuple(
            end
            for node in self._children[begun.parent_id]
            if node.id == first or (node.role == begun.role and not node.continues)
            for end in self._ends(node, last)
        )
        return Versions(ends, ends.index(last))

    def leaf(self, end: str) -> str:
        """What was added last below this end of a message, other than what goes on with it; else itself.

        Raises:
            KeyError: there is no such message.
        """
        role = self._node(end).role
        below, newest = {end}, end
        for node in self._nodes[self._place[end] + 1 :]:
            goes_on = node.parent_id == end and node.continues and node.role == role
            if node.parent_id in below and not goes_on:
                below.add(node.id)
                newest = node.id
        return newest

    def _node(self, message_id: str) -> Node:
        return self._nodes[self._place[message_id]]

    def _ends(self, first: Node, shown: str) -> Iterator[str]:
        """Where the message that begins here ends: where something else follows, or nothing."""
        waiting = [first]
        while waiting:
            node = waiting.pop()
            children = self._children[node.id]
            parts = [child for child in children if child.continues and child.role == node.role]
            if len(parts) < len(children) or not parts or node.id == shown:
                yield node.id
            waiting += reversed(parts)
