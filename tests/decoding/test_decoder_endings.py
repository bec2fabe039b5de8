"""Where a reply ends, and what of its text is shown."""

import itertools

import pytest
import torch
from replies import PROMPT, Reply, distinct_network, drafter_for
from scripted_drafters import (
    GuessMaker,
    ScriptedDrafter,
    always_right,
    right_every_other_time,
)
from table_network import TableNetwork, token_text

from desktop_app.decoding.rounds import Verdict


@pytest.mark.parametrize("k", [0, 3, 5, 7])
@pytest.mark.parametrize("offset", range(9))
def test_reply_ends_at_the_first_end_of_text(offset: int, k: int) -> None:
    """At every place of a block of drafts that would all stand: nothing after it is emitted or counted."""
    network = distinct_network()
    plain = network.greedy(PROMPT, 12)
    reply = Reply(
        network.runner(),
        PROMPT,
        drafter_for(network, always_right),
        k,
        eos=frozenset({plain[offset], plain[-1]}),
    ).run()
    assert reply.tokens == plain[: offset + 1]
    assert reply.reason == "eos"
    last = reply.rounds[-1]
    accepted = sum(draft.verdict is Verdict.ACCEPTED for draft in last.drafts)
    assert all(draft.verdict is Verdict.UNTESTED for draft in last.drafts[accepted:])
    assert sum(len(round_.emitted) for round_ in reply.rounds) == offset + 1


@pytest.mark.parametrize("k", range(8))
@pytest.mark.parametrize("make", [always_right, right_every_other_time])
def test_budget_is_exact(make: GuessMaker, k: int) -> None:
    for max_tokens in range(1, 13):
        network = TableNetwork()
        reply = Reply(network.runner(), PROMPT, drafter_for(network, make), k, max_tokens=max_tokens).run()
        assert reply.tokens == network.greedy(PROMPT, max_tokens)
        assert reply.reason == "length"
        left = max_tokens
        for round_ in reply.rounds:
            assert len(round_.drafts) < left or not round_.drafts, "no draft that the budget would cut off"
            left -= len(round_.emitted)


@pytest.mark.parametrize("k", [0, 1, 7])
@pytest.mark.parametrize("room", [1, 2, 3, 9])
@pytest.mark.parametrize("exact", [False, True])
def test_reply_ends_with_the_context(k: int, room: int, exact: bool) -> None:
    network = TableNetwork(context=len(PROMPT) + room)
    reply = Reply(
        network.runner(), PROMPT, drafter_for(network, always_right), k, max_tokens=50, exact=exact
    ).run()
    assert reply.tokens == TableNetwork().greedy(PROMPT, room)
    assert reply.reason == "context"
    if not exact:
        assert all(start + len(tokens) < network.context_limit for start, tokens in network.calls)


@pytest.mark.parametrize(
    ("eos", "stops", "max_tokens", "reason"),
    [
        (True, (), 3, "eos"),
        (False, (2,), 3, "stop"),
        (True, (2,), 3, "eos"),
        (True, (1,), 12, "stop"),
        (False, (3,), 3, "length"),
    ],
)
def test_what_ends_first_is_the_reason(
    eos: bool, stops: tuple[int, ...], max_tokens: int, reason: str
) -> None:
    """eos is the third token; stops are offsets of tokens whose text is a stop string."""
    network = distinct_network()
    plain = network.greedy(PROMPT, 12)
    reply = Reply(
        network.runner(),
        PROMPT,
        drafter_for(network, always_right),
        6,
        eos=frozenset({plain[2]} if eos else ()),
        stops=tuple(token_text(plain[offset]).decode() for offset in stops),
        max_tokens=max_tokens,
    ).run()
    assert reply.reason == reason
    assert len(reply.tokens) == min([2 + 1, *[offset + 1 for offset in stops]]) or reason == "length"


@pytest.mark.parametrize("k", [0, 2, 7])
@pytest.mark.parametrize("length", [1, 2, 5])
def test_stop_string_at_every_place(k: int, length: int) -> None:
    """Over tokens and rounds: the text before it is shown, its tokens are counted, nothing follows."""
    network = distinct_network()
    plain = network.greedy(PROMPT, 12)
    text = b"".join(map(token_text, plain)).decode()
    for start in range(12 - length + 1):
        stop = text[start : start + length]
        reply = Reply(
            network.runner(),
            PROMPT,
            drafter_for(network, right_every_other_time),
            k,
            stops=(stop, "never"),
        ).run()
        assert reply.text == text[:start]
        assert reply.tokens == plain[: start + length]
        assert reply.reason == "stop"


def test_stop_string_inside_a_token() -> None:
    network = TableNetwork()
    words = ["one ", "two ", "three ", "four ", "five ", "six "]
    plain = "".join(words[token] for token in network.greedy(PROMPT, 12))
    for stop in ("e ", "ee fo", "x", "wo", " "):
        cut = plain.find(stop)
        reply = Reply(
            network.runner(),
            PROMPT,
            drafter_for(network, always_right),
            3,
            stops=(stop,),
            token_bytes=lambda token: words[token].encode(),
        ).run()
        assert reply.text == (plain[:cut] if cut >= 0 else plain)
        assert reply.reason == ("stop" if cut >= 0 else "length")


def test_start_of_a_stop_string_is_held_back_and_shown_when_it_is_none() -> None:
    network = distinct_network()
    text = b"".join(map(token_text, network.greedy(PROMPT, 12))).decode()
    reply = Reply(network.runner(), PROMPT, stops=(text[2:5] + "!", text[11] + "!")).prepare()
    assert reply.decoder is not None
    shown = ""
    for round_ in reply.decoder.rounds(reply.control):
        # when a round comes out, the network may have been asked for more
        shown += round_.text
        committed = reply.passes
        assert shown == text[: len(shown)]
        assert len(shown) == committed or 2 <= len(shown) <= 5 or committed == 12
    assert shown == text


def test_characters_of_several_tokens() -> None:
    """The token that completes a character shows it; a draft shows what it would."""
    pieces = {0: "é".encode()[:1], 1: "é".encode()[1:], 2: b"a", 3: "😊".encode()[:2], 4: "😊".encode()[2:]}
    order = [0, 1, 2, 3, 4, 0, 1]
    known = [5, *order, *[2] * 9]
    network = TableNetwork()
    network.row = lambda tokens: torch.eye(6)[known[len(tokens)]]  # type: ignore[method-assign]
    drafter = ScriptedDrafter(lambda tokens: known[len(tokens)] if len(tokens) != 4 else 2)
    reply = Reply(
        network.runner(), [5], drafter, 4, max_tokens=7, token_bytes=lambda token: pieces.get(token, b"")
    ).run()
    texts = [[token.text for token in round_.emitted] for round_ in reply.rounds]
    assert reply.tokens == order
    assert list(itertools.chain(*texts)) == ["", "é", "a", "", "😊", "", "é"]
    assert [draft.text for draft in reply.rounds[0].drafts] == ["", "é", "a", "a"]
    assert reply.rounds[0].drafts[3].verdict is Verdict.REJECTED
    assert [draft.text for draft in reply.rounds[1].drafts] == ["😊", ""]
