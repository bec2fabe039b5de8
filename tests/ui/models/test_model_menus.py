"""The toolbar's menus list what is on this machine, and say why something cannot be chosen."""

from __future__ import annotations

import shutil

from library_visit import Library
from model_folders import spoil, write_head, write_model
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from window_bench import WindowBench

from desktop_app.ui.draft_names import draft_choices


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def entry(menu: QMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if action.text().startswith(text))


def test_targets_under_their_places_and_why_others_cannot_be_loaded(library: Library) -> None:
    library.open()
    menu = library.bench.window.toolbar.target.menu
    assert texts(menu) == [
        "On this computer", "Large", "SmolLM2-135M-Instruct", "Your folders", "Other", "Cannot be loaded",
        "Spoilt:  model.safetensors in Spoilt is cut short or damaged; delete it…",
        "Open Model Folder…", "Open GGUF File…", "Model Library…",
    ]  # fmt: skip
    checked = [action.text() for action in menu.actions() if action.isChecked()]
    assert checked == ["SmolLM2-135M-Instruct"]
    spoilt = entry(menu, "Spoilt")
    assert not spoilt.isEnabled()
    whole = "model.safetensors in Spoilt is cut short or damaged; delete it and download it again."
    assert (spoilt.toolTip(), menu.toolTipsVisible()) == (whole, True)
    entry(menu, "Large").trigger()
    library.bench.until(lambda: library.bench.loader.targets[-1] == str(library.own / "maker" / "Large"))
    library.bench.until(lambda: entry(menu, "Large").isChecked())
    assert not entry(menu, "SmolLM2").isChecked()


def test_drafts_the_best_first_and_why_others_cannot_draft(library: Library) -> None:
    library.open()
    toolbar = library.bench.window.toolbar
    words = [title for _, title in draft_choices("none")]
    assert texts(toolbar.draft.menu) == [
        *words, "Trained for SmolLM2-135M-Instruct", "SmolLM2-135M-Instruct head",
        "With the tokenizer of SmolLM2-135M-Instruct", "Large",
        "SmolLM2-135M-Instruct: the draft is the target itself",
        "With another tokenizer", "Other", "Cannot draft",
        "Spoilt:  model.safetensors in Spoilt is cut short or damaged; delete it…",
        "A head was trained for maker/Large, not for SmolLM2-135M-Instruct.",
    ]  # fmt: skip
    assert "tokens of its own" in entry(toolbar.draft.menu, "Other").toolTip()
    assert not entry(toolbar.draft.menu, "A head").isEnabled()
    entry(toolbar.draft.menu, "Other").trigger()
    assert toolbar.chosen_draft == str(library.added / "Other")
    assert toolbar.draft.text() == "Other"
    toolbar.toggle_mode()
    assert toolbar.chosen_draft == "none"
    toolbar.toggle_mode()
    assert toolbar.chosen_draft == str(library.added / "Other")
    checked = [action.text() for action in toolbar.draft.menu.actions() if action.isChecked()]
    assert checked == ["Other"]


def test_a_head_stands_under_the_target_it_was_trained_for(library: Library) -> None:
    library.open()
    toolbar = library.bench.window.toolbar
    entry(toolbar.target.menu, "Large").trigger()
    library.bench.until(lambda: "Trained for Large" in texts(toolbar.draft.menu))
    listed = texts(toolbar.draft.menu)
    assert listed[listed.index("Trained for Large") + 1] == "A head"
    assert entry(toolbar.draft.menu, "A head").isEnabled()
    assert not entry(toolbar.draft.menu, "SmolLM2-135M-Instruct head").isEnabled()


def test_the_menus_follow_the_disk(library: Library) -> None:
    library.open()
    menu = library.bench.window.toolbar.draft.menu
    write_head(library.own / "New head", "HuggingFaceTB/SmolLM2-135M-Instruct")
    library.bench.until(lambda: "New head" in texts(menu))
    shutil.rmtree(library.own / "New head")
    library.bench.until(lambda: "New head" not in texts(menu))


def test_many_that_cannot_be_used_are_in_a_menu_of_their_own(library: Library) -> None:
    for index in range(7):
        spoil(write_model(library.own / f"Broken {index}"))
    library.open()
    (more,) = [a for a in library.bench.window.toolbar.target.menu.actions() if a.menu() is not None]
    assert more.text() == "Cannot be loaded (8)"
    inside = more.menu()
    assert isinstance(inside, QMenu)
    assert [action.isEnabled() for action in inside.actions()] == [False] * 8


def test_without_any_model_the_starter_is_offered(bench: WindowBench) -> None:
    bench.show()
    bench.window.start("")
    bench.until(lambda: bench.window.model_library.local.looked)
    menu = bench.window.toolbar.target.menu
    assert texts(menu)[0] == "Fetch SmolLM2-135M-Instruct…"
    menu.actions()[0].trigger()
    bench.until(lambda: bench.loader.targets == ["starter"])


def test_the_library_is_opened_from_the_end_of_the_menu(bench: WindowBench) -> None:
    bench.show()
    entry(bench.window.toolbar.target.menu, "Model Library…").trigger()
    window = bench.window.model_library.window
    assert window is not None
    assert window.isVisible()
    window.close()
