"""The one place that owns colours: an explicit palette for the widgets, named colours for what we paint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from desktop_app.decoding.rounds import Origin

ThemeChoice = Literal["system", "light", "dark"]


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as #rrggbb. Token colours (Okabe-Ito): contrast of at least 4.5:1 on all three surfaces."""

    name: Literal["light", "dark"]
    background: str
    panel: str
    raised: str
    line: str
    text: str
    dim: str
    accent: str
    on_accent: str
    accepted: str
    corrected: str
    bonus: str
    rejected: str
    plain: str
    user: str

    def color(self, role: str) -> QColor:
        return QColor(getattr(self, role))

    def origin(self, origin: Origin) -> QColor:
        return QColor(getattr(self, origin.value))


DARK = Theme(
    name="dark", background="#14171c", panel="#1a1e25", raised="#222832", line="#2c333f", text="#e7eaf0",
    dim="#98a2b3", accent="#6cb8ee", on_accent="#0d1117", accepted="#35c99f", corrected="#f0b23c",
    bonus="#6cb8ee", rejected="#ff8a5c", plain="#8b95a6", user="#243247",
)  # fmt: skip
LIGHT = Theme(
    name="light", background="#f6f7f9", panel="#ffffff", raised="#eef1f5", line="#dde2e9", text="#1b2230",
    dim="#586375", accent="#0b67a8", on_accent="#ffffff", accepted="#00735a", corrected="#8f5600",
    bonus="#0b67a8", rejected="#b23c00", plain="#636d7f", user="#e3eefb",
)  # fmt: skip


class ThemeManager(QObject):
    """Resolves the user's choice, sets the palette and tells everyone who paints."""

    changed = Signal(object)

    def __init__(self, app: QApplication, choice: ThemeChoice = "system") -> None:
        super().__init__(app)
        self._app = app
        self._choice: ThemeChoice = choice
        self._current = self._resolve()
        app.setStyle("Fusion")
        app.setPalette(palette(self._current))
        app.styleHints().colorSchemeChanged.connect(self._system_changed)

    @property
    def current(self) -> Theme:
        return self._current

    @property
    def choice(self) -> ThemeChoice:
        return self._choice

    def choose(self, choice: ThemeChoice) -> None:
        self._choice = choice
        self._apply()

    def _system_changed(self) -> None:
        if self._choice == "system":
            self._apply()

    def _resolve(self) -> Theme:
        if self._choice == "system":
            dark = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
            return DARK if dark else LIGHT
        return DARK if self._choice == "dark" else LIGHT

    def _apply(self) -> None:
        theme = self._resolve()
        if theme != self._current:
            self._current = theme
            self._app.setPalette(palette(theme))
            self.changed.emit(theme)


def palette(theme: Theme) -> QPalette:
    """The complete widget palette of a theme, disabled group included."""
    roles = QPalette.ColorRole
    result = QPalette()
    for role, name in {
        roles.Window: "panel",
        roles.WindowText: "text",
        roles.Base: "background",
        roles.AlternateBase: "raised",
        roles.Text: "text",
        roles.Button: "raised",
        roles.ButtonText: "text",
        roles.BrightText: "rejected",
        roles.ToolTipBase: "raised",
        roles.ToolTipText: "text",
        roles.PlaceholderText: "dim",
        roles.Highlight: "accent",
        roles.HighlightedText: "on_accent",
        roles.Accent: "accent",
        roles.Link: "accent",
        roles.LinkVisited: "accent",
        roles.Light: "raised",
        roles.Midlight: "raised",
        roles.Mid: "line",
        roles.Dark: "line",
        roles.Shadow: "background",
    }.items():
        result.setColor(role, theme.color(name))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, theme.color("plain"))
    result.setColor(QPalette.ColorGroup.Disabled, roles.Highlight, theme.color("line"))
    return result
