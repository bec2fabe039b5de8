"""The comparison with other programs: its arithmetic, and that all of them are asked for the same thing."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from peers import Peer, Worker, measure, summary

from desktop_app.bench.suite import SuitePrompt
from desktop_app.chats.messages import Message

PROMPTS = [SuitePrompt(name, "chat", (Message("user", name),)) for name in ("one", "two", "three")]


class FakeProcess:
    """Answers with the rates it was given, and keeps what it was asked."""

    def __init__(self, log: list[str], rates: dict[str, list[float]]) -> None:
        self.log = log
        self.rates = rates

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if request.get("only_prompt"):
            return {"ids": [1, 2, 3]}
        assert request["ids"] == [1, 2, 3]
        self.log.append(request["variant"])
        rates = self.rates[request["variant"]]
        rate = rates[self.log.count(request["variant"]) % len(rates)]
        return {"tokens": request["tokens"], "text": "x", "decode_tokens_per_s": rate, "cpu_s": 0.0}


def test_peers_take_turns_forwards_and_backwards_after_a_warm_up() -> None:
    log: list[str] = []
    process = FakeProcess(log, {"a": [1.0], "b": [1.0], "c": [1.0]})
    measure([Peer(name, process, name) for name in "abc"], PROMPTS[:2], 8, repeats=1)
    assert "".join(log) == "abc" + "abccba" * 2


def test_ratios_are_medians_of_each_prompts_ratio() -> None:
    # after the warm-up each prompt has two runs; the first rate of the list is used last
    process = FakeProcess([], {"plain": [30.0, 99.0, 10.0, 10.0, 20.0, 20.0, 30.0], "other": [5.0]})
    peers = [Peer("ours plain", process, "plain"), Peer("other", process, "other")]
    found = measure(peers, PROMPTS, 8, repeats=1)
    assert [row.rate for row in found["ours plain"]] == [10.0, 20.0, 30.0]
    result = summary(found)
    assert result["decode_tokens_per_s"] == {"ours plain": 20.0, "other": 5.0}
    assert result["ratios"] == {"ours plain / other": 4.0}


def test_a_reply_without_a_rate_is_left_out() -> None:
    process = FakeProcess([], {"plain": [None], "other": [5.0]})  # type: ignore[list-item]
    found = measure([Peer("ours plain", process, "plain"), Peer("other", process, "other")], PROMPTS, 8, 1)
    assert summary(found)["ratios"] == {"ours plain / other": None}


@pytest.fixture
def workers() -> Iterator[list[Worker]]:
    started: list[Worker] = []
    yield started
    for worker in started:
        worker.close()


@pytest.mark.starter
def test_ours_and_transformers_write_the_same_tokens(starter_folder: Path, workers: list[Worker]) -> None:
    """In float32, where the two do not fall apart over a near tie: both read the same prompt the same way."""
    kind = ("--dtype", "float32")
    workers.append(Worker(sys.executable, "ours", str(starter_folder), 2, *kind))
    workers.append(Worker(sys.executable, "transformers", str(starter_folder), 2, *kind))
    ours, theirs = workers
    asked = {"messages": [{"role": "user", "content": "Name three rivers of Europe."}], "tokens": 8}
    ids = ours.ask({**asked, "variant": "none", "only_prompt": True})["ids"]
    replies = [ours.ask({**asked, "variant": variant}) for variant in ("none", "lookup")]
    replies += [theirs.ask({**asked, "ids": ids, "variant": variant}) for variant in ("loop", "generate")]
    assert [reply["ids"] for reply in replies] == [replies[0]["ids"]] * 4
    assert replies[0]["tokens"] == 8
    assert all(reply["decode_tokens_per_s"] > 0 for reply in replies)


def test_llama_cpp_answers_in_the_same_form(workers: list[Worker]) -> None:
    """SLIPSTREAM_LLAMA_GGUF names a file of the starter, SLIPSTREAM_LLAMA_PYTHON who has xllamacpp."""
    file, python = os.environ.get("SLIPSTREAM_LLAMA_GGUF"), os.environ.get("SLIPSTREAM_LLAMA_PYTHON")
    if file is None or (python is None and importlib.util.find_spec("xllamacpp") is None):
        pytest.skip("llama.cpp is not here: see NOTES.md")
    workers.append(Worker(python or sys.executable, "llama", file, 2))
    # "Name three rivers of Europe." between the marks of the starter's chat template
    ids = [1, 4093, 198, 5820, 1296, 7626, 282, 1910, 30, 2, 198, 1, 520, 9531, 198]
    reply = workers[0].ask({"ids": ids, "tokens": 8, "variant": ""})
    assert reply["tokens"] == 8
    assert reply["text"].strip()
    assert reply["decode_tokens_per_s"] > 0


def test_a_peer_that_cannot_start_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="ended by itself"):
        Worker(sys.executable, "transformers", str(tmp_path), 1)


def test_a_quantised_file_keeps_its_values_in_bfloat16(tmp_path: Path) -> None:
    gguf = pytest.importorskip("gguf")
    np = pytest.importorskip("numpy")
    from gguf_bf16 import unquantised

    values = np.linspace(-1, 1, 64 * 32, dtype=np.float32).reshape(32, 64)
    writer = gguf.GGUFWriter(tmp_path / "in.gguf", "llama")
    writer.add_context_length(77)
    writer.add_token_list(["a", "b"])
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q4_1)
    kind = gguf.GGMLQuantizationType.Q4_1
    quantised = gguf.quants.quantize(values, kind)
    writer.add_tensor("weight", quantised, raw_dtype=kind)
    writer.add_tensor("norm", values[0])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    unquantised(tmp_path / "in.gguf", tmp_path / "out.gguf")
    reader = gguf.GGUFReader(tmp_path / "out.gguf")
    weight, norm = reader.tensors
    assert weight.tensor_type == gguf.GGMLQuantizationType.BF16
    back = gguf.quants.dequantize(weight.data, weight.tensor_type)
    np.testing.assert_allclose(back, gguf.quants.dequantize(quantised, kind), atol=0.004)
    np.testing.assert_array_equal(norm.data, values[0])
    assert reader.get_field("llama.context_length").contents() == 77
    assert reader.get_field("tokenizer.ggml.tokens").contents() == ["a", "b"]
    assert reader.get_field("general.file_type").contents() == gguf.LlamaFileType.MOSTLY_BF16


def test_the_command_explains_itself() -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.peers.peers", "--help"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120, check=True)
    assert "--llama-python" in done.stdout
