"""Replies at temperature 0: what is emitted, where it ends, and what the session holds then."""

import itertools
from collections.abc import Callable

import pytest
import torch
from replies import GREEDY, Reply
from scripted_drafters import GUESSES, Guess, ScriptedDrafter, always_right, right_every_other_time
from table_network import TableNetwork, token_text
from tiny_models import VOCABULARY, tiny_model

from desktop_app.decoding.drafters.base import Drafter, NoDrafter
from desktop_app.decoding.drafters.prompt_lookup import PromptLookup
from desktop_app.decoding.errors import NonFiniteLogitsError
from desktop_app.decoding.rounds import Origin, Verdict
from desktop_app.decoding.runner import EXACT_ROWS, ModelRunner
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.session import Session
from desktop_app.decoding.transformers_adapter import TransformersNetwork

PROMPT = [3, 1, 4, 1, 5, 3, 1]
GuessMaker = Callable[[Guess, int], Guess]


def drafter_for(network: TableNetwork, make: GuessMaker) -> ScriptedDrafter:
    return ScriptedDrafter(make(lambda tokens: int(network.row(tokens).argmax()), network.vocabulary))


def distinct_network() -> TableNetwork:
    """One whose greedy reply to PROMPT begins with many different tokens."""
    for seed in itertools.count():
        network = TableNetwork(vocabulary=26, seed=seed)
        if len(set(network.greedy(PROMPT, 12))) == 12:
            return network
    raise AssertionError


# ---- the same text as plain decoding


@pytest.mark.parametrize("k", range(8))
@pytest.mark.parametrize("make", GUESSES)
@pytest.mark.parametrize("exact", [False, True])
def test_text_is_that_of_plain_decoding(make: GuessMaker, k: int, exact: bool) -> None:
    network = TableNetwork(padding=2)
    reply = Reply(network.runner(), PROMPT, drafter_for(network, make), k, max_tokens=30, exact=exact).run()
    assert reply.tokens == network.greedy(PROMPT, 30)
    assert reply.reason == "length"
    assert len(reply.rounds) == reply.passes
    accepted = sum(round_.accepted for round_ in reply.rounds)
    assert len(reply.rounds) == 30 - accepted


@pytest.mark.parametrize("k", range(1, 8))
def test_prompt_lookup_gives_the_same_text_in_fewer_passes(k: int) -> None:
    network = TableNetwork(vocabulary=3, context=200)
    reply = Reply(network.runner(), [*PROMPT[:2], 1, 2, 0], PromptLookup(), k, max_tokens=60).run()
    assert reply.tokens == network.greedy([*PROMPT[:2], 1, 2, 0], 60)
    assert reply.passes < 60


def test_right_drafter_is_always_accepted() -> None:
    network = TableNetwork()
    reply = Reply(network.runner(), PROMPT, drafter_for(network, always_right), 4, max_tokens=30).run()
    assert [len(round_.emitted) for round_ in reply.rounds] == [5] * 6
    assert {round_.emitted[-1].origin for round_ in reply.rounds} == {Origin.BONUS}


@pytest.mark.parametrize("penalty", [0.8, 1.5])
def test_repetition_penalty_sees_the_drafts_before_a_row(penalty: float) -> None:
    params = SamplingParams(temperature=0.0, repetition_penalty=penalty)
    texts = []
    for k, make in itertools.product((0, 1, 5), GUESSES):
        network = TableNetwork()
        reply = Reply(
            network.runner(), PROMPT, drafter_for(network, make), k, max_tokens=40, params=params
        ).run()
        texts.append(reply.tokens)
    assert all(text == texts[0] for text in texts)
    if penalty > 1:
        assert texts[0] != TableNetwork().greedy(PROMPT, 40), "the penalty matters"


@pytest.fixture(scope="module")
def llama() -> ModelRunner:
    return ModelRunner(TransformersNetwork(tiny_model("Llama")), VOCABULARY)


@pytest.fixture(scope="module")
def llama_texts(llama: ModelRunner) -> list[int]:
    """A plain reply in the exact shape."""
    return llama_reply(llama, NoDrafter(), 0)


def llama_reply(llama: ModelRunner, drafter: Drafter, k: int) -> list[int]:
    return Reply(llama, PROMPT, drafter, k, max_tokens=40, exact=True, token_bytes=bytes_of).run().tokens


def bytes_of(token: int) -> bytes:
    return bytes([64 + token])


