"""The field that takes the name of a model of the hub."""

from __future__ import annotations

from desktop_app.ui.controls.fields import field_height, name_buttons
from desktop_app.ui.controls.framed_line_edit import FramedLineEdit
from desktop_app.ui.theme import ThemeManager

_PAD = 8


class HubNameField(FramedLineEdit):
    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.setMinimumHeight(field_height(self))
        self.setTextMargins(_PAD, 0, _PAD, 0)
        self.setPlaceholderText(self.tr("Any model of the hub: owner/name, or owner/name:file.gguf"))
        self.setAccessibleName(self.tr("Name of a model of the hub"))
        name_buttons(self, self.accessibleName())
