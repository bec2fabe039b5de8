"""What the library shows while there is no model."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.models import starter_info
from desktop_app.ui.column import readable_width
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.settings.setting_row import dim_label
from desktop_app.ui.theme import ThemeManager


class EmptyLibrary(QWidget):
    """Says so, and what to do; or that it is still being looked."""

    starter_requested = Signal()
    add_requested = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = QLabel(self)
        font = self.title.font()
        font.setPointSizeF(font.pointSizeF() * 1.3)
        font.setBold(True)
        self.title.setFont(font)
        self.text = dim_label("", self)
        fetch = self.tr("Fetch {name}").format(name=starter_info.NAME)
        self.starter = PushButton(fetch, themes, self, primary=True, icon_name="download")
        self.add = PushButton(self.tr("Add Folder…"), themes, self, icon_name="folder")
        self._build()
        self.starter.clicked.connect(self.starter_requested)
        self.add.clicked.connect(self.add_requested)
        self.show_state(looked=False, reading="")

    def _build(self) -> None:
        for label in (self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self.starter)
        buttons.addWidget(self.add)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addStretch(2)
        column.addWidget(self.title)
        across = QHBoxLayout()
        self.text.setFixedWidth(min(readable_width(self.font()), 520))
        across.addWidget(self.text)
        column.addLayout(across)
        column.addSpacing(8)
        column.addLayout(buttons)
        column.addStretch(3)

    def show_state(self, *, looked: bool, reading: str) -> None:
        """looked: there is none. reading: the name of the model that is being read, "" for none."""
        self.starter.setVisible(looked)
        self.add.setVisible(looked)
        if looked:
            self.title.setText(self.tr("No models yet"))
            self.text.setText(
                self.tr(
                    "Models are looked for in the program’s own folder, in the cache of Hugging Face and in "
                    "the folders you add. Safetensors and GGUF files can be used."
                )
            )
        else:
            self.title.setText(self.tr("Looking for models…"))
            self.text.setText(reading)
