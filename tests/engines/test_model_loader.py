"""Targets are checked before the loaded one is given up, and nothing of the old ones is left."""

from __future__ import annotations

import gc
import json
import sys
import time
import weakref
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import PromptTemplateError
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled
from desktop_app.engines.base import ChatRequest, Failed, Finished
from desktop_app.engines.local import LocalEngine
from desktop_app.engines.model_loader import LoadOptions, ModelLoader
from desktop_app.models import memory
from desktop_app.models.errors import DoesNotFitError, ModelFolderError
from desktop_app.models.progress import Progress, never_cancelled
from desktop_app.paths import Paths

# the file's folder is not that of the models' tests
sys.path.append(str(Path(__file__).parents[1] / "models"))
from tiny_model import write_tiny_model

OPTIONS = LoadOptions(device="cpu", dtype="float32")


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write_tiny_model(tmp_path / "tiny-llama")


def loader(tmp_path: Path) -> ModelLoader:
    return ModelLoader(Paths.under(tmp_path / "data"), lambda: OPTIONS)


def nothing(_: Progress) -> None:
    pass


def load(loader: ModelLoader, target: Path) -> LocalEngine:
    engine = loader(str(target), nothing, never_cancelled)
    assert isinstance(engine, LocalEngine)
    return engine


def ask(engine: LocalEngine) -> None:
    request = ChatRequest((Message("user", "the draft"),), max_tokens=4, session="one")
    *_, last = engine.reply(request, ReplyControl())
    assert isinstance(last, Finished)


def tensor_bytes() -> int:
    gc.collect()
    storages = {
        tensor.untyped_storage().data_ptr(): tensor.untyped_storage().nbytes()
        for tensor in gc.get_objects()
        if issubclass(type(tensor), torch.Tensor)
    }
    return sum(storages.values())


def freed_to(wanted: int) -> bool:
    """A weight that a thread of transformers' is reading when a load ends goes a moment later."""
    until = time.monotonic() + 10
    while (held := tensor_bytes()) != wanted and time.monotonic() < until:
        time.sleep(0.01)
    return held == wanted


def test_what_is_known_beforehand(tmp_path: Path, tiny: Path) -> None:
    stages: list[str] = []
    prepared = loader(tmp_path).prepare(
        str(tiny), lambda p: stages.append(p.stage), never_cancelled, force=False
    )
    assert stages == ["Starting torch", "Checking the model"]
    assert prepared.fit is not None
    assert prepared.fit.plan.target.elements > 0
    assert prepared.note == ""
    engine = prepared.load(lambda p: stages.append(p.stage), never_cancelled)
    assert engine.name == "tiny-llama"
    assert "Reading the tokenizer" in stages
    assert "Loading the weights" in stages
    engine.close()


def test_a_broken_folder_is_found_before_anything_is_read(tmp_path: Path, tiny: Path) -> None:
    (tiny / "model.safetensors").write_bytes(b"123")
    with pytest.raises(ModelFolderError, match="cut short"):
        loader(tmp_path).prepare(str(tiny), nothing, never_cancelled, force=False)


