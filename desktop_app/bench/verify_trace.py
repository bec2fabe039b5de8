"""Is every token of a trace the target's own? The target scores the text again and is asked at each token.

Each token is scored after those the trace says came before, in passes of the exact shape, so that a reply
decoded in that shape meets the very same numbers on the same machine. Elsewhere they differ by what the
number format leaves open (`ScoredRow`), and what lies within that is a near tie and no deviation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isfinite

import torch

from desktop_app.bench.scored_row import ScoredRow
from desktop_app.bench.verify_prompt import CannotVerifyError, Read, what_was_read
from desktop_app.bench.verify_record import contradiction, end_contradiction
from desktop_app.bench.verify_report import Chance, Noted, TraceReport
from desktop_app.bench.verify_rules import Coins, Finding, Place, rule_of
from desktop_app.chats.text import without_surrogates
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.rounds import USER, Draft, Emitted, Round, Verdict
from desktop_app.decoding.runner import EXACT_ROWS, ModelRunner
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.session import Session
from desktop_app.engines.base import Finished
from desktop_app.engines.local import LocalEngine
from desktop_app.engines.trace import Trace
from desktop_app.models.progress import Progress, ProgressCallback


def verify_trace(
    engine: LocalEngine, trace: Trace, name: str, progress: ProgressCallback, control: ReplyControl
) -> TraceReport:
    """Up to the first deviation. name: of the file, for sentences. No conversation's cache is touched.

    Raises:
        CannotVerifyError: the trace and the model do not fit, or the model's numbers are not finite.
        Cancelled: the user asked to stop.
        SlipstreamError: the model cannot be asked.
    """
    progress(Progress("Reading the prompt"))
    read = what_was_read(engine, trace, name)
    walk = _Walk(engine, trace, read)
    rows = _scored(engine.runner, read, trace, control.check)
    deviation = None
    for round_ in trace.rounds:
        progress(Progress("Scoring", walk.checked, len(trace.tokens)))
        deviation = walk.round(round_, rows)
        if deviation is not None:
            break
    return walk.report(deviation or walk.end())


def _scored(
    runner: ModelRunner, read: Read, trace: Trace, check: Callable[[], None]
) -> Iterator[torch.Tensor]:
    """Logits [vocabulary] for each token of the reply."""
    session = Session(runner)
    ids = read.ids
    session.prefill(ids, exact=trace.started.resolved.exact, check=check)
    todo = [ids[-1], *trace.tokens[:-1]]
    for start in range(0, len(todo), EXACT_ROWS):
        check()
        tokens = todo[start : start + EXACT_ROWS]
        logits = runner.forward(session.cache, tokens, len(ids) - 1 + start, exact=True, as_computed=True)
        if not logits.amax().isfinite():
            raise CannotVerifyError(
                "The model produced numbers that are not finite, so it cannot say which tokens are its own; "
                "its weights may be damaged."
            )
        yield from logits


class _Walk:
    """Goes along the reply and keeps what was found so far."""

    def __init__(self, engine: LocalEngine, trace: Trace, read: Read) -> None:
        started, runner = trace.started, engine.runner
        self._engine = engine
        self._trace = trace
        self._dtype = runner.network.dtype
        self._eos_ids = engine.eos_ids
        self._pipeline = SamplingPipeline(
            started.sampling, runner.vocab_size, runner.logits_device, engine.eos_ids
        )
        self._pipeline.start(read.prompt)
        self._pipeline.commit(read.begun)
        self._start = len(read.ids)
        self._detokenizer = engine.loaded.tokenizer.detokenizer()
        for token in read.begun:
            self._detokenizer.push(token)
        self._rule = rule_of(started.resolved.verifier, started.seed)
        self._last_round = trace.rounds[-1].index
        self._ties: list[Noted] = []
        self._chosen = self._drafts = self._probabilities = 0
        self._largest = 0.0
        self.checked = 0

    def round(self, round_: Round, rows: Iterator[torch.Tensor]) -> Noted | None:
        """The first thing in the round that cannot be the target's."""
        broken = contradiction(round_, last=round_.index == self._last_round)
        if broken:
            return self._noted(round_, round_.emitted[0], Finding(broken, round_.emitted[0].token))
        self._rule.begin(round_)
        for depth, emitted in enumerate(round_.emitted):
            row = ScoredRow(next(rows), self._dtype, self._pipeline)
            tested = tested_drafts(round_, depth)
            recorded = None if round_.rows is None or depth >= len(round_.rows) else round_.rows[depth]
            place = Place(row, self._start + self.checked, tested, emitted, recorded)
            for finding in self._found(round_, place):
                noted = self._noted(round_, emitted, finding)
                if not finding.tie:
                    return noted
                self._ties.append(noted)
            self._pipeline.commit([emitted.token])
            self._chosen += round_.drafter == USER
            self._drafts += len(tested)
            self.checked += 1
        return None

    def end(self) -> Noted | None:
        """What the end of the reply says that its rounds do not."""
        last = self._trace.rounds[-1]
        broken = end_contradiction(self._trace, self._eos_ids)
        return (
            self._noted(last, last.emitted[-1], Finding(broken, last.emitted[-1].token)) if broken else None
        )

    def report(self, deviation: Noted | None) -> TraceReport:
        rule = self._rule
        return TraceReport(
            started=self._trace.started,
            model=self._engine.name,
            device=str(self._engine.runner.network.device),
            tokens=len(self._trace.tokens),
            checked=self.checked,
            chosen=self._chosen,
            drafts=self._drafts,
            probabilities=self._probabilities,
            largest_difference=self._largest,
            ties=tuple(self._ties),
            chance=Chance(rule.replayed, rule.possible, rule.followed) if isinstance(rule, Coins) else None,
            deviation=deviation,
        )

    def _found(self, round_: Round, place: Place) -> Iterator[Finding]:
        if round_.drafter != USER:
            yield from self._rule.check(place)
        yield from self._probability_findings(place)
        yield from self._text_findings(place.emitted)
        if place.emitted.token in self._eos_ids and self.checked + 1 < len(self._trace.tokens):
            yield Finding("the reply goes on after the token that ends it", place.emitted.token)

    def _probability_findings(self, place: Place) -> Iterator[Finding]:
        said = [*((draft.token, draft.p) for draft in place.drafts), (place.emitted.token, place.emitted.p)]
        if place.recorded is not None:
            said += [(candidate.token, candidate.p) for candidate in place.recorded.target]
        for token, p in said:
            if p is None:
                continue
            own = float(place.row.p[token])
            self._probabilities += 1
            low, high = (own, own) if own == p else place.row.bounds(token)
            if low <= p <= high:
                self._largest = max(self._largest, abs(own - p))
                continue
            room = high - own if p > own else own - low
            why = f"its recorded p is {p:.4g} and the target's {own:.4g}"
            yield Finding(why, token, margin=abs(own - p), allowed=room)

    def _text_findings(self, emitted: Emitted) -> Iterator[Finding]:
        text = without_surrogates(self._detokenizer.push(emitted.token))
        end = self._trace.end
        cut = isinstance(end, Finished) and end.reason == "stop" and text.startswith(emitted.text)
        if text != emitted.text and not cut:
            yield Finding(f"the token reads {text!r}", emitted.token)

    def _noted(self, round_: Round, emitted: Emitted, finding: Finding) -> Noted:
        text = emitted.text if finding.token == emitted.token else self._raw(finding.token)
        measured = isfinite(finding.margin)
        return Noted(
            position=self.checked,
            round=round_.index,
            token=finding.token,
            text=text,
            why=finding.why,
            expected=finding.other,
            expected_text="" if finding.other is None else self._raw(finding.other),
            margin=finding.margin if measured else None,
            allowed=finding.allowed if measured else None,
        )

    def _raw(self, token: int) -> str:
        return without_surrogates(self._detokenizer.raw(token))


def tested_drafts(round_: Round, depth: int) -> Sequence[Draft]:
    """The drafts the target compared for the token emitted at this place of the round."""
    path = [index for index, draft in enumerate(round_.drafts) if draft.verdict is Verdict.ACCEPTED]
    node = [-1, *path][depth]
    return [draft for draft in round_.drafts if draft.parent == node]
