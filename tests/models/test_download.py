from __future__ import annotations

import hashlib
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from file_server import Site, serving

from desktop_app.decoding.errors import Cancelled
from desktop_app.models import disk
from desktop_app.models.download import RemoteFile, download, partial_path
from desktop_app.models.errors import DiskFullError, DownloadError, HashMismatchError
from desktop_app.models.progress import Progress, ignore_progress, never_cancelled

BODY = bytes(range(256)) * 8192  # 2 MiB: several chunks
HALF = len(BODY) // 2
NO_PAUSES = (0.0, 0.0, 0.0)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site({"/file.whl": ("application/zip", BODY)})) as running:
        yield running


def wanted(site: Site, **changes: object) -> RemoteFile:
    values = {"url": site.url("/file.whl"), "sha256": hashlib.sha256(BODY).hexdigest(), "size": len(BODY)}
    return RemoteFile(**(values | changes))  # type: ignore[arg-type]


def fetch(file: RemoteFile, to: Path, progress=ignore_progress, check=never_cancelled) -> Path:  # type: ignore[no-untyped-def]
    return download(file, to, progress, check, pauses=NO_PAUSES)


def test_the_whole_file_with_progress(site: Site, tmp_path: Path) -> None:
    seen: list[Progress] = []
    target = tmp_path / "downloads" / "file.whl"
    assert fetch(wanted(site), target, seen.append) == target
    assert target.read_bytes() == BODY
    assert not partial_path(target).exists()
    got = [p.done for p in seen if p.stage == "Downloading"]
    assert got == sorted(got)
    assert got[0] == 0
    assert got[-1] == len(BODY)
    assert {p.total for p in seen} == {len(BODY)}
    assert len(site.requests) == 1


def test_a_dropped_connection_is_continued_where_it_broke(site: Site, tmp_path: Path) -> None:
    site.drop_after = [HALF]
    target = fetch(wanted(site), tmp_path / "file.whl")
    assert target.read_bytes() == BODY
    assert len(site.requests) == 2
    assert site.headers_of(1)["range"] == f"bytes={HALF}-"
    assert site.headers_of(1)["if-range"] == site.etag


def test_a_partial_file_of_an_earlier_run_is_continued(site: Site, tmp_path: Path) -> None:
    target = tmp_path / "file.whl"
    partial_path(target).write_bytes(BODY[:HALF])
    seen: list[Progress] = []
    fetch(wanted(site), target, seen.append)
    assert target.read_bytes() == BODY
    assert site.headers_of(0)["range"] == f"bytes={HALF}-"
    assert seen[0] == Progress("Downloading", HALF, len(BODY))


def test_a_whole_partial_file_needs_no_request(site: Site, tmp_path: Path) -> None:
    target = tmp_path / "file.whl"
    partial_path(target).write_bytes(BODY)
    fetch(wanted(site), target)
    assert target.read_bytes() == BODY
    assert site.requests == []


def test_a_partial_file_that_is_too_long_is_begun_anew(site: Site, tmp_path: Path) -> None:
    target = tmp_path / "file.whl"
    partial_path(target).write_bytes(BODY + b"more")
    fetch(wanted(site), target)
    assert target.read_bytes() == BODY


def test_a_server_that_ignores_ranges_restarts_cleanly(site: Site, tmp_path: Path) -> None:
    site.ranges = False
    site.drop_after = [HALF]
    target = fetch(wanted(site), tmp_path / "file.whl")
    assert target.read_bytes() == BODY
    assert "range" in site.headers_of(1)


def test_a_file_that_changed_meanwhile_is_begun_anew(site: Site, tmp_path: Path) -> None:
    site.drop_after = [HALF]

    def change(progress: Progress) -> None:
        if progress.done == HALF:
            site.etag = '"two"'

    target = fetch(wanted(site), tmp_path / "file.whl", change)
    assert target.read_bytes() == BODY
    assert site.headers_of(1)["if-range"] == '"one"'


def test_a_range_from_elsewhere_is_not_appended(site: Site, tmp_path: Path) -> None:
    target = tmp_path / "file.whl"
    partial_path(target).write_bytes(BODY[:HALF])
    site.shift_ranges = 7
    fetch(wanted(site), target)
    assert target.read_bytes() == BODY
    assert "range" not in site.headers_of(1)


