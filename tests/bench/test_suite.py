"""Suites: the program's own are what they claim to be, and a wrong file is told what is wrong with it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from desktop_app.bench.suite import SuiteFileError, read_suite

GROUPS = {"chat", "translation", "summarising", "question answering", "arithmetic", "retrieval", "code"}
PROMPT = {"id": "a", "group": "chat", "messages": [{"role": "user", "content": "Hello?"}]}


def test_the_quick_suite_has_twelve_prompts_over_every_group() -> None:
    suite = read_suite("quick")
    assert len(suite.prompts) == 12
    assert {prompt.group for prompt in suite.prompts} == GROUPS
    several_turns = [p for p in suite.prompts if any(m.role == "assistant" for m in p.messages)]
    assert len(several_turns) >= 2
    grounded = [p for p in suite.prompts if p.group == "retrieval"]
    assert min(len(p.messages[-1].content) for p in grounded) > 600


def test_the_held_out_suite_has_four_prompts_a_group_and_none_of_the_quick_ones() -> None:
    held_out, quick = read_suite("heldout"), read_suite("quick")
    assert Counter(prompt.group for prompt in held_out.prompts) == dict.fromkeys(GROUPS, 4)
    texts = {prompt.messages[-1].content for prompt in quick.prompts}
    assert not [prompt.id for prompt in held_out.prompts if prompt.messages[-1].content in texts]
    assert not {prompt.id for prompt in held_out.prompts} & {prompt.id for prompt in quick.prompts}


def test_a_file_of_ones_own_and_its_first_prompts(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"prompts": [PROMPT, {**PROMPT, "id": "b"}]}), encoding="utf-8")
    suite = read_suite(str(file))
    assert suite.name == "mine"
    assert suite.max_tokens == 160
    assert [prompt.id for prompt in suite.first(1).prompts] == ["a"]
    assert suite.first(None) is suite


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"prompts": []}, "list of prompts"),
        ([PROMPT], "list of prompts"),
        ({"prompts": [{"id": "a", "group": "chat"}]}, "Prompt 1"),
        ({"prompts": [PROMPT, {**PROMPT, "id": "b", "messages": "hi"}]}, "Prompt 2"),
        ({"prompts": [{**PROMPT, "messages": [{"role": "king", "content": "x"}]}]}, "unknown role"),
        ({"prompts": [{**PROMPT, "messages": [{"role": "user", "content": ""}]}]}, "empty text"),
        ({"prompts": [{**PROMPT, "messages": []}]}, "end with a message"),
        ({"prompts": [{**PROMPT, "messages": [{"role": "assistant", "content": "x"}]}]}, "end with"),
        ({"prompts": [PROMPT, PROMPT]}, "same id"),
        ({"prompts": [PROMPT], "max_tokens": 0}, "max_tokens"),
    ],
)
def test_a_wrong_file_is_told_what_is_wrong(data: Any, words: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SuiteFileError, match=words):
        read_suite(str(file))


def test_no_such_suite_and_no_json(tmp_path: Path) -> None:
    with pytest.raises(SuiteFileError, match="quick, heldout"):
        read_suite("slow")
    file = tmp_path / "wrong.json"
    file.write_text("{", encoding="utf-8")
    with pytest.raises(SuiteFileError, match="not JSON"):
        read_suite(str(file))
    file.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(SuiteFileError, match="cannot be read"):
        read_suite(str(file))
