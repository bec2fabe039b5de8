"""A store whose clock counts seconds from 1000, one a call."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.chats.store import ChatStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ChatStore]:
    ticks = itertools.count(1000)
    store = ChatStore(tmp_path / "data" / "chats.db", clock=lambda: float(next(ticks)))
    yield store
    store.close()


@pytest.fixture
def conversation(store: ChatStore) -> str:
    return store.create_conversation().id
