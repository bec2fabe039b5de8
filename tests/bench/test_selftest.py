"""The self-test says lossless of what is, and notices what is not."""

from __future__ import annotations

import json

import pytest
import torch
from tiny import tiny_loaded

from desktop_app.bench.memo_network import MemoNetwork
from desktop_app.bench.selftest import Report, SelfTest, SelfTestError
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.transformers_adapter import TransformersNetwork
from desktop_app.engines.local import LocalEngine
from desktop_app.models.progress import Progress, ignore_progress


def report(draft: str = "lookup", runs: int = 400) -> Report:
    return SelfTest(LocalEngine(tiny_loaded()), draft, ignore_progress, ReplyControl()).run(runs)


def test_a_right_decoder_is_lossless() -> None:
    found = report()
    assert found.lossless
    assert found.drafted
    assert found.greedy.identical == found.greedy.replies > 3
    assert 0.0 < found.rejection.noticed < 0.5
    text = found.render()
    assert text.endswith(found.verdict())
    assert "Lossless" in text
    assert json.loads(json.dumps(found.to_json()))["lossless"] is True


@pytest.mark.parametrize("draft", ["suffix", "skip:1", "lookup+skip:1"])
def test_every_kind_of_drafter_can_be_tested(draft: str) -> None:
    found = report(draft)
    assert found.lossless
    assert found.drafted


def test_plain_decoding_proves_nothing() -> None:
    found = report(draft="none", runs=50)
    assert not found.drafted
    assert "Nothing was shown" in found.verdict()


def test_accepting_every_draft_is_noticed_by_the_frequencies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.decoding.verification.accepts", lambda *_: True)
    found = report()
    assert not found.rejection.passed
    assert not found.lossless
    assert "NOT lossless" in found.render()


def test_a_wrong_greedy_rule_is_noticed_by_the_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ModelRunner.forward

    def shifted(self: ModelRunner, *arguments: object, **options: object) -> torch.Tensor:
        logits = right(self, *arguments, **options)  # type: ignore[arg-type]
        return logits.roll(1, dims=0) if len(logits) > 2 else logits

    monkeypatch.setattr(ModelRunner, "forward", shifted)
    found = report(runs=50)
    assert not found.greedy.passed
    assert found.greedy.differences[0].position >= 0
    assert not found.lossless


def test_a_reply_that_fails_ends_the_test_with_its_sentence() -> None:
    with pytest.raises(SelfTestError, match="no draft called"):
        report(draft="oracle")


def test_it_can_be_stopped_and_tells_where_it_is() -> None:
    control = ReplyControl()
    stages: list[str] = []

    def watch(progress: Progress) -> None:
        stages.append(progress.stage)
        if len(stages) == 3:
            control.stop()

    with pytest.raises(Cancelled):
        SelfTest(LocalEngine(tiny_loaded()), "lookup", watch, control).run(100)
    assert len(stages) == 3


def test_the_memo_network_computes_each_context_once_and_as_the_model_does() -> None:
    loaded = tiny_loaded()
    network = TransformersNetwork(loaded.model)
    memo = MemoNetwork(network)
    runner, own = ModelRunner(memo, loaded.vocab_size), ModelRunner(network, loaded.vocab_size)
    cache, other = runner.new_cache(), own.new_cache()
    tokens = [5, 7, 5, 9]
    torch.testing.assert_close(
        runner.forward(cache, tokens, 0), own.forward(other, tokens, 0), atol=1e-4, rtol=1e-4
    )
    assert memo.contexts == 4
    # other tokens at the same slots, and a tree
    parents = [-1, 0, 0]
    torch.testing.assert_close(
        runner.forward(cache, [1, 2, 3], 2, parents=parents),
        own.forward(other, [1, 2, 3], 2, parents=parents),
        atol=1e-4,
        rtol=1e-4,
    )
    assert memo.contexts == 7
    runner.forward(cache, tokens, 0)
    assert memo.contexts == 7
