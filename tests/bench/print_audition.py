"""What an audition predicts beside what the same drafts really reach: to be run on a quiet machine.

    python tests/bench/print_audition.py [--data-dir DIR with the starter installed] [--tokens 200]

Each lane writes the reply itself, plain before and after it; then an audition without pauses walks along the
plain reply. The texts of coupled lanes are the same, so that only time is between the two columns.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

PROMPTS = (
    "Write a Python class for a bank account with deposit, withdraw and balance, then explain each method.",
    "Tell a story in ten sentences about a lighthouse keeper who finds a letter in a bottle.",
)


def main() -> None:
    from desktop_app.bench.audition import Audition, FinishedReply, candidates
    from desktop_app.bench.duel import PLAIN, Lane
    from desktop_app.bench.measured_reply import Run, run_of
    from desktop_app.bench.pauses import Pauses
    from desktop_app.chats.messages import Message
    from desktop_app.decoding.control import ReplyControl
    from desktop_app.decoding.sampling_params import SamplingParams
    from desktop_app.engines.base import ChatRequest
    from desktop_app.engines.loader import load_engine
    from desktop_app.paths import Paths

    parser = argparse.ArgumentParser()
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--tokens", type=int, default=200)
    arguments = parser.parse_args()
    paths = Paths.under(arguments.data_dir) if arguments.data_dir else Paths.default()
    engine = load_engine("starter", paths, progress=lambda _: None, check=lambda: None)

    def run(request: ChatRequest) -> Run:
        engine.forget(request.session)
        return run_of(engine.reply(request, ReplyControl()))

    for prompt in PROMPTS:
        request = ChatRequest(
            (Message("user", prompt),),
            SamplingParams(0.7),
            verifier="coupled",
            max_tokens=arguments.tokens,
            seed=7,
        )
        run(replace(request, max_tokens=24))
        real: dict[Lane, float] = {}
        for lane in candidates(engine.drafts, PLAIN, exact=False):
            asked = [
                replace(request, draft=draft, k=k) for draft, k in (("none", "auto"), (lane.draft, lane.k))
            ]
            before, one, two, after = (run(asked[place]).tally.decode_tokens_per_s for place in (0, 1, 1, 0))
            real[lane] = median([one or 0.0, two or 0.0]) / median([before or 1.0, after or 1.0])
        plain = run(replace(request, draft="none"))
        reply = FinishedReply("", request, plain.tokens)
        (outcome,) = Audition(engine, [reply], PLAIN, Pauses(share=1.0)).outcomes(ReplyControl())
        print(f"\n{prompt}\n{'draft':<16}{'k':>6}{'predicted':>11}{'measured':>10}{'accepted':>10}")
        for place, lane in enumerate(outcome.lanes):
            rate = lane.acceptance_rate
            print(
                f"{lane.draft:<16}{lane.k:>6}{outcome.predicted(place) or 0:>11.2f}"
                f"{real[Lane(lane.draft, lane.k)]:>10.2f}{'-' if rate is None else f'{rate:.0%}':>10}"
            )


if __name__ == "__main__":
    main()
