"""A trace that is seen is scored by the loaded model: offered where it can be, with its verdict in a line."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace

import pytest
from recorded import STARTED, events, recorded
from window_bench import WindowBench

from desktop_app.bench.verify_report import Noted, TraceReport
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import Engine, Event, Started
from desktop_app.engines.trace import Trace
from desktop_app.engines.trace_file import write_trace
from desktop_app.models.progress import Progress, ProgressCallback, ignore_progress
from desktop_app.ui.engine import engine_worker
from desktop_app.ui.engine.verifying import run_verification
from desktop_app.ui.replay.replay_window import ReplayWindow

TIE = Noted(2, 1, 5, " of", "the target's first choice is another token", 6, " in", 0.1, 0.5)
REPORT = TraceReport(STARTED, "Scripted-135M", "cpu", 40, 40, 0, 12, 52, 0.01, (), None, None)


@dataclass
class ScriptedVerification:
    """Stands for the real one: tells where it is and waits for `go` or Stop."""

    report: TraceReport = REPORT
    failure: Exception | None = None
    go: threading.Event = field(default_factory=threading.Event)
    stopped: threading.Event = field(default_factory=threading.Event)
    seen: list[tuple[Trace, str]] = field(default_factory=list)

    def __call__(
        self,
        engine: Engine | None,
        trace: Trace,
        name: str,
        progress: ProgressCallback,
        control: ReplyControl,
    ) -> TraceReport:
        self.seen.append((trace, name))
        progress(Progress("Scoring", 8, 40))
        while not self.go.wait(0.002):
            if control.stopped:
                self.stopped.set()
            control.check()
        if self.failure is not None:
            raise self.failure
        return self.report


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> ScriptedVerification:
    scripted = ScriptedVerification()
    monkeypatch.setattr(engine_worker, "run_verification", scripted)
    return scripted


def seen(bench: WindowBench, **changes: object) -> ReplayWindow:
    """The window of a trace; its model is the loaded one where nothing else is said."""
    changes = {"model": "Scripted-135M", **changes}
    said = [replace(e, **changes) if isinstance(e, Started) else e for e in events()]  # type: ignore[arg-type]
    path = bench.paths.data / "seen.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_trace(path, said)
    bench.window.replays.open(path)
    bench.until(lambda: _shown(bench, said[0]))
    window = bench.window.replays.window
    assert window is not None
    window.view.pause()
    return window


def _shown(bench: WindowBench, started: Event) -> bool:
    window = bench.window.replays.window
    trace = window.view.trace if window is not None else None
    return trace is not None and trace.started == started


def test_the_verdict_in_a_line(bench: WindowBench, scored: ScriptedVerification) -> None:
    bench.ready()
    window = seen(bench)
    assert window.verify.isVisible()
    assert not window.verdict.isVisible()
    window.verify.click()
    assert window.verify.text() == "Stop"
    bench.until(lambda: window.verdict.text() == "The model scores the reply: 8 of 40 tokens")
    scored.go.set()
    bench.until(lambda: window.verdict.text().startswith("Verified"))
    assert window.verdict.text() == "Verified: 40 of 40 tokens are the model's own."
    assert window.verify.text() == "Verify"
    ((trace, name),) = scored.seen
    assert trace == window.view.trace
    assert name == "seen.jsonl"


def test_ties_and_where_they_part(bench: WindowBench, scored: ScriptedVerification) -> None:
    bench.ready()
    window = seen(bench)
    scored.go.set()
    scored.report = replace(REPORT, ties=(TIE, TIE), chosen=3)
    window.verify.click()
    bench.until(lambda: "Near ties" in window.verdict.text())
    ties = "Verified: 37 of 37 tokens are the model's own. Near ties among them: 2."
    assert window.verdict.text() == ties
    scored.report = replace(REPORT, deviation=TIE)
    window.verify.click()
    bench.until(lambda: "part" in window.verdict.text())
    assert window.verdict.text() == "Trace and model part at token 3, “of” in round 2."


def test_stop_says_nothing_about_the_trace(bench: WindowBench, scored: ScriptedVerification) -> None:
    bench.ready()
    window = seen(bench)
    window.verify.click()
    bench.until(lambda: "8 of 40" in window.verdict.text())
    window.verify.click()
    assert window.verdict.text() == "Stopped: nothing is said about the trace."
    bench.until(scored.stopped.is_set)
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert window.verdict.text() == "Stopped: nothing is said about the trace."
    assert window.verify.text() == "Verify"


def test_closed_it_is_stopped_and_another_trace_begins_anew(
    bench: WindowBench, scored: ScriptedVerification
) -> None:
    bench.ready()
    window = seen(bench)
    window.verify.click()
    bench.until(lambda: "8 of 40" in window.verdict.text())
    window.close()
    bench.until(scored.stopped.is_set)
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert seen(bench) is window
    assert not window.verdict.isVisible()
    assert window.verify.text() == "Verify"


def test_why_it_cannot_be_verified_is_a_sentence(bench: WindowBench, scored: ScriptedVerification) -> None:
    bench.ready()
    window = seen(bench)
    scored.failure = SlipstreamError("The trace seen.jsonl has tokens that Scripted-135M does not know.")
    scored.go.set()
    window.verify.click()
    bench.until(lambda: "does not know" in window.verdict.text())
    assert window.verify.isVisible()


def test_it_is_offered_to_the_traces_model_alone(bench: WindowBench, scored: ScriptedVerification) -> None:
    window = seen(bench)
    assert not window.verify.isVisible()  # nothing is loaded yet
    bench.ready()
    assert window.verify.isVisible()
    assert not seen(bench, model="Another-1B").verify.isVisible()
    assert not seen(bench, prompt=None).verify.isVisible()
    assert seen(bench).verify.isVisible()


def test_without_a_model_of_this_machine_it_says_so() -> None:
    with pytest.raises(SlipstreamError, match="No model is loaded"):
        run_verification(None, recorded(), "t", ignore_progress, ReplyControl())
