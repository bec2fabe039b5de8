import itertools
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from verification_oracle import (
    Case,
    Prefix,
    ScriptedCoins,
    Table,
    Verify,
    error,
    verify_with_rejection,
)

from desktop_app.decoding import verification
from desktop_app.decoding.verification import (
    Drafts,
    Greedy,
    Rejection,
    SeededCoins,
    Verification,
    accepts,
    draw,
    residual,
)

CASES = json.loads((Path(__file__).parents[1] / "data" / "verification.json").read_text(encoding="utf-8"))
EXACT = 1e-12

# ---- known answers


def double(values: Sequence[float]) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


def known(case: dict[str, Any]) -> Case:
    """The case with one draft; after it the target says something else, so that rows cannot be mixed up."""
    size = len(case["p"])
    after = {(token,): [1.0 if i == token else 0.0 for i in range(size)] for token in range(size)}
    return Case(case["name"], size, 1, {(): case["p"], **after}, {(): case["q"]})


@pytest.mark.parametrize("case", CASES["verification"], ids=lambda case: case["name"])
def test_known_cases(case: dict[str, Any]) -> None:
    p, q = double(case["p"]), double(case["q"])
    for token, right in enumerate(case["accept_probability"]):
        if right is None:
            continue
        below, above = right * (1 - 1e-9), right * (1 + 1e-9)
        assert accepts(below, float(p[token]), float(q[token])) == (right > 0)
        assert above >= 1.0 or not accepts(above, float(p[token]), float(q[token]))
    torch.testing.assert_close(residual(p, q), double(case["residual"]))
    assert error(known(case)) < EXACT
    torch.testing.assert_close(double(case["p"]), double(case["output_distribution"]))


@pytest.mark.parametrize("case", [c for c in CASES["verification"] if 1 in c["q"]], ids=lambda c: c["name"])
def test_one_hot_as_a_token_is_one_hot_as_a_distribution(case: dict[str, Any]) -> None:
    p, token = double(case["p"]), case["q"].index(1)
    torch.testing.assert_close(residual(p, token), residual(p, double(case["q"])))
    assert Drafts((token,)).probability(0) == 1.0


@pytest.mark.parametrize(
    "case", [case for case in CASES["greedy"] if "draft_token" in case], ids=lambda case: case["name"]
)
def test_known_greedy_cases(case: dict[str, Any]) -> None:
    p = double(case["target_logits_probs"])
    scores = p.log().expand(2, -1)
    outcome = Greedy().verify(scores, p.expand(2, -1), Drafts((case["draft_token"],)))
    assert outcome == Verification(0, int(case["right"].removeprefix("reject, emit ")))


@given(st.data(), st.integers(0, 4))
def test_greedy_is_the_argmax_chain(data: st.DataObject, k: int) -> None:
    """Whole numbers as scores, so that ties abound; they go to the lowest id."""
    rows = [data.draw(st.lists(st.integers(0, 2), min_size=4, max_size=4)) for _ in range(k + 1)]
    tokens = data.draw(st.lists(st.integers(0, 3), min_size=k, max_size=k))
    best = [row.index(max(row)) for row in rows]
    accepted = next((i for i, token in enumerate(tokens) if token != best[i]), k)
    scores = torch.tensor(rows, dtype=torch.float32)
    outcome = Greedy().verify(scores, scores.softmax(-1), Drafts(tokens))
    assert outcome == Verification(accepted, best[accepted])


# ---- the exact output distribution


def tables(name: str, size: int, k: int, make: Callable[[random.Random], tuple[list[float], ...]]) -> Case:
    rng = random.Random(name)
    target: dict[Prefix, list[float]] = {}
    draft: dict[Prefix, list[float]] = {}
    for length in range(k + 1):
        for prefix in itertools.product(range(size), repeat=length):
            target[prefix], draft[prefix] = make(rng)
    return Case(name, size, k, target, draft)


