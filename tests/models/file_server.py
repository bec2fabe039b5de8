"""A web server on loopback whose faults are chosen by the test."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Site:
    """pages: path -> (content type, body). drop_after: body bytes after which the connection is cut,
    one entry a request, None = whole. statuses: answered instead of the page, one entry a request."""

    pages: dict[str, tuple[str, bytes]]
    ranges: bool = True
    etag: str = '"one"'
    drop_after: list[int | None] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    shift_ranges: int = 0
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    address: str = ""

    def url(self, path: str) -> str:
        return f"{self.address}{path}"

    def headers_of(self, index: int) -> dict[str, str]:
        return self.requests[index][1]


def _handler(site: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            site.requests.append((self.path, headers))
            status = site.statuses.pop(0) if site.statuses else 200
            if status != 200 or self.path not in site.pages:
                self.send_response(status if status != 200 else 404)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            kind, body = site.pages[self.path]
            self._send(kind, body, headers)

        def _send(self, kind: str, body: bytes, headers: dict[str, str]) -> None:
            start = self._range_start(headers)
            self.send_response(200 if start is None else 206)
            if start is not None:
                shown = start + site.shift_ranges
                self.send_header("Content-Range", f"bytes {shown}-{len(body) - 1}/{len(body)}")
            part = body[start or 0 :]
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(part)))
            self.send_header("ETag", site.etag)
            self.end_headers()
            cut = site.drop_after.pop(0) if site.drop_after else None
            self.wfile.write(part if cut is None else part[:cut])
            if cut is not None:
                self.close_connection = True

        def _range_start(self, headers: dict[str, str]) -> int | None:
            match = re.fullmatch(r"bytes=(\d+)-", headers.get("range", ""))
            if match is None or not site.ranges or headers.get("if-range", site.etag) != site.etag:
                return None
            return int(match[1])

    return Handler


@contextmanager
def serving(site: Site) -> Iterator[Site]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(site))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    site.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