def test_what_the_loaded_model_gives_back_counts_as_free(
    tmp_path: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = loader(tmp_path)
    engine = load(maker, tiny)
    assert engine.held_bytes > sum(weight.nbytes for weight in engine._open()[0].model.parameters())
    ask(engine)
    free = 10**6
    monkeypatch.setattr(memory, "available_bytes", lambda _: free)
    before = engine.held_bytes
    prepared = maker.prepare(str(tiny), nothing, never_cancelled, force=True)
    assert prepared.fit is not None
    assert prepared.fit.free == free + before
    engine.close()
    assert engine.held_bytes == 0
    del engine
    gc.collect()
    again = maker.prepare(str(tiny), nothing, never_cancelled, force=True)
    assert again.fit is not None
    assert again.fit.free == free


def test_what_does_not_fit_is_refused_with_the_estimate(
    tmp_path: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda _: 1000)
    maker = loader(tmp_path)
    with pytest.raises(DoesNotFitError) as refused:
        maker.prepare(str(tiny), nothing, never_cancelled, force=False)
    assert refused.value.fit.free == 1000
    prepared = maker.prepare(str(tiny), nothing, never_cancelled, force=True)
    prepared.load(nothing, never_cancelled).close()


def test_tight_and_shortened_are_said(tmp_path: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maker = loader(tmp_path)
    fit = maker.prepare(str(tiny), nothing, never_cancelled, force=False).fit
    assert fit is not None
    monkeypatch.setattr(memory, "available_bytes", lambda _: fit.estimate.peak)
    note = maker.prepare(str(tiny), nothing, never_cancelled, force=False).note
    assert note.startswith("Memory is tight: 0.0 GB of the 0.0 GB that were free on cpu")
    config = json.loads((tiny / "config.json").read_text())
    (tiny / "config.json").write_text(json.dumps(config | {"max_position_embeddings": 131072}))
    monkeypatch.setattr(memory, "available_bytes", lambda _: 20_000_000)
    note = maker.prepare(str(tiny), nothing, never_cancelled, force=False).note
    assert note.startswith("Chats hold ")
    assert note.endswith(" of 131,072 tokens, which is what fits into memory.")


@pytest.mark.parametrize(
    ("template", "said"),
    [
        (
            "{% for m in messages %}",
            r"^The model's chat template has a mistake in line 1: endfor is missing\.",
        ),
        ("{{ messages[0].role", r"^The model's chat template has a mistake in line 1: "),
    ],
)
def test_a_template_that_nobody_can_read(tmp_path: Path, tiny: Path, template: str, said: str) -> None:
    (tiny / "chat_template.jinja").write_text(template)
    with pytest.raises(PromptTemplateError, match=said) as caught:
        loader(tmp_path).prepare(str(tiny), nothing, never_cancelled, force=False)
    assert f"It stands in {tiny / 'chat_template.jinja'}: correct it there" in str(caught.value)


def test_a_template_that_refuses_one_conversation_may_take_another(tmp_path: Path, tiny: Path) -> None:
    (tiny / "chat_template.jinja").write_text("{{ raise_exception('No.') }}")
    assert loader(tmp_path).prepare(str(tiny), nothing, never_cancelled, force=False).fit


@pytest.mark.parametrize("at", range(1, 12))
def test_a_load_that_is_stopped_anywhere_leaves_nothing(tmp_path: Path, tiny: Path, at: int) -> None:
    load(loader(tmp_path), tiny).close()
    before = tensor_bytes()
    left = at

    def check() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise Cancelled

    try:
        loader(tmp_path)(str(tiny), nothing, check).close()
    except Cancelled:
        assert left == 0
    else:
        assert left > 0
    assert freed_to(before)


def test_five_switches_leave_nothing_behind(tmp_path: Path, tiny: Path) -> None:
    other = write_tiny_model(tmp_path / "other", num_hidden_layers=3)
    maker = loader(tmp_path)
    engine = load(maker, tiny)
    ask(engine)
    engine.close()
    baseline = tensor_bytes()
    gone: list[weakref.ref[object]] = []
    for target in (other, tiny, other, tiny, other):
        engine = load(maker, target)
        ask(engine)
        gone += [weakref.ref(engine._open()[0].model), weakref.ref(engine.runner.network)]
        engine.close()
        del engine
        gc.collect()
    assert [ref() for ref in gone] == [None] * 10
    assert freed_to(baseline)


def test_the_draft_is_counted_and_loaded_with_its_target(tmp_path: Path, tiny: Path) -> None:
    draft = write_tiny_model(tmp_path / "draft", num_hidden_layers=1)
    options = replace(OPTIONS, draft=f"{draft}+lookup")
    maker = ModelLoader(Paths.under(tmp_path / "data"), lambda: options)
    stages: list[str] = []
    prepared = maker.prepare(str(tiny), nothing, never_cancelled, force=False)
    assert prepared.fit is not None
    assert prepared.fit.plan.draft is not None
    engine = prepared.load(lambda p: stages.append(p.stage), never_cancelled)
    assert isinstance(engine, LocalEngine)
    assert "Loading the draft" in stages
    assert engine._drafters is not None
    assert list(engine._drafters._models._models) == [str(draft)]
    engine.close()


def test_a_draft_that_cannot_be_used_costs_nothing_but_itself(tmp_path: Path, tiny: Path) -> None:
    draft = write_tiny_model(tmp_path / "draft", num_hidden_layers=1)
    (draft / "config.json").write_text("{")
    options = replace(OPTIONS, draft=str(draft))
    engine = load(ModelLoader(Paths.under(tmp_path / "data"), lambda: options), tiny)
    ask(engine)
    request = ChatRequest((Message("user", "the draft"),), max_tokens=4, draft=str(draft))
    *_, last = engine.reply(request, ReplyControl())
    assert isinstance(last, Failed)
    assert "config.json" in last.error
    engine.close()


def test_a_reply_whose_template_is_broken_says_where_it_stands(tmp_path: Path, tiny: Path) -> None:
    (tiny / "chat_template.jinja").write_text("{% for m in messages %}")
    from desktop_app.models.loading import load_model

    engine = LocalEngine(load_model(tiny, device="cpu", dtype="float32"))
    *_, last = engine.reply(ChatRequest((Message("user", "the draft"),)), ReplyControl())
    assert isinstance(last, Failed)
    assert f"It stands in {tiny / 'chat_template.jinja'}: correct it there" in last.error
    raw = ChatRequest((Message("user", "the draft"),), max_tokens=4, raw=True)
    *_, last = engine.reply(raw, ReplyControl())
    assert isinstance(last, Finished)
    engine.close()


def test_the_draft_changes_and_the_target_stays(tmp_path: Path, tiny: Path) -> None:
    drafts = [write_tiny_model(tmp_path / name, num_hidden_layers=1) for name in ("one", "two", "three")]
    engine = load(loader(tmp_path), tiny)
    loaded = engine._open()[0]

    def weights() -> list[int]:
        return [weight.data_ptr() for weight in loaded.model.parameters()]

    before = (id(loaded), id(loaded.model), id(engine.runner), weights())
    for draft in drafts:
        request = ChatRequest((Message("user", "the draft"),), max_tokens=4, draft=str(draft), session="one")
        *_, last = engine.reply(request, ReplyControl())
        assert isinstance(last, Finished), last
    assert engine._open()[0] is loaded
    assert (id(loaded), id(loaded.model), id(engine.runner), weights()) == before
    engine.close()