def weights(rng: random.Random, size: int, zeros: int = 0) -> list[float]:
    values = [rng.expovariate(1.0) + 0.01 for _ in range(size)]
    for index in rng.sample(range(size), zeros):
        values[index] = 0.0
    return normalised(values)


def normalised(values: Sequence[float]) -> list[float]:
    return [value / sum(values) for value in values]


def nearly(rng: random.Random, row: list[float], by: float) -> list[float]:
    return normalised([value * (1 + by * rng.uniform(-1, 1)) for value in row])


def one_hot(size: int, token: int) -> list[float]:
    return [float(index == token) for index in range(size)]


def disjoint(rng: random.Random, size: int) -> tuple[list[float], list[float]]:
    values = weights(rng, size)
    cut = rng.randrange(1, size)
    return normalised(values[:cut] + [0.0] * (size - cut)), normalised([0.0] * cut + values[cut:])


def same(row: list[float]) -> tuple[list[float], list[float]]:
    return row, list(row)


def close(rng: random.Random, size: int, by: float) -> tuple[list[float], list[float]]:
    row = weights(rng, size)
    return row, nearly(rng, row, by)


def guessed(name: str, size: int, guess: Prefix, zeros: int) -> Case:
    case = tables(name, size, len(guess), lambda r: (weights(r, size, zeros), weights(r, size)))
    return Case(name, size, len(guess), case.target, None, guess)


ORACLE_CASES = [
    tables("random, three drafts", 2, 3, lambda r: (weights(r, 2), weights(r, 2))),
    tables("random, two drafts", 3, 2, lambda r: (weights(r, 3), weights(r, 3))),
    tables("random, five tokens", 5, 1, lambda r: (weights(r, 5), weights(r, 5))),
    tables("zeros in both", 4, 1, lambda r: (weights(r, 4, 2), weights(r, 4, 2))),
    tables("zeros in the target", 3, 2, lambda r: (weights(r, 3, 1), weights(r, 3))),
    tables("zeros in the draft", 3, 2, lambda r: (weights(r, 3), weights(r, 3, 1))),
    tables("equal", 3, 2, lambda r: same(weights(r, 3))),
    tables("disjoint", 4, 1, lambda r: disjoint(r, 4)),
    tables("sure target", 3, 2, lambda r: (one_hot(3, r.randrange(3)), weights(r, 3))),
    tables("sure draft", 3, 2, lambda r: (weights(r, 3), one_hot(3, r.randrange(3)))),
    tables("nearly equal", 3, 1, lambda r: close(r, 3, 1e-6)),
    tables("equal to rounding", 4, 1, lambda r: close(r, 4, 1e-15)),
    guessed("deterministic drafter", 4, (2, 0), 0),
    guessed("deterministic drafter, long", 3, (1, 0, 2), 0),
    guessed("deterministic drafter that guesses the impossible", 3, (0, 1, 0), 1),
    guessed("plain", 5, (), 1),
]


@pytest.mark.parametrize("case", ORACLE_CASES, ids=lambda case: case.name)
def test_output_has_the_targets_distribution(case: Case) -> None:
    assert error(case) < EXACT


# ---- the oracle is worth something only if it notices mistakes


def verify_like_rejection(
    *,
    p_row: Callable[[int], int] = lambda i: i,
    q_row: Callable[[int], int] = lambda i: i,
    residual_row: Callable[[int], int] = lambda i: i,
    bonus_row: Callable[[int], int] = lambda k: k,
    left: Callable[[torch.Tensor, torch.Tensor, int], torch.Tensor] | None = None,
    shift: int = 0,
) -> Verify:
    """The rule written out, with one thing turned wrong."""

    def verify(p: torch.Tensor, drafts: Drafts, coins: Sequence[float]) -> Verification:
        coin, k = ScriptedCoins(coins), len(drafts.tokens)
        q = drafts.q if drafts.q is not None else torch.eye(p.shape[1], dtype=p.dtype)[list(drafts.tokens)]
        for i, token in enumerate(drafts.tokens):
            if not accepts(coin.next(), float(p[p_row(i), token]), float(q[q_row(i), token])):
                rest = residual(p[residual_row(i)], q[i]) if left is None else left(p[i], q[i], token)
                return Verification(max(0, i + shift), draw(rest, coin.next()))
        return Verification(k, draw(p[bonus_row(k)], coin.next()))

    return verify


