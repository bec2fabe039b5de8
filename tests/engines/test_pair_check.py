"""Pairs of every kind, right, wrong and broken, and the sentence for each. Nothing is loaded."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.eagle_head import EagleHead
from desktop_app.decoding.errors import Cancelled
from desktop_app.engines import pair_check
from desktop_app.engines.base import ChatRequest, Failed
from desktop_app.engines.loader import load_engine
from desktop_app.engines.pair_check import check_pair
from desktop_app.engines.pair_plan import PairPlan
from desktop_app.models import loading, memory
from desktop_app.models.eagle_checkpoint import write_eagle
from desktop_app.models.eagle_config import eagle_shape
from desktop_app.models.findings import Preflight
from desktop_app.models.fit_here import fit_here
from desktop_app.models.hugging_face import import_transformers
from desktop_app.paths import Paths

sys.path.append(str(Path(__file__).parent.parent / "models"))

from spoilt_folders import damaged_config, empty, missing_shard, no_tokenizer, pickles, rewrite, truncated
from tiny_model import write_tiny_gguf, write_tiny_model
from tokenizers_for_tests import metaspace, save, word_piece

HEADS = Path(__file__).parent.parent / "data" / "eagle3"
ROWS = 1400  # enough for the tokenizers of tokenizers_for_tests


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_model(tmp_path_factory.mktemp("pair") / "tiny-llama")


@pytest.fixture(scope="module")
def draft(target: Path) -> Path:
    """One layer, and a shorter context."""
    return write_tiny_model(target.parent / "tiny-draft", num_hidden_layers=1, max_position_embeddings=128)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.under(tmp_path / "data")


@pytest.fixture
def copy(draft: Path, tmp_path: Path) -> Path:
    """A draft that the test may spoil."""
    return Path(shutil.copytree(draft, tmp_path / "draft"))


def said(found: Preflight, topic: str) -> list[tuple[str, str]]:
    return [(f.level.value, f.sentence) for f in found.findings if f.topic == topic]


def only(found: Preflight, topic: str) -> tuple[str, str]:
    (one,) = said(found, topic)
    return one


def checked(target: Path | str, draft: Path | str, paths: Paths, **plan: Any) -> Preflight:
    return check_pair(str(target), str(draft), paths, PairPlan(device="cpu", dtype="float32", **plan))


def test_a_pair_that_works(target: Path, draft: Path, paths: Paths) -> None:
    found = checked(target, draft, paths)
    assert found.problems == ()
    assert found.target == "tiny-llama"
    assert only(found, "target")[0] == "ok"
    assert "tiny-llama is there and whole: llama, " in only(found, "target")[1]
    level, sentence = only(found, "tokenizer")
    assert level == "ok"
    assert sentence.startswith("Both have the same tokens: ")
    assert [level for level, _ in said(found, "vocabulary")] == ["ok", "ok"]
    assert all("padded to 320" in sentence for _, sentence in said(found, "vocabulary"))
    assert only(found, "special")[0] == "ok"
    assert only(found, "end") == ("ok", "Both end a reply with <|endoftext|> / <|im_end|>.")
    assert only(found, "template") == ("ok", "tiny-llama has a chat template.")
    assert only(found, "rollback")[0] == "ok"
    assert only(found, "device") == ("ok", "What is computed runs on cpu in float32.")
    assert only(found, "memory")[0] == "ok"


def test_a_shorter_context_is_a_note_that_says_what_follows(target: Path, draft: Path, paths: Paths) -> None:
    level, sentence = only(checked(target, draft, paths), "context")
    assert level == "note"
    assert "holds 512 tokens and the draft only 128" in sentence
    assert only(checked(draft, target, paths), "context")[0] == "ok"


def test_the_target_as_its_own_draft(target: Path, paths: Paths, tmp_path: Path) -> None:
    link = tmp_path / "another name"
    link.symlink_to(target)
    for own in (target, link):
        found = checked(target, own, paths)
        assert only(found, "same")[1].startswith("The draft is the target itself")
        assert said(found, "tokenizer") == []
        assert found.problems == ()


@pytest.mark.parametrize("draft", ["lookup", "suffix", "lookup+suffix", "none", "auto"])
def test_drafts_without_a_model(target: Path, paths: Paths, draft: str) -> None:
    found = checked(target, draft, paths)
    assert found.problems == ()
    assert len(said(found, "draft")) == len(draft.split("+"))
    assert said(found, "tokenizer") == []


@pytest.mark.parametrize(
    ("draft", "levels", "words"),
    [
        ("skip:1", ["ok"], "The first 1 of the 2 layers"),
        ("skip:2", ["problem"], "choose from 1 to 1 of them to draft, not 2."),
        ("skip:x", ["problem"], "not skip:x"),
        ("eagle", ["problem"], "No trained head comes with the program for tiny-llama"),
        ("nowhere", ["problem"], "There is no model at nowhere"),
    ],
)
def test_other_drafts(target: Path, paths: Paths, draft: str, levels: list[str], words: str) -> None:
    found = said(checked(target, draft, paths), "draft")
    assert [level for level, _ in found] == levels
    assert words in found[-1][1]


def test_more_than_half_of_the_layers_gain_little(target: Path, paths: Paths, tmp_path: Path) -> None:
    deep = write_tiny_model(tmp_path / "deep", num_hidden_layers=4)
    assert [level for level, _ in said(checked(deep, "skip:3", paths), "draft")] == ["ok", "note"]


def bad_config(folder: Path) -> None:
    rewrite(folder / "config.json", num_attention_heads=5)


def empty_config(folder: Path) -> None:
    (folder / "config.json").write_text("")


def damaged_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").write_text("{}")


BROKEN = [
    (missing_shard, "draft lacks model-00002-of-00002.safetensors; download what is missing."),
    (truncated, "model.safetensors in draft is cut short or damaged; delete it and download it again."),
    (empty, "model.safetensors in draft is cut short or damaged; delete it and download it again."),
    (damaged_config, "config.json in draft cannot be read; download the file again."),
    (empty_config, "config.json in draft cannot be read; download the file again."),
    (bad_config, "config.json in draft is not valid; download the file again."),
    (
        pickles,
        "The weights in draft are pickle files, which can run code when loaded; "
        "choose a version of the model with safetensors.",
    ),
    (
        no_tokenizer,
        "draft has no tokenizer (tokenizer.json); copy the tokenizer files of the model into it.",
    ),
    (damaged_tokenizer, "The tokenizer of draft cannot be read"),
]


@pytest.mark.parametrize(("spoil", "sentence"), BROKEN)
def test_a_broken_draft_is_refused_with_its_sentence(
    target: Path, copy: Path, paths: Paths, spoil: Callable[[Path], None], sentence: str
) -> None:
    spoil(copy)
    found = checked(target, copy, paths)
    assert only(found, "target")[0] == "ok"
    assert len(found.problems) == 1
    assert found.refusal == found.problems[0]
    assert found.refusal.startswith(sentence)


@pytest.mark.parametrize(("spoil", "sentence"), BROKEN[:3])
def test_a_broken_target_is_said_and_the_draft_is_looked_at_all_the_same(
    draft: Path, copy: Path, paths: Paths, spoil: Callable[[Path], None], sentence: str
) -> None:
    spoil(copy)
    found = checked(copy, draft, paths)
    assert only(found, "target") == ("problem", sentence)
    assert only(found, "draft")[0] == "ok"
    assert only(checked(copy, "lookup", paths), "draft")[0] == "ok"


def test_an_empty_file_and_a_file_that_is_no_model(target: Path, paths: Paths, tmp_path: Path) -> None:
    for name, words in (("x.gguf", "is not a GGUF file"), ("x.txt", "is not a model")):
        (tmp_path / name).write_bytes(b"")
        assert words in checked(target, tmp_path / name, paths).refusal


def with_tokenizer(folder: Path, backend: Any, **config: Any) -> Path:
    write_tiny_model(folder, vocab_size=ROWS, **config)
    for file in ("tokenizer.json", "tokenizer_config.json", "chat_template.jinja"):
        (folder / file).unlink(missing_ok=True)
    return save(backend, folder)


def test_another_tokenizer_drafts_over_what_is_shared(target: Path, paths: Paths, tmp_path: Path) -> None:
    other = with_tokenizer(tmp_path / "other", metaspace())
    found = checked(target, other, paths)
    assert found.problems == ()
    level, sentence = only(found, "tokenizer")
    assert level == "note"
    assert "drafts in tokens of its own, of which it shares " in sentence
    assert "Token 0 is '<|endoftext|>' in tiny-llama and " in sentence
    assert only(found, "special") == (
        "note",
        "Their special tokens differ (<|im_start|> / <s>, <|im_end|> / </s>, <|im_end|> / none, "
        "<|endoftext|> / none); the draft reads the text in its own.",
    )
    assert only(found, "end")[0] == "note"


def test_a_tokenizer_with_nothing_in_common_is_a_problem(target: Path, paths: Paths, tmp_path: Path) -> None:
    other = with_tokenizer(tmp_path / "other", word_piece())
    found = checked(target, other, paths)
    assert found.refusal.startswith(
        "other cannot draft for tiny-llama, because their tokenizers differ: Token 0 is "
    )


def test_a_target_without_template_or_end(target: Path, paths: Paths, tmp_path: Path) -> None:
    base = Path(shutil.copytree(target, tmp_path / "base"))
    (base / "chat_template.jinja").unlink()
    assert only(checked(base, "lookup", paths), "template")[0] == "note"


def test_what_cannot_be_rolled_back(target: Path, copy: Path, paths: Paths) -> None:
    rewrite(
        copy / "config.json",
        model_type="lfm2",
        architectures=["Lfm2ForCausalLM"],
        num_hidden_layers=2,
        layer_types=["conv", "full_attention"],
    )
    found = checked(target, copy, paths)
    assert found.refusal == (
        "draft cannot draft, because what it reads cannot be taken back when a draft is rejected; "
        "choose another draft."
    )
    alone = checked(copy, "lookup", paths)
    assert alone.refusal == (
        "draft cannot use a draft. This model decodes plainly: what its conv layers remember cannot be "
        "rolled back when a draft is rejected."
    )


def test_a_head_for_another_target(target: Path, paths: Paths, tmp_path: Path) -> None:
    head = Path(shutil.copytree(HEADS / "llama", tmp_path / "head"))
    rewrite(head / "config.json", eagle_aux_hidden_state_layer_ids=[0, 1, 1])
    found = checked(target, head, paths)
    assert only(found, "head") == (
        "problem",
        "head needs hidden states of size 16 and the model has 32; choose a draft made for this model. "
        "It was made for someone/tiny.",
    )
    rewrite(head / "config.json", eagle_aux_hidden_state_layer_ids=[1, 3, 4])
    assert "reads the states that enter layers 1, 3, 4" in checked(target, head, paths).refusal
    (head / "model.safetensors").write_bytes(b"")
    assert "cut short or damaged" in checked(target, head, paths).refusal


@pytest.mark.parametrize(
    ("verifier", "level"), [("someone/tiny-llama", "ok"), ("someone/else", "note"), ("", "note")]
)
def test_a_head_made_for_the_target(
    target: Path, paths: Paths, tmp_path: Path, verifier: str, level: str
) -> None:
    config = import_transformers().AutoConfig.from_pretrained(target)
    shape = eagle_shape(config, (0, 1, 1), 100)
    torch.manual_seed(1)
    tensors = EagleHead(shape).state_dict() | {"d2t": torch.zeros(100, dtype=torch.long)}
    write_eagle(tmp_path / "head", shape, tensors, config, verifier)
    found = checked(target, tmp_path / "head", paths)
    assert found.problems == ()
    assert [said for said, _ in said(found, "head")] == [level, "ok"]
    assert "layers 0, 1, 1 of 2" in said(found, "head")[1][1]
    assert "It drafts 100 of the 320 tokens of tiny-llama." in said(found, "vocabulary")[1][1]


def test_a_gguf_file_needs_no_conversion(target: Path, paths: Paths, tmp_path: Path) -> None:
    file = write_tiny_gguf(target, tmp_path / "tiny.gguf")
    found = checked(target, file, paths)
    assert found.problems == ()
    assert only(found, "tokenizer")[0] == "ok"
    assert "tiny is there and whole: llama, " in only(found, "draft")[1]
    assert not (paths.models / "converted").exists()


@pytest.mark.parametrize(("share", "level"), [(1.3, "ok"), (1.1, "note"), (0.9, "problem")])
def test_memory(
    target: Path, draft: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch, share: float, level: str
) -> None:
    fit = fit_here(target, draft, models=paths.models, context=512, device="cpu", dtype="float32")
    free = round(share * fit.estimate.peak)
    monkeypatch.setattr(memory, "available_bytes", lambda _: free)
    found = checked(target, draft, paths, context=512)
    assert only(found, "memory")[0] == level
    assert found.refusal == ""
    assert (found.problems != ()) == (level == "problem")


def test_a_dot_in_the_name_of_a_folder_begins_no_extension(
    target: Path, draft: Path, paths: Paths, tmp_path: Path
) -> None:
    dotted = Path(shutil.copytree(draft, tmp_path / "Tiny3.5-1.5B"))
    assert "tiny-llama + Tiny3.5-1.5B may need" in only(checked(target, dotted, paths), "memory")[1]


def test_what_a_loaded_target_has_taken_is_there_for_it(
    target: Path, draft: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit = fit_here(target, draft, models=paths.models, context=512, device="cpu", dtype="float32")
    monkeypatch.setattr(memory, "available_bytes", lambda _: fit.estimate.peak * 7 // 10)
    assert only(checked(target, draft, paths, context=512), "memory")[0] == "problem"
    assert only(checked(target, draft, paths, context=512, loaded=True), "memory")[0] == "ok"


def test_a_device_that_is_not_there(target: Path, paths: Paths) -> None:
    found = check_pair(str(target), "lookup", paths, PairPlan(device="quantum"))
    assert only(found, "device")[0] == "problem"
    assert said(found, "memory") == []


def test_it_can_be_cancelled(target: Path, draft: Path, paths: Paths) -> None:
    def check() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        check_pair(str(target), str(draft), paths, check=check)


def test_what_cannot_draft_is_refused_before_its_weights_are_read(
    target: Path, paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = load_engine(
        str(target), paths, device="cpu", dtype="float32", progress=lambda _: None, check=lambda: None
    )
    other = with_tokenizer(tmp_path / "other", word_piece())
    monkeypatch.setattr(loading, "_read_weights", lambda *_: pytest.fail("the weights were read"))
    request = ChatRequest((Message("user", "hello"),), draft=str(other))
    (failed,) = engine.reply(request, ReplyControl())
    assert isinstance(failed, Failed)
    assert failed.error.startswith("other cannot draft for tiny-llama, because their tokenizers differ")
    engine.close()


def test_a_damaged_config_is_no_head(copy: Path) -> None:
    damaged_config(copy)
    assert not pair_check.is_head(str(copy))
