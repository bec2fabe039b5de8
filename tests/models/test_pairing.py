"""Which models can draft for a target, told by their facts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.models.local_model import Format, LocalModel, ModelFacts, Role
from desktop_app.models.pairing import draft_choices, is_made_for

USABLE = Role(True)


def model(name: str, family: str = "", parameters: int = 1, path: Path | None = None) -> LocalModel:
    facts = ModelFacts("safetensors", parameters=parameters, family=family, target=USABLE, draft=USABLE)
    return LocalModel(name, path or Path("/models") / name, "own", 0, facts)


def head(name: str, made_for: str) -> LocalModel:
    facts = ModelFacts("head", verifier=made_for, target=Role(False, "A head."), draft=USABLE)
    return LocalModel(name, Path("/models") / name, "own", 0, facts)


def test_the_best_come_first_and_of_those_the_smallest() -> None:
    target = model("target", "a", 7)
    broken = LocalModel("broken", Path("/b"), "own", 0, ModelFacts("other", draft=Role(False, "It is cut.")))
    models = [
        broken, model("other", "b", 2), model("large", "a", 9), target, model("small", "a", 3),
        model("untold", ""), head("theirs", "x/else"), head("mine", "x/target"), head("anyone's", ""),
    ]  # fmt: skip
    choices = draft_choices(target, models)
    assert [(choice.model.name, choice.pairing) for choice in choices] == [
        ("mine", "head"), ("small", "family"), ("large", "family"), ("anyone's", "unknown"),
        ("untold", "unknown"), ("target", "itself"), ("other", "other"), ("broken", "none"),
        ("theirs", "none"),
    ]  # fmt: skip
    assert choices[-1].why == "theirs was trained for x/else, not for target."
    assert choices[-2].why == "It is cut."


def test_without_a_target_all_that_can_draft_are_alike() -> None:
    choices = draft_choices(None, [model("one", "a"), head("a head", "x/y")])
    assert {choice.pairing for choice in choices} == {"unknown"}


@pytest.mark.parametrize(
    ("name", "kind", "fits"),
    [
        ("Target", "safetensors", True),
        ("owner/target", "safetensors", True),
        ("target-2", "safetensors", False),
        ("target.Q4_K_M", "gguf", True),
        ("target.Q4_K_M", "safetensors", False),
    ],
)
def test_a_head_names_its_target(tmp_path: Path, name: str, kind: Format, fits: bool) -> None:
    target = LocalModel(name, tmp_path / "snapshot", "hub", 0, ModelFacts(kind))
    assert is_made_for(head("h", "maker/target"), target) is fits


def test_a_folder_of_another_name_is_known_by_where_it_came_from(tmp_path: Path) -> None:
    target = model("renamed", path=tmp_path)
    assert not is_made_for(head("h", "maker/target"), target)
    (tmp_path / "slipstream-origin.json").write_text(json.dumps({"repo": "maker/Target"}))
    assert is_made_for(head("h", "maker/target"), target)
