from __future__ import annotations

import pytest

from desktop_app.models.errors import DownloadError
from desktop_app.models.hub_id import HubId, parse_hub_id


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Qwen/Qwen3-0.6B", HubId("Qwen", "Qwen3-0.6B")),
        (" https://huggingface.co/Qwen/Qwen3-0.6B ", HubId("Qwen", "Qwen3-0.6B")),
        ("a/b@v1.0", HubId("a", "b", "v1.0")),
        ("a/b@refs/pr/3", HubId("a", "b", "refs/pr/3")),
        ("a/b:m.Q4_K_M.gguf", HubId("a", "b", "main", "m.Q4_K_M.gguf")),
        ("a/b@x:sub/m.GGUF", HubId("a", "b", "x", "sub/m.GGUF")),
    ],
)
def test_names(text: str, expected: HubId) -> None:
    assert parse_hub_id(text) == expected
    assert parse_hub_id(str(expected)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a/",
        "/b",
        "a/b/c",
        "../x",
        "a/..",
        "./b",
        "a/.",
        "a/b@../x",
        "a/b:../x.gguf",
        "a/b:m.bin",
        "a b/c",
        "价/格",
    ],
)
def test_what_is_no_name_or_leads_out_is_refused(text: str) -> None:
    with pytest.raises(DownloadError, match="names no model of the hub"):
        parse_hub_id(text)
