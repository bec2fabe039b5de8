"""A hub on loopback: as much of the hub's API as a download needs, with faults chosen by the test."""

from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

COMMIT = "c" * 40
LARGE = (".safetensors", ".gguf", ".model")


@dataclass
class Hub:
    """repos: name -> file -> content. Files are led to another address, as the hub's large storage is.

    faults: file -> what is done instead, one entry a request: a status, or ("cut", bytes) after which the
    connection breaks, ("slow", seconds) before each part, ("size", bytes) a length that is a lie,
    ("hold", bytes) after which nothing comes until `released` is set.
    """

    repos: dict[str, dict[str, bytes]]
    token: str = ""
    gated: set[str] = field(default_factory=set)
    statuses: list[int] = field(default_factory=list)
    faults: dict[str, list[object]] = field(default_factory=dict)
    lies: dict[str, bytes] = field(default_factory=dict)
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    address: str = ""
    released: threading.Event = field(default_factory=threading.Event)

    def ranges(self, file: str) -> list[str]:
        """The Range headers of the requests for a file's bytes."""
        return [headers.get("range", "") for path, headers in self.requests if path == f"/cdn/{file}"]


def from_folder(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def _description(name: str, files: dict[str, bytes]) -> dict[str, object]:
    siblings = []
    for file, content in files.items():
        blob = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
        entry: dict[str, object] = {"rfilename": file, "size": len(content), "blobId": blob}
        if file.endswith(LARGE):
            digest = hashlib.sha256(content).hexdigest()
            entry["lfs"] = {"sha256": digest, "size": len(content), "pointerSize": 134}
        siblings.append(entry)
    card = {"license": "apache-2.0"}
    return {"id": name, "sha": COMMIT, "siblings": siblings, "gated": False, "cardData": card}


def _handler(hub: Hub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            path = unquote(urlsplit(self.path).path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            hub.requests.append((path, headers))
            if path.startswith("/api/models/"):
                self._describe(path, headers)
            elif match := re.fullmatch(r"/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", path):
                self._lead(match[1], match[3], headers)
            else:
                self._file(path.removeprefix("/cdn/"), headers)

        def _describe(self, path: str, headers: dict[str, str]) -> None:
            name, _, revision = path.removeprefix("/api/models/").partition("/revision/")
            if hub.statuses:
                self._answer(hub.statuses.pop(0))
            elif name in hub.gated and headers.get("authorization") != f"Bearer {hub.token}":
                self._answer(403, error="GatedRepo")
            elif name not in hub.repos:
                self._answer(401, error="RepoNotFound")
            elif revision not in ("main", COMMIT):
                self._answer(404, error="RevisionNotFound")
            else:
                self._answer(200, json.dumps(_description(name, hub.repos[name])).encode())

        def _lead(self, name: str, file: str, headers: dict[str, str]) -> None:
            if name in hub.gated and headers.get("authorization") != f"Bearer {hub.token}":
                self._answer(403)
                return
            self.send_response(302)
            # another host, as far as headers go
            self.send_header("Location", f"{hub.address.replace('127.0.0.1', 'localhost')}/cdn/{file}")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _file(self, file: str, headers: dict[str, str]) -> None:
            content = hub.lies.get(file) or next((r[file] for r in hub.repos.values() if file in r), None)
            queue = hub.faults.get(file)
            fault = queue.pop(0) if queue else None
            if content is None or isinstance(fault, int):
                self._answer(fault if isinstance(fault, int) else 404)
                return
            match = re.fullmatch(r"bytes=(\d+)-", headers.get("range", ""))
            start = int(match[1]) if match else 0
            self.send_response(206 if match else 200)
            if match:
                self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
            part = content[start:]
            kind, number = fault if isinstance(fault, tuple) else ("", 0)
            self.send_header("Content-Length", str(number if kind == "size" else len(part)))
            self.send_header("ETag", '"one"')
            self.end_headers()
            if kind == "slow":
                for begin in range(0, len(part), 4096):
                    self.wfile.write(part[begin : begin + 4096])
                    time.sleep(number)
                return
            if kind == "hold":
                self.wfile.write(part[:number])
                self.wfile.flush()
                hub.released.wait(60)
                part = part[number:]
            self.wfile.write(part[:number] if kind == "cut" else part)
            self.close_connection = kind in ("cut", "size")

        def _answer(self, status: int, body: bytes = b"", error: str = "") -> None:
            self.send_response(status)
            if error:
                self.send_header("X-Error-Code", error)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler


@contextmanager
def serving(hub: Hub) -> Iterator[Hub]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(hub))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    hub.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
