"""Where two replies part, and the gaps there in the shapes both were computed in."""

from __future__ import annotations

import pytest
import torch
from replies import PROMPT, Reply
from scripted_drafters import ScriptedDrafter
from table_network import TableNetwork
from tiny_models import tiny_model

from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import Session
from desktop_app.decoding.slot_cache import SlotCache
from desktop_app.decoding.tie_audit import TieAudit, audit
from desktop_app.decoding.transformers_adapter import TransformersNetwork

KS = range(8)


def gap(row: torch.Tensor) -> float:
    first, second = row.sort(descending=True).values[:2].tolist()
    return first - second


@pytest.mark.parametrize("tokens", [[], [1], [1, 2, 3]])
def test_equal_replies_need_no_pass(tokens: list[int]) -> None:
    network = TableNetwork()
    assert audit(network.runner(), PROMPT, tokens, list(tokens), 5) is None
    assert network.calls == []


@pytest.mark.parametrize("prompt", [PROMPT, PROMPT[:1]], ids=["a prompt", "a prompt of one token"])
@pytest.mark.parametrize("k", KS)
def test_the_first_difference_and_the_gaps_after_what_is_shared(k: int, prompt: list[int]) -> None:
    network = TableNetwork()
    plain = network.greedy(prompt, 12)
    for position in range(12):
        other = [*plain[:position], (plain[position] + 1) % 6, *plain[position + 1 :]]
        if position < 11:
            other[-1] = (other[-1] + 1) % 6  # a later difference is not the first
        found = audit(network.runner(), prompt, plain, other, k)
        right = pytest.approx(gap(network.row([*prompt, *plain[:position]])), abs=1e-6)
        assert found == TieAudit(position, plain[position], other[position], right, right)


@pytest.mark.parametrize("k", [0, 3])
def test_a_reply_that_goes_on_is_a_difference(k: int) -> None:
    network = TableNetwork()
    plain = network.greedy(PROMPT, 12)
    shorter = audit(network.runner(), PROMPT, plain, plain[:5], k)
    longer = audit(network.runner(), PROMPT, plain[:5], plain, k)
    assert shorter is not None
    assert longer is not None
    assert (shorter.position, shorter.plain_token, shorter.speculative_token) == (5, plain[5], None)
    assert (longer.position, longer.plain_token, longer.speculative_token) == (5, None, plain[5])
    assert shorter.plain_gap == longer.plain_gap


@pytest.mark.parametrize(("prompt", "position"), [(7, 0), (7, 5), (7, 11), (1, 2), (1, 11)])
@pytest.mark.parametrize("k", KS)
def test_each_token_is_read_in_the_shape_of_its_mode(k: int, prompt: int, position: int) -> None:
    """One row a pass, then k + 1 rows a pass, the last pass full unless the whole text is shorter."""
    network = TableNetwork()
    plain = network.greedy(PROMPT[:prompt], 12)
    other = [*plain[:position], (plain[position] + 1) % 6]
    audit(network.runner(), PROMPT[:prompt], plain, other, k)
    ones = [(prompt - 1 + index, 1) for index in range(position + 1)]
    calls = [(start, len(tokens)) for start, tokens in network.calls]
    head = [] if prompt == 1 else [(0, prompt - 1)]
    assert calls[: len(head) + len(ones)] == head + ones
    rest = calls[len(head) + len(ones) :]
    text = prompt + position
    assert sum(rows for _, rows in rest) == text
    full = rest[-((position + 1) // (k + 1)) :] if position >= k else rest[-1:]
    assert {rows for _, rows in full} == {min(k + 1, text)}
    starts = [start for start, _ in rest]
    assert starts == sorted(starts)


class Wavering(TableNetwork):
    """Whose rows depend a little on how many there are, as real ones do; near ties then fall otherwise."""

    def forward(self, tokens: torch.Tensor, start: int, cache: SlotCache, *rest: object) -> torch.Tensor:
        logits = super().forward(tokens, start, cache, *rest)  # type: ignore[arg-type]
        logits[:, 0] += 0.01 * (len(tokens) > 1)
        return logits


def test_two_real_replies_that_part_at_a_near_tie() -> None:
    network = Wavering()
    plain = network.greedy(PROMPT, 12)
    at = next(index for index, token in enumerate(plain) if token == 2)
    row = network.row([*PROMPT, *plain[:at]])
    row[0] = row[2] - 0.004
    assert network.greedy(PROMPT, at + 1) == plain[: at + 1]
    runner = network.runner()
    one = Reply(runner, PROMPT).run()
    drafter = ScriptedDrafter(lambda _: 5)
    other = Reply(runner, PROMPT, drafter, 3).run()
    found = audit(runner, PROMPT, one.tokens, other.tokens, 3)
    assert found is not None
    assert (found.position, found.plain_token, found.speculative_token) == (at, 2, 0)
    assert found.plain_gap == pytest.approx(0.004, abs=1e-5)
    assert found.speculative_gap == pytest.approx(0.006, abs=1e-5)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_the_plain_gap_of_a_transformer_is_that_of_its_plain_reply(dtype: torch.dtype) -> None:
    """To the last bit: the plain reply's own passes again. The other is near it."""
    runner = ModelRunner(TransformersNetwork(tiny_model("Llama", dtype)), 61)
    session = Session(runner)
    session.prefill(PROMPT, exact=False, check=lambda: None)
    gaps, plain = [], []
    for _ in range(12):
        assert session.pending is not None
        row = runner.forward(session.cache, [session.pending], len(session.cached))[-1]
        gaps.append(gap(row))
        plain.append(int(row.argmax()))
        session.commit(plain[-1:])
    for position in (0, 3, 11):
        other = [*plain[:position], (plain[position] + 1) % 61]
        found = audit(runner, PROMPT, plain, other, 4)
        assert found is not None
        assert found.plain_gap == gaps[position]
        close = 1e-4 if dtype is torch.float32 else 0.3
        assert found.speculative_gap == pytest.approx(gaps[position], abs=close)


def test_an_audit_can_be_cancelled_before_every_pass() -> None:
    network = TableNetwork()
    plain = network.greedy(PROMPT, 12)
    other = [*plain[:11], (plain[11] + 1) % 6]
    audit(network.runner(), PROMPT, plain, other, 3)
    passes = len(network.calls)
    for allowed in range(passes):
        network.calls.clear()

        def check(allowed: int = allowed) -> None:
            if len(network.calls) >= allowed:
                raise Cancelled

        with pytest.raises(Cancelled):
            audit(network.runner(), PROMPT, plain, other, 3, check)
        assert len(network.calls) == allowed
