"""The round loop: draft, verify, cut, commit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch

from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.detokenizer import Detokenizer
from desktop_app.decoding.drafters.base import Drafter
from desktop_app.decoding.errors import Cancelled, NonFiniteLogitsError
from desktop_app.decoding.lookahead import Lookahead
from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.session import Session
from desktop_app.decoding.stopping import FinishReason, HeldRounds, StopRules, StopStrings
from desktop_app.decoding.verification import Drafts, Verification, Verifier


@dataclass(frozen=True, slots=True)
class _Verified:
    """A verified round before it is cut: verdict, target probabilities [k + 1] of drafts and own token."""

    drafts: Drafts
    verification: Verification
    p_drafts: list[float]
    p_own: float

    @property
    def tokens(self) -> list[int]:
        return [*self.drafts.tokens[: self.verification.accepted], self.verification.token]

    def p_emitted(self, index: int) -> float:
        return self.p_drafts[index] if index < self.verification.accepted else self.p_own


class Decoder:
    """Decodes one reply on a session whose prompt is prefilled.

    clock gives seconds; asked_at is its reading when the reply was asked for.
    """

    def __init__(
        self,
        session: Session,
        drafter: Drafter,
        lookahead: Lookahead,
        pipeline: SamplingPipeline,
        verifier: Verifier,
        detokenizer: Detokenizer,
        rules: StopRules,
        *,
        exact: bool = False,
        clock: Callable[[], float] = time.perf_counter,
        asked_at: float | None = None,
    ) -> None:
        self._session = session
        self._drafter = drafter
        self._lookahead = lookahead
        self._pipeline = pipeline
        self._verifier = verifier
        self._detokenizer = detokenizer
        self._rules = rules
        self._exact = exact
        self._clock = clock
        self._asked_at = clock() if asked_at is None else asked_at
        self._stops = StopStrings(rules.strings)
        self._emitted = 0
        self._index = 0
        self.reason: FinishReason | None = None

    def rounds(self, control: ReplyControl) -> Iterator[Round]:
        """The reply's rounds; `reason` says afterwards why it ended.

        A round is yielded after it is committed, so the session is right for the next turn wherever the
        caller stops listening.

        Raises:
            NonFiniteLogitsError: the target produced NaN; the rounds before stand.
        """
        held = HeldRounds()
        while not self._ended():
            try:
                round_, cut = self._round(control)
            except Cancelled:
                self.reason = "cancelled"
                yield from held.finish(None, 0)
                return
            except NonFiniteLogitsError:
                yield from held.finish(None, 0)
                raise
            if self._ended():
                yield from held.finish(round_, cut)
            else:
                yield from held.add(round_, self._stops.held)

    def _ended(self) -> bool:
        return self.reason is not None

    def _round(self, control: ReplyControl) -> tuple[Round, int]:
        started = self._clock()
        control.check()
        drafts = self._drafter.propose(self._room())
        drafted = self._clock()
        control.check()
        logits = self._forward(drafts)
        verified_at = self._clock()
        verified = self._verify(logits, drafts)
        draft_texts = self._detokenizer.preview(drafts.tokens)
        texts, cut = self._cut(verified.tokens)
        emitted = verified.tokens[: len(texts)]
        self._session.commit(emitted)
        self._drafter.commit(emitted)
        self._pipeline.commit(emitted)
        now = self._clock()
        timing = Timing(drafted - started, verified_at - drafted, now - verified_at)
        round_ = Round(
            index=self._index,
            drafter=self._drafter.name if drafts.tokens else "none",
            drafts=_draft_records(verified, draft_texts, len(emitted)),
            emitted=_emitted_records(verified, texts),
            timing=timing,
            at=now - self._asked_at,
        )
        self._index += 1
        return round_, cut

    def _room(self) -> int:
        """Drafts wanted now: none that budget or context would cut off again."""
        budget = self._rules.max_tokens - self._emitted - 1
        context = self._rules.context_limit - self._session.length - 1
        return max(0, min(self._lookahead.k(), budget, context))

    def _forward(self, drafts: Drafts) -> torch.Tensor:
        session = self._session
        if session.pending is None:
            raise ValueError("the session has no prompt")
        tokens = [session.pending, *drafts.tokens]
        logits = session.runner.forward(session.cache, tokens, len(session.cached), exact=self._exact)
        if logits.device.type == "cuda":
            torch.cuda.synchronize(logits.device)  # or the time of the pass would be booked as sampling
        return logits

    def _verify(self, logits: torch.Tensor, drafts: Drafts) -> _Verified:
        scores = self._pipeline.scores(logits, drafts.tokens)
        p = self._pipeline.distribution(scores)
        verification = self._verifier.verify(scores, p, drafts)
        self._require_finite(logits, verification.accepted)
        return _Verified(
            drafts,
            verification,
            [float(p[row, token]) for row, token in enumerate(drafts.tokens)],
            float(p[verification.accepted, verification.token]),
        )

    def _require_finite(self, logits: torch.Tensor, accepted: int) -> None:
        """Only the rows that count must be finite; what the others left in the cache is wiped, since even a
        masked NaN would spread."""
        bad = (~logits.amax(dim=-1).isfinite()).nonzero().flatten().tolist()
        if bad and bad[0] > accepted:
            first = len(self._session.cached) + bad[0]
            self._session.cache.wipe(first, first + len(logits))
        elif bad:
            position = self._session.length + bad[0]
            raise NonFiniteLogitsError(
                f"The model produced numbers that are not finite at token {position:,}, so the reply "
                "ends here; its weights may be damaged, or the data type too small for it: try float32."
            )

    def _cut(self, tokens: list[int]) -> tuple[list[str], int]:
        """Texts of the tokens that are emitted, and the characters a stop string takes off the end.

        The earliest stop token or stop string ends the reply, and only then the budget.
        """
        texts: list[str] = []
        for token in tokens:
            text = self._detokenizer.push(token)
            texts.append(text)
            self._emitted += 1
            if token in self._rules.eos_ids:
                self.reason = "eos"
            elif (cut := self._stops.push(text)) is not None:
                self.reason = "stop"
                return texts, cut
            elif self._emitted >= self._rules.max_tokens:
                self.reason = "length"
            elif self._session.length + len(texts) >= self._rules.context_limit:
                self.reason = "context"
            if self.reason is not None:
                break
        return texts, 0


def _draft_records(verified: _Verified, texts: list[str], emitted: int) -> tuple[Draft, ...]:
    """Verdicts as far as the round was emitted: drafts past a cut were never tested."""
    accepted = verified.verification.accepted
    tested = min(emitted, accepted + 1)
    records = []
    for index, token in enumerate(verified.drafts.tokens):
        verdict = Verdict.UNTESTED
        if index < tested:
            verdict = Verdict.ACCEPTED if index < accepted else Verdict.REJECTED
        p = None if verdict is Verdict.UNTESTED else verified.p_drafts[index]
        records.append(Draft(token, texts[index], verified.drafts.probability(index), p, verdict, index - 1))
    return tuple(records)


def _emitted_records(verified: _Verified, texts: list[str]) -> tuple[Emitted, ...]:
    drafted, accepted = len(verified.drafts.tokens), verified.verification.accepted
    own = Origin.PLAIN if drafted == 0 else Origin.BONUS if accepted == drafted else Origin.CORRECTED
    return tuple(
        Emitted(token, text, Origin.ACCEPTED if index < accepted else own, verified.p_emitted(index))
        for index, (token, text) in enumerate(zip(verified.tokens, texts, strict=False))
    )
