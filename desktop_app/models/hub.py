"""What a repository of the hub holds: its revision, its needed files and their digests.

huggingface_hub reads the answer, and knows the mirror (HF_ENDPOINT) and the token that its login stored. The
request is our own: the library is kept offline in this process, so that transformers opens no connection.
Torch-free.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

import httpx

from desktop_app.models.errors import DownloadError
from desktop_app.models.http_client import ConnectionSettings, network_errors_as_sentences, open_client
from desktop_app.models.hub_files import choose_files
from desktop_app.models.hub_id import HubId

SOURCE = "the model hub"


@dataclass(frozen=True, slots=True)
class HubFile:
    """One file that is needed, size in bytes. sha256 of what lies in large storage, git_blob of the rest."""

    name: str
    url: str
    size: int
    sha256: str
    git_blob: str


@dataclass(frozen=True, slots=True)
class HubModel:
    """What a name of the hub stands for. commit: the revision pinned. gated: its makers ask for agreement."""

    id: HubId
    commit: str
    files: tuple[HubFile, ...]
    licence: str = ""
    gated: bool = False

    @property
    def bytes(self) -> int:
        return sum(file.size for file in self.files)


def look_up(name: HubId, token: str = "") -> HubModel:
    """Asks the hub; makes one request.

    Raises:
        DownloadError: no such model or revision, no access, no network, or nothing in it that can be loaded.
    """
    from huggingface_hub.hf_api import ModelInfo

    url = f"{endpoint()}/api/models/{name.repo}/revision/{quote(name.revision, safe='')}"
    with open_client(ConnectionSettings(token=token or stored_token())) as client:
        with network_errors_as_sentences(url):
            response = client.get(url, params={"blobs": "true"})
        _require_success(response, name)
        try:
            return _model(name, ModelInfo(**response.json()))  # type: ignore[no-untyped-call]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DownloadError(
                f"{host()} answered what is no description of a model; check HF_ENDPOINT."
            ) from error


def _model(name: HubId, found: Any) -> HubModel:
    siblings = {str(sibling.rfilename): sibling for sibling in found.siblings or ()}
    chosen = choose_files(name, {file: int(entry.size or 0) for file, entry in siblings.items()})
    card = found.card_data
    return HubModel(
        id=name,
        commit=str(found.sha),
        files=tuple(_file(name, str(found.sha), file, siblings[file]) for file in chosen),
        licence=str((card.get("license") if card is not None else "") or ""),
        gated=bool(found.gated),
    )


def _file(name: HubId, commit: str, file: str, entry: Any) -> HubFile:
    large = entry.lfs
    return HubFile(
        name=file,
        url=f"{endpoint()}/{name.repo}/resolve/{quote(commit, safe='')}/{quote(file)}",
        size=int(entry.size or 0),
        sha256=str(large.sha256) if large is not None else "",
        git_blob=str(entry.blob_id or ""),
    )


def endpoint() -> str:
    """Of the hub, or of the mirror that HF_ENDPOINT names."""
    from huggingface_hub import constants

    return str(constants.ENDPOINT).rstrip("/")


def host() -> str:
    return urlsplit(endpoint()).netloc


def stored_token() -> str:
    """That of HF_TOKEN, or of a login with huggingface_hub; "" without one."""
    from huggingface_hub import get_token

    return get_token() or ""


def _require_success(response: httpx.Response, name: HubId) -> None:
    """The hub says in a header what is missing; without a token it hides what is private as not found."""
    code, said = response.status_code, response.headers.get("X-Error-Code", "")
    if code == 200:
        return
    if said == "GatedRepo":
        raise DownloadError(
            f"The makers of {name.repo} ask for your agreement first: accept their terms at "
            f"{endpoint()}/{name.repo}, and give a token of your account."
        )
    if said == "RevisionNotFound":
        raise DownloadError(f"{name.repo} has no revision “{name.revision}”; leave it out or correct it.")
    if said == "RepoNotFound" or code == 404:
        raise DownloadError(
            f"{host()} has no model {name.repo}, or shows it only with a token; check the name."
        )
    if code in (401, 403):
        raise DownloadError(
            f"{host()} refuses access to {name.repo} ({code}); give a token of an account that may read it."
        )
    if code == 429:
        raise DownloadError(f"{host()} was asked too often ({code}); wait a few minutes and try again.")
    raise DownloadError(f"{host()} answered {code} instead of describing {name.repo}; try again later.")
