"""The round loop: draft, verify, cut, commit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import torch

from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.control_rounds import ControlRounds
from desktop_app.decoding.detokenizer import Detokenizer
from desktop_app.decoding.drafters.base import Drafter
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.errors import Cancelled, NonFiniteLogitsError, SlipstreamError
from desktop_app.decoding.lookahead import Lookahead
from desktop_app.decoding.plan import Mode, Plan, as_chosen
from desktop_app.decoding.records import Verified, distribution_rows, draft_records, emitted_records
from desktop_app.decoding.rounds import Round, Timing, Undrafted
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.session import Session
from desktop_app.decoding.stopping import FinishReason, HeldRounds, Step, StopRules, StopStrings
from desktop_app.decoding.verification import Verifier

# Makes the drafter of a plain reply that is switched to speculative, started on the committed tokens.
Standby = Callable[[], tuple[Drafter, Lookahead]]


class Decoder:
    """Decodes one reply on a session whose prompt is prefilled.

    clock gives seconds; asked_at is its reading when the reply was asked for. With record each round keeps
    the distributions behind its tokens. controls: which rounds of a speculative reply run plain, to
    measure it. standby: asked when a reply without a drafter is switched to speculative; where it raises a
    SlipstreamError the reply goes on plainly and the plan says why.
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
        record: bool = False,
        controls: ControlRounds | None = None,
        standby: Standby | None = None,
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
        self._record = record
        self._controls = controls
        self._standby = standby
        self._undrafted: Undrafted | None = None
        self._clock = clock
        self._asked_at = clock() if asked_at is None else asked_at
        self._stops = StopStrings(rules.strings)
        self._emitted = 0
        self._index = 0
        self._plan = Plan(drafter.name, "plain" if drafter.name == "none" else "speculative", 0, "")
        self._decoded: Mode = self._plan.mode
        self.reason: FinishReason | None = None

    def rounds(self, control: ReplyControl) -> Iterator[Round]:
        """The rounds of `steps`, without the plans."""
        for step in self.steps(control):
            if isinstance(step, Round):
                yield step

    def steps(self, control: ReplyControl) -> Iterator[Step]:
        """The reply's rounds and its plans; `reason` says afterwards why it ended.

        A round is yielded after it is committed, so the session is right for the next turn wherever the
        caller stops listening.

        Raises:
            NonFiniteLogitsError: the target produced NaN; the rounds before stand.
        """
        held = HeldRounds()
        yield self._planned(self._plan.mode, self._lookahead.why)
        while not self._ended():
            try:
                plan = self._change(control)
                if plan is not None:
                    yield from held.add(plan, self._stops.held)
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

    def _change(self, control: ReplyControl) -> Plan | None:
        """A new plan when the user changed the mode or the drafter gave up."""
        wanted = self._plan.mode if control.mode is None else control.mode
        if self._drafter.problem and self._plan.mode == "speculative":
            return self._planned("plain", self._drafter.problem)
        if wanted == self._plan.mode or self._drafter.problem:
            return None
        if self._drafter.name == "none":
            return self._with_standby()
        return self._planned(wanted, as_chosen(wanted))

    def _with_standby(self) -> Plan | None:
        """It is asked once."""
        standby, self._standby = self._standby, None
        if standby is None:
            return None
        try:
            drafter, lookahead = standby()
        except SlipstreamError as error:
            return self._planned("plain", str(error))
        if drafter.name == "none":
            return self._planned("plain", lookahead.why)
        self._drafter, self._lookahead = drafter, lookahead
        return self._planned("speculative", as_chosen("speculative"))

    def _planned(self, mode: Mode, why: str) -> Plan:
        plain = mode == "plain"
        self._plan = Plan(
            "none" if plain else self._drafter.name, mode, 0 if plain else self._lookahead.k(), why
        )
        return self._plan

    def _round(self, control: ReplyControl) -> tuple[Round, int]:
        started = self._clock()
        control.check()
        drafts = self._propose()
        drafted = self._clock()
        control.check()
        logits = self._forward(drafts)
        verified_at = self._clock()
        verified = self._verify(logits, drafts)
        before = self._detokenizer.copy()
        texts, cut = self._cut(verified.tokens)
        self._commit(verified, len(texts))
        rows = distribution_rows(verified, len(texts), before) if self._record else None
        drafter = (drafts.drafter or self._drafter.name) if drafts.tokens else "none"
        draft_parts = draft_records(verified, len(texts), before, drafter)
        emitted_parts = emitted_records(verified, texts)
        now = self._clock()
        switched = self._plan.mode if self._index and self._plan.mode != self._decoded else None
        self._decoded = self._plan.mode
        round_ = Round(
            index=self._index,
            drafter=drafter,
            drafts=draft_parts,
            emitted=emitted_parts,
            timing=Timing(drafted - started, verified_at - drafted, now - verified_at),
            at=now - self._asked_at,
            rows=rows,
            undrafted=self._undrafted,
            switched=switched,
        )
        self._index += 1
        return round_, cut

    def _propose(self) -> Drafts:
        wanted = self._room()
        self._undrafted = self._why_undrafted(wanted)
        if not wanted or self._undrafted:
            return Drafts(())
        drafts = self._drafter.propose(wanted)
        # attention sums in the order of slots, and those of a branch are not its positions: its rows would
        # differ from plain ones in their last bits, and so would the cache they leave
        return drafts.first_chain() if self._exact else drafts

    def _why_undrafted(self, wanted: int) -> Undrafted | None:
        if self._drafter.name == "none":
            return None
        if self._plan.mode == "plain":
            return "switched"
        # round 0 lasts as long as the prompt takes, so it measures nothing
        control = wanted and self._index and self._controls is not None and self._controls.next()
        return "control" if control else None

    def _room(self) -> int:
        """Drafts that could be wanted now: none that budget or a context would cut off again."""
        length = self._session.length
        limits = [self._rules.max_tokens - self._emitted - 1, self._rules.context_limit - length - 1]
        if self._drafter.limit is not None:
            limits.append(self._drafter.limit - length)
        return max(0, min(self._lookahead.k(), *limits))

    def _forward(self, drafts: Drafts) -> torch.Tensor:
        session = self._session
        if session.pending is None:
            raise ValueError("the session has no prompt")
        tokens = [session.pending, *drafts.tokens]
        parents = None
        if drafts.branches:
            parents = [-1, *(drafts.parent(index) + 1 for index in range(len(drafts.tokens)))]
        logits = session.runner.forward(
            session.cache, tokens, len(session.cached), exact=self._exact, parents=parents, as_computed=True
        )
        # or the time of the pass would be booked as sampling
        if logits.device.type == "cuda":
            torch.cuda.synchronize(logits.device)
        return logits

    def _verify(self, logits: torch.Tensor, drafts: Drafts) -> Verified:
        scores = logits
        if self._pipeline.changes_scores:
            scores = self._pipeline.scores(logits, [drafts.before(row) for row in range(len(logits))])
        p = self._pipeline.rows(scores)
        verification = self._verifier.verify(scores, p, drafts, self._session.length)
        verified = Verified(drafts, verification, p)
        self._require_finite(logits, verified)
        return verified

    def _require_finite(self, logits: torch.Tensor, verified: Verified) -> None:
        """Only the rows that count must be finite; what the others left in the cache is wiped, since even a
        masked NaN would spread."""
        if logits.sum(dim=-1).isfinite().all():
            return  # quicker than to look for the largest
        bad = (~logits.amax(dim=-1).isfinite()).nonzero().flatten().tolist()
        for depth, node in enumerate(verified.nodes):
            if node + 1 in bad:
                raise NonFiniteLogitsError(
                    "The model produced numbers that are not finite at token "
                    f"{self._session.length + depth:,}, so the reply ends here; its weights may be damaged, "
                    "or the data type too small for it: try float32."
                )
        for row in bad:
            slot = len(self._session.cached) + row
            self._session.cache.wipe(slot, slot + 1)

    def _commit(self, verified: Verified, emitted: int) -> None:
        session = self._session
        if verified.drafts.branches:
            first = len(session.cached) + 1
            session.cache.move([first + index for index in verified.verification.indices], first)
        tokens = verified.tokens[:emitted]
        session.commit(tokens)
        self._drafter.commit(tokens)
        self._pipeline.commit(tokens)

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
            elif self._emitted >= self._rules.max_tokens or self._out_of_time():
                self.reason = "length"
            elif self._session.length + len(texts) >= self._rules.context_limit:
                self.reason = "context"
            if self.reason is not None:
                break
        return texts, 0

    def _out_of_time(self) -> bool:
        limit = self._rules.max_seconds
        return limit is not None and self._clock() - self._asked_at >= limit