@pytest.mark.parametrize("k", [1, 2, 5, 7])
@pytest.mark.parametrize("make", GUESSES)
def test_text_of_a_transformer_in_the_exact_shape(
    llama: ModelRunner, llama_texts: list[int], make: GuessMaker, k: int
) -> None:
    known = [*PROMPT, *llama_texts, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    drafter = ScriptedDrafter(make(lambda tokens: known[len(tokens)], VOCABULARY))
    assert llama_reply(llama, drafter, k) == llama_texts


@pytest.mark.parametrize("k", range(1, 8))
def test_lookup_on_a_transformer_in_the_exact_shape(
    llama: ModelRunner, llama_texts: list[int], k: int
) -> None:
    assert llama_reply(llama, PromptLookup(shortest=1), k) == llama_texts


# ---- the session after every round


@pytest.fixture(scope="module")
def exact_llama() -> ModelRunner:
    return ModelRunner(TransformersNetwork(tiny_model("Llama", torch.float64)), VOCABULARY)


def require_fresh(session: Session) -> None:
    """The cache is that of a prefill of its tokens."""
    fresh = Session(session.runner)
    assert session.pending is not None
    fresh.prefill([*session.cached, session.pending], exact=False, check=lambda: None)
    count = len(session.cached)
    for layer in fresh.cache.layers:
        pairs = zip(session.cache.read(layer, count), fresh.cache.read(layer, count), strict=True)
        for mine, right in pairs:
            torch.testing.assert_close(mine, right, atol=1e-10, rtol=0)


@pytest.mark.parametrize("make", GUESSES)
@pytest.mark.parametrize("end", ["length", "eos", "stop"])
def test_cache_is_that_of_a_fresh_prefill_after_every_round(
    exact_llama: ModelRunner, make: GuessMaker, end: str
) -> None:
    """Also after a round that was cut, and in the next turn."""
    plain = Reply(exact_llama, PROMPT, max_tokens=16, token_bytes=bytes_of).run()
    known = [*PROMPT, *plain.tokens, *[0] * 9]
    drafter = ScriptedDrafter(make(lambda tokens: known[len(tokens)], VOCABULARY))
    reply = Reply(
        exact_llama, PROMPT, drafter, 5, max_tokens=16, token_bytes=bytes_of, after_round=require_fresh
    )
    if end == "eos":
        reply.eos = frozenset({plain.tokens[8]})
    if end == "stop":
        reply.stops = (plain.text[8:10],)
    reply.run()
    assert reply.reason == end
    assert reply.session is not None
    follow_up = [*PROMPT, *reply.tokens, 7, 7]
    again = Reply(
        exact_llama,
        follow_up,
        drafter=PromptLookup(),
        k=3,
        max_tokens=6,
        token_bytes=bytes_of,
        session=reply.session,
        after_round=require_fresh,
    ).run()
    alone = Reply(exact_llama, follow_up, max_tokens=6, token_bytes=bytes_of).run()
    assert again.tokens == alone.tokens


def test_session_is_right_when_the_listener_stops_early() -> None:
    network = TableNetwork()
    reply = Reply(network.runner(), PROMPT, drafter_for(network, right_every_other_time), 4).prepare()
    assert reply.decoder is not None
    assert reply.session is not None
    rounds = reply.decoder.rounds(reply.control)
    seen = [token.token for token in next(rounds).emitted]
    rounds.close()  # type: ignore[attr-defined]
    follow_up = [*PROMPT, *seen, 2]
    again = Reply(network.runner(), follow_up, session=reply.session).run()
    assert again.tokens == network.greedy(follow_up, 12)


# ---- where a reply ends


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


@pytest.mark.parametrize("exact", [False, True])
def test_not_finite_behind_a_rejection_is_wiped(exact: bool) -> None:
    """The row after the rejected draft is NaN, but only then: the reply goes on as if nothing had been."""
    network = TableNetwork()
    right = network.greedy(PROMPT, 12)
    known = [*PROMPT, *right, *[0] * 9]
    drafter = ScriptedDrafter(lambda tokens: (known[len(tokens)] + (len(tokens) == len(PROMPT) + 1)) % 6)
    reply = Reply(network.runner(), PROMPT, drafter, 4, exact=exact).prepare()
    network.not_finite = {len(PROMPT) + 2, len(PROMPT) + 3}
    network.before_pass = lambda: network.not_finite.clear() if network.calls else None
    reply.run()
    assert reply.tokens == right
    assert reply.rounds[0].accepted == 1


# ---- the record


class StepClock:
    """Advances by hand, and a little at each look."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        self.now += 0.25
        return self.now

    def spend(self, seconds: float) -> None:
        self.now += seconds


def test_time_is_booked_where_it_was_spent() -> None:
    network = TableNetwork()
    clock = StepClock()
    drafter = drafter_for(network, right_every_other_time)
    drafter.before_draft = lambda: clock.spend(10.0)
    reply = Reply(network.runner(), PROMPT, drafter, 3, max_tokens=12, clock=clock).prepare()
    network.before_pass = lambda: clock.spend(1000.0)
    reply.run()
    before = 0.0
    for round_ in reply.rounds:
        timing = round_.timing
        assert timing.draft_s == 10.0 * len(round_.drafts) + 0.25
        assert timing.verify_s == 1000.25
        assert timing.other_s == 0.25
        assert round_.at >= before + timing.total_s
        before = round_.at
    assert reply.rounds[0].at == 0.25 + reply.rounds[0].timing.total_s


def test_drafter_is_named_only_where_it_drafted() -> None:
    network = TableNetwork()
    reply = Reply(network.runner(), PROMPT, drafter_for(network, always_right), 3, max_tokens=5).run()
    assert [(round_.drafter, len(round_.drafts)) for round_ in reply.rounds] == [("model", 3), ("none", 0)]
    assert reply.rounds[-1].emitted[0].origin is Origin.PLAIN


def test_drafts_are_a_chain() -> None:
    network = TableNetwork()
    reply = Reply(network.runner(), PROMPT, drafter_for(network, right_every_other_time), 4).run()
    for round_ in reply.rounds:
        assert [draft.parent for draft in round_.drafts] == [i - 1 for i in range(len(round_.drafts))]


def test_exact_shape_is_used_for_every_pass() -> None:
    network = TableNetwork()
    Reply(
        network.runner(), PROMPT, drafter_for(network, right_every_other_time), 7, max_tokens=20, exact=True
    ).run()
    assert {len(tokens) for _, tokens in network.calls} == {EXACT_ROWS}


def test_session_without_a_prompt_is_a_mistake() -> None:
    network = TableNetwork()
    reply = Reply(network.runner(), PROMPT).prepare()
    assert reply.session is not None
    reply.session.pending = None
    with pytest.raises(ValueError, match="no prompt"):
        reply.run()
