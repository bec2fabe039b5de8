"""The library's window, as a user goes through it: what it lists, and what can be done with it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from library_visit import Library
from model_folders import spoil, write_model
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from test_access import nameless
from window_bench import WindowBench

from desktop_app.settings.store import SettingsStore
from desktop_app.ui.models.local_page import LocalPage


def test_what_is_listed_and_what_is_said_of_each(library: Library) -> None:
    page = library.open()
    assert library.texts()[:8] == [
        "On this computer", "Large", "SmolLM2-135M-Instruct", "Spoilt",
        "Your folders", "A head", "Other", "Comes with the program",
    ]  # fmt: skip
    assert library.spoken("SmolLM2-135M-Instruct") == (
        "SmolLM2-135M-Instruct, Target now, Target or draft, "
        "llama · 1 M · float16 · 2,048 tokens · apache-2.0, 2 MB"
    )
    assert "Neither, model.safetensors in Spoilt is cut short or damaged" in library.spoken("Spoilt")
    assert library.spoken("A head").startswith("A head, Draft, eagle3 head")
    assert nameless(page.window()) == []


def test_the_details_of_the_chosen_model(library: Library) -> None:
    page = library.open()
    library.choose("Large")
    said = _facts(page)
    assert (page.details.name.text(), page.details.roles.text()) == (
        "Large",
        "It can be the target or a draft.",
    )
    assert said["Tokenizer"] == "shared with SmolLM2-135M-Instruct, Spoilt"
    assert said["Path"] == str(library.own / "maker" / "Large")
    assert said["Licence"] == "not stated"
    library.choose("Other")
    assert _facts(page)["Tokenizer"] == "shared with no other model here"
    library.choose("A head")
    assert _facts(page)["Made for"] == "maker/Large"
    assert "cannot answer by itself" in page.details.roles.text()
    assert not page.details.load.isEnabled()
    assert "cannot answer by itself" in page.details.load.toolTip()
    assert page.details.draft.isEnabled()


def _facts(page: LocalPage) -> dict[str, str]:
    grid = page.details.findChildren(type(page.details.name))
    return dict(label.accessibleName().split(": ", 1) for label in grid if ": " in label.accessibleName())


def test_a_search_and_an_order(library: Library) -> None:
    page = library.open()
    page.search.setText("folders elsewhere")
    assert library.texts() == []
    assert page.states.currentWidget() not in (page.panes, page.empty)
    page.search.setText("large")
    assert library.texts() == ["On this computer", "Large", "Your folders", "A head"]
    page.search.clear()
    by_size = next(action for action in page.sort.menu.actions() if action.text() == "Size on disk")
    by_size.trigger()
    assert library.texts()[1:4] == ["Large", "SmolLM2-135M-Instruct", "Spoilt"]
    assert library.texts()[5:7] == ["Other", "A head"]


def test_by_the_keyboard_alone(library: Library) -> None:
    page = library.open()
    library.choose("Large")
    assert page.search.hasFocus()
    QTest.keyClicks(page.search, "e")
    QTest.keyClick(page.search, Qt.Key.Key_Down)
    assert page.chosen is not None
    assert page.chosen.name == "SmolLM2-135M-Instruct"
    QTest.keyClick(page.search, Qt.Key.Key_Return)
    assert page.list.hasFocus()
    for _ in range(2):
        QTest.keyClick(page.list, Qt.Key.Key_Down)
    assert page.chosen.name == "A head"
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    assert library.bench.loader.targets == ["starter"]
    QTest.keyClick(page.list, Qt.Key.Key_Down)
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    library.bench.until(lambda: len(library.bench.loader.targets) == 2)
    assert library.bench.loader.targets[-1] == str(library.added / "Other")


def test_a_model_is_loaded_and_another_drafts(library: Library) -> None:
    page = library.open()
    library.choose("Large")
    page.details.load.click()
    assert "Target now" in library.spoken("Large")
    library.bench.until(lambda: library.bench.loader.targets[-1] == str(library.own / "maker" / "Large"))
    library.bench.until(lambda: library.bench.thread.state.stage == "ready")
    assert "Target now" in library.spoken("Large")
    assert not page.details.load.isEnabled()
    draft = library.choose("SmolLM2-135M-Instruct")
    page.details.draft.click()
    assert library.bench.window.toolbar.chosen_draft == str(draft.path)
    assert library.bench.window.toolbar.draft.text() == "SmolLM2-135M-Instruct"
    assert "Draft now" in library.spoken("SmolLM2-135M-Instruct")
    assert SettingsStore(library.bench.paths.settings).settings.draft == str(draft.path)
    library.bench.window.composer.set_text("hello")
    library.bench.ask()
    library.bench.answered()
    assert library.bench.engine.seen[-1].draft == str(draft.path)


def test_only_own_models_that_are_not_in_use_are_deleted_after_a_question(library: Library) -> None:
    page = library.open()
    library.choose("SmolLM2-135M-Instruct")
    assert not page.details.delete.isEnabled()
    assert "in use" in page.details.delete.toolTip()
    library.choose("Other")
    assert not page.details.delete.isEnabled()
    assert "another program" in page.details.delete.toolTip()
    model = library.choose("Large")
    library.bench.dialogs.agree = False
    page.details.delete.click()
    assert library.bench.dialogs.asked == ["delete Large, 6 MB"]
    assert model.path.exists()
    library.bench.dialogs.agree = True
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    library.bench.until(lambda: "Large" not in library.texts())
    assert not model.path.exists()
    assert page.note.text() == "Large was deleted: 6 MB are free again."


def test_the_list_follows_the_disk(library: Library) -> None:
    library.open()
    shutil.copytree(library.own / "maker" / "Large", library.own / "maker" / "Copied")
    library.bench.until(lambda: "Copied" in library.texts())
    spoil(library.own / "maker" / "Copied")
    library.bench.until(lambda: "cut short" in library.spoken("Copied"))
    shutil.rmtree(library.added)
    library.bench.until(lambda: "Your folders" not in library.texts())
    write_model(library.added / "Back")
    library.bench.until(lambda: "Back" in library.texts())


def test_what_is_chosen_stays_chosen(library: Library) -> None:
    page = library.open()
    library.choose("Other")
    write_model(library.own / "Another")
    library.bench.until(lambda: "Another" in library.texts())
    assert page.chosen is not None
    assert page.chosen.name == "Other"


def test_folders_are_added_and_removed(library: Library, tmp_path: Path) -> None:
    page = library.open()
    more = tmp_path / "more"
    write_model(more / "Added later")
    library.bench.dialogs.folder = str(more)
    _entry(page, "Add Folder…")()
    library.bench.until(lambda: "Added later" in library.texts())
    kept = SettingsStore(library.bench.paths.settings).settings
    assert kept.model_folders == (str(library.added), str(more))
    _entry(page, f"Remove {library.added}")()
    library.bench.until(lambda: "Other" not in library.texts())
    assert (library.added / "Other").is_dir()
    assert "Added later" in library.texts()


def _entry(page: LocalPage, text: str) -> Callable[[], None]:
    return next(action.trigger for action in page.folders.menu.actions() if action.text() == text)


def test_where_it_lies_is_shown(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(url.toLocalFile()))
    page = library.open()
    assert page.chosen is not None
    assert page.chosen.name == "SmolLM2-135M-Instruct"
    page.details.open_place.click()
    library.choose("Other")
    page.details.open_place.click()
    assert shown == [str(library.own / "SmolLM2-135M-Instruct"), str(library.added / "Other")]


def test_without_a_model_it_says_what_to_do(bench: WindowBench, tmp_path: Path) -> None:
    bench.show()
    bench.window.welcome.library_requested.emit()
    window = bench.window.model_library.window
    assert window is not None
    page = window.pages.currentWidget()
    assert isinstance(page, LocalPage)
    assert page.empty.title.text() == "Looking for models…"
    bench.until(lambda: page.empty.title.text() == "No models yet")
    assert page.states.currentWidget() is page.empty
    bench.dialogs.folder = str(tmp_path / "more")
    write_model(tmp_path / "more" / "Found")
    page.empty.add.click()
    bench.until(lambda: page.chosen is not None)
    assert page.states.currentWidget() is page.panes
    page.search.left.emit()
    assert not window.isVisible()


def test_the_keys_go_from_page_to_page(library: Library) -> None:
    page = library.open()
    window = library.bench.window.model_library.window
    assert window is not None
    assert [window.tabs.tabText(place) for place in range(window.tabs.count())] == ["My Models", "Get Models"]
    assert window.tabs.isVisible()
    window.tabs.setFocus()
    QTest.keyClick(window.tabs, Qt.Key.Key_Right)
    assert window.pages.currentWidget() is not page
    window.show_page(page)
    assert window.pages.currentWidget() is page


def test_the_draft_of_the_open_chat_is_marked(library: Library) -> None:
    library.open()
    chat = library.bench.window.chat_settings.chat
    chat.set("draft", str(library.added / "Other"))
    assert "Draft now" in library.spoken("Other")
    chat.set("draft", "lookup")
    assert "Draft now" not in library.spoken("Other")
