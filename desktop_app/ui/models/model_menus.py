"""Fills the toolbar's menus of targets and drafts with what is on this machine, as it is now."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from desktop_app.models.pairing import draft_choices
from desktop_app.ui.engine.model_controller import ModelController
from desktop_app.ui.models.local_models import LocalModels
from desktop_app.ui.models.menu_entries import draft_entries, target_entries
from desktop_app.ui.models.target_names import place_of, target_at
from desktop_app.ui.toolbar import Toolbar
from desktop_app.ui.window_services import WindowServices


class ModelMenus(QObject):
    def __init__(
        self,
        services: WindowServices,
        local: LocalModels,
        models: ModelController,
        toolbar: Toolbar,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._local = local
        self._models = models
        self._toolbar = toolbar
        local.changed.connect(self.show)
        models.state_changed.connect(self.show)
        self.show()

    def show(self) -> None:
        """What is there already stays as it is: a menu may be open."""
        found, own = self._local.models, self._services.paths.models
        value = partial(target_at, models=own)
        recent = self._services.preferences.recent_targets()
        targets = target_entries(found, recent, value, starter=self._models.starter_installed)
        self._toolbar.show_targets(targets, self._models.target)
        place = place_of(self._models.target, own)
        target = next((model for model in found if model.path == place), None)
        self._toolbar.show_drafts(draft_entries(draft_choices(target, found), target))
