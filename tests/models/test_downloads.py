"""Several downloads at once, paused, continued, given up and carried over a restart."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hub_server import Hub, serving

from desktop_app.models import hub_download
from desktop_app.models.download import download as fetch_file
from desktop_app.models.download_state import Download, SpeedMeter
from desktop_app.models.downloads import Downloads
from desktop_app.models.hub import HubModel, look_up
from desktop_app.models.hub_id import HubId
from desktop_app.models.hub_token import HubToken, has_keyring

WEIGHTS = 40_000
HELD = 10_000
NAMES = [HubId("someone", letter) for letter in "abcd"]
A, B, C, D = NAMES


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """Four models whose weights lie in files of names of their own, held after some bytes until released."""
    repos = {
        name.repo: {"config.json": b"{}", f"{name.name}.gguf": name.name.encode() * WEIGHTS} for name in NAMES
    }
    with serving(Hub(repos)) as site:
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", site.address)
        monkeypatch.setattr(hub_download, "download", partial(fetch_file, pauses=(0.0,) * 2))
        monkeypatch.delenv("HF_TOKEN", raising=False)
        yield site
        site.released.set()


def gguf(name: HubId) -> HubId:
    return HubId(name.owner, name.name, file=f"{name.name}.gguf")


def hold(hub: Hub, *names: HubId) -> None:
    for name in names:
        hub.faults[f"{name.name}.gguf"] = [("hold", HELD)]


class Place:
    def __init__(self, folder: Path) -> None:
        self.models, self.folder = folder / "models", folder / "downloads"
        self.made: list[Downloads] = []

    def open(self, **options: object) -> Downloads:
        made = Downloads(self.models, self.folder, **options)  # type: ignore[arg-type]
        made.restore()
        self.made.append(made)
        return made


@pytest.fixture
def place(tmp_path: Path, hub: Hub) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    hub.released.set()
    assert all(downloads.close(10) for downloads in place.made)


def until(wanted: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not wanted():
        assert time.monotonic() < end, "never came"
        time.sleep(0.005)


def states(downloads: Downloads) -> list[str]:
    return [download.state for download in downloads.all()]


def one(downloads: Downloads) -> Download:
    (download,) = downloads.all()
    return download


def arrived(downloads: Downloads) -> list[int]:
    return [download.done for download in downloads.all()]


def test_two_at_once_and_the_others_in_order(hub: Hub, place: Place) -> None:
    hold(hub, A, B)
    downloads = place.open()
    for name in NAMES:
        downloads.add(gguf(name))
    until(lambda: arrived(downloads)[:2] == [HELD, HELD])
    assert states(downloads) == ["downloading", "downloading", "waiting", "waiting"]
    assert not [path for path, _ in hub.requests if "/c/" in path or "/d/" in path]
    hub.released.set()
    until(lambda: states(downloads) == ["done"] * 4)
    assert [download.id for download in downloads.all()] == [gguf(name) for name in NAMES]
    for found, name in zip(downloads.all(), NAMES, strict=True):
        assert found.place == place.models / "someone" / name.name / f"{name.name}.gguf"
        assert found.place.read_bytes() == name.name.encode() * WEIGHTS
        assert found.done == found.bytes == WEIGHTS
    assert not downloads.active


def test_pause_lets_the_next_one_in_and_resume_asks_for_the_rest(hub: Hub, place: Place) -> None:
    hold(hub, A)
    downloads = place.open(at_once=1)
    downloads.add(gguf(A))
    downloads.add(gguf(B))
    until(lambda: arrived(downloads)[0] == HELD)
    downloads.pause(gguf(A))
    assert states(downloads) == ["paused", "waiting"]
    hub.released.set()
    until(lambda: states(downloads) == ["paused", "done"])
    kept = downloads.all()[0].done
    assert kept >= HELD
    downloads.resume(gguf(A))
    until(lambda: states(downloads) == ["done", "done"])
    assert hub.ranges("a.gguf") == ["", f"bytes={kept}-"] or kept == WEIGHTS


def test_resume_before_it_has_stopped_goes_on_as_if_nothing_was(hub: Hub, place: Place) -> None:
    hold(hub, A)
    downloads = place.open()
    downloads.add(gguf(A))
    until(lambda: arrived(downloads) == [HELD])
    downloads.pause(gguf(A))
    downloads.resume(gguf(A))
    assert states(downloads) == ["downloading"]
    hub.released.set()
    until(lambda: states(downloads) == ["done"])
    assert hub.ranges("a.gguf") == [""]


def test_what_was_open_at_the_end_is_paused_at_the_next_start(hub: Hub, place: Place) -> None:
    hold(hub, C, A)
    downloads = place.open()
    for name in (C, A, B):
        downloads.add(gguf(name))
    until(lambda: arrived(downloads)[:2] == [HELD, HELD])
    threading.Timer(0.05, hub.released.set).start()
    assert downloads.close(10)
    assert states(downloads) == ["paused"] * 3
    downloads.resume(gguf(C))
    assert states(downloads)[0] == "waiting"

    again = place.open()
    assert [download.id for download in again.all()] == [gguf(C), gguf(A), gguf(B)]
    assert states(again) == ["paused"] * 3
    assert arrived(again) == arrived(downloads)
    # one that never began is known by its name
    assert [download.model is None for download in again.all()] == [False, False, True]
    before = len(hub.requests)
    for download in again.all():
        again.resume(download.id)
    until(lambda: states(again) == ["done"] * 3)
    asked = [path for path, _ in hub.requests[before:] if path.startswith("/api/")]
    assert asked == ["/api/models/someone/b/revision/main"]
    third = place.open()
    assert third.all() == ()


def test_a_damaged_list_loses_nothing_that_has_begun(hub: Hub, place: Place) -> None:
    hold(hub, A)
    downloads = place.open()
    downloads.add(gguf(A))
    until(lambda: arrived(downloads) == [HELD])
    threading.Timer(0.05, hub.released.set).start()
    downloads.close(10)
    (place.folder / "downloads.json").write_text("[1, ")
    again = place.open()
    assert [(found.id, found.state) for found in again.all()] == [(gguf(A), "paused")]
    assert again.all()[0].done >= HELD


@pytest.mark.parametrize("begun", [True, False])
def test_cancel_deletes_what_has_arrived(hub: Hub, place: Place, begun: bool) -> None:
    hold(hub, A)
    downloads = place.open()
    downloads.add(gguf(A))
    until(lambda: arrived(downloads) == [HELD])
    if not begun:
        downloads.pause(gguf(A))
        hub.released.set()
        until(lambda: not downloads._running)
    downloads.cancel(gguf(A))
    assert downloads.all() == ()
    hub.released.set()
    until(lambda: not list((place.folder / "hub").iterdir()))
    assert not place.models.exists()
    again = place.open()
    assert again.all() == ()


def test_what_waits_is_cancelled_and_what_is_done_only_leaves_the_list(hub: Hub, place: Place) -> None:
    downloads = place.open(at_once=1)
    hold(hub, A)
    downloads.add(gguf(A))
    downloads.add(gguf(B))
    downloads.cancel(gguf(B))
    until(lambda: len(downloads.all()) == 1)
    hub.released.set()
    until(lambda: states(downloads) == ["done"])
    downloads.cancel(gguf(A))
    assert downloads.all() == ()
    assert (place.models / "someone" / "a" / "a.gguf").exists()
    assert not [path for path, _ in hub.requests if path.startswith("/cdn/b")]


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500])
def test_a_hub_that_refuses_is_a_sentence_and_can_be_asked_again(hub: Hub, place: Place, status: int) -> None:
    hub.statuses = [status]
    downloads = place.open()
    downloads.add(gguf(A))
    until(lambda: states(downloads) == ["failed"])
    assert one(downloads).error.endswith(".")
    assert "someone/a" in one(downloads).error or "asked too often" in one(downloads).error
    downloads.add(gguf(A))
    until(lambda: states(downloads) == ["done"])
    assert one(downloads).error == ""


@pytest.mark.parametrize("fault", [404, 403, ("size", 7)])
def test_a_file_that_is_refused_fails_and_goes_on_later(hub: Hub, place: Place, fault: object) -> None:
    hub.faults["a.gguf"] = [fault]
    downloads = place.open()
    downloads.add(gguf(A))
    until(lambda: states(downloads) == ["failed"])
    downloads.resume(gguf(A))
    until(lambda: states(downloads) == ["done"])


def test_a_dropped_connection_is_no_failure(hub: Hub, place: Place) -> None:
    hub.faults["a.gguf"] = [("cut", 1000), ("cut", 5000)]
    downloads = place.open()
    downloads.add(gguf(A))
    until(lambda: states(downloads) == ["done"])
    assert hub.ranges("a.gguf") == ["", "bytes=1000-", "bytes=6000-"]


def test_another_file_than_was_promised_fails(hub: Hub, place: Place) -> None:
    hub.lies["a.gguf"] = b"z" * WEIGHTS
    downloads = place.open()
    downloads.add(gguf(A))
    until(lambda: states(downloads) == ["failed"])
    assert "checksum" in one(downloads).error
    assert not place.models.exists()


def test_what_nobody_expected_is_a_sentence_too(
    hub: Hub, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> HubModel:
        raise RuntimeError("secret")

    monkeypatch.setattr("desktop_app.models.downloads.look_up", broken)
    downloads = place.open()
    downloads.add(A)
    until(lambda: states(downloads) == ["failed"])
    assert one(downloads).error == "The download of someone/a failed (RuntimeError); try again."


def test_a_model_that_was_looked_up_is_fetched_as_it_was_pinned(hub: Hub, place: Place) -> None:
    model = look_up(gguf(A))
    asked = len(hub.requests)
    downloads = place.open()
    downloads.add(model)
    downloads.add(model)
    until(lambda: states(downloads) == ["done"])
    assert not [path for path, _ in hub.requests[asked:] if path.startswith("/api/")]
    assert one(downloads).model == model


def test_the_token_is_sent_and_written_nowhere(
    hub: Hub, place: Place, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    hub.gated, hub.token = {"someone/a", "someone/b"}, "hf_secret"
    hold(hub, B)
    token = HubToken()
    downloads = place.open(token=token)
    downloads.add(gguf(A))
    until(lambda: states(downloads) == ["failed"])
    assert "ask for your agreement" in one(downloads).error
    token.keep("hf_secret")
    downloads.add(gguf(A))
    downloads.add(gguf(B))
    until(lambda: states(downloads)[0] == "done" and arrived(downloads)[1] == HELD)
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) > 3
    assert not [file for file in files if b"hf_secret" in file.read_bytes()]
    assert "hf_secret" not in caplog.text


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_speed_is_measured_over_the_last_seconds() -> None:
    clock = Clock()
    meter = SpeedMeter(clock)
    assert meter.speed() is None
    meter.note(5_000)
    assert meter.speed() is None
    for second in range(1, 21):
        clock.now = float(second)
        meter.note(5_000 + (1_000 if second <= 10 else 3_000) * second)
    assert meter.speed() == pytest.approx(3_000, rel=0.01)
    clock.now = 40.0
    stalled = meter.speed()
    assert stalled is not None
    assert 0 < stalled < 1_000


def test_time_left_at_the_speed_of_now() -> None:
    model = HubModel(A, "c" * 40, ())
    assert Download(A, "downloading").seconds_left is None
    assert Download(A, "downloading", model, speed=10.0).seconds_left == 0


# -- tokens -----------------------------------------------------------------------------------------------


class FakeKeyring:
    """As the package keyring is used."""

    def __init__(self, priority: float = 5, broken: bool = False) -> None:
        self.priority, self.broken = priority, broken
        self.kept: dict[tuple[str, str], str] = {}

    def get_keyring(self) -> FakeKeyring:
        return self

    def get_password(self, service: str, account: str) -> str | None:
        self._refuse()
        return self.kept.get((service, account))

    def set_password(self, service: str, account: str, password: str) -> None:
        self._refuse()
        self.kept[service, account] = password

    def delete_password(self, service: str, account: str) -> None:
        del self.kept[service, account]

    def _refuse(self) -> None:
        if self.broken:
            raise RuntimeError("locked")


@pytest.fixture
def no_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.models.hub_token.stored_token", lambda: "hf_login")


def use(monkeypatch: pytest.MonkeyPatch, keyring: FakeKeyring | None) -> None:
    monkeypatch.setitem(__import__("sys").modules, "keyring", keyring)


def test_the_keyring_keeps_a_token(no_login: None, monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = FakeKeyring()
    use(monkeypatch, keyring)
    assert has_keyring()
    assert HubToken()() == "hf_login"
    assert HubToken().keep(" hf_mine\n")
    assert HubToken()() == "hf_mine"
    HubToken().forget()
    assert keyring.kept == {}
    HubToken().forget()
    assert HubToken()() == "hf_login"


@pytest.mark.parametrize("keyring", [None, FakeKeyring(priority=0), FakeKeyring(broken=True)])
def test_without_a_keyring_it_lasts_until_the_end(
    no_login: None, monkeypatch: pytest.MonkeyPatch, keyring: FakeKeyring | None
) -> None:
    use(monkeypatch, keyring)
    token = HubToken()
    assert not token.keep("hf_mine")
    assert token() == "hf_mine"
    assert HubToken()() == "hf_login"
    token.forget()
    assert token() == "hf_login"
