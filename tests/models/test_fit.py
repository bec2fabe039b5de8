from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.slot_cache import SlotCache
from desktop_app.models.fit import Level, Plan, change_that_fits, estimate, level
from desktop_app.models.memory_shape import MemoryShape, memory_shape

ROOT = Path(__file__).resolve().parents[2]
SHAPE = MemoryShape("llama", 1_000_000, 4, 2, 16, 64, 128, 1000, 8192, tied=True)
DRAFT = replace(SHAPE, elements=100_000, layers=1)

SHAPES = st.builds(
    MemoryShape,
    st.sampled_from(["llama", "gemma3_text"]),
    st.integers(1, 10**11),
    *[st.integers(1, 200)] * 3,
    *[st.integers(1, 20_000)] * 2,
    st.integers(1, 300_000),
    st.integers(1, 10**6),
    st.booleans(),
    st.booleans(),
)
PLANS = st.builds(
    Plan,
    SHAPES,
    st.none() | SHAPES,
    st.booleans(),
    st.integers(1, 200_000),
    st.sampled_from([2, 4]),
    st.sampled_from(["cpu", "cuda", "mps"]),
    st.booleans(),
)


def parts(plan: Plan, name: str) -> int:
    return sum(part.bytes for part in estimate(plan).parts if part.name == name)


@pytest.mark.parametrize("context", [1, 1000, 1024, 1025, 3000, 8192])
def test_the_cache_is_as_large_as_the_one_that_is_made(context: int) -> None:
    cache = SlotCache(8192 + 8)
    cache.reserve(context)
    cache.stacked(SHAPE.layers, SHAPE.kv_heads, torch.zeros(1, SHAPE.head_size, dtype=torch.bfloat16))
    assert parts(Plan(SHAPE, context=context), "cache") == cache.nbytes


def test_parts_of_a_pair() -> None:
    plan = Plan(SHAPE, DRAFT, context=2048)
    assert parts(plan, "weights") == 2 * 1_100_000
    assert parts(plan, "cache") == 2 * 2 * (4 + 1) * 2 * 16 * 2048
    assert parts(plan, "hidden states") == 0
    assert parts(replace(plan, head=True), "hidden states") == 3 * 64 * 2 * 2048
    assert parts(replace(plan, bytes_per_weight=4), "weights") == 4 * 1_100_000


def test_gguf_grows_when_it_is_unpacked() -> None:
    file = replace(SHAPE, elements=10**9, gguf=True)
    assert estimate(Plan(file)).peak == 6 * 10**9
    assert estimate(Plan(file)).needed < 3 * 10**9
    assert estimate(Plan(SHAPE, replace(DRAFT, elements=10**9, gguf=True))).peak == 6 * 10**9


@given(PLANS)
def test_more_never_takes_less(plan: Plan) -> None:
    taken = estimate(plan)
    assert taken.needed <= taken.resident
    assert taken.peak >= taken.needed > 0
    assert estimate(replace(plan, context=plan.context + 1000)).needed >= taken.needed
    assert estimate(replace(plan, draft=None, head=False)).needed <= taken.needed


@given(PLANS, st.integers(1, 10**12))
def test_a_change_that_is_offered_fits(plan: Plan, free: int) -> None:
    change = change_that_fits(plan, free)
    if change is not None:
        assert change != plan
        assert level(change, free) is not Level.RED
        assert change.context <= plan.context


def test_levels_and_the_mildest_change() -> None:
    plan = Plan(SHAPE, DRAFT, context=8192)
    peak = estimate(plan).peak
    assert level(plan, 2 * peak) is Level.GREEN
    assert level(plan, peak) is Level.AMBER
    assert level(plan, peak - 1) is Level.RED
    change = change_that_fits(plan, peak - 1)
    assert change == replace(plan, context=4096)
    tight = estimate(replace(plan, context=1024)).peak - 1
    change = change_that_fits(plan, tight)
    assert change is not None
    assert (change.draft, change.context) == (None, 2048)
    assert estimate(replace(change, context=4096)).peak > tight
    assert change_that_fits(plan, 1000) is None


# run in a process of its own, as the program is: what is loaded, and one reply of 1,500 tokens of prompt
_MEASURE = """
import json, sys
from pathlib import Path
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
import torch, transformers, transformers.models.llama.modeling_llama
import desktop_app.engines.local, desktop_app.models.tokenizer
torch.ones(64, 64, dtype=torch.bfloat16) @ torch.ones(64, 64, dtype=torch.bfloat16)
from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.engines.base import ChatRequest
from desktop_app.engines.local import LocalEngine
from desktop_app.models.loading import load_model
start = resident()
loaded = load_model(Path(sys.argv[1]), device="cpu")
engine = LocalEngine(loaded)
request = ChatRequest((Message("user", "word " * 1500),), max_tokens=4, draft="auto")
events = list(engine.reply(request, ReplyControl()))
last = type(events[-1]).__name__
print(json.dumps({"taken": resident() - start, "dtype": loaded.dtype.itemsize, "last": last}))
"""


@pytest.mark.starter
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux to measure memory")
def test_the_starter_takes_what_was_estimated(starter_folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, str(starter_folder)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    measured = json.loads(done.stdout.splitlines()[-1])
    assert measured["last"] == "Finished"
    head = memory_shape(ROOT / "resources" / "drafters" / "SmolLM2-135M-Instruct")
    plan = Plan(
        memory_shape(starter_folder), head, head=True, context=1600, bytes_per_weight=measured["dtype"]
    )
    expected = estimate(plan).resident
    assert abs(measured["taken"] - expected) <= max(0.1 * measured["taken"], 64 << 20), (measured, expected)
