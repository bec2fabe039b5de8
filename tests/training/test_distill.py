"""From a loaded target to a drafter's folder."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import torch
from tiny import END, tiny_loaded

from desktop_app.decoding.errors import Cancelled
from desktop_app.models.eagle_checkpoint import eagle_head, read_eagle
from desktop_app.models.loading import LoadedModel
from desktop_app.models.progress import Progress, ignore_progress, never_cancelled
from desktop_app.training.distill import Distillation, Plan, Trained
from desktop_app.training.errors import TokenFileError, TrainingError
from desktop_app.training.exchanges import Exchange, Shards, write_token_file
from desktop_app.training.history import Point
from desktop_app.training.recipe import Recipe

RECIPE = Recipe(batch_tokens=1024, epochs=1.0, evaluations=2, depths=3, warm_up_steps=2)


def target() -> LoadedModel:
    """Ends its turns often enough for a test."""
    made = tiny_loaded()
    with torch.no_grad():
        made.model.lm_head.weight[END] *= 2.5
    return made


def plan(folder: Path, **changes: object) -> Plan:
    made = Plan(
        tokens=2500,
        data=(),
        workspace=folder / "work",
        out=folder / "drafter",
        draft_vocab_size=100,
        recipe=RECIPE,
        slots=24,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def distil(
    of: Plan,
    check: Callable[[], None] = never_cancelled,
    note: Callable[[Point], None] = lambda _: None,
    progress: Callable[[Progress], None] = ignore_progress,
) -> Trained:
    return Distillation(target(), of, progress, check, note).run()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("distilled")


@pytest.fixture(scope="module")
def trained(folder: Path) -> Trained:
    return distil(plan(folder))


def test_the_folder_holds_a_head_that_fits_the_target(trained: Trained) -> None:
    loaded = target()
    checkpoint = read_eagle(trained.folder, loaded.model.config)
    head = eagle_head(checkpoint, loaded.model.get_input_embeddings().weight)
    assert checkpoint.verifier == "tiny"
    assert head.shape.draft_vocab_size == 100
    assert bool(head.t2d[END])
    assert all(weight.isfinite().all() for weight in head.parameters())


def test_the_card_says_where_it_comes_from_and_how_it_does(trained: Trained) -> None:
    text = (trained.folder / "README.md").read_text(encoding="utf-8")
    assert f"{trained.origin.response_tokens:,} response tokens" in text
    assert "licence of that model" in text
    assert f"{trained.held_out.acceptance[0]:.3f}" in text
    assert f"{trained.held_out.tokens_per_round:.2f} tokens a round" in text
    assert "stopped early" not in text


def test_the_table_and_the_chart_show_the_course(trained: Trained) -> None:
    rows = list(csv.DictReader((trained.folder / "training.csv").open(encoding="utf-8")))
    assert int(rows[-1]["step"]) == trained.origin.steps
    assert float(rows[-1]["done"]) == 1
    looked = [row for row in rows if row["acceptance_1"]]
    assert len(looked) == 2
    assert all(0 <= float(row["acceptance_3"]) <= 1 for row in looked)
    drawing = ElementTree.parse(trained.folder / "training.svg")
    texts = {element.text for element in drawing.iter("{http://www.w3.org/2000/svg}text")}
    assert {"depth 1", "depth 3", "held out"} <= texts


def test_a_second_run_writes_no_conversation_again(folder: Path, trained: Trained) -> None:
    before = Shards(folder / "work" / "data").read()
    stages: list[str] = []
    again = distil(plan(folder, out=folder / "second"), progress=lambda seen: stages.append(seen.stage))
    assert len(Shards(folder / "work" / "data").read()) == len(before)
    assert "Writing conversations" not in stages
    assert again.held_out == trained.held_out


def test_resumed_after_its_end_it_trains_no_further(folder: Path, trained: Trained) -> None:
    points: list[Point] = []
    again = distil(plan(folder, out=folder / "third", resume=True), note=points.append)
    assert not points
    assert again.held_out == trained.held_out
    assert again.origin.steps == trained.origin.steps


def test_kept_states_make_the_same_head(folder: Path, trained: Trained) -> None:
    cached = distil(plan(folder, out=folder / "fourth", cache_states=True))
    assert cached.held_out == trained.held_out
    assert list((folder / "work" / "states").glob("*.safetensors"))


def test_cancelled_in_training_the_best_head_is_in_the_folder(tmp_path: Path) -> None:
    points: list[Point] = []

    def check() -> None:
        if points:
            raise Cancelled

    with pytest.raises(Cancelled):
        distil(plan(tmp_path), check, points.append)
    text = (tmp_path / "drafter" / "README.md").read_text(encoding="utf-8")
    assert "stopped early" in text
    read_eagle(tmp_path / "drafter", target().model.config)
    resumed = distil(plan(tmp_path, resume=True))
    assert resumed.origin.whole
    assert "stopped early" not in (resumed.folder / "README.md").read_text(encoding="utf-8")


def test_cancelled_while_writing_there_are_conversations_and_no_folder(tmp_path: Path) -> None:
    seen: list[Progress] = []

    def check() -> None:
        if seen and (seen[-1].done or 0) > 200:
            raise Cancelled

    with pytest.raises(Cancelled):
        distil(plan(tmp_path), check, progress=seen.append)
    assert Shards(tmp_path / "work" / "data").read()
    assert not (tmp_path / "drafter").exists()


def test_token_files_take_the_place_of_writing(folder: Path, trained: Trained, tmp_path: Path) -> None:
    file = tmp_path / "tokens.npz"
    write_token_file(file, Shards(folder / "work" / "data").read())
    other = distil(plan(tmp_path, tokens=0, data=(file,)))
    assert other.held_out == trained.held_out
    assert not (tmp_path / "work" / "data").exists()


def test_token_files_of_another_model_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "tokens.npz"
    write_token_file(file, [Exchange(np.array([1, 2, 3, 9000], dtype=np.int32), ((2, 4),), 0.0)])
    with pytest.raises(TokenFileError, match="another model"):
        distil(plan(tmp_path, tokens=0, data=(file,)))


def test_too_few_conversations_are_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "tokens.npz"
    write_token_file(file, [Exchange(np.array([1, 2, 3, 90], dtype=np.int32), ((2, 4),), 0.0)])
    with pytest.raises(TrainingError, match="1 conversations to learn from and 0 to check with"):
        distil(plan(tmp_path, tokens=0, data=(file,)))
