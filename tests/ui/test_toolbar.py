"""The toolbar's options, as they are chosen, stored and shown again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from desktop_app.decoding.sampling_params import random_seed
from desktop_app.settings.store import SettingsStore
from desktop_app.ui.draft_names import draft_choices
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.toolbar import Toolbar
from desktop_app.ui.window_state import WindowState


@pytest.fixture
def toolbar(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Toolbar:
    toolbar = Toolbar(ThemeManager(qapp, "light"))
    qtbot.addWidget(toolbar)
    toolbar.show_options(preferences(tmp_path).options())
    return toolbar


def preferences(folder: Path) -> Preferences:
    return Preferences(SettingsStore(folder / "settings.toml"), WindowState(folder / "window.ini"))


@pytest.mark.parametrize("draft", ["auto", "lookup", "suffix"])
def test_the_draft_is_kept_though_the_mode_is_plain(toolbar: Toolbar, tmp_path: Path, draft: str) -> None:
    _choose(toolbar, draft)
    toolbar.toggle_mode()
    assert toolbar.options().draft == "none"
    preferences(tmp_path).keep_options(toolbar.options())
    toolbar.show_options(preferences(tmp_path).options())
    assert (toolbar.current_mode(), toolbar.options().draft) == ("plain", "none")
    toolbar.toggle_mode()
    assert toolbar.options().draft == draft


def test_a_stored_draft_that_is_not_known_here_is_auto(toolbar: Toolbar, tmp_path: Path) -> None:
    tmp_path.joinpath("settings.toml").write_text('[decoding]\ndraft = "oracle"\n', encoding="utf-8")
    toolbar.show_options(preferences(tmp_path).options())
    assert toolbar.options().draft == "auto"


def _choose(toolbar: Toolbar, draft: str) -> None:
    actions = {action.text(): action for action in toolbar.draft.menu.actions()}
    names = dict(draft_choices())
    actions[names[draft]].trigger()


def test_a_drawn_seed_is_shown_whole(toolbar: Toolbar) -> None:
    field = toolbar.seed.edit
    (dice,) = field.findChildren(QAbstractButton)
    room = field.width() - dice.width() - 4
    toolbar.show_last_seed(888_888)
    assert field.fontMetrics().horizontalAdvance(field.placeholderText()) < room
    assert all(random_seed() < 1_000_000 for _ in range(100))
