"""The library of models: found, shown in a window of its own, loaded, drafted with, and deleted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from desktop_app.models.local_model import LocalModel
from desktop_app.models.removal import freed, is_own, remove
from desktop_app.ui.draft_names import is_path
from desktop_app.ui.engine.engine_thread import EngineState
from desktop_app.ui.engine.model_controller import ModelController
from desktop_app.ui.models.get_controller import GetController, GetParts
from desktop_app.ui.models.get_page import GetPage
from desktop_app.ui.models.library_window import LibraryWindow
from desktop_app.ui.models.local_models import LocalModels
from desktop_app.ui.models.local_page import LocalPage
from desktop_app.ui.models.model_details import Standing
from desktop_app.ui.models.model_menus import ModelMenus
from desktop_app.ui.models.model_words import size
from desktop_app.ui.models.models_thread import ModelsThread
from desktop_app.ui.models.target_names import place_of, target_at
from desktop_app.ui.sentences import translated
from desktop_app.ui.toolbar import Toolbar
from desktop_app.ui.window_services import WindowServices

_READING_MS = 250


@dataclass(frozen=True, slots=True)
class LibraryParts:
    """What the library acts on. window: what its own window belongs to."""

    models: ModelController
    toolbar: Toolbar
    window: QWidget


class LibraryController(QObject):
    """Owns the list of models, which the menus show too, and the window, which is made when it is opened."""

    def __init__(self, services: WindowServices, parts: LibraryParts) -> None:
        super().__init__(parts.window)
        self._services = services
        self._parts = parts
        self.work = ModelsThread(self)
        folders = lambda: services.preferences.settings.model_folders  # noqa: E731
        self.local = LocalModels(services.paths, folders, self.work, self)
        local = self.local
        get_parts = GetParts(
            lambda: local.models, local.refresh, parts.models.choose, parts.toolbar.choose_draft
        )
        self.get = GetController(services, get_parts, self)
        self.menus = ModelMenus(services, self.local, parts.models, parts.toolbar, self)
        self.window: LibraryWindow | None = None
        self._page: LocalPage | None = None
        self._get_page: GetPage | None = None
        self._reading = QTimer(self)
        self._reading.setInterval(_READING_MS)
        self._reading.timeout.connect(self._show_models)
        self._stage = ""
        self.local.changed.connect(self._show_models)
        services.preferences.changed.connect(self._settings_changed)
        parts.models.state_changed.connect(self._state_changed)
        parts.toolbar.options_changed.connect(self._show_standing)
        parts.toolbar.options_shown.connect(self._show_standing)

    @property
    def target(self) -> Path | None:
        """Where the loaded target lies, or the one that is being loaded; None for none."""
        return place_of(self._parts.models.target, self._services.paths.models)

    @property
    def draft(self) -> Path | None:
        """The draft model or head that is chosen; None where it is no model of its own."""
        chosen = self._parts.toolbar.chosen_draft
        return Path(chosen).expanduser() if is_path(chosen) else None

    def open(self) -> None:
        """Brings it to the front where it is open already."""
        window = self._ready_window()
        assert self._page is not None
        window.show_page(self._page)

    def open_get(self) -> None:
        """With the page to get models from."""
        window = self._ready_window()
        assert self._get_page is not None
        window.show_page(self._get_page)

    def _ready_window(self) -> LibraryWindow:
        if self.window is None:
            self.window = self._make_window()
        assert self._page is not None
        self._page.say("")
        self._page.show_folders(self._services.preferences.settings.model_folders)
        self._show_standing()
        self.local.refresh()
        return self.window

    def shut_down(self) -> None:
        """Nothing is looked for any more; the threads end by themselves."""
        if self.window is not None:
            self.window.close()
        self.get.shut_down()
        self._reading.stop()
        self.local.shut_down()
        self.work.shut_down()

    def close(self, timeout_s: float) -> None:
        self.shut_down()
        self.get.close(timeout_s)
        self.work.close(timeout_s)

    # -- building -----------------------------------------------------------------------------------------

    def _make_window(self) -> LibraryWindow:
        """Each page is one line."""
        window = LibraryWindow(self._services.themes, self._services.state, self._parts.window)
        window.add_page(self.tr("My Models"), self._make_page(window))
        self._get_page = self.get.make_page(window)
        window.add_page(self.tr("Get Models"), self._get_page)
        return window

    def _make_page(self, window: LibraryWindow) -> LocalPage:
        page = LocalPage(self._services.themes, window)
        page.load_requested.connect(self._load)
        page.draft_requested.connect(self._use_as_draft)
        page.show_requested.connect(_show_in_file_manager)
        page.delete_requested.connect(self._delete)
        page.add_requested.connect(self._add_folder)
        page.remove_requested.connect(self._remove_folder)
        page.starter_requested.connect(self._parts.models.get_starter)
        self._page = page
        return page

    # -- what is shown ------------------------------------------------------------------------------------

    def _show_models(self) -> None:
        local = self.local
        if local.looking and self.window is not None and self.window.isVisible():
            self._reading.start()
        else:
            self._reading.stop()
        if self._page is not None:
            self._page.show_models(local.models, looked=local.looked, reading=local.reading)
        self.get.show_models()

    def _show_standing(self) -> None:
        if self._page is not None:
            self._page.show_standing(self._standing, self.target, self.draft)

    def _standing(self, model: LocalModel) -> Standing:
        return Standing(
            is_target=model.path == self.target,
            is_draft=model.path == self.draft,
            own=is_own(model, self._services.paths.models),
        )

    def _state_changed(self, state: EngineState) -> None:
        if state.stage != self._stage:
            fetched = self._stage == "fetching"
            self._stage = state.stage
            self._show_standing()
            if fetched:
                self.local.refresh()

    def _settings_changed(self, names: frozenset[str]) -> None:
        if "model_folders" in names:
            if self._page is not None:
                self._page.show_folders(self._services.preferences.settings.model_folders)
            self.local.refresh()
        if "draft" in names:
            self._show_standing()

    # -- what the user does -------------------------------------------------------------------------------

    def _load(self, model: LocalModel) -> None:
        self._parts.models.choose(target_at(model.path, self._services.paths.models))
        self._show_standing()
        self._say(self.tr("Loading {name}…").format(name=model.name))

    def _use_as_draft(self, model: LocalModel) -> None:
        self._parts.toolbar.choose_draft(str(model.path))
        self._say(self.tr("{name} drafts from the next reply on.").format(name=model.name))

    def _add_folder(self) -> None:
        folder = self._services.dialogs.models_folder(self.window or self._parts.window)
        known = self._services.preferences.settings.model_folders
        if folder and folder not in known:
            self._services.preferences.change(model_folders=(*known, folder))

    def _remove_folder(self, folder: str) -> None:
        known = self._services.preferences.settings.model_folders
        self._services.preferences.change(model_folders=tuple(name for name in known if name != folder))
        self._say(self.tr("{folder} is no longer looked through; nothing was deleted.").format(folder=folder))

    def _delete(self, model: LocalModel) -> None:
        models = self._services.paths.models
        standing = self._standing(model)
        if self.window is None or not standing.own or standing.is_target or standing.is_draft:
            return
        if not self._services.dialogs.really_delete_model(
            self.window, model.name, size(freed(model, models))
        ):
            return
        self._say(self.tr("Deleting {name}…").format(name=model.name))
        self.work.submit(
            lambda _job: remove(model, models), self._deleted(model), lambda why: self._not_deleted(why)
        )

    def _deleted(self, model: LocalModel) -> Callable[[int], None]:
        def deleted(freed_bytes: int) -> None:
            text = self.tr("{name} was deleted: {size} are free again.")
            self._say(text.format(name=model.name, size=size(freed_bytes)))
            self.local.refresh()

        return deleted

    def _not_deleted(self, why: str) -> None:
        self._say(translated(why))
        self.local.refresh()

    def _say(self, sentence: str) -> None:
        if self._page is not None:
            self._page.say(sentence)


def _show_in_file_manager(model: LocalModel) -> None:
    folder = model.path if model.path.is_dir() else model.path.parent
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
