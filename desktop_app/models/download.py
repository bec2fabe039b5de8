"""One file over HTTP: with progress, cancel and resume, kept only when its size and hash are right."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import httpx

from desktop_app.models.disk import disk_errors_as_sentences, require_space
from desktop_app.models.errors import DownloadError, HashMismatchError
from desktop_app.models.http_client import ConnectionSettings, network_errors_as_sentences, open_client
from desktop_app.models.progress import CancelCheck, Progress, ProgressCallback

_CHUNK = 1 << 18
# Waits before each new try after a connection that brought nothing, in seconds.
_PAUSES = (0.5, 1.0, 2.0, 4.0)
_TEMPORARY = {408, 425, 429, 500, 502, 503, 504}
_CONTENT_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+|\*)")


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """What to fetch. sha256 as hex, size in bytes; both are checked before the file gets its name.

    git_blob: what git calls the content, where no sha256 is known. source: what offers the file, in words.
    """

    url: str
    sha256: str
    size: int
    git_blob: str = ""
    source: str = "your package index"


class _Dropped(Exception):  # noqa: N818 - not an error yet: it is tried again
    """The connection ended early or the server is busy."""


class _StartOver(Exception):  # noqa: N818 - not an error: the partial file is of no use to this server
    """The server will not continue the partial file."""


def partial_path(destination: Path) -> Path:
    return destination.with_name(destination.name + ".partial")


def download(
    file: RemoteFile,
    destination: Path,
    progress: ProgressCallback,
    check: CancelCheck,
    settings: ConnectionSettings | None = None,
    pauses: tuple[float, ...] = _PAUSES,
    client: httpx.Client | None = None,
) -> Path:
    """Fetches `file` to `destination`; a partial file of an earlier try is continued.

    client: one that is open, for several files of one host; else one is opened with the settings.

    Raises:
        DiskFullError: there is no room.
        HashMismatchError: another file arrived; it has been deleted.
        DownloadError: the server or the connection failed; what arrived is kept.
        Cancelled: what arrived is kept.
    """
    with disk_errors_as_sentences(destination.parent):
        destination.parent.mkdir(parents=True, exist_ok=True)
        partial = partial_path(destination)
        if _length(partial) > file.size:
            partial.unlink()
        require_space(destination.parent, file.size - _length(partial), "download the model")
        if urlsplit(file.url).scheme == "file":
            _copy(file, partial, progress, check)
        else:
            opened = open_client(settings or ConnectionSettings()) if client is None else nullcontext(client)
            with opened as connection, network_errors_as_sentences(file.url):
                _Transfer(connection, file, partial, progress, check).run(pauses)
        verify(partial, file, progress, check)
        partial.replace(destination)
    return destination


def verify(path: Path, file: RemoteFile, progress: ProgressCallback, check: CancelCheck) -> None:
    """
    Raises:
        HashMismatchError: `path` is not the file; it has been deleted.
        Cancelled: the file is kept.
    """
    digest, done = _digest(file), 0
    with path.open("rb") as source:
        while block := source.read(_CHUNK * 16):
            check()
            digest.update(block)
            done += len(block)
            progress(Progress("Checking the download", done, file.size))
    if done != file.size or digest.hexdigest() != (file.sha256 or file.git_blob):
        path.unlink()
        raise HashMismatchError(
            "The downloaded file is not the one that was asked for (its checksum differs) and was deleted; "
            f"try again, and if it happens again check what stands between you and {file.source}."
        )


def _digest(file: RemoteFile) -> Any:
    """Of the content; git's own digest begins with what it is and how long."""
    if file.sha256:
        return hashlib.sha256()
    digest = hashlib.sha1(usedforsecurity=False)
    digest.update(b"blob %d\0" % file.size)
    return digest


