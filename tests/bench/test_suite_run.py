"""A suite on a tiny model: the order of the runs, what is compared, and what ends it early."""

from __future__ import annotations

import json

import pytest
import torch
from tiny import tiny_loaded

from desktop_app.bench.suite import Suite, SuitePrompt
from desktop_app.bench.suite_outcome import Outcome, run_suite
from desktop_app.bench.suite_run import SuiteError, SuiteOptions
from desktop_app.bench.suite_table import render
from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.runner import ModelRunner
from desktop_app.engines.base import ChatRequest
from desktop_app.engines.local import LocalEngine
from desktop_app.models.progress import Progress, ignore_progress

SUITE = Suite(
    "tiny",
    24,
    (
        SuitePrompt("one", "chat", (Message("user", "one two three one two three one two"),)),
        SuitePrompt("two", "code", (Message("user", "a b a b a b a b"),)),
    ),
)


class Watched(LocalEngine):
    """Keeps the requests it was asked."""

    def __init__(self) -> None:
        super().__init__(tiny_loaded())
        self.asked: list[ChatRequest] = []

    def reply(self, request: ChatRequest, control: ReplyControl):  # type: ignore[no-untyped-def]
        self.asked.append(request)
        return super().reply(request, control)


def outcome(options: SuiteOptions, engine: LocalEngine | None = None, suite: Suite = SUITE) -> Outcome:
    return run_suite(engine or LocalEngine(tiny_loaded()), suite, options, ignore_progress, ReplyControl())


def test_plain_speculative_speculative_plain_after_a_warm_up() -> None:
    engine = Watched()
    found = outcome(SuiteOptions(draft="lookup", max_tokens=24, repeats=2), engine)
    assert found.ended is None
    warm_up, measured = engine.asked[:4], engine.asked[4:]
    assert {request.draft for request in warm_up} == {"none", "lookup"}
    assert len(measured) == 2 * 2 * 8
    for start in range(0, len(measured), 4):
        assert [request.draft for request in measured[start : start + 4]] == [
            "none",
            "lookup",
            "lookup",
            "none",
        ]
    assert [request.sampling.temperature for request in measured[:16]] == [0.0] * 8 + [0.7] * 8
    assert len({request.seed for request in measured}) == 1
    assert {request.verifier for request in measured} == {"rejection"}


def test_plain_replies_are_drawn_by_the_verifier_chosen_for_the_draft(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("desktop_app.engines.drafting.Drafters.coupled", lambda _, draft: draft == "lookup")
    engine = Watched()
    found = outcome(SuiteOptions(draft="lookup", max_tokens=8), engine)
    assert {request.verifier for request in engine.asked[4:]} == {"coupled"}
    assert found.report is not None
    assert found.report.subject.verifier == "coupled"
    assert found.report.summary["sampled"].identity.compared == 2


def test_every_run_reads_its_prompt_whole() -> None:
    found = outcome(SuiteOptions(draft="lookup", max_tokens=8))
    assert found.report is not None
    for row in found.report.rows:
        assert row.prompt_tokens > 30
        assert row.plain.tokens == 8
        assert len(row.plain.decode_runs) == len(row.speculative.decode_runs) == 2


def test_the_exact_shape_gives_identical_greedy_and_coupled_replies() -> None:
    found = outcome(SuiteOptions(draft="lookup+skip:1", verifier="coupled", exact=True, max_tokens=32))
    assert found.report is not None
    for summary in found.report.summary.values():
        assert summary.identity.compared == summary.identity.identical == 2
        assert summary.identity.repeatable == 2
        assert summary.with_looping.acceptance_by_position
        assert summary.costs.v


def test_rejection_is_not_compared() -> None:
    found = outcome(SuiteOptions(draft="lookup", max_tokens=16))
    assert found.report is not None
    assert found.report.summary["sampled"].identity.compared == 0
    assert found.report.summary["greedy"].identity.compared == 2


def test_a_wrong_row_shows_as_a_difference_with_its_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ModelRunner.forward

    def shifted(self: ModelRunner, *arguments: object, **options: object) -> torch.Tensor:
        logits = right(self, *arguments, **options)  # type: ignore[arg-type]
        return logits.roll(1, dims=0) if len(logits) > 2 else logits

    monkeypatch.setattr(ModelRunner, "forward", shifted)
    found = outcome(SuiteOptions(draft="skip:1", exact=True, max_tokens=24))
    assert found.report is not None
    row = found.report.rows[0]
    assert row.identical is False
    assert row.difference is not None
    assert row.difference.plain_token != row.difference.speculative_token
    assert row.difference.plain_gap is not None
    assert "differs at token" in render(found.report)


def test_a_stop_keeps_what_was_measured() -> None:
    control = ReplyControl()

    def watch(progress: Progress) -> None:
        if progress.stage.startswith("two"):
            control.stop()

    options = SuiteOptions(draft="lookup", max_tokens=8)
    found = run_suite(LocalEngine(tiny_loaded()), SUITE, options, watch, control)
    assert isinstance(found.ended, Cancelled)
    assert found.report is not None
    assert not found.report.complete
    assert [(row.id, row.sampling) for row in found.report.rows] == [("one", "greedy"), ("one", "sampled")]
    assert json.loads(json.dumps(found.report.to_json()))["complete"] is False


def test_a_reply_that_fails_keeps_what_was_measured() -> None:
    long = SuitePrompt("long", "chat", (Message("user", "x" * 700),))
    suite = Suite("mixed", 8, (SUITE.prompts[0], long))
    found = outcome(SuiteOptions(draft="lookup", max_tokens=8), suite=suite)
    assert isinstance(found.ended, SuiteError)
    assert "could not go on" in str(found.ended)
    assert found.report is not None
    assert [row.id for row in found.report.rows] == ["one", "one"]


def test_nothing_measured_is_no_report() -> None:
    found = outcome(SuiteOptions(draft="oracle", max_tokens=8))
    assert isinstance(found.ended, SuiteError)
    assert found.report is None
