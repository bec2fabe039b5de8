"""Control rounds against runs there and back: is the measured speedup of a reply that of whole replies?

    OMP_NUM_THREADS=2 python tests/bench/print_control_check.py --data-dir DIR [--draft lookup] [--prompts 8]

For each prompt of the quick suite, greedy: plain, speculative, speculative, plain without control rounds,
then a reply with them. The first four give the speedup of the whole reply, the last one the figure with its
interval. To be run on a machine that does nothing else; not a test, because a busy one would fail it.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from desktop_app.bench.measured_reply import Run, run_of
from desktop_app.bench.suite import read_suite
from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.control_rounds import EVERY
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Engine
from desktop_app.engines.loader import load_engine
from desktop_app.paths import Paths


@dataclass(frozen=True)
class Check:
    """whole: of the runs there and back; value, low and high: by control rounds, None for too few rounds.

    cost: decode tokens/s with control rounds / without.
    """

    prompt: str
    rounds: int
    controls: int
    whole: float
    value: float | None
    low: float | None
    high: float | None
    cost: float

    @property
    def holds(self) -> bool | None:
        if self.low is None or self.high is None:
            return None
        return self.low <= self.whole <= self.high


def reply(engine: Engine, text: str, options: argparse.Namespace, draft: str, every: int = 0) -> Run:
    engine.forget("check")
    request = ChatRequest(
        messages=(Message("user", text),),
        sampling=SamplingParams(temperature=0.0),
        draft=draft,
        max_tokens=options.max_tokens,
        seed=1,
        session="check",
        control_every=every,
    )
    return run_of(engine.reply(request, ReplyControl()))


def seconds(run: Run) -> float:
    return run.rounds[-1].at - run.rounds[0].at


def tokens(run: Run) -> int:
    return sum(len(round_.emitted) for round_ in run.rounds[1:])


def check(engine: Engine, text: str, options: argparse.Namespace) -> Check:
    one, two, three, four = (
        reply(engine, text, options, draft) for draft in ("none", options.draft, options.draft, "none")
    )
    plain = (tokens(one) + tokens(four)) / (seconds(one) + seconds(four))
    speculative = (tokens(two) + tokens(three)) / (seconds(two) + seconds(three))
    controlled = reply(engine, text, options, options.draft, EVERY)
    found = controlled.tally.speedup
    return Check(
        prompt=text.split("\n")[0][:40],
        rounds=len(controlled.rounds),
        controls=sum(round_.undrafted == "control" for round_ in controlled.rounds),
        whole=speculative / plain,
        value=found and found.value,
        low=found and found.low,
        high=found and found.high,
        cost=tokens(controlled) / seconds(controlled) / speculative,
    )


def line(one: Check) -> str:
    measured = "too few rounds"
    if one.value is not None:
        measured = f"{one.value:.2f} ({one.low:.2f} to {one.high:.2f}) {'holds' if one.holds else 'MISSES'}"
    return (
        f"{one.prompt:<40}  {one.rounds:4} rounds {one.controls:3} control  there and back {one.whole:.2f}  "
        f"by control rounds {measured}  speed with / without {one.cost:.3f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data-dir", type=Path, required=True)
    parser.add_argument("--draft", default="auto")
    parser.add_argument("--prompts", type=int, default=8)
    parser.add_argument("--max-tokens", type=int, default=160)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    engine = load_engine(
        "starter", Paths.under(options.data_dir), progress=lambda _: None, check=lambda: None
    )
    prompts = [prompt.messages[-1].content for prompt in read_suite("quick").first(options.prompts).prompts]
    reply(engine, prompts[0], options, options.draft)
    reply(engine, prompts[0], options, "none")
    found = []
    for text in prompts:
        found.append(check(engine, text, options))
        if not options.json:
            print(line(found[-1]), flush=True)
    held = [one.holds for one in found if one.holds is not None]
    if options.json:
        print(json.dumps([asdict(one) for one in found]))
    else:
        print(f"The interval holds the speedup of whole replies in {sum(held)} of {len(held)}.")


if __name__ == "__main__":
    sys.exit(main())
