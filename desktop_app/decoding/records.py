"""From what was verified to the immutable record of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from desktop_app.decoding.detokenizer import Detokenizer
from desktop_app.decoding.distributions import Rows
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.rounds import CANDIDATES, Candidate, Draft, Emitted, Origin, Row, Verdict
from desktop_app.decoding.verification import Verification

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Verified:
    """A verified round before it is cut. p, k + 1 rows: row 0 after the committed text, row i + 1 after
    draft i."""

    drafts: Drafts
    verification: Verification
    p: Rows

    @property
    def nodes(self) -> tuple[int, ...]:
        """What each emitted token follows: -1 for the committed text, else the draft's index."""
        return (-1, *self.verification.indices)

    @property
    def tokens(self) -> list[int]:
        path = self.verification.indices
        return [*(self.drafts.tokens[index] for index in path), self.verification.token]

    @property
    def own_origin(self) -> Origin:
        if not self.drafts.tokens:
            return Origin.PLAIN
        return Origin.CORRECTED if self.drafts.children(self.nodes[-1]) else Origin.BONUS


def draft_records(
    verified: Verified, emitted: int, detokenizer: Detokenizer, drafter: str
) -> tuple[Draft, ...]:
    """Verdicts as far as the round was emitted: drafts past a cut were never tested.

    The detokenizer stands before the round. drafter: the round's.
    """
    drafts, path = verified.drafts, verified.verification.indices
    tested = set(verified.nodes[:emitted])
    texts = _draft_texts(drafts, detokenizer)
    records = []
    for index, token in enumerate(drafts.tokens):
        parent = drafts.parent(index)
        verdict = Verdict.UNTESTED
        if parent in tested:
            verdict = Verdict.ACCEPTED if index in path else Verdict.REJECTED
        p = None if verdict is Verdict.UNTESTED else float(verified.p[parent + 1][token])
        text = texts[index]
        if verdict is not Verdict.ACCEPTED:
            text = _for_the_eye(token, text, detokenizer)
        source = drafter if drafts.sources is None else drafts.sources[index]
        other = None if source == drafter else source
        records.append(Draft(token, text, drafts.shown_probability(index), p, verdict, parent, other))
    return tuple(records)


def emitted_records(verified: Verified, texts: Sequence[str]) -> tuple[Emitted, ...]:
    accepted = verified.verification.accepted
    return tuple(
        Emitted(
            token,
            text,
            Origin.ACCEPTED if index < accepted else verified.own_origin,
            float(verified.p[node + 1][token]),
        )
        for index, (token, text, node) in enumerate(zip(verified.tokens, texts, verified.nodes, strict=False))
    )


def distribution_rows(verified: Verified, emitted: int, detokenizer: Detokenizer) -> tuple[Row, ...]:
    """One row for each emitted token. The detokenizer stands before the round."""
    return tuple(
        _row(verified, verified.nodes[index], verified.tokens[:index], detokenizer)
        for index in range(emitted)
    )


def _row(verified: Verified, node: int, before: list[int], detokenizer: Detokenizer) -> Row:
    drafts = verified.drafts
    p = verified.p[node + 1]
    children = drafts.children(node)
    rank = int((p > p[drafts.tokens[children[0]]]).sum()) if children else None
    q = drafts.distribution_after(node)
    return Row(
        _candidates(p, before, detokenizer),
        () if q is None else _candidates(q, before, detokenizer),
        _entropy(p),
        rank,
        None if q is None else _entropy(q),
    )


def _entropy(probs: torch.Tensor) -> float:
    return float(torch.special.entr(probs).sum())


def _candidates(probs: torch.Tensor, before: list[int], detokenizer: Detokenizer) -> tuple[Candidate, ...]:
    top = probs.topk(min(CANDIDATES, len(probs)))
    return tuple(
        Candidate(token, _for_the_eye(token, detokenizer.preview([*before, token])[-1], detokenizer), p)
        for p, token in zip(top.values.tolist(), top.indices.tolist(), strict=True)
        if p > 0.0
    )


def _for_the_eye(token: int, text: str, detokenizer: Detokenizer) -> str:
    """The text a token would add; where it is part of a character, or breaks one, the token by itself."""
    return text if text and _REPLACEMENT not in text else detokenizer.raw(token)


def _draft_texts(drafts: Drafts, detokenizer: Detokenizer) -> list[str]:
    if not drafts.branches:
        return detokenizer.preview(drafts.tokens)
    return [detokenizer.preview(drafts.before(index + 1))[-1] for index in range(len(drafts.tokens))]
