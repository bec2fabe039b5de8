"""Versions of messages whose replies were gone on with."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.chats.message_outline import Node, Outline


def outline(*nodes: str) -> Outline:
    """Written as "id parent role", the role with a + where it goes on: u, a or a+."""
    return Outline([node(text) for text in nodes])


def node(text: str) -> Node:
    name, parent, role = text.split()
    return Node(
        name, None if parent == "-" else parent, "user" if role == "u" else "assistant", role.endswith("+")
    )


def test_siblings_of_one_role_are_versions() -> None:
    of = outline("q - u", "a q a", "b q a", "r - u", "c r a")
    assert (of.versions("q", "q").ends, of.versions("r", "r").at) == (("q", "r"), 1)
    assert of.versions("b", "b").ends == ("a", "b")
    assert of.versions("c", "c").ends == ("c",)


def test_a_reply_and_what_goes_on_with_it_are_one_version() -> None:
    of = outline("q - u", "a q a", "a2 a a+", "a3 a2 a+", "b q a")
    assert of.versions("a", "a3").ends == ("a3", "b")
    assert of.versions("b", "b").at == 1


def test_a_reply_that_was_answered_and_gone_on_with_is_two_versions() -> None:
    of = outline("q - u", "a q a", "more a u", "b more a", "a2 a a+", "then a2 u")
    assert of.versions("a", "a").ends == ("a", "a2")
    assert of.versions("a", "a2").at == 1
    assert of.leaf("a") == "b", "not through what goes on with it"
    assert of.leaf("a2") == "then"


def test_several_ways_to_go_on_are_versions_in_their_order() -> None:
    of = outline("q - u", "a q a", "x a a+", "y a a+", "x2 x a+", "b q a")
    assert of.versions("a", "y").ends == ("x2", "y", "b")
    assert of.versions("a", "y").stepped(1) == "b"
    assert of.versions("a", "y").stepped(9) == "b"
    assert of.versions("a", "y").stepped(-1) == "x2"


def test_the_end_that_is_shown_is_a_version_whatever_is_below_it() -> None:
    of = outline("q - u", "a q a", "a2 a a+")
    assert of.versions("a", "a").ends == ("a", "a2")
    assert of.leaf("a") == "a"


@given(st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["u", "a", "a+"])), max_size=25))
def test_every_version_can_be_shown_and_leads_back(steps: list[tuple[int, str]]) -> None:
    nodes = [node("0 - u")]
    for place, (parent, role) in enumerate(steps, start=1):
        nodes.append(node(f"{place} {parent % place} {role}"))
    of, by_id = Outline(nodes), {one.id: one for one in nodes}
    for one in nodes:
        versions = of.versions(one.id, one.id)
        assert versions.ends[versions.at] == one.id
        for end in versions.ends:
            leaf = by_id[of.leaf(end)]
            while leaf.id != end:
                leaf = by_id[leaf.parent_id or ""]
