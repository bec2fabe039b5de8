"""What a pair costs, from rounds whose times are known, and what follows for k."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from desktop_app.bench.pair_measure import (
    SESSION,
    PairMeasure,
    PairMeasureError,
    PairMeasurement,
    PairOptions,
)
from desktop_app.bench.pair_words import measurement_sentences, recommendation
from desktop_app.bench.suite import read_suite
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Plan, Prefilled, Resolved, Started
from desktop_app.models.progress import Progress

PLAIN_S, DRAFT_S, ROW_S = 0.010, 0.001, 0.0005


@dataclass
class TimedEngine:
    """A plain step takes 10 ms, a draft 1 ms and each row more 0.5 ms; the first `stand` drafts stand."""

    drafter: str = "model"
    stand: int = 2
    rounds: int = 10
    tree: bool = False
    slow: float = 1.0
    failure: str = ""
    stop_after: int | None = None
    seen: list[ChatRequest] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)

    def reply(self, request: ChatRequest, control: ReplyControl) -> Iterator[Event]:
        self.seen.append(request)
        if self.stop_after is not None and len(self.seen) > self.stop_after:
            control.stop()
        plain = request.draft == "none" or self.drafter == "none"
        mode = "plain" if plain else "speculative"
        resolved = Resolved("greedy", "cpu", "float32", exact=False)
        yield Started("t", request.draft, mode, request.k, request.sampling, 1, resolved)
        yield Prefilled(20, 0, 0.1)
        yield Plan("none" if plain else self.drafter, mode, 0 if plain else 4, "as timed")
        if self.failure and not plain:
            yield Failed(self.failure)
            return
        tally, at = Tally(), 0.0
        tally.prefilled(20, 0.1)
        k = 0 if plain else 4 if request.k == "auto" else request.k
        for index in range(self.rounds):
            if control.stopped:
                yield Finished("cancelled", "", tally.summary())
                return
            round_ = self._round(index, k, at)
            at = round_.at
            tally.add(round_)
            yield round_
        yield Finished("length", "x", tally.summary())

    def _round(self, index: int, k: int, at: float) -> Round:
        stand = min(self.stand, k)
        verdicts = [Verdict.ACCEPTED] * stand + [Verdict.REJECTED] * (k > stand)
        verdicts += [Verdict.UNTESTED] * (k - len(verdicts))
        drafts = [
            Draft(7, "x", 0.5, None if v is Verdict.UNTESTED else 0.5, v, i - 1)
            for i, v in enumerate(verdicts)
        ]
        if self.tree and drafts:
            drafts.append(Draft(8, "y", 0.5, None, Verdict.UNTESTED, -1))
        last = Origin.PLAIN if not k else Origin.BONUS if stand == k else Origin.CORRECTED
        emitted = [Emitted(7, "x", Origin.ACCEPTED, 0.5)] * stand + [Emitted(9, "z", last, 0.5)]
        draft_s = DRAFT_S * k * self.slow
        verify_s = PLAIN_S + ROW_S * len(drafts)
        name = self.drafter if k else "none"
        timing = Timing(draft_s, verify_s, 0.0)
        return Round(index, name, tuple(drafts), tuple(emitted), timing, at + draft_s + verify_s)

    def forget(self, session: str) -> None:
        self.forgotten.append(session)


def measured(engine: Any, draft: str = "d", control: ReplyControl | None = None) -> PairMeasurement:
    options = PairOptions(draft, SamplingParams(temperature=0.0))
    return PairMeasure(engine, options).measured(control or ReplyControl(), lambda _: None)


def test_the_costs_are_those_of_the_rounds() -> None:
    found = measured(TimedEngine())
    assert found.plain_s == pytest.approx(PLAIN_S)
    assert found.cost_ratio == pytest.approx(0.1)
    verify = {cost.rows: cost.seconds for cost in found.costs.verify}
    assert list(verify) == list(range(1, 10))
    assert verify == pytest.approx({rows: PLAIN_S + ROW_S * (rows - 1) for rows in range(1, 10)})
    assert found.costs.acceptance == pytest.approx(2 / 3)
    assert found.tokens_per_round == pytest.approx(3)
    assert [prompt.acceptance for prompt in found.prompts] == pytest.approx([2 / 3] * 6)


def test_the_best_k_is_that_of_the_closed_form() -> None:
    found = measured(TimedEngine())
    gains = {k: (1 + min(k, 2)) * PLAIN_S / (k * DRAFT_S + PLAIN_S + k * ROW_S) for k in range(1, 4)}
    assert found.best == (2, pytest.approx(gains[2]))
    assert max(gains.values()) == gains[2]
    assert found.recommended == 2
    # k was 8 while it was measured
    assert found.speedup == pytest.approx(3 * PLAIN_S / (8 * DRAFT_S + PLAIN_S + 8 * ROW_S))
    assert found.now == pytest.approx(found.speedup)


def test_each_prompt_is_asked_both_ways_in_turns_and_nothing_is_left() -> None:
    engine = TimedEngine()
    measured(engine)
    suite = read_suite("pair")
    assert {request.session for request in engine.seen} == {SESSION} == set(engine.forgotten)
    long = [r for r in engine.seen if r.max_tokens == 64]
    assert [r.draft for r in long] == ["none", "d", "d", "none"] * 3
    assert [r.messages for r in long if r.draft == "d"] == [p.messages for p in suite.prompts]
    assert {r.k for r in long} == {8}
    # the warm-up, and one short reply for each number of rows that did not occur
    assert len(engine.seen) == 2 + 12 + 7
    assert engine.forgotten[-1] == SESSION


@pytest.mark.parametrize("drafter", ["lookup", "suffix", "eagle"])
def test_what_costs_no_pass_drafts_as_many_as_it_likes(drafter: str) -> None:
    engine = TimedEngine(drafter)
    measured(engine)
    assert {r.k for r in engine.seen} == {"auto"}
    assert len(engine.seen) == 2 + 12


def test_a_draft_that_costs_too_much_is_not_recommended() -> None:
    found = measured(TimedEngine(slow=20))
    assert found.recommended == 0
    assert recommendation(found).startswith("Recommended: no draft")


def test_a_tree_is_recommended_as_it_is() -> None:
    found = measured(TimedEngine("eagle", tree=True))
    assert found.best is None
    assert found.now is not None
    assert found.recommended == "auto"
    assert measured(TimedEngine("eagle", tree=True, slow=20)).recommended == 0


def test_sentences_say_what_is_measured_and_what_is_predicted() -> None:
    said = measurement_sentences(measured(TimedEngine()))
    assert said[0] == "Cost ratio c = 0.10: a draft step takes 1.0 ms, a plain step 10.0 ms."
    assert said[1].startswith("A pass of the target, by the rows it verifies: 1: 10.0 ms, 2: 10.5 ms, ")
    assert said[2] == ("Acceptance 67% on 6 prompts at temperature 0 (67% to 67%), 3.00 tokens a round.")
    assert said[3] == "Measured on these prompts: 1.36 times plain decoding, 136.4 against 100.0 tokens/s."
    assert said[4] == "Predicted from these costs: 2.31 times plain decoding with k = 2, the best."
    assert said[5] == "Recommended: k = 2."


def test_progress_counts_the_prompts() -> None:
    seen: list[Progress] = []
    PairMeasure(TimedEngine(), PairOptions("d")).measured(ReplyControl(), seen.append)  # type: ignore[arg-type]
    assert [step.done for step in seen] == [0, 0, 1, 2, 3, 4, 5, 6]
    assert {step.total for step in seen} == {7}


def test_a_draft_that_does_not_draft() -> None:
    with pytest.raises(PairMeasureError, match="does not draft, so nothing can be measured"):
        measured(TimedEngine("none"))


def test_a_reply_that_fails_says_why() -> None:
    with pytest.raises(PairMeasureError, match=r"could not be measured\. No such draft\."):
        measured(TimedEngine(failure="No such draft."))


def test_replies_that_end_at_once() -> None:
    with pytest.raises(PairMeasureError, match="ended after a few tokens"):
        measured(TimedEngine(rounds=1))


@pytest.mark.parametrize("replies", [0, 1, 5, 15])
def test_stopped_at_any_time(replies: int) -> None:
    engine = TimedEngine(stop_after=replies)
    with pytest.raises(Cancelled):
        measured(engine)
    assert len(engine.seen) == replies + 1
    assert engine.forgotten[-1] == SESSION
