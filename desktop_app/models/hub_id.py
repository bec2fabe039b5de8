"""How a model of the hub is named: owner/name, with @revision and :file.gguf where needed. Torch-free."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.models.errors import DownloadError

_ID = re.compile(
    r"(?P<owner>[\w.-]{1,96})/(?P<name>[\w.-]{1,96})"
    r"(?:@(?P<revision>[\w./-]{1,100}))?(?::(?P<file>[^\s:@]+\.gguf))?",
    re.ASCII | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class HubId:
    """revision: a branch, tag or commit. file: of a repository of GGUF files the one wanted, else ""."""

    owner: str
    name: str
    revision: str = "main"
    file: str = ""

    @property
    def repo(self) -> str:
        return f"{self.owner}/{self.name}"

    def __str__(self) -> str:
        revision = "" if self.revision == "main" else f"@{self.revision}"
        return f"{self.repo}{revision}{':' if self.file else ''}{self.file}"


def parse_hub_id(text: str) -> HubId:
    """
    Raises:
        DownloadError: it is no such name.
    """
    match = _ID.fullmatch(text.strip().removeprefix("https://huggingface.co/"))
    parts = match.groupdict() if match else {}
    if not parts or _leads_out(parts):
        raise DownloadError(
            f"“{text.strip()}” names no model of the hub; write owner/name, and owner/name:file.gguf for one "
            "of several GGUF files."
        )
    return HubId(parts["owner"], parts["name"], parts["revision"] or "main", parts["file"] or "")


def _leads_out(parts: dict[str, str | None]) -> bool:
    """Names become folders and files here."""
    return any(".." in (part or "") or part == "." for part in parts.values())