@dataclass(slots=True)
class _Transfer:
    """Requests that append to a partial file until it is whole. etag: of the answer before, for If-Range."""

    client: httpx.Client
    file: RemoteFile
    partial: Path
    progress: ProgressCallback
    check: CancelCheck
    etag: str = ""

    def run(self, pauses: tuple[float, ...]) -> None:
        """Gives up after len(pauses) more tries in a row have brought nothing."""
        failures = 0
        while (before := _length(self.partial)) < self.file.size:
            self.check()
            try:
                self._request()
            except (_StartOver, _Dropped, httpx.TransportError) as error:
                if isinstance(error, _StartOver):
                    self.partial.unlink(missing_ok=True)
                failures = failures + 1 if _length(self.partial) <= before else 1
                if failures > len(pauses):
                    if isinstance(error, httpx.TransportError):
                        raise
                    raise _gave_up(self.file) from error
                _wait(pauses[failures - 1], self.check)

    def _request(self) -> None:
        start = _length(self.partial)
        headers = {"Accept-Encoding": "identity"}
        if start:
            headers["Range"] = f"bytes={start}-"
            if self.etag:
                headers["If-Range"] = self.etag
        with self.client.stream("GET", self.file.url, headers=headers) as response:
            _require_success(response, self.file)
            start = _agreed_start(response, self.file, start)
            tag = response.headers.get("ETag", "")
            # a weak tag promises no identical bytes, so that it may not guard a range
            self.etag = "" if tag.startswith("W/") else tag
            with self.partial.open("ab" if start else "wb") as target:
                self._receive(response, target.write, start)

    def _receive(self, response: httpx.Response, write: Callable[[bytes], int], done: int) -> None:
        size = self.file.size
        self.progress(Progress("Downloading", done, size))
        # as it comes: a chunk size would lose what was gathered when the connection breaks
        for block in response.iter_raw():
            self.check()
            write(block)
            done += len(block)
            if done > size:
                raise _StartOver
            self.progress(Progress("Downloading", done, size))
        if done < size:
            raise _Dropped


def _require_success(response: httpx.Response, file: RemoteFile) -> None:
    code, host = response.status_code, urlsplit(file.url).hostname
    if code in (200, 206):
        return
    if code == 416:
        raise _StartOver
    if code in _TEMPORARY:
        raise _Dropped
    if code in (401, 403, 407):
        raise DownloadError(f"{host} refuses access to the file ({code}); check the login of {file.source}.")
    if code in (404, 410):
        raise DownloadError(f"{host} no longer has the file ({code}); try again, or check {file.source}.")
    raise DownloadError(f"{host} answered {code} instead of the file; try again later.")


def _agreed_start(response: httpx.Response, file: RemoteFile, start: int) -> int:
    """Where in the file the body of the response begins: `start`, or 0 from a server that ignores ranges."""
    if response.status_code == 206:
        match = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", "").strip())
        if match is None or int(match[1]) != start:
            raise _StartOver
        total = file.size if match[3] == "*" else int(match[3])
    else:
        start, total = 0, int(response.headers.get("Content-Length", file.size))
    if total != file.size:
        raise DownloadError(
            f"{urlsplit(file.url).hostname} offers a file of {total:,} bytes where {file.size:,} "
            f"are expected; check {file.source}."
        )
    return start


def _gave_up(file: RemoteFile) -> DownloadError:
    return DownloadError(
        f"{urlsplit(file.url).hostname} keeps breaking off the download; "
        "try again later, what has arrived is kept and the rest is fetched then."
    )


def _copy(file: RemoteFile, partial: Path, progress: ProgressCallback, check: CancelCheck) -> None:
    source_path = Path(url2pathname(urlsplit(file.url).path))
    try:
        source = source_path.open("rb")
    except OSError as error:
        raise DownloadError(f"{source_path} cannot be read; check the find-links setting of pip.") from error
    done = 0
    with source, partial.open("wb") as target:
        while block := source.read(_CHUNK):
            check()
            target.write(block)
            done += len(block)
            progress(Progress("Copying", done, file.size))


def _wait(seconds: float, check: CancelCheck) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        check()
        time.sleep(min(left, 0.1))


def _length(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
