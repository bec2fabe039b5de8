"""Presets as a menu: choose one for the open chat, keep what is set as one, and manage them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.settings.presets import EXTENSION, PresetFolder
from desktop_app.ui.chat.chat_settings import ChatSettings
from desktop_app.ui.controls.menu_entry import add_entry
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.guarded import guarded
from desktop_app.ui.preferences import Preferences


class PresetMenu(QObject):
    """Emits `changed` when presets came, went or got another name. say and complain tell the user."""

    changed = Signal()

    def __init__(
        self,
        folder: PresetFolder,
        settings: ChatSettings,
        preferences: Preferences,
        dialogs: Dialogs,
        say: Callable[[str], None],
        complain: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._folder = folder
        self._settings = settings
        self._preferences = preferences
        self._dialogs = dialogs
        self._say = say
        self._complain = complain

    # -- what is shown ------------------------------------------------------------------------------------

    def shown_name(self) -> str:
        """The preset of the open chat, and whether something was changed since."""
        name = self._settings.preset
        if not name:
            return self.tr("none")
        return self.tr("{preset} (changed)").format(preset=name) if self._is_changed(name) else name

    def fill(self, menu: QMenu, parent: QWidget) -> None:
        """parent: of the questions that are asked."""
        menu.clear()
        current = self._settings.preset
        for name in self._folder.names():
            action = add_entry(menu, name, self._bound(self.choose, name))
            action.setCheckable(True)
            action.setChecked(name == current)
        if not menu.actions():
            menu.addAction(self.tr("No presets yet")).setEnabled(False)
        menu.addSeparator()
        add_entry(menu, self.tr("Save as Preset…"), lambda: self.save_as(parent))
        if current and self._folder.has(current):
            self._add_about(menu, current, parent)
        menu.addSeparator()
        add_entry(menu, self.tr("Import Preset…"), lambda: self.take_in(parent))

    def _add_about(self, menu: QMenu, name: str, parent: QWidget) -> None:
        if self._is_changed(name):
            add_entry(menu, self.tr("Update “{preset}”").format(preset=name), self._bound(self.update, name))
        default = add_entry(menu, self.tr("Use for New Chats"), self._bound(self.toggle_default, name))
        default.setCheckable(True)
        default.setChecked(name == self._preferences.settings.default_preset)
        add_entry(menu, self.tr("Rename…"), lambda: self.rename(name, parent))
        add_entry(menu, self.tr("Delete…"), lambda: self.delete(name, parent))
        add_entry(menu, self.tr("Export…"), lambda: self.give_out(name, parent))

    def _is_changed(self, name: str) -> bool:
        try:
            return dict(self._folder.read(name).values) != dict(self._settings.values)
        except SlipstreamError:
            return True

    # -- what the user does -------------------------------------------------------------------------------

    def new_chat(self) -> dict[str, Any]:
        """What a new chat begins with: the settings of the default preset."""
        name = self._preferences.settings.default_preset
        if not name:
            return {}
        try:
            preset = self._folder.read(name)
        except SlipstreamError as error:
            self._complain(str(error))
            return {}
        return {**preset.values, "preset": name}

    def choose(self, name: str) -> None:
        self._guarded(lambda: self._choose(name))

    def save_as(self, parent: QWidget) -> None:
        name = self._dialogs.preset_name(parent, self._settings.preset)
        if name:
            self._guarded(lambda: self._save_as(name, parent))

    def update(self, name: str) -> None:
        self._guarded(lambda: self._save(name))

    def rename(self, name: str, parent: QWidget) -> None:
        to = self._dialogs.preset_name(parent, name)
        if to and to != name:
            self._guarded(lambda: self._rename(name, to))

    def delete(self, name: str, parent: QWidget) -> None:
        if self._dialogs.really_delete_preset(parent, name):
            self._guarded(lambda: self._delete(name))

    def toggle_default(self, name: str) -> None:
        is_default = self._preferences.settings.default_preset == name
        self._preferences.change(default_preset="" if is_default else name)

    def take_in(self, parent: QWidget) -> None:
        path = self._dialogs.preset_to_import(parent)
        if path:
            self._guarded(lambda: self._take_in(Path(path)))

    def give_out(self, name: str, parent: QWidget) -> None:
        path = self._dialogs.preset_to_export(parent, name + EXTENSION)
        if path:
            self._guarded(lambda: self._give_out(name, Path(path)))

    # -- how ----------------------------------------------------------------------------------------------

    def _choose(self, name: str) -> None:
        preset = self._folder.read(name)
        self._settings.choose(preset.values, name)
        if preset.problems:
            self._complain(" ".join(preset.problems))

    def _save_as(self, name: str, parent: QWidget) -> None:
        if not self._folder.has(name) or self._dialogs.really_replace_preset(parent, name):
            self._save(name)

    def _save(self, name: str) -> None:
        kept = self._folder.save(name, self._settings.values)
        self._settings.name_preset(kept)
        self._say(self.tr("The preset “{preset}” is kept.").format(preset=kept))
        self.changed.emit()

    def _rename(self, name: str, to: str) -> None:
        kept = self._folder.rename(name, to)
        if self._preferences.settings.default_preset == name:
            self._preferences.change(default_preset=kept)
        if self._settings.preset == name:
            self._settings.name_preset(kept)
        self.changed.emit()

    def _delete(self, name: str) -> None:
        self._folder.delete(name)
        if self._preferences.settings.default_preset == name:
            self._preferences.change(default_preset="")
        self._settings.name_preset("")
        self.changed.emit()

    def _take_in(self, path: Path) -> None:
        preset = self._folder.take_in(path)
        self._settings.choose(preset.values, preset.name)
        self.changed.emit()
        if preset.problems:
            self._complain(" ".join(preset.problems))
        else:
            self._say(self.tr("The preset “{preset}” was imported and chosen.").format(preset=preset.name))

    def _give_out(self, name: str, path: Path) -> None:
        self._folder.give_out(name, path)
        self._say(self.tr("The preset was written to {path}.").format(path=path))

    def _guarded(self, act: Callable[[], None]) -> None:
        guarded(act, self._complain)

    def _bound(self, function: Callable[[str], None], name: str) -> Callable[[], None]:
        return lambda: function(name)
