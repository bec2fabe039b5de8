from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
import torch
from tiny_model import ROWS, SPECIAL, TEMPLATE, tiny_tokenizer

from desktop_app.decoding.errors import Cancelled
from desktop_app.models import convert, disk, memory
from desktop_app.models.convert import convert_gguf
from desktop_app.models.converted import converted_folder
from desktop_app.models.errors import DiskFullError, ModelFolderError, OutOfMemoryError
from desktop_app.models.hugging_face import import_transformers
from desktop_app.models.progress import Progress, ignore_progress, never_cancelled

TEXTS = [
    "the draft is tested",
    "In 2024 12345 a1b2",
    "½ ² ٣٤ １２",
    "\n1\n 2  3\t",
    "你好，世界 👩‍👩‍👧‍👦 é́",
    "<|im_start|>user\nhi<|im_end|>\n",
    "\x00\x7f",
]


@pytest.fixture(scope="module")
def converted(tiny_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("converted") / "tiny"
    return convert_gguf(tiny_gguf, folder, ignore_progress, never_cancelled, {"LICENSE": "as is"})


def test_the_same_model_comes_out(converted: Path, tiny_source: Path) -> None:
    llama = import_transformers().LlamaForCausalLM
    before = llama.from_pretrained(tiny_source, dtype=torch.bfloat16)
    after = llama.from_pretrained(converted, dtype=torch.bfloat16)
    tokens = torch.arange(20)[None]
    assert torch.equal(before(tokens).logits, after(tokens).logits)


def test_it_is_a_plain_folder(converted: Path) -> None:
    names = {file.name for file in converted.iterdir()}
    assert {
        "config.json",
        "generation_config.json",
        "model.safetensors",
        "tokenizer.json",
        "LICENSE",
    } <= names
    assert not any(name.endswith(".gguf") for name in names)
    assert "quantization" not in (converted / "config.json").read_text(encoding="utf-8")
    assert list(converted.parent.iterdir()) == [converted]


def test_the_stop_tokens_are_kept(converted: Path) -> None:
    settings = import_transformers().GenerationConfig.from_pretrained(converted)
    assert settings.eos_token_id == 2


@pytest.mark.parametrize("text", TEXTS)
def test_text_is_split_as_the_model_was_trained(converted: Path, text: str) -> None:
    tokenizer = import_transformers().AutoTokenizer.from_pretrained(converted)
    ids = tokenizer(text).input_ids
    assert ids == tiny_tokenizer().encode(text).ids
    assert tokenizer.decode(ids, clean_up_tokenization_spaces=False) == text


def test_the_template_and_the_marks_are_kept(converted: Path) -> None:
    tokenizer = import_transformers().AutoTokenizer.from_pretrained(converted)
    assert tokenizer.chat_template == TEMPLATE
    assert tokenizer.convert_tokens_to_ids(SPECIAL) == [0, 1, 2]
    assert tokenizer.eos_token == "<|im_end|>"
    assert tokenizer.model_max_length == 512
    assert len(tokenizer) == ROWS


def test_progress_goes_through_the_stages(tiny_gguf: Path, tmp_path: Path) -> None:
    seen: list[Progress] = []
    convert_gguf(tiny_gguf, tmp_path / "m", seen.append, never_cancelled)
    stages = list(dict.fromkeys(p.stage for p in seen))
    assert stages[0] == "Reading the weights"
    assert stages[-3:] == ["Writing the tokenizer", "Finishing", "Converted"]
    unpacked = [p for p in seen if p.stage == "Unpacking the weights"]
    assert unpacked
    assert unpacked[-1].done == unpacked[-1].total


def test_cancelled_anywhere_it_leaves_nothing(tiny_gguf: Path, tmp_path: Path) -> None:
    checks = 0

    def count() -> None:
        nonlocal checks
        checks += 1

    convert_gguf(tiny_gguf, tmp_path / "m", ignore_progress, count)
    shutil.rmtree(tmp_path / "m")
    left = 0

    def run_out() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Cancelled

    for at in range(checks):
        left = at
        with pytest.raises(Cancelled):
            convert_gguf(tiny_gguf, tmp_path / "m", ignore_progress, run_out)
        assert list(tmp_path.iterdir()) == []


def test_a_crash_while_writing_leaves_nothing(
    tiny_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no such tensor: blk.0\nmore lines")

    monkeypatch.setattr(convert, "read_tokenizer", fail)
    with pytest.raises(
        ModelFolderError, match=r"cannot be converted \(no such tensor: blk\.0\); choose"
    ) as caught:
        convert_gguf(tiny_gguf, tmp_path / "m", ignore_progress, never_cancelled)
    assert isinstance(caught.value.__cause__, RuntimeError)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("size", "words"), [(0, "not a GGUF"), (64, "incomplete"), (5000, "incomplete"), (-40, "incomplete")]
)
def test_broken_files(tiny_gguf: Path, tmp_path: Path, size: int, words: str) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(tiny_gguf.read_bytes()[:size])
    with pytest.raises(ModelFolderError, match=f"“broken.gguf” is {words}"):
        convert_gguf(broken, tmp_path / "m", ignore_progress, never_cancelled)


def test_a_file_of_another_kind(tmp_path: Path) -> None:
    (tmp_path / "page.gguf").write_text("<html>404</html>")
    with pytest.raises(ModelFolderError, match="is not a GGUF file"):
        convert_gguf(tmp_path / "page.gguf", tmp_path / "m", ignore_progress, never_cancelled)


def test_no_room(tiny_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "free_bytes", lambda _: 1_000_000)
    with pytest.raises(DiskFullError, match="needed to convert the model; free some space"):
        convert_gguf(tiny_gguf, tmp_path / "m", ignore_progress, never_cancelled)


def test_too_little_memory(tiny_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda _: 1000)
    with pytest.raises(OutOfMemoryError, match=r"Converting “tiny\.Q4_1\.gguf” needs .* on cpu"):
        convert_gguf(tiny_gguf, tmp_path / "m", ignore_progress, never_cancelled)


def test_what_a_killed_conversion_left_is_cleared_away(tiny_gguf: Path, tmp_path: Path) -> None:
    old, running = tmp_path / ".m-old", tmp_path / ".m-running"
    for folder in (old, running):
        folder.mkdir()
        (folder / "model.safetensors").touch()
    os.utime(old, (1, 1))
    convert_gguf(tiny_gguf, tmp_path / "m", ignore_progress, never_cancelled)
    assert {path.name for path in tmp_path.iterdir()} == {"m", ".m-running"}


def test_each_file_has_its_own_folder(tiny_gguf: Path, tmp_path: Path) -> None:
    copy = tmp_path / tiny_gguf.name
    shutil.copy2(tiny_gguf, copy)
    same = converted_folder(copy, tmp_path)
    assert same == converted_folder(tiny_gguf, tmp_path)
    assert same.parent == tmp_path / "converted"
    os.utime(copy, ns=(1, 1))
    touched = converted_folder(copy, tmp_path)
    body = bytearray(tiny_gguf.read_bytes())
    body[1000] ^= 1
    copy.write_bytes(body)
    os.utime(copy, ns=(1, 1))
    assert len({same, touched, converted_folder(copy, tmp_path)}) == 3
