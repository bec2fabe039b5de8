"""Changes values in the text of a TOML file and leaves the rest of it, comments above all, as it was."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import tomli_w

Document = Mapping[str, Any]

_HEADER = re.compile(r"\s*\[\s*([A-Za-z0-9_-]+)\s*\]\s*(#.*)?")


def patched(text: str, wanted: Document) -> str:
    """The text changed so that it says what is wanted; written anew where that cannot be done by lines.

    Only tables of the first level are changed in place. text must be TOML.
    """
    lines = text.splitlines(keepends=True)
    before = tomllib.loads(text)
    for table, values in wanted.items():
        old = before.get(table)
        if isinstance(values, dict) and isinstance(old, dict | None):
            _patch_table(lines, table, old or {}, values)
    result = "".join(lines)
    return result if _says(result, wanted) else tomli_w.dumps(wanted)


def _patch_table(lines: list[str], table: str, old: Document, new: Document) -> None:
    for name in {**old, **new}:
        if name in old and name in new and old[name] == new[name] and type(old[name]) is type(new[name]):
            continue
        start, end = _place(lines, table, name)
        written = tomli_w.dumps({name: new[name]}) if name in new else ""
        if written and end == start + 1:
            written = written.rstrip("\n") + _comment(lines[start])
        if start == end and start and not lines[start - 1].endswith("\n"):
            lines[start - 1] += "\n"
        lines[start:end] = written.splitlines(keepends=True)


def _place(lines: list[str], table: str, name: str) -> tuple[int, int]:
    """The lines a key takes, start and end; where there is none, start is end and where to put it."""
    headers = [i for i, line in enumerate(lines) if _HEADER.fullmatch(line.rstrip("\r\n"))]
    first = next((i for i in headers if _table_name(lines[i]) == table), None)
    if first is None:
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += "\n"
        lines.extend(["\n"] if lines else [])
        lines.append(f"[{table}]\n")
        return len(lines), len(lines)
    last = next((i for i in range(first + 1, len(lines)) if lines[i].lstrip().startswith("[")), len(lines))
    for start in range(first + 1, last):
        if re.match(rf"\s*{re.escape(name)}\s*=", lines[start]):
            return start, _end(lines, start, last)
    # a comment before the next header is about that
    while last > first + 1 and not lines[last - 1].partition("#")[0].strip():
        last -= 1
    return last, last


def _end(lines: list[str], start: int, last: int) -> int:
    ends = (end for end in range(start + 1, last + 1) if _parses("".join(lines[start:end])))
    return next(ends, start + 1)


def _table_name(line: str) -> str:
    found = _HEADER.match(line)
    return found[1] if found else ""


def _comment(line: str) -> str:
    """What follows the value, line end included: a # inside a text begins no comment."""
    for found in re.finditer(r"\s*#|\s*$", line):
        if _parses(line[: found.start()]):
            return line[found.start() :]
    return "\n"


def _parses(text: str) -> bool:
    try:
        tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
    return True


def _says(text: str, wanted: Document) -> bool:
    try:
        return tomllib.loads(text) == wanted
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
