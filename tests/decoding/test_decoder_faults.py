"""Replies that are stopped or go wrong."""

import pytest
from replies import GREEDY, PROMPT, Reply, distinct_network, drafter_for
from scripted_drafters import ScriptedDrafter, always_right, right_every_other_time
from table_network import TableNetwork, token_text

from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.errors import NonFiniteLogitsError
from desktop_app.decoding.sampling_params import SamplingParams

# ---- stop


@pytest.mark.parametrize("passes", range(5))
@pytest.mark.parametrize("k", [0, 3])
def test_no_pass_starts_after_a_stop(passes: int, k: int) -> None:
    """The user stops while pass number `passes` runs: it is finished and shown, and is the last."""
    network = TableNetwork()
    reply = Reply(
        network.runner(), PROMPT, drafter_for(network, right_every_other_time), k, max_tokens=40
    ).prepare()

    def stop_then() -> None:
        if len(network.calls) == passes:
            reply.control.stop()

    network.before_pass = stop_then
    reply.run()
    assert reply.reason == "cancelled"
    assert reply.passes == passes + 1
    assert len(reply.rounds) == passes + 1
    assert reply.tokens == network.greedy(PROMPT, len(reply.tokens))


def test_stop_before_the_first_pass() -> None:
    network = TableNetwork()
    drafter = drafter_for(network, always_right)
    drafted: list[None] = []
    drafter.before_draft = lambda: drafted.append(None)
    reply = Reply(network.runner(), PROMPT, drafter, 3).prepare()
    reply.control.stop()
    reply.run()
    assert (reply.passes, reply.rounds, drafted, reply.reason) == (0, [], [], "cancelled")


def test_stop_while_drafting_skips_the_verification() -> None:
    network = TableNetwork()
    drafter = drafter_for(network, always_right)
    reply = Reply(network.runner(), PROMPT, drafter, 3).prepare()
    drafter.before_draft = reply.control.stop
    reply.run()
    assert (reply.passes, reply.rounds, reply.reason) == (0, [], "cancelled")


def test_stop_shows_what_was_held_back() -> None:
    network = distinct_network()
    text = b"".join(map(token_text, network.greedy(PROMPT, 12))).decode()
    reply = Reply(network.runner(), PROMPT, stops=(text[1:4] + "!",)).prepare()
    network.before_pass = lambda: reply.control.stop() if len(network.calls) == 2 else None
    reply.run()
    assert reply.text == text[:3]


# ---- what is not finite


@pytest.mark.parametrize("params", [GREEDY, SamplingParams(), SamplingParams(0.7, 5, 0.9, 0.1, 1.1)])
@pytest.mark.parametrize("bad", range(5))
def test_not_finite_where_it_counts_ends_the_reply(bad: int, params: SamplingParams) -> None:
    """Whether plain, verified or bonus row; rounds before it stand."""
    network = TableNetwork()
    reply = Reply(network.runner(), PROMPT, drafter_for(network, always_right), 2, params=params).prepare()
    network.not_finite = {len(PROMPT) - 1 + bad}
    with pytest.raises(NonFiniteLogitsError, match=rf"not finite at token {len(PROMPT) + bad}\b.*\.$"):
        reply.run()
    assert len(reply.tokens) <= bad
    if params.greedy:
        assert reply.tokens == network.greedy(PROMPT, bad // 3 * 3)


def test_rounds_held_back_before_the_error_stand() -> None:
    network = distinct_network()
    text = b"".join(map(token_text, network.greedy(PROMPT, 12))).decode()
    reply = Reply(network.runner(), PROMPT, stops=(text[1:3] + "!",)).prepare()
    network.not_finite = {len(PROMPT) - 1 + 3}
    with pytest.raises(NonFiniteLogitsError):
        reply.run()
    assert reply.text == text[:3]


class DraftsOnce(ScriptedDrafter):
    def propose(self, k: int) -> Drafts:
        return super().propose(k if len(self.tokens) == len(PROMPT) else 0)


@pytest.mark.parametrize("exact", [False, True])
def test_not_finite_behind_a_rejection_is_wiped(exact: bool) -> None:
    """The rows after a rejected draft are NaN: the reply goes on as if nothing had been. The passes after it
    are too short to write over their slots."""
    network = TableNetwork()
    right = network.greedy(PROMPT, 12)
    known = [*PROMPT, *right, *[0] * 9]
    drafter = DraftsOnce(lambda tokens: (known[len(tokens)] + (len(tokens) == len(PROMPT) + 1)) % 6)
    reply = Reply(network.runner(), PROMPT, drafter, 4, exact=exact).prepare()
    network.not_finite = {len(PROMPT) + 2, len(PROMPT) + 3}
    network.before_pass = lambda: network.not_finite.clear() if network.calls else None
    reply.run()
    assert reply.tokens == right
    assert reply.rounds[0].accepted == 1
