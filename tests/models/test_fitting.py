from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny_model import write_tiny_model

from desktop_app.models import memory
from desktop_app.models.fit import Level, Plan, estimate, level
from desktop_app.models.fit_here import fit_here
from desktop_app.models.fitting import change_in_words, fit_of, refusal, tight_note, with_longest_context
from desktop_app.models.memory_shape import MemoryShape, memory_shape

SHAPE = MemoryShape("llama", 1_000_000, 4, 2, 16, 64, 128, 1000, 65536, tied=True)
DRAFT = replace(SHAPE, elements=100_000, layers=1)


def peak(plan: Plan) -> int:
    return estimate(plan).peak


def test_levels() -> None:
    plan = Plan(SHAPE)
    assert fit_of(plan, 2 * peak(plan), "cpu").level is Level.GREEN
    assert fit_of(plan, peak(plan), "cpu").level is Level.AMBER
    assert fit_of(plan, peak(plan) - 1, "cpu").level is Level.RED
    assert fit_of(plan, None, "cpu").level is Level.GREEN


def test_a_change_is_offered_only_where_it_is_needed() -> None:
    plan = Plan(SHAPE)
    assert fit_of(plan, peak(plan), "cpu").change is None
    assert fit_of(plan, peak(plan) - 1, "cpu").change == replace(plan, context=2048)
    assert fit_of(plan, 1, "cpu").change is None


@given(st.integers(1, 10**9))
def test_the_longest_context_fits_if_any_does(free: int) -> None:
    plan = Plan(SHAPE)
    found = with_longest_context(plan, free)
    assert 1024 <= found.context <= SHAPE.context
    longer = replace(plan, context=2 * found.context)
    if level(found, free) is Level.RED:
        assert found.context == 1024
    elif found.context < SHAPE.context:
        assert level(longer, free) is not Level.GREEN
    if level(found, free) is Level.AMBER and found.context < SHAPE.context:
        assert level(longer, free) is Level.RED


def test_a_comfortable_context_is_taken_before_a_longer_tight_one() -> None:
    plan = replace(Plan(SHAPE), context=16384)
    assert with_longest_context(plan, peak(plan)).context == 8192
    assert with_longest_context(plan, peak(plan) * 5 // 4).context == 16384
    assert with_longest_context(plan, None).context == 65536
    roomy = replace(plan, context=4096)
    # a chat has no room in 2,048 tokens, so the tight 4,096 are better
    assert with_longest_context(plan, peak(roomy)).context == 4096


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"context": 2048}, "a context of 2,048 tokens"),
        ({"draft": None}, "no draft"),
        ({"draft": None, "context": 1024}, "no draft and a context of 1,024 tokens"),
        ({"draft": None, "bytes_per_weight": 2}, "no draft and bfloat16"),
        (
            {"draft": None, "bytes_per_weight": 2, "context": 1024},
            "no draft, bfloat16 and a context of 1,024 tokens",
        ),
        ({"bytes_per_weight": 2}, "bfloat16"),
        ({"bytes_per_weight": 2, "context": 1024}, "bfloat16 and a context of 1,024 tokens"),
    ],
)
def test_changes_in_words(changes: dict[str, object], words: str) -> None:
    plan = Plan(SHAPE, DRAFT, bytes_per_weight=4)
    assert change_in_words(plan, replace(plan, **changes)) == words  # type: ignore[arg-type]
    assert change_in_words(plan, None) == ""


def test_a_refusal_says_what_would_help() -> None:
    plan = Plan(replace(SHAPE, elements=2 * 10**9))
    fit = fit_of(plan, peak(plan) - 1, "cuda:1")
    assert refusal("big in bfloat16", fit) == (
        "big in bfloat16 needs 4.0 GB of memory but 4.0 GB are free on cuda:1; it would fit with a context "
        "of 2,048 tokens."
    )
    assert refusal("big in bfloat16", fit_of(plan, 10**9, "cpu")) == (
        "big in bfloat16 needs 4.0 GB of memory but 1.0 GB are free on cpu; close other programs or choose a "
        "smaller model."
    )


def test_only_a_tight_fit_has_a_note() -> None:
    plan = Plan(replace(SHAPE, elements=2 * 10**9))
    assert tight_note(fit_of(plan, peak(plan), "cpu")) == (
        "Memory is tight: 4.0 GB of the 4.0 GB that were free on cpu may be needed."
    )
    assert tight_note(fit_of(plan, 2 * peak(plan), "cpu")) == ""
    assert tight_note(fit_of(plan, None, "cpu")) == ""


def test_here_it_is_measured_against_what_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = write_tiny_model(tmp_path / "tiny")
    asked: list[torch.device] = []
    monkeypatch.setattr(memory, "available_bytes", lambda device: asked.append(device) or 10**6)
    fit = fit_here(tiny, models=tmp_path, device="cpu", dtype="float32", given_back=10**9)
    assert asked == [torch.device("cpu")]
    assert fit.free == 10**9 + 10**6
    assert fit.plan == Plan(memory_shape(tiny), context=512, bytes_per_weight=4, packs=False)
    assert (fit.device, fit.level) == ("cpu", Level.GREEN)
    pair = fit_here(tiny, tiny, models=tmp_path, device="cpu", dtype="float32", context=256)
    assert pair.plan.draft == pair.plan.target
    assert (pair.plan.head, pair.plan.context) == (False, 256)
