from __future__ import annotations

import pytest

from desktop_app.models.errors import DownloadError
from desktop_app.models.hub_files import choose_files
from desktop_app.models.hub_id import HubId

NAME = HubId("a", "b")
USUAL = ["config.json", "tokenizer.json", "README.md", "LICENSE"]
UNNEEDED = [
    "pytorch_model.bin", "onnx/model.onnx", "original/consolidated.00.pth", "original/params.json",
    "flax_model.msgpack", ".gitattributes", "evil.py", "sub/model.safetensors", "consolidated.safetensors",
    "figure.png",
]  # fmt: skip


def sizes(*files: str) -> dict[str, int]:
    return dict.fromkeys(files, 1)


def test_one_file_of_weights_last() -> None:
    found = choose_files(NAME, sizes("model.safetensors", "model.safetensors.index.json", *UNNEEDED, *USUAL))
    assert found == [*sorted(USUAL), "model.safetensors"]


def test_shards_with_their_index() -> None:
    shards = [f"model-0000{n}-of-00002.safetensors" for n in (1, 2)]
    found = choose_files(NAME, sizes(*reversed(shards), "model.safetensors.index.json", *UNNEEDED, *USUAL))
    assert found == [*sorted([*USUAL, "model.safetensors.index.json"]), *shards]


def test_the_gguf_file_that_was_named() -> None:
    name = HubId("a", "b", file="m.Q4_0.gguf")
    assert choose_files(name, sizes("m.Q4_0.gguf", "m.Q8_0.gguf", "LICENSE", "README.md")) == [
        "LICENSE",
        "m.Q4_0.gguf",
    ]
    with pytest.raises(DownloadError, match=r"has no file m\.Q4_0\.gguf; it has m\.Q8_0\.gguf"):
        choose_files(name, sizes("m.Q8_0.gguf"))


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (["m.Q4_0.gguf", "m.Q8_0.gguf"], "name one of them: a/b:m.Q4_0.gguf, m.Q8_0.gguf"),
        ([*USUAL, "pytorch_model.bin"], "pickle files only"),
        (USUAL, "no weights that can be loaded"),
        ([], "no weights that can be loaded"),
        (["model.safetensors"], "no config.json"),
    ],
)
def test_nothing_to_load_is_one_sentence(files: list[str], words: str) -> None:
    with pytest.raises(DownloadError, match=words):
        choose_files(NAME, sizes(*files))