def only_the_tokens_q(p: torch.Tensor, q: torch.Tensor, token: int) -> torch.Tensor:
    rest = (p - q[token]).clamp_min(0)
    return rest if rest.sum() > 0 else p


WRONG_VERIFIERS = {
    "residual omitted": verify_like_rejection(left=lambda p, _q, _token: p),
    "only the drafted token's q subtracted from every entry": verify_like_rejection(left=only_the_tokens_q),
    "only the drafted token removed": verify_like_rejection(
        left=lambda p, _q, token: p.masked_fill(torch.arange(len(p)) == token, 0) + (p == 1)
    ),
    "row after the rejection": verify_like_rejection(residual_row=lambda i: i + 1),
    "first row for every residual": verify_like_rejection(residual_row=lambda _: 0),
    "bonus from the row of the last draft": verify_like_rejection(bonus_row=lambda k: max(0, k - 1)),
    "bonus from the first row": verify_like_rejection(bonus_row=lambda _: 0),
    "target row one later": verify_like_rejection(p_row=lambda i: i + 1),
    "draft row of the first draft": verify_like_rejection(q_row=lambda _: 0),
    "one accepted too few": verify_like_rejection(shift=-1),
    "one accepted too many": verify_like_rejection(shift=1),
}


def no_error_anywhere(verify: Verify = verify_with_rejection) -> bool:
    return all(error(case, verify) < EXACT for case in ORACLE_CASES)


def test_rule_written_out_passes() -> None:
    """So that the wrong ones below fail for the one thing that is wrong in them."""
    assert no_error_anywhere(verify_like_rejection())


@pytest.mark.parametrize("verify", WRONG_VERIFIERS.values(), ids=WRONG_VERIFIERS)
def test_wrong_rule_is_noticed(verify: Verify) -> None:
    assert not no_error_anywhere(verify)


WRONG_PARTS: dict[str, tuple[str, Any]] = {
    "coin may equal the threshold": ("accepts", lambda coin, p, q: coin * q <= p),
    "division with an epsilon": ("accepts", lambda coin, p, q: coin < p / (q + 1e-10)),
    "ratio upside down": ("accepts", lambda coin, p, q: coin * p < q),
    "accepts only what the target likes better": ("accepts", lambda _coin, p, q: q < p),
    "accepts with p alone": ("accepts", lambda coin, p, _q: coin < p),
    "accepts everything": ("accepts", lambda *_: True),
    "single precision coin": ("accepts", lambda coin, p, q: float(torch.tensor(coin).float()) * q < p),
    "residual with an epsilon": ("residual", lambda p, q: _left(p, q) + 1e-10),
    "residual of absolute values": ("residual", lambda p, q: (p - _row(p, q)).abs()),
    "residual the wrong way round": ("residual", lambda p, q: (_row(p, q) - p).clamp_min(0)),
    "draw may hit a token of probability 0": (
        "draw",
        lambda probs, coin: min(
            int(torch.searchsorted(probs.cumsum(0) / probs.sum(), torch.tensor(coin).double())),
            len(probs) - 1,
        ),
    ),
    "draw takes the likeliest": ("draw", lambda probs, _coin: int(probs.argmax())),
}


def _row(p: torch.Tensor, q: torch.Tensor | int) -> torch.Tensor:
    return torch.eye(len(p), dtype=p.dtype)[q] if isinstance(q, int) else q


