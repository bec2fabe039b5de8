"""Long work on the chats: in a thread of its own, told in the GUI thread, stopped when asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.chats.store import ChatStore, ChatStoreError
from desktop_app.ui.conversations.store_thread import StoreJob, StoreThread


@pytest.fixture
def thread(qapp: QApplication, tmp_path: Path) -> Iterator[StoreThread]:
    owner = QObject()
    thread = StoreThread(tmp_path / "chats.db", owner)
    yield thread
    assert thread.close(10)
    owner.deleteLater()


def test_work_is_done_in_order_and_told_in_the_gui_thread(thread: StoreThread, qtbot: QtBot) -> None:
    told: list[tuple[object, threading.Thread]] = []

    def work(store: ChatStore, _job: StoreJob) -> object:
        store.create_conversation("from the thread")
        return len(store.conversations()), threading.current_thread()

    for _ in range(2):
        thread.submit(work, lambda result: told.append((result, threading.current_thread())))
    assert thread.busy
    qtbot.waitUntil(lambda: len(told) == 2)
    results = [result for result, _ in told]
    assert [count for count, _ in results] == [1, 2]  # type: ignore[misc]
    assert {where for _, where in told} == {threading.main_thread()}
    assert threading.main_thread() not in {worker for _, worker in results}  # type: ignore[misc]
    assert not thread.busy


def test_an_error_is_one_sentence_and_the_next_job_runs(thread: StoreThread, qtbot: QtBot) -> None:
    told: list[str] = []

    def fails(store: ChatStore, _job: StoreJob) -> None:
        raise ChatStoreError("The disk is full.")

    def surprises(store: ChatStore, _job: StoreJob) -> None:
        raise KeyError("x")

    for work in (fails, surprises):
        thread.submit(work, failed=told.append)
    thread.submit(lambda *_: "fine", told.append)
    qtbot.waitUntil(lambda: len(told) == 3)
    assert told == ["The disk is full.", "Something unexpected went wrong (KeyError).", "fine"]


def test_it_tells_how_far_it_is_and_can_be_stopped(thread: StoreThread, qtbot: QtBot) -> None:
    moved: list[tuple[int, int]] = []
    told: list[str] = []
    at_two = threading.Event()

    def work(_store: ChatStore, job: StoreJob) -> None:
        job.all_steps = 3
        while True:
            if job.done_steps < 2:
                job.step()
            else:
                at_two.set()
                job.control.check()

    job = thread.submit(work, told.append, told.append, lambda done, total: moved.append((done, total)))
    qtbot.waitUntil(at_two.is_set)
    qtbot.waitUntil(lambda: (2, 3) in moved)
    job.stop()
    qtbot.waitUntil(lambda: told == [""])
    assert job.done_steps == 2


def test_closing_stops_what_runs_and_tells_nobody(thread: StoreThread, qtbot: QtBot) -> None:
    told: list[object] = []
    begun = threading.Event()

    def work(_store: ChatStore, job: StoreJob) -> None:
        while True:
            begun.set()
            job.control.check()

    for _ in range(2):
        thread.submit(work, told.append, told.append)
    assert begun.wait(10)
    assert thread.close(10)
    thread.submit(work, told.append, told.append)
    qtbot.wait(50)
    assert told == []
