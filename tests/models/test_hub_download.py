"""Models fetched from a hub on loopback that breaks off, lies, refuses and is slow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hub_server import COMMIT, Hub, from_folder, serving

from desktop_app.decoding.errors import Cancelled
from desktop_app.models import disk, hub_download
from desktop_app.models.download import download
from desktop_app.models.errors import DiskFullError, DownloadError, HashMismatchError
from desktop_app.models.hub import HubModel, look_up
from desktop_app.models.hub_download import DownloadProgress, arrived, discard, fetch, read_origin, unfinished
from desktop_app.models.hub_id import HubId, parse_hub_id
from desktop_app.models.library import Places, scan
from desktop_app.models.loading import load_model
from desktop_app.models.progress import never_cancelled

NAME = HubId("someone", "tiny")
WEIGHTS = "model.safetensors"


@pytest.fixture
def hub(tiny_source: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    files = from_folder(tiny_source) | {"pytorch_model.bin": b"pickle", "README.md": b"# tiny\n"}
    with serving(Hub({"someone/tiny": files})) as site:
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", site.address)
        monkeypatch.setattr(hub_download, "download", partial(download, pauses=(0.0,) * 4))
        monkeypatch.delenv("HF_TOKEN", raising=False)
        yield site


class Place:
    def __init__(self, folder: Path) -> None:
        self.models, self.downloads = folder / "models", folder / "downloads"
        self.seen: list[DownloadProgress] = []
        self.stop_after: int | None = None

    def check(self) -> None:
        if self.stop_after is not None and self.seen and self.seen[-1].done >= self.stop_after:
            raise Cancelled

    def fetch(self, model: HubModel, token: str = "") -> Path:
        return fetch(model, self.models, self.downloads, self.seen.append, self.check, token)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def weights_of(hub: Hub) -> bytes:
    return hub.repos["someone/tiny"][WEIGHTS]


def test_from_the_hub_to_a_model_that_loads(hub: Hub, place: Place, tmp_path: Path) -> None:
    model = look_up(NAME)
    assert (model.commit, model.licence, model.gated) == (COMMIT, "apache-2.0", False)
    folder = place.fetch(model)
    assert folder == place.models / "someone" / "tiny"
    named = {file.name for file in model.files}
    assert {file.name for file in folder.iterdir()} == named | {hub_download.ORIGIN}
    assert "pytorch_model.bin" not in named
    assert read_origin(folder)["commit"] == COMMIT
    assert load_model(folder, device="cpu").name == "tiny"
    assert [found.name for found in scan(Places(place.models), tmp_path / "library.json")] == ["tiny"]
    assert not list((place.downloads / "hub").iterdir())


def test_progress_never_goes_back_and_ends_with_all_bytes(hub: Hub, place: Place) -> None:
    model = look_up(NAME)
    place.fetch(model)
    done = [step.done for step in place.seen]
    assert done == sorted(done)
    assert done[-1] == model.bytes == place.seen[0].bytes
    assert all(0 <= step.file_done <= step.file_bytes for step in place.seen)


def test_what_is_there_is_not_fetched_again(hub: Hub, place: Place) -> None:
    model = look_up(NAME)
    place.fetch(model)
    hub.requests.clear()
    place.fetch(model)
    assert hub.requests == []


def test_a_broken_connection_goes_on_where_it_broke(hub: Hub, place: Place) -> None:
    hub.faults[WEIGHTS] = [("cut", 1000), ("cut", 500)]
    folder = place.fetch(look_up(NAME))
    assert hub.ranges(WEIGHTS) == ["", "bytes=1000-", "bytes=1500-"]
    assert (folder / WEIGHTS).read_bytes() == weights_of(hub)


def test_paused_and_resumed_by_another_process(hub: Hub, place: Place) -> None:
    model = look_up(NAME)
    place.stop_after = model.bytes - len(weights_of(hub)) + 1
    hub.faults[WEIGHTS] = [("slow", 0.0)]
    with pytest.raises(Cancelled):
        place.fetch(model)
    assert not (place.models / "someone").exists()
    there = arrived(place.downloads, model)
    assert 0 < there < model.bytes
    assert unfinished(place.downloads) == [model]
    again = Place(place.models.parent)
    again.fetch(unfinished(place.downloads)[0])
    assert hub.ranges(WEIGHTS)[-1].startswith("bytes=")
    assert again.seen[0].done >= model.bytes - len(weights_of(hub))
    assert unfinished(place.downloads) == []


def test_parts_of_another_revision_are_not_used(hub: Hub, place: Place) -> None:
    model = look_up(NAME)
    place.stop_after = 1
    with pytest.raises(Cancelled):
        place.fetch(model)
    hub.repos["someone/tiny"]["config.json"] += b"\n"
    newer = look_up(NAME)
    assert newer.files != model.files
    place.stop_after = None
    folder = place.fetch(newer)
    assert (folder / "config.json").read_bytes().endswith(b"\n")


def test_discarded(hub: Hub, place: Place) -> None:
    model = look_up(NAME)
    place.stop_after = 1
    with pytest.raises(Cancelled):
        place.fetch(model)
    discard(place.downloads, model.id)
    assert arrived(place.downloads, model) == 0
    assert unfinished(place.downloads) == []


@pytest.mark.parametrize("file", [WEIGHTS, "config.json"])
def test_another_content_of_the_same_length_is_refused(hub: Hub, place: Place, file: str) -> None:
    """Large files have a sha256, small ones git's own digest."""
    content = hub.repos["someone/tiny"][file]
    hub.lies[file] = content[:-1] + bytes([content[-1] ^ 1])
    with pytest.raises(HashMismatchError, match="its checksum differs"):
        place.fetch(look_up(NAME))
    assert not (place.models / "someone").exists()
    del hub.lies[file]
    place.fetch(look_up(NAME))


