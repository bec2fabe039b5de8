"""Forget Everything through the real run_window: asked first, then all of it is gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QMessageBox
from scripted_engine import ScriptedFetcher, ScriptedLoader
from window_bench import install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.store import ChatStore
from desktop_app.paths import Paths
from desktop_app.settings.table import Settings
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.settings.data_page import DataPage


@pytest.fixture
def paths(tmp_path: Path, qapp: QApplication) -> Paths:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    return paths


def ask_to_forget(window: MainWindow, answer: Callable[[QMessageBox], None]) -> Steps:
    """Presses the button in the dialog; what the question said is left to answer."""
    window.actions_by_name["open_settings"].trigger()
    dialog = window.settings.dialog
    assert dialog is not None
    dialog.sections.setCurrentRow(dialog.sections.count() - 1)
    page = dialog.pages[-1]
    assert isinstance(page, DataPage)
    # the question waits in a loop of its own, in which the visit must be able to go on
    QTimer.singleShot(0, window, lambda: QTest.keyClick(page.forget, Qt.Key.Key_Return))
    yield lambda: isinstance(QApplication.activeModalWidget(), QMessageBox)
    answer(_question())


def _question() -> QMessageBox:
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    return box


def press(box: QMessageBox, text: str) -> None:
    next(b for b in box.findChildren(QAbstractButton) if b.text().replace("&", "") == text).click()


def other_window(first: MainWindow) -> MainWindow | None:
    windows = (w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible())
    return next((window for window in windows if window is not first), None)


@pytest.mark.parametrize("models", [False, True])
def test_all_of_it_goes_and_the_window_is_as_at_first(paths: Paths, models: bool) -> None:
    loader = ScriptedLoader()
    second: list[MainWindow] = []

    def agree(box: QMessageBox) -> None:
        said = box.text() + box.informativeText()
        for part in ("all chats (1)", "settings", "cannot be undone"):
            assert part in said
        assert box.defaultButton().text().replace("&", "") == "Cancel"
        tick = box.findChild(QCheckBox)
        assert not tick.isChecked()
        tick.setChecked(models)
        press(box, "Delete Everything")

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "My secret")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        window.actions_by_name["show_chats"].trigger()
        window.resize(900, 700)
        assert paths.settings.exists()
        loader.engine.closed = False
        yield from ask_to_forget(window, agree)
        yield lambda: other_window(window) is not None
        fresh = other_window(window)
        assert fresh is not None
        second.append(fresh)
        assert loader.engine.closed
        if models:
            assert not paths.models.exists()
            assert fresh.pages.currentWidget() is fresh.welcome
        else:
            loader.engine.closed = False
            yield lambda: ready(fresh)
        assert fresh.status.text in ("", f"{loader.engine.name} is ready.")
        assert (fresh.width(), fresh.height()) == (1280, 800)
        assert fresh.conversations.isVisible()
        assert fresh.dashboard.isVisible()
        store = ChatStore(paths.chats)
        assert store.conversations() == []
        store.close()
        for file in paths.data.rglob("*"):
            assert not file.is_file() or b"My secret" not in file.read_bytes()
        fresh.close()

    assert Visit(paths, steps, loader=loader, fetcher=ScriptedFetcher()).code == 0
    assert second[0] is not None
    # the second window never opened the dialog
    assert "settings_size" not in (paths.config / "window.ini").read_text(encoding="utf-8")


def test_settings_are_the_defaults_again(paths: Paths) -> None:
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["theme_light"].trigger()
        yield from ask_to_forget(window, lambda box: press(box, "Delete Everything"))
        yield lambda: other_window(window) is not None
        fresh = other_window(window)
        assert fresh is not None
        assert fresh.actions_by_name["theme_system"].isChecked()
        assert not paths.settings.exists()
        fresh.settings.open_dialog()
        assert fresh.settings.dialog is not None
        yield lambda: ready(fresh)
        page = fresh.settings.dialog.page("window")
        assert not page.restore.isVisible()
        fresh.close()

    loader = ScriptedLoader()
    assert Visit(paths, steps, loader=loader, fetcher=ScriptedFetcher()).code == 0
    kept = paths.settings.read_text(encoding="utf-8")
    assert f'theme = "{Settings().theme}"' in kept


def test_nothing_goes_without_a_yes(paths: Paths) -> None:
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "Keep me")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        yield from ask_to_forget(window, lambda box: QTest.keyClick(box, Qt.Key.Key_Escape))
        assert window.isVisible()
        assert len(ChatStore(paths.chats).conversations()) == 1

    assert Visit(paths, steps, loader=ScriptedLoader(), fetcher=ScriptedFetcher()).code == 0
    assert [chat.title for chat in ChatStore(paths.chats).conversations()] == ["Keep me"]


def test_a_reply_that_runs_is_stopped_and_forgotten(paths: Paths) -> None:
    loader = ScriptedLoader()
    loader.engine.pause_at = 3

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "Endless")
        yield loader.engine.paused.is_set
        yield from ask_to_forget(window, lambda box: press(box, "Delete Everything"))
        yield lambda: other_window(window) is not None
        fresh = other_window(window)
        assert fresh is not None
        assert ChatStore(paths.chats).conversations() == []
        fresh.close()

    assert Visit(paths, steps, loader=loader, fetcher=ScriptedFetcher()).code == 0


def test_what_could_not_be_deleted_is_named(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Path.unlink

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if path == paths.settings:
            raise PermissionError(13, "Permission denied", str(path))
        whole(path, missing_ok)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["show_chats"].trigger()
        monkeypatch.setattr(Path, "unlink", unlink)
        yield from ask_to_forget(window, lambda box: press(box, "Delete Everything"))
        yield lambda: other_window(window) is not None
        fresh = other_window(window)
        assert fresh is not None
        yield lambda: isinstance(QApplication.activeModalWidget(), QMessageBox)
        box = _question()
        assert f"{paths.settings} (Permission denied)" in box.text()
        box.accept()
        yield lambda: ready(fresh)
        fresh.close()

    assert Visit(paths, steps, loader=ScriptedLoader(), fetcher=ScriptedFetcher()).code == 0
