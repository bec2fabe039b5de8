"""What can be done with one message: small buttons under it, and which of its versions is shown."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop_app.ui.controls.buttons import IconButton
from desktop_app.ui.theme import Theme, ThemeManager

HEIGHT = 24
_ICON = 15

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class VersionCount:
    """at: the place of the shown version, from 1; count: how many there are."""

    at: int
    count: int


class MessageBar(QWidget):
    """wanted: the name of an action: copy, edit, regenerate, continue, previous or next."""

    wanted = Signal(str)

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        # a viewport's children would take the colour of its text
        self._label.setForegroundRole(QPalette.ColorRole.WindowText)
        self._names = _names()
        self._buttons = {name: self._button(icon, name, themes) for name, icon in _ICONS.items()}
        for widget in (self._buttons["previous"], self._label, self._buttons["next"]):
            row.addWidget(widget)
        for name in _ACTIONS:
            row.addWidget(self._buttons[name])
        self._recolour(themes.current)
        themes.changed.connect(self._recolour)

    def show_for(self, versions: VersionCount | None, names: frozenset[str]) -> None:
        """names: the actions offered beside the versions."""
        many = versions is not None and versions.count > 1
        for name in ("previous", "next"):
            self._buttons[name].setVisible(many)
        self._label.setVisible(many)
        if versions is not None and many:
            self._label.setText(f"{versions.at}/{versions.count}")
            told = translate("MessageBar", "Version {at} of {count}")
            self._label.setAccessibleName(told.format(at=versions.at, count=versions.count))
            self._buttons["previous"].setEnabled(versions.at > 1)
            self._buttons["next"].setEnabled(versions.at < versions.count)
        for name in _ACTIONS:
            self._buttons[name].setVisible(name in names)
        self.setVisible(many or bool(names))
        self.adjustSize()

    def _button(self, icon: str, name: str, themes: ThemeManager) -> IconButton:
        button = IconButton(icon, self._names[name], themes, self)
        button.setIconSize(QSize(_ICON, _ICON))
        button.setFixedSize(HEIGHT, HEIGHT)
        # the same can be reached by shortcuts and the menu; Tab would stop at every message
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(self._clicked)
        button.setProperty("action", name)
        return button

    def _clicked(self) -> None:
        self.wanted.emit(str(self.sender().property("action")))

    def _recolour(self, theme: Theme) -> None:
        colors = QPalette(self.palette())
        colors.setColor(QPalette.ColorRole.WindowText, theme.color("dim"))
        self._label.setPalette(colors)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 0.9)
        self._label.setFont(font)


_ACTIONS = ("copy", "edit", "regenerate", "continue")
_ICONS = {
    "previous": "chevron-left",
    "next": "chevron-right",
    "copy": "copy",
    "edit": "rename",
    "regenerate": "regenerate",
    "continue": "continue",
}


def _names() -> dict[str, str]:
    return {
        "previous": translate("MessageBar", "Previous version"),
        "next": translate("MessageBar", "Next version"),
        "copy": translate("MessageBar", "Copy message"),
        "edit": translate("MessageBar", "Edit message"),
        "regenerate": translate("MessageBar", "Regenerate reply"),
        "continue": translate("MessageBar", "Continue reply"),
    }