def _left(p: torch.Tensor, q: torch.Tensor | int) -> torch.Tensor:
    rest = (p - _row(p, q)).clamp_min(0)
    return rest if rest.sum() > 0 else p


@pytest.mark.parametrize(("name", "wrong"), WRONG_PARTS.values(), ids=WRONG_PARTS)
def test_wrong_part_is_noticed(name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, name, wrong)
    assert not no_error_anywhere()


def test_residual_need_not_be_normalised(monkeypatch: pytest.MonkeyPatch) -> None:
    """draw scales its coin by the mass; the oracle must not cry wolf."""
    monkeypatch.setattr(verification, "residual", _left)
    assert no_error_anywhere()


# ---- the parts


@pytest.mark.parametrize("q", [1.0, 0.5, 5e-324, 0.0])
def test_zero_coin_never_accepts_what_the_target_rules_out(q: float) -> None:
    assert not accepts(0.0, 0.0, q)


def test_zero_coin_rejects_in_a_round() -> None:
    p = double([[0.0, 1.0], [1.0, 0.0]])
    assert Rejection(ScriptedCoins([0.0, 0.0])).verify(p, p, Drafts((0,))) == Verification(0, 1)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_residual_without_mass_is_the_target(dtype: torch.dtype) -> None:
    p = torch.tensor([0.25, 0.75], dtype=dtype)
    assert residual(p, p.clone()).tolist() == [0.25, 0.75]
    sure = torch.tensor([0.0, 1.0], dtype=dtype)
    assert residual(sure, 1).tolist() == [0.0, 1.0]


def test_residual_leaves_the_distributions_as_they_are() -> None:
    p, q = double([0.25, 0.75]), double([0.75, 0.25])
    residual(p, q)
    residual(p, 1)
    assert (p.tolist(), q.tolist()) == ([0.25, 0.75], [0.75, 0.25])


@given(st.lists(st.sampled_from([0.0, 1e-30, 1e-6, 0.3, 1.0]), min_size=1, max_size=8), st.floats(0, 1))
def test_draw_never_hits_a_zero(row: list[float], coin: float) -> None:
    if sum(row) == 0:
        return
    for point in (0.0, min(coin, 1 - 2**-53), 1 - 2**-53):
        assert row[draw(torch.tensor(row), point)] > 0


def test_draw_reaches_a_tail_that_single_precision_would_lose() -> None:
    """100,000 tokens of 1e-9 behind one: summed in float32 none of them would move the sum."""
    probs = torch.full((100_001,), 1e-9)
    probs[0] = 1.0 - 1e-4
    tail = [draw(probs, 1 - share * 1e-4) for share in (0.75, 0.5, 0.25)]
    assert tail == pytest.approx([25_000, 50_000, 75_000], abs=5)


def test_coins_are_repeatable_and_in_range() -> None:
    first = [SeededCoins(5).next() for _ in range(2)]
    assert first[0] == first[1]
    assert SeededCoins(5).next() != SeededCoins(6).next()
    coins = SeededCoins(2**63 - 1)
    values = [coins.next() for _ in range(20_000)]
    assert all(0 <= value < 1 for value in values)
    # 6 standard deviations of a mean of uniform numbers
    assert abs(sum(values) / len(values) - 0.5) < 6 / (12 * len(values)) ** 0.5
    assert any(value * 2**24 % 1 for value in values), "double precision"


def test_coins_do_not_touch_the_global_generator() -> None:
    before = torch.get_rng_state()
    SeededCoins(1).next()
    assert torch.equal(before, torch.get_rng_state())


def test_types_of_the_tables() -> None:
    """A case whose rows do not sum to one would make the oracle vacuous."""
    for case in ORACLE_CASES:
        named: list[Table] = [case.target] + ([case.draft] if case.draft else [])
        for table in named:
            for row in table.values():
                assert sum(row) == pytest.approx(1.0, abs=1e-12)
