"""Where a speculative reply first differs from the plain one, and how near to a tie the target was there.

Outside the exact shape a row changes in its last bits with the number of rows beside it (reference: the
first difference and both top-2 gaps are reported, nothing is called identical that is not).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

import torch

from desktop_app.decoding.common_prefix import common_prefix
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import Session

# From logits [vocabulary], and the number of the reply's tokens before them, to values of which the target
# takes the largest.
Choices = Callable[[torch.Tensor, int], torch.Tensor]


@dataclass(frozen=True, slots=True)
class TieAudit:
    """The first difference. position: tokens of the reply before it. A token is None where its reply ended.

    The gaps are between the two best choices after the tokens both replies share: plain_gap computed one row
    a pass, speculative_gap in passes of k + 1 rows; infinite where only one token could be chosen.
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
    choices: Choices = lambda logits, _: logits,
) -> TieAudit | None:
    """Compares two replies to a prompt, the second decoded with k drafts a round; None when they are equal.

    Costs one pass for each shared token. check is called before each and may raise Cancelled. choices: how
    the target chooses, where it is not by the logits themselves.
    """
    position = common_prefix(plain, speculative)
    if position == len(plain) == len(speculative):
        return None
    text = [*prompt, *plain[:position]]
    return TieAudit(
        position,
        plain[position] if position < len(plain) else None,
        speculative[position] if position < len(speculative) else None,
        *(_gap(choices(_after(runner, text, position + 1, rows, check), position)) for rows in (1, k + 1)),
    )


def _gap(values: torch.Tensor) -> float:
    if len(values) < 2:
        return inf
    best = values.topk(2).values
    return float(best[0] - best[1])


def _after(
    runner: ModelRunner, text: list[int], decoded: int, rows: int, check: Callable[[], None]
) -> torch.Tensor:
    """The logits after a text whose last `decoded` tokens at least were read in passes of so many rows."""
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
            return logits[-1]
        start = end
