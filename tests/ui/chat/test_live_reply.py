from __future__ import annotations

from desktop_app.decoding.plan import Plan
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import Prefilled, Resolved, Started
from desktop_app.ui.chat.live_reply import LiveReply


def test_several_drafters_together_are_named_one_by_one() -> None:
    live = LiveReply("message", "chat", ())
    resolved = Resolved("coupled", "cpu", "bfloat16", exact=False)
    started = Started("m", "suffix+eagle+lookup", "speculative", "auto", SamplingParams(), 1, resolved)
    live.add([started, Prefilled(5, 0, 0.1), Plan("composite", "speculative", 15, "")])
    assert "suffix + trained head + prompt lookup" in live.status()
    live.add([Plan("none", "plain", 0, "as chosen")])
    assert "trained head" not in live.status()
