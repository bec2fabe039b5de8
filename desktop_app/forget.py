"""Deletes what the program keeps of its user. Called when nothing has these files open any more."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_app.paths import Paths


@dataclass(frozen=True, slots=True)
class Left:
    """What could not be deleted, and why."""

    path: Path
    reason: str


def forget_everything(paths: Paths, *, models: bool) -> tuple[Left, ...]:
    """Deletes chats, measured speeds, results of self-tests, settings, presets, window state and logs.

    Also the copies of them that were set aside. models: also the downloaded models and what of them has
    arrived. Goes on after a failure and returns each; raises nothing.
    """
    left = []
    for path in _kept(paths, models):
        try:
            _delete(path)
        except OSError as error:
            left.append(Left(path, error.strerror or str(error)))
    # the running program goes on writing to its log, so that one is emptied
    for path in sorted(paths.logs.glob("*.log")):
        try:
            path.write_bytes(b"")
        except OSError as error:
            left.append(Left(path, error.strerror or str(error)))
    return tuple(left)


def left_sentence(left: tuple[Left, ...]) -> str:
    """What the user is told of a failure, "" when there was none."""
    if not left:
        return ""
    named = "; ".join(f"{item.path} ({item.reason})" for item in left)
    return f"Not everything could be deleted. Still there: {named}. Delete this yourself."


def _kept(paths: Paths, models: bool) -> Iterator[Path]:
    kept = (paths.chats, paths.baselines, paths.selftests, paths.library, paths.settings)
    for file in (*kept, paths.config / "window.ini"):
        # a database's journal, a copy from before a migration, a damaged file that was set aside
        yield from sorted(file.parent.glob(f"{file.name}*"))
        yield from sorted(file.parent.glob(f".{file.name}.*"))
    if paths.presets.exists():
        yield paths.presets
    yield from sorted(paths.logs.glob("*.log.*"))
    if models:
        yield from (folder for folder in (paths.models, paths.downloads) if folder.exists())


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
