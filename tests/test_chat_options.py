"""What a conversation or a preset may set: what makes sense is used, the rest is said and costs nothing."""

from __future__ import annotations

import pytest

from desktop_app.settings.chat_options import CHAT_RECORDS, usable
from desktop_app.settings.table import RECORDS


def test_the_records_are_those_of_the_settings_and_a_few_more() -> None:
    names = [record.name for record in CHAT_RECORDS]
    assert names == [
        "system", "temperature", "top_p", "top_k", "min_p", "max_tokens", "stop", "draft", "k", "verifier",
    ]  # fmt: skip
    known = {record.name: record for record in RECORDS}
    for record in CHAT_RECORDS:
        if record.name not in ("system", "draft"):
            assert record is known[record.name]
    draft = next(record for record in CHAT_RECORDS if record.name == "draft")
    assert draft.kind.accepts("none")
    assert draft.kind.accepts("skip:4")


def test_values_become_the_programs_own() -> None:
    values, problems = usable({"temperature": 1, "stop": ["a"], "k": "auto", "system": "x", "later": 3})
    assert (values, problems) == ({"temperature": 1.0, "stop": ("a",), "k": "auto", "system": "x"}, ())
    assert isinstance(values["temperature"], float)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("temperature", -1),
        ("temperature", "warm"),
        ("temperature", float("nan")),
        ("top_p", 0),
        ("top_k", 1.5),
        ("max_tokens", 0),
        ("stop", "x"),
        ("stop", [""]),
        ("k", True),
        ("verifier", "greedy"),
        ("system", 5),
        ("draft", 3),
    ],
)
def test_what_makes_no_sense_is_one_sentence_and_the_rest_counts(name: str, value: object) -> None:
    values, problems = usable({"min_p": 0.1, name: value})
    assert values == {"min_p": 0.1}
    assert len(problems) == 1
    assert problems[0].startswith(f"{name} must be ")
    assert len(problems[0]) < 200
