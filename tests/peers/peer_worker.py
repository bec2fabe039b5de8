"""One peer in a process of its own: reads requests as lines of JSON, answers each with a line.

A process of its own gives every library the threads it wants, and one that lives in another environment its
own interpreter. Decode time is the same for all: from the first token that comes out to the last.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

Reply = dict[str, Any]
Peer = Callable[[dict[str, Any]], Reply]


def stamped(ids: list[int] | None, stamps: list[float], text: str | None = None) -> Reply:
    """A reply of tokens that came one at a time; stamps are the seconds at which they did."""
    count = len(stamps)
    seconds = stamps[-1] - stamps[0] if count > 1 else 0.0
    rate = (count - 1) / seconds if seconds > 0 else None
    return {"tokens": count, "ids": ids, "text": text, "decode_tokens_per_s": rate}


def ours(arguments: argparse.Namespace) -> Peer:
    """This program's engine; variant is what drafts."""
    from desktop_app.chats.messages import Message
    from desktop_app.decoding.control import ReplyControl
    from desktop_app.decoding.rounds import Round
    from desktop_app.decoding.sampling_params import SamplingParams
    from desktop_app.engines.base import ChatRequest, Failed, Finished
    from desktop_app.engines.loader import load_engine
    from desktop_app.paths import Paths

    paths = Paths.default()
    engine = load_engine(
        arguments.model,
        paths,
        device="cpu",
        dtype=arguments.dtype,
        progress=lambda _: None,
        check=lambda: None,
    )

    def reply(asked: dict[str, Any]) -> Reply:
        request = ChatRequest(
            messages=tuple(Message(**message) for message in asked["messages"]),
            sampling=SamplingParams(temperature=0.0),
            draft=asked["variant"],
            max_tokens=asked["tokens"],
            session="peers",
        )
        engine.forget("peers")
        if asked.get("only_prompt"):
            return {"ids": engine.prompt_ids(request)}
        ids: list[int] = []
        finished = None
        for event in engine.reply(request, ReplyControl()):
            if isinstance(event, Round):
                ids += [token.token for token in event.emitted]
            if isinstance(event, Failed):
                raise SystemExit(event.error)
            if isinstance(event, Finished):
                finished = event
        assert finished is not None
        rate = finished.tally.decode_tokens_per_s
        return {"tokens": len(ids), "ids": ids, "text": finished.text, "decode_tokens_per_s": rate}

    return reply


def transformers(arguments: argparse.Namespace) -> Peer:
    """transformers, not compiled: its generate(), or the shortest loop over its model and cache."""
    import torch
    from transformers import AutoModelForCausalLM, DynamicCache
    from transformers.generation.streamers import BaseStreamer

    model = AutoModelForCausalLM.from_pretrained(
        arguments.model, dtype=getattr(torch, arguments.dtype), attn_implementation=arguments.attention
    ).eval()
    ends = model.generation_config.eos_token_id
    stops = set(ends if isinstance(ends, list) else [ends])

    class Stamps(BaseStreamer):  # type: ignore[misc]
        """generate() puts the prompt first, then each token."""

        def __init__(self) -> None:
            self.ids: list[int] = []
            self.at: list[float] = []
            self._prompt = True

        def put(self, value: Any) -> None:
            if self._prompt:
                self._prompt = False
                return
            self.at.append(time.perf_counter())
            self.ids += value.flatten().tolist()

        def end(self) -> None:
            pass

    def generate(prompt: Any, tokens: int) -> Reply:
        stamps = Stamps()
        mask = torch.ones_like(prompt)
        model.generate(
            prompt,
            attention_mask=mask,
            max_new_tokens=tokens,
            do_sample=False,
            streamer=stamps,
            pad_token_id=0,
        )
        return stamped(stamps.ids, stamps.at)

    def loop(prompt: Any, tokens: int) -> Reply:
        ids: list[int] = []
        at: list[float] = []
        cache = DynamicCache(config=model.config)
        output = model(input_ids=prompt, cache=cache, logits_to_keep=1)
        while True:
            token = output.logits[:, -1].argmax(-1)
            ids.append(int(token))
            at.append(time.perf_counter())
            if len(ids) >= tokens or ids[-1] in stops:
                return stamped(ids, at)
            output = model(input_ids=token[None], cache=cache)

    variants = {"generate": generate, "loop": loop}

    @torch.inference_mode()
    def reply(asked: dict[str, Any]) -> Reply:
        return variants[asked["variant"]](torch.tensor([asked["ids"]]), asked["tokens"])

    return reply


def llama(arguments: argparse.Namespace) -> Peer:
    """llama.cpp's own server inside xllamacpp, one slot, no prompt cache."""
    import xllamacpp

    print(xllamacpp.get_system_info(), file=sys.stderr)
    params = xllamacpp.CommonParams()
    params.model.path = arguments.model
    params.n_ctx = 4096
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = arguments.threads
    params.cpuparams_batch.n_threads = arguments.threads
    server = xllamacpp.Server(params)

    def reply(asked: dict[str, Any]) -> Reply:
        answer = server.handle_completions(
            {"prompt": asked["ids"], "n_predict": asked["tokens"], "temperature": 0, "cache_prompt": False}
        )
        timings, count = answer["timings"], answer["usage"]["completion_tokens"]
        # its clock starts with the first token, so that it times one token fewer than it counts
        seconds = timings["predicted_ms"] / 1e3
        rate = (count - 1) / seconds if count > 1 and seconds > 0 else None
        text = answer["choices"][0]["text"]
        return {"tokens": count, "ids": None, "text": text, "decode_tokens_per_s": rate}

    return reply


# whose version is told
_DISTRIBUTIONS = {"ours": "torch", "transformers": "transformers", "llama": "xllamacpp"}
PEERS = {"ours": ours, "transformers": transformers, "llama": llama}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("--model", required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--dtype", default="bfloat16")
    parser.add_argument("--attention", default="sdpa")
    arguments = parser.parse_args()
    # libraries write to standard output what they like; answers go where only this file writes
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    peer = PEERS[arguments.peer](arguments)
    version = importlib.metadata.version(_DISTRIBUTIONS[arguments.peer])
    print(json.dumps({"version": version}), file=answers, flush=True)
    for line in sys.stdin:
        used = time.process_time()
        answer = peer(json.loads(line))
        print(json.dumps({**answer, "cpu_s": time.process_time() - used}), file=answers, flush=True)


if __name__ == "__main__":
    main()
