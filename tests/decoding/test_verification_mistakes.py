"""The oracle of exact distributions is worth something only if it notices mistakes."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
import torch
from verification_cases import ORACLE_CASES
from verification_oracle import (
    EXACT,
    ScriptedCoins,
    Table,
    Verify,
    error,
    verify_with_rejection,
)

from desktop_app.decoding import verification
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.verification import (
    Verification,
    accepts,
    draw,
    residual,
)


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


def test_types_of_the_tables() -> None:
    """A case whose rows do not sum to one would make the oracle vacuous."""
    for case in ORACLE_CASES:
        named: list[Table] = [case.target] + ([case.draft] if case.draft else [])
        for table in named:
            for row in table.values():
                assert sum(row) == pytest.approx(1.0, abs=1e-12)