def test_a_lie_about_the_size(hub: Hub, place: Place) -> None:
    hub.faults[WEIGHTS] = [("size", 7)]
    with pytest.raises(DownloadError, match="offers a file of 7 bytes where"):
        place.fetch(look_up(NAME))
    assert not (place.models / "someone").exists()


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(hub: Hub, place: Place, status: int) -> None:
    hub.faults[WEIGHTS] = [status, status]
    assert place.fetch(look_up(NAME)).is_dir()


@pytest.mark.parametrize(
    ("status", "words"), [(401, "refuses access"), (403, "refuses access"), (404, "no longer has")]
)
def test_a_server_that_refuses_a_file(hub: Hub, place: Place, status: int, words: str) -> None:
    hub.faults[WEIGHTS] = [status]
    with pytest.raises(DownloadError, match=words):
        place.fetch(look_up(NAME))
    assert not (place.models / "someone").exists()
    assert place.fetch(look_up(NAME)).is_dir(), "what arrived is kept"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("someone/other", "has no model someone/other, or shows it only with a token"),
        ("someone/tiny@v9", "has no revision “v9”"),
    ],
)
def test_what_is_not_there_is_one_sentence(hub: Hub, name: str, words: str) -> None:
    with pytest.raises(DownloadError, match=words):
        look_up(parse_hub_id(name))


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, "refuses access to someone/tiny"),
        (403, "refuses access to someone/tiny"),
        (404, "has no model"),
        (429, "was asked too often"),
        (500, "answered 500"),
    ],
)
def test_a_hub_that_refuses_is_one_sentence(hub: Hub, status: int, words: str) -> None:
    hub.statuses = [status]
    with pytest.raises(DownloadError, match=words):
        look_up(NAME)


def test_a_hub_that_is_not_one(hub: Hub) -> None:
    hub.repos["someone/tiny"] = {}
    hub.statuses = [200]
    with pytest.raises(DownloadError, match="no description of a model; check HF_ENDPOINT"):
        look_up(NAME)


def test_no_hub_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(DownloadError, match=r"127\.0\.0\.1 cannot be reached"):
        look_up(NAME)


def test_a_gated_model_needs_a_token_which_no_other_host_sees(hub: Hub, place: Place) -> None:
    hub.gated, hub.token = {"someone/tiny"}, "hf_secret"
    with pytest.raises(DownloadError, match="ask for your agreement first"):
        look_up(NAME)
    place.fetch(look_up(NAME, "hf_secret"), "hf_secret")
    led = [headers for path, headers in hub.requests if path.startswith("/cdn/")]
    assert led
    assert not any("authorization" in headers for headers in led)


def test_no_room_is_said_before_anything_is_fetched(
    hub: Hub, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = look_up(NAME)
    hub.requests.clear()
    monkeypatch.setattr(disk, "free_bytes", lambda _: model.bytes)
    with pytest.raises(DiskFullError, match="needed to download someone/tiny"):
        place.fetch(model)
    assert hub.requests == []


def test_gguf_files_of_a_repository_lie_side_by_side(hub: Hub, place: Place, tiny_gguf: Path) -> None:
    content = tiny_gguf.read_bytes()
    files = {"t.Q4_0.gguf": content, "t.Q8_0.gguf": content + b"8"}
    hub.repos["someone/tiny"] = files | {"LICENSE": b"mine"}
    folder = place.models / "someone" / "tiny"
    for file in files:
        assert place.fetch(look_up(HubId("someone", "tiny", file=file))) == folder / file
    assert {file.name for file in folder.glob("*.gguf")} == set(files)


def test_gguf_files_of_one_folder_of_a_repository(hub: Hub, place: Place, tiny_gguf: Path) -> None:
    content = tiny_gguf.read_bytes()
    files = {"q/t.Q4_0.gguf": content, "q/t.Q8_0.gguf": content + b"8"}
    hub.repos["someone/tiny"] = dict(files)
    folder = place.models / "someone" / "tiny"
    for file in files:
        assert place.fetch(look_up(HubId("someone", "tiny", file=file))) == folder / file
    assert {name: (folder / name).read_bytes() for name in files} == files
    assert list((place.downloads / "hub").iterdir()) == []


def test_a_newer_revision_takes_the_place_of_the_old_one(hub: Hub, place: Place) -> None:
    folder = place.fetch(look_up(NAME))
    (folder / hub_download.ORIGIN).write_text(json.dumps({"commit": "old"}))
    (folder / "left over").write_text("x")
    assert place.fetch(look_up(NAME)) == folder
    assert not (folder / "left over").exists()
    assert [entry.name for entry in folder.parent.iterdir()] == ["tiny"]


def test_a_hub_without_digests_is_refused(hub: Hub, place: Place) -> None:
    from dataclasses import replace

    model = look_up(NAME)
    bare = replace(model, files=tuple(replace(file, sha256="", git_blob="") for file in model.files))
    with pytest.raises(DownloadError, match="gives no checksum"):
        place.fetch(bare)


def test_progress_may_go_unseen(hub: Hub, place: Place) -> None:
    assert fetch(look_up(NAME), place.models, place.downloads, lambda _: None, never_cancelled).is_dir()