def test_a_wrong_hash_deletes_the_file_and_says_so(site: Site, tmp_path: Path) -> None:
    target = tmp_path / "file.whl"
    with pytest.raises(HashMismatchError, match="checksum differs"):
        fetch(wanted(site, sha256="0" * 64), target)
    assert list(tmp_path.iterdir()) == []


def test_a_spoiled_partial_file_is_noticed(site: Site, tmp_path: Path) -> None:
    target = tmp_path / "file.whl"
    partial_path(target).write_bytes(b"x" * HALF)
    with pytest.raises(HashMismatchError):
        fetch(wanted(site), target)
    assert fetch(wanted(site), target).read_bytes() == BODY


def test_a_file_of_another_size_is_refused_before_it_is_fetched(site: Site, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match="1,234,567 are expected"):
        fetch(wanted(site, size=1_234_567), tmp_path / "file.whl")
    assert not (tmp_path / "file.whl").exists()


def test_cancelling_keeps_what_arrived(site: Site, tmp_path: Path) -> None:
    target, arrived = tmp_path / "file.whl", 0

    def note(progress: Progress) -> None:
        nonlocal arrived
        arrived = progress.done or 0

    def check() -> None:
        if arrived >= HALF:
            raise Cancelled

    with pytest.raises(Cancelled):
        fetch(wanted(site), target, note, check)
    assert not target.exists()
    kept = partial_path(target).read_bytes()
    assert HALF <= len(kept) < len(BODY)
    assert BODY.startswith(kept)
    fetch(wanted(site), target)
    assert target.read_bytes() == BODY
    assert site.headers_of(1)["range"] == f"bytes={len(kept)}-"


@pytest.mark.parametrize(("status", "words"), [(404, "no longer has"), (403, "refuses access"), (418, "418")])
def test_final_answers_are_not_tried_again(site: Site, tmp_path: Path, status: int, words: str) -> None:
    site.statuses = [status]
    with pytest.raises(DownloadError, match=words):
        fetch(wanted(site), tmp_path / "file.whl")
    assert len(site.requests) == 1


def test_a_busy_server_is_asked_again(site: Site, tmp_path: Path) -> None:
    site.statuses = [503, 429]
    assert fetch(wanted(site), tmp_path / "file.whl").read_bytes() == BODY
    assert len(site.requests) == 3


def test_a_server_that_stays_busy_is_given_up(site: Site, tmp_path: Path) -> None:
    site.statuses = [503] * 20
    with pytest.raises(DownloadError, match="keeps breaking off"):
        fetch(wanted(site), tmp_path / "file.whl")
    assert len(site.requests) == len(NO_PAUSES) + 1


def test_drops_that_bring_something_do_not_use_up_the_tries(site: Site, tmp_path: Path) -> None:
    site.drop_after = [200_000] * 9
    assert fetch(wanted(site), tmp_path / "file.whl").read_bytes() == BODY
    assert len(site.requests) == 10


def test_no_network(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/file.whl"
    with pytest.raises(DownloadError, match="cannot be reached; check the network"):
        fetch(RemoteFile(url, "0" * 64, 5), tmp_path / "file.whl")


def test_too_little_space_is_said_before_anything_is_fetched(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "free_bytes", lambda _: 1_000_000)
    with pytest.raises(DiskFullError, match=r"1 MB free .* 2 MB are needed"):
        fetch(wanted(site), tmp_path / "file.whl")
    assert site.requests == []


def test_a_disk_that_fills_up_meanwhile(site: Site, tmp_path: Path) -> None:
    def full(_: Progress) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(DiskFullError, match="is full"):
        fetch(wanted(site), tmp_path / "file.whl", full)


def test_a_file_url_is_copied_and_checked(tmp_path: Path) -> None:
    source = tmp_path / "the wheel.whl"
    source.write_bytes(BODY)
    file = RemoteFile(source.as_uri(), hashlib.sha256(BODY).hexdigest(), len(BODY))
    assert fetch(file, tmp_path / "out" / "file.whl").read_bytes() == BODY
    source.write_bytes(BODY[:-1] + b"?")
    with pytest.raises(HashMismatchError):
        fetch(file, tmp_path / "out" / "other.whl")


def test_a_file_url_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match="find-links"):
        fetch(RemoteFile((tmp_path / "gone.whl").as_uri(), "0" * 64, 5), tmp_path / "file.whl")
