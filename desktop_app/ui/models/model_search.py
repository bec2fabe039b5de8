"""The field above the list of models."""

from __future__ import annotations

from desktop_app.ui.controls.fields import name_buttons
from desktop_app.ui.conversations.search_field import SearchField
from desktop_app.ui.theme import ThemeManager


class ModelSearch(SearchField):
    """What it tells is told of as in the field above the chats."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.setPlaceholderText(self.tr("Search models"))
        self.setAccessibleName(self.tr("Search models"))
        self.setAccessibleDescription(
            self.tr("Finds words in names, architectures, formats, licences and paths.")
        )
        name_buttons(self, self.tr("Search models"))
