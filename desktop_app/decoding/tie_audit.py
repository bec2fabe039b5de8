"""Where a speculative reply first differs from the plain one, and how near to a tie the target was there.

Outside the exact shape a row changes in its last bits with the number of rows beside it (reference: the
first difference and both top-2 gaps are reported, nothing is called identical that is not).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_app.decoding.common_prefix import common_prefix
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import Session


@dataclass(frozen=True, slots=True)
class TieAudit:
    """The first difference. position: tokens of the reply before it. A token is None where its reply ended.

    The gaps are differences of the two largest logits after the tokens both replies share: plain_gap
    computed one row a pass, speculative_gap in passes of k + 1 rows.
    """

    position: int
    plain_token: int | None
    speculative_token: int | None
    plain_gap: float
    speculative_gap: float


def audit(
    runner: ModelRunner,
    prompt: Sequence[int],
    plain: Sequence[int],
    speculative: Sequence[int],
    k: int,
    check: Callable[[], None] = lambda: None,
) -> TieAudit | None:
    """Compares two replies to a prompt, the second decoded with k drafts a round; None when they are equal.

    Costs one pass for each shared token. check is called before each and may raise Cancelled.
    """
    position = common_prefix(plain, speculative)
    if position == len(plain) == len(speculative):
        return None
    text = [*prompt, *plain[:position]]
    return TieAudit(
        position,
        plain[position] if position < len(plain) else None,
        speculative[position] if position < len(speculative) else None,
        _gap(runner, text, position + 1, 1, check),
        _gap(runner, text, position + 1, k + 1, check),
    )


def _gap(runner: ModelRunner, text: list[int], decoded: int, rows: int, check: Callable[[], None]) -> float:
    """The gap after a text whose last `decoded` tokens at least were read in passes of so many rows."""
    passes = -(-decoded // rows)
    start = max(0, len(text) - passes * rows)
    session = Session(runner)
    session.prefill(text[: start + 1], exact=False, check=check)
    while True:
        check()
        # what does not fill a pass comes first, so that the last one has the full shape
        end = start + ((len(text) - start) % rows or rows)
        logits = runner.forward(session.cache, text[start:end], start)
        if end == len(text):
            best = logits[-1].topk(2).values
            return float(best[0] - best[1])
        start = end
