"""What is tried again is what failed."""

from __future__ import annotations

from pathlib import Path

import pytest
from window_bench import WindowBench, install_starter

from desktop_app.decoding.errors import SlipstreamError


def failed(bench: WindowBench) -> bool:
    return bench.thread.state.stage == "failed"


@pytest.mark.parametrize("shown", ["welcome", "status"])
def test_a_folder_that_failed_is_loaded_again_and_nothing_is_fetched(
    bench: WindowBench, tmp_path: Path, shown: str
) -> None:
    bench.ready()
    if shown == "status":
        bench.ask()
        bench.answered()
    bench.loader.failure = SlipstreamError("A shard is missing: fetch the model again.")
    bench.window.models.choose(str(tmp_path))
    bench.until(lambda: failed(bench))
    bench.loader.failure = None
    loaded = len(bench.loader.targets)
    if shown == "status":
        assert bench.window.status.action is not None
        bench.window.status.action.run()
    else:
        bench.window.welcome.retry_requested.emit()
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert bench.loader.targets[loaded:] == [str(tmp_path)]
    assert bench.fetcher.calls == 0


def test_after_a_fetch_a_folder_that_fails_is_what_is_tried_again(bench: WindowBench, tmp_path: Path) -> None:
    bench.show()
    bench.window.models.get_starter()
    bench.until(lambda: bench.thread.state.stage == "ready")
    bench.loader.failure = SlipstreamError("A shard is missing: fetch the model again.")
    bench.window.models.choose(str(tmp_path))
    bench.until(lambda: failed(bench))
    bench.window.models.retry()
    bench.until(lambda: bench.loader.targets[-2:] == [str(tmp_path)] * 2)
    bench.until(lambda: failed(bench))


def test_a_fetch_that_failed_is_fetched_again(bench: WindowBench) -> None:
    bench.show()
    bench.fetcher.failure = SlipstreamError("The index does not answer: try again later.")
    bench.window.models.get_starter()
    bench.until(lambda: failed(bench))
    bench.window.models.retry()
    bench.until(lambda: bench.fetcher.calls == 2)


def test_nothing_is_tried_again_where_nothing_failed(bench: WindowBench) -> None:
    install_starter(bench.paths)
    bench.ready()
    loaded = list(bench.loader.targets)
    bench.window.models.retry()
    bench.ask()
    bench.answered()
    assert bench.loader.targets == loaded
    assert bench.fetcher.calls == 0
