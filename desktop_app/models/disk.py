"""Room on the disk, asked for before it is needed."""

from __future__ import annotations

import errno
import glob
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_app.models.errors import DiskFullError

_STALE_AFTER = 3600.0  # seconds


def free_bytes(folder: Path) -> int:
    """Free space where `folder` is or will be."""
    folder = folder.absolute()
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def remove_stale(parent: Path, pattern: str) -> None:
    """Deletes folders that a killed program left behind; one that may still be in use is left alone."""
    limit = time.time() - _STALE_AFTER
    for folder in parent.glob(pattern):
        if folder.is_dir() and folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)


def require_space(folder: Path, needed: int, purpose: str) -> None:
    """
    Raises:
        DiskFullError: fewer than `needed` bytes are free for `purpose` (an infinitive such as "convert it").
    """
    free = free_bytes(folder)
    if free < needed:
        raise DiskFullError(
            f"There are {free / 1e6:,.0f} MB free at {folder} but {needed / 1e6:,.0f} MB are needed "
            f"to {purpose}; free some space and try again."
        )


@contextmanager
def disk_errors_as_sentences(folder: Path) -> Iterator[None]:
    """Turns a full or read-only disk into a sentence.

    Raises:
        DiskFullError: the disk filled up, or nothing can be written there.
    """
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFullError(f"The disk at {folder} is full; free some space and try again.") from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise DiskFullError(
                f"Nothing can be written to {folder}; make it writable or choose another with --data-dir."
            ) from error
        raise


@contextmanager
def appearing_whole(folder: Path) -> Iterator[Path]:
    """A staging folder beside `folder`: it takes that name at the end, or vanishes if anything goes wrong."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    remove_stale(folder.parent, f".{glob.escape(folder.name)}-*")
    staging = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        yield staging
        staging.chmod(0o755)
        if folder.exists():
            shutil.rmtree(folder)
        staging.rename(folder)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
