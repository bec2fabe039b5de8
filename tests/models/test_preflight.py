from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.models.findings import Finding, Preflight, fine, note, problem
from desktop_app.models.loading import TOLERATED_TOKENS
from desktop_app.models.preflight import vocabulary_finding


@given(tokens=st.integers(1, 300_000), beyond=st.integers(-1000, 1000))
def test_the_vocabulary_against_the_rows_of_the_weights(tokens: int, beyond: int) -> None:
    rows = max(1, tokens + beyond)
    side: Any = SimpleNamespace(name="m", rows=rows, tokenizer=SimpleNamespace(vocab_size=tokens))
    found = vocabulary_finding(side)
    more = tokens - rows
    expected = "problem" if more > TOLERATED_TOKENS else "note" if more > 0 else "ok"
    assert found.level == expected
    assert f"{tokens:,} tokens" in found.sentence
    assert (f"{rows:,}" in found.sentence) == (rows != tokens) or f"{rows:,}" == f"{tokens:,}"
    assert ("padded" in found.sentence) == (more < 0)


@given(st.lists(st.sampled_from([fine, note, problem]), max_size=8), st.integers(0, 8))
def test_refused_for_the_first_problem_that_is_not_the_memory(kinds: list[Any], place: int) -> None:
    findings = [kind("draft", f"{number}.") for number, kind in enumerate(kinds)]
    findings.insert(min(place, len(findings)), problem("memory", "Too large."))
    found = Preflight("t", "d", tuple(findings))
    real = [f.sentence for f in findings if f.level == "problem" and f.topic == "draft"]
    assert found.refusal == (real[0] if real else "")
    assert sorted(found.problems) == sorted([*real, "Too large."])


@pytest.mark.parametrize(("make", "level"), [(fine, "ok"), (note, "note"), (problem, "problem")])
def test_levels_are_named_as_on_the_command_line(make: Any, level: str) -> None:
    found: Finding = make("same", "…")
    assert found.level.value == level
