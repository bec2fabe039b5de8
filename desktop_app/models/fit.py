"""Whether models fit into memory, estimated from their files before anything is loaded. Torch-free.

The parts are those that loading really makes (engines/, decoding/slot_cache.py): weights in the number
format of the device, the KV caches at the context asked for, the hidden states that a head reads, the
tokenizers, and what a pass needs for a moment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from desktop_app.models.memory_shape import MemoryShape

Device = Literal["cpu", "cuda", "mps"]

# Rows of a pass that reads the prompt, and the most that are verified.
_PREFILL_ROWS = 256
_VERIFIED_ROWS = 16
# Copies of the logits that sampling makes: scores, probabilities, sorted ones, float32 all of them.
_LOGITS = 4
# Hidden states that a head reads of the target.
_TAPS = 3
# Slots are made in powers of two from here; a cache that grows is there twice for a moment.
_FIRST_SLOTS = 1024
_BUCKET = 512
_SPARE_ROWS = 8
# Measured: a tokenizer of 49,152 tokens took 44 MiB, one of 262,144 took 408 MiB.
_BYTES_PER_TOKEN = 1400
# A GGUF file is read as float32 and written as bfloat16.
_UNPACKED = 6
# What a process that uses CUDA takes on the device before the first weight; not measured here.
_CUDA_CONTEXT = 600 << 20
# Model types whose layers are packed anew for the CPU, the file's copy left to the system (llama_adapter.py).
_PACKED = frozenset({"llama", "mistral", "qwen2", "qwen3"})
_COMFORTABLE = 0.8


class Level(StrEnum):
    GREEN = "green"
    AMBER = "amber"
    RED = "red"


@dataclass(frozen=True, slots=True)
class Part:
    """One share of the memory. model: whose, "" for none in particular. spare: pages of a file, which the
    system takes back when memory runs short."""

    name: Literal["weights", "file", "cache", "hidden states", "tokenizer", "working memory", "device"]
    model: Literal["target", "draft", ""]
    bytes: int
    spare: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be loaded. context in tokens; bytes_per_weight: of the number format that is computed in.

    head: the draft is a head that reads the target's hidden states. packs: whether a CPU lays weights out
    anew, which it does in bfloat16. weight_bits: of the target's quantised weights, which its embedding and
    its head are none of; None where it is not quantised.
    """

    target: MemoryShape
    draft: MemoryShape | None = None
    head: bool = False
    context: int = 4096
    bytes_per_weight: int = 2
    device: Device = "cpu"
    packs: bool = True
    weight_bits: int | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """needed: bytes that stay taken. resident: with the pages of files that lie in memory while nobody else
    wants it. peak: the most at one time, while a GGUF file is unpacked or a cache grows."""

    parts: tuple[Part, ...]
    peak: int

    @property
    def needed(self) -> int:
        return sum(part.bytes for part in self.parts if not part.spare)

    @property
    def held(self) -> int:
        """What stays taken as soon as the models are loaded, whatever is asked of them."""
        names = ("weights", "tokenizer")
        return sum(part.bytes for part in self.parts if part.name in names and not part.spare)

    @property
    def resident(self) -> int:
        return sum(part.bytes for part in self.parts)


def estimate(plan: Plan) -> Estimate:
    """All that the plan takes on its device, the CPU's share of a GPU's plan left out."""
    parts = [*_model_parts("target", plan.target, plan)]
    if plan.draft is not None:
        parts += _model_parts("draft", plan.draft, plan)
        if plan.head:
            size = _TAPS * plan.target.hidden_size * plan.bytes_per_weight * _slots(plan.target, plan.context)
            parts.append(Part("hidden states", "draft", size))
    parts.append(Part("working memory", "", _working(plan)))
    if plan.device == "cuda":
        parts.append(Part("device", "", _CUDA_CONTEXT))
    needed = sum(part.bytes for part in parts if not part.spare)
    growing = sum(part.bytes for part in parts if part.name == "cache") // 2
    return Estimate(tuple(parts), max(needed + growing, _unpacking(plan)))


def level(plan: Plan, free: int) -> Level:
    """Green with a fifth of the free bytes left, red where it does not fit."""
    peak = estimate(plan).peak
    return Level.GREEN if peak <= _COMFORTABLE * free else Level.AMBER if peak <= free else Level.RED


def change_that_fits(plan: Plan, free: int) -> Plan | None:
    """The mildest change of a plan that does not fit after which it does: a shorter context, no draft, both,
    or these in half the bytes. None when none helps."""
    without = replace(plan, draft=None, head=False)
    halved = replace(without, bytes_per_weight=2)
    candidates = [
        *_shorter(plan),
        *([without, *_shorter(without)] if plan.draft is not None else []),
        *([halved, *_shorter(halved)] if plan.bytes_per_weight > 2 else []),
    ]
    return next((found for found in candidates if level(found, free) is not Level.RED), None)


def _shorter(plan: Plan) -> list[Plan]:
    """Half the context again and again, as long as a chat has room in it."""
    lengths: list[int] = []
    while (length := (lengths[-1] if lengths else plan.context) // 2) >= _FIRST_SLOTS:
        lengths.append(length)
    return [replace(plan, context=length) for length in lengths]


def _model_parts(whose: Literal["target", "draft"], shape: MemoryShape, plan: Plan) -> list[Part]:
    weights = _weight_bytes(whose, shape, plan)
    parts = [Part("weights", whose, weights)]
    if plan.device == "cpu" and plan.packs and shape.architecture in _PACKED and not _is_head(whose, plan):
        parts.append(Part("file", whose, weights, spare=True))
    parts.append(
        Part("cache", whose, shape.cache_elements(_slots(shape, plan.context)) * plan.bytes_per_weight)
    )
    if plan.device == "cpu" and not _is_head(whose, plan):
        parts.append(Part("tokenizer", whose, shape.tokens * _BYTES_PER_TOKEN))
    return parts


def _weight_bytes(whose: str, shape: MemoryShape, plan: Plan) -> int:
    if plan.weight_bits is None or whose == "draft":
        return shape.elements * plan.bytes_per_weight
    whole = min(shape.elements, shape.embedding * (1 if shape.tied else 2))
    # a scale for a block of 64 weights
    quantised = (shape.elements - whole) * (plan.weight_bits / 8 + 2 / 64)
    return whole * plan.bytes_per_weight + int(quantised)


def _is_head(whose: str, plan: Plan) -> bool:
    return whose == "draft" and plan.head


def _slots(shape: MemoryShape, context: int) -> int:
    """Those of a cache that holds so many tokens, never more than the whole context in whole buckets."""
    slots = _FIRST_SLOTS
    while slots < context:
        slots *= 2
    return min(slots, -(-(shape.context + _SPARE_ROWS) // _BUCKET) * _BUCKET)


def _working(plan: Plan) -> int:
    """A pass that reads the prompt, or one that verifies, whichever takes more."""
    shape = plan.target
    reading = _PREFILL_ROWS * (4 * shape.hidden_size + 3 * shape.intermediate_size) * 4
    verifying = _VERIFIED_ROWS * shape.tokens * 4 * _LOGITS
    return max(reading, verifying)


def _unpacking(plan: Plan) -> int:
    """While a GGUF file is made into safetensors, which happens in main memory."""
    shapes = [shape for shape in (plan.target, plan.draft) if shape is not None and shape.gguf]
    return max((shape.elements * _UNPACKED for shape in shapes), default=0) if plan.device == "cpu" else 0
