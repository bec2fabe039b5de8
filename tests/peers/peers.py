"""Decode speed beside other programs, in one run, interleaved: python -m tests.peers.peers --help.

Run by hand. Each peer reads the same prompt ids and writes greedily up to the same number of tokens with the
same number of threads. For each prompt the peers take turns forwards and backwards (A B C C B A), and their
rates are medians. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any, Protocol

from desktop_app.bench.suite import SuitePrompt, read_suite
from desktop_app.bench.suite_machine import load, machine

_FOLDER = Path(__file__).resolve().parent
_OURS = ("ours plain", "ours speculative")


class Process(Protocol):
    """What answers requests: a worker, or a stand-in of a test."""

    def ask(self, request: dict[str, Any]) -> dict[str, Any]: ...


class Worker:
    """A peer_worker.py of its own, loaded when this returns."""

    def __init__(self, python: str, peer: str, model: str, threads: int, *options: str) -> None:
        command = [python, str(_FOLDER / "peer_worker.py"), peer, "--model", model, "--threads", str(threads)]
        environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "PYTHONPATH": str(_FOLDER.parents[1])}
        self._process = subprocess.Popen(
            [*command, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        self.version: str = self._read()["version"]

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        return self._read()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"a peer ended by itself: {self._process.args!r}; run it by hand to see why")
        answer: dict[str, Any] = json.loads(line)
        return answer


@dataclass(frozen=True, slots=True)
class Peer:
    """A row of the comparison: a process, and what it is asked for."""

    name: str
    process: Process
    variant: str


@dataclass(frozen=True, slots=True)
class PromptRates:
    """Runs of one peer on one prompt. others: processor seconds anybody else took, in the
    run with the most."""

    id: str
    tokens: int
    rates: tuple[float | None, ...]
    others: float | None
    text: str | None

    @property
    def rate(self) -> float | None:
        known = [rate for rate in self.rates if rate is not None]
        return median(known) if known else None


def measure(
    peers: Sequence[Peer], prompts: Sequence[SuitePrompt], tokens: int, repeats: int
) -> dict[str, list[PromptRates]]:
    """Rates by peer and prompt. The first peer must be one of ours: it turns messages into ids."""
    found: dict[str, list[PromptRates]] = {peer.name: [] for peer in peers}
    warm = _request(peers, prompts[0], min(tokens, 12))
    for peer in peers:
        peer.process.ask({**warm, "variant": peer.variant})
    for prompt in prompts:
        request = _request(peers, prompt, tokens)
        answers: dict[str, list[dict[str, Any]]] = {peer.name: [] for peer in peers}
        for turn in range(2 * repeats):
            for peer in peers if turn % 2 == 0 else reversed(peers):
                answers[peer.name].append(_watched(peer, request))
        for name, given in answers.items():
            found[name].append(_rates(prompt.id, given))
        print(prompt.id, {name: rows[-1].rate for name, rows in found.items()}, file=sys.stderr)
    return found


def _request(peers: Sequence[Peer], prompt: SuitePrompt, tokens: int) -> dict[str, Any]:
    messages = [{"role": message.role, "content": message.content} for message in prompt.messages]
    asked = {"messages": messages, "tokens": tokens, "variant": "none", "only_prompt": True}
    ids = peers[0].process.ask(asked)["ids"]
    return {"messages": messages, "ids": ids, "tokens": tokens}


def _watched(peer: Peer, request: dict[str, Any]) -> dict[str, Any]:
    """The answer, and the processor seconds that neither the peer nor this process took meanwhile."""
    before = load()
    answer = peer.process.ask({**request, "variant": peer.variant})
    after = load()
    others = None
    if before.busy_s is not None and after.busy_s is not None:
        others = after.busy_s - before.busy_s - (after.own_s - before.own_s) - answer["cpu_s"]
    return {**answer, "others": others}


def _rates(name: str, answers: Sequence[dict[str, Any]]) -> PromptRates:
    others = [answer["others"] for answer in answers if answer["others"] is not None]
    return PromptRates(
        id=name,
        tokens=answers[0]["tokens"],
        rates=tuple(answer["decode_tokens_per_s"] for answer in answers),
        others=max(0.0, *others) if others else None,
        text=answers[0]["text"],
    )


def summary(found: dict[str, list[PromptRates]]) -> dict[str, Any]:
    """Medians over prompts: each peer's rate in tokens per second, and ours divided by it by prompt."""
    rates = {name: _median([row.rate for row in rows]) for name, rows in found.items()}
    ratios = {
        f"{mine} / {other}": _median(
            [a.rate / b.rate if a.rate and b.rate else None for a, b in zip(found[mine], rows, strict=True)]
        )
        for mine in _OURS
        if mine in found
        for other, rows in found.items()
        if other != mine
    }
    return {"decode_tokens_per_s": rates, "ratios": ratios}


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--model", required=True, metavar="FOLDER", help="a transformers folder, ours and theirs"
    )
    parser.add_argument("--gguf", nargs="*", default=[], metavar="FILE", help="for llama.cpp; each is a peer")
    parser.add_argument("--llama-python", default=sys.executable, help="an interpreter that has xllamacpp")
    parser.add_argument("--draft", default="auto", help="of ours speculative")
    parser.add_argument("--suite", default="quick")
    parser.add_argument("--prompts", type=int, default=4)
    parser.add_argument("--tokens", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--dtype", default="bfloat16")
    parser.add_argument("--attention", nargs="*", default=["sdpa"], help="of transformers: sdpa, eager")
    return parser.parse_args()


def start(arguments: argparse.Namespace) -> tuple[list[Peer], dict[str, Worker]]:
    """The peers, and their processes by what they stand for."""
    kind = ("--dtype", arguments.dtype)
    own = Worker(sys.executable, "ours", arguments.model, arguments.threads, *kind)
    workers = {"torch": own}
    peers = [Peer(_OURS[0], own, "none"), Peer(_OURS[1], own, arguments.draft)]
    for attention in arguments.attention:
        options = (*kind, "--attention", attention)
        worker = Worker(sys.executable, "transformers", arguments.model, arguments.threads, *options)
        workers[f"transformers, {attention}"] = worker
        for variant in ("loop", "generate"):
            peers.append(Peer(f"transformers {variant}, {attention}", worker, variant))
    for file in arguments.gguf:
        worker = Worker(arguments.llama_python, "llama", file, arguments.threads)
        workers[f"xllamacpp, {Path(file).name}"] = worker
        peers.append(Peer(f"llama.cpp {Path(file).stem}", worker, ""))
    return peers, workers


def main() -> None:
    arguments = _arguments()
    before = load()
    peers, workers = start(arguments)
    try:
        prompts = read_suite(arguments.suite).prompts[: arguments.prompts]
        found = measure(peers, prompts, arguments.tokens, arguments.repeats)
    finally:
        for worker in workers.values():
            worker.close()
    result = {
        "asked": vars(arguments),
        "machine": asdict(replace(machine(), threads=arguments.threads)),
        "versions": {name: worker.version for name, worker in workers.items()},
        "load": {"before": before.average, "after": load().average},
        **summary(found),
        "prompts": {name: [asdict(row) for row in rows] for name, rows in found.items()},
    }
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
