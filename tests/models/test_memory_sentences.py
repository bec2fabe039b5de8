from __future__ import annotations

import pytest
import torch

from desktop_app.models import memory
from desktop_app.models.fit import Plan
from desktop_app.models.fitting import fit_of
from desktop_app.models.memory_sentences import is_out_of_memory, no_room, ran_out
from desktop_app.models.memory_shape import MemoryShape

CPU = torch.device("cpu")
SHAPE = MemoryShape("llama", 2_000_000_000, 4, 2, 16, 64, 128, 1000, 8192, tied=True)
FIT = fit_of(Plan(SHAPE), 10**10, "cpu")


@pytest.mark.parametrize(
    ("error", "is_one"),
    [
        (torch.OutOfMemoryError("x"), True),
        (MemoryError(), True),
        (RuntimeError("[enforce fail at alloc_cpu.cpp:1] DefaultCPUAllocator: can't allocate memory"), True),
        (RuntimeError("MPS backend out of memory (MPS allocated: 9 GB)"), True),
        (RuntimeError("shapes do not match"), False),
        (ValueError("out of memory"), False),
    ],
)
def test_what_means_that_memory_ran_out(error: Exception, is_one: bool) -> None:
    assert is_out_of_memory(error) is is_one


def test_the_numbers_are_said_where_they_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda _: 1_500_000_000)
    assert str(no_room("big", CPU, FIT)) == (
        "big does not fit into the memory of cpu: it needs about 4.0 GB and 1.5 GB are free; close other "
        "programs or choose a smaller model."
    )
    assert ran_out(CPU, FIT, 8192) == (
        "Memory ran out during the reply: 1.5 GB are free on cpu, and the model needs up to 4.0 GB for 8,192 "
        "tokens; close other programs, shorten the chat, or set a smaller context or another draft."
    )
    assert "GB" not in str(no_room("big", CPU, None))
    monkeypatch.setattr(memory, "available_bytes", lambda _: None)
    assert "GB" not in ran_out(CPU, FIT, 8192)
