"""From the menu over the library to a reply that the chosen model drafts, in the window as it is started."""

from __future__ import annotations

from pathlib import Path

import pytest
from model_folders import write_model
from scripted_engine import ScriptedEngine, ScriptedFetcher, ScriptedLoader
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.paths import Paths
from desktop_app.settings.store import SettingsStore
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.models.local_page import LocalPage


@pytest.mark.usefixtures("qapp")
def test_a_target_and_a_draft_are_chosen_in_the_library_and_kept(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path)
    small = write_model(paths.models / "SmolLM2-135M-Instruct")
    large = write_model(paths.models / "maker" / "Large")
    loader = ScriptedLoader(ScriptedEngine(text="It is so."))

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["open_library"].trigger()
        library = window.model_library.window
        assert library is not None
        page = library.pages.currentWidget()
        assert isinstance(page, LocalPage)
        yield lambda: page.chosen is not None
        page.list.choose(large)
        page.details.load.click()
        yield lambda: loader.targets[-1] == str(large) and ready(window)
        page.list.choose(small)
        page.details.draft.click()
        type_and_send(window, "Is it so?")
        yield reply_ended(window)
        assert window.toolbar.draft.text() == "SmolLM2-135M-Instruct"

    Visit(paths, steps, loader=loader, fetcher=ScriptedFetcher())
    assert [request.draft for request in loader.engine.seen] == [str(small)]
    kept = SettingsStore(paths.settings).settings
    assert (kept.last_target, kept.draft) == (str(large), str(small))

    def again(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        assert window.toolbar.chosen_draft == str(small)

    Visit(paths, again, loader=loader, fetcher=ScriptedFetcher())
