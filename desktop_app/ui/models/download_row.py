"""One download: its name, how far it is, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.models.download_state import Download
from desktop_app.models.progress import Progress
from desktop_app.ui.controls.buttons import IconButton
from desktop_app.ui.controls.thin_bar import ThinBar
from desktop_app.ui.models.download_words import file_in_words, state_in_words
from desktop_app.ui.settings.setting_row import dim_label
from desktop_app.ui.theme import ThemeManager


class DownloadRow(QWidget):
    """The signals carry the name of the model."""

    pause_requested = Signal(object)
    resume_requested = Signal(object)
    cancel_requested = Signal(object)

    def __init__(self, download: Download, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self.download = download
        name = str(download.id)
        self._name = QLabel(name, self)
        self.state = dim_label("", self)
        self.bar = ThinBar(themes, self)
        self.pause = IconButton("pause", self.tr("Pause {name}").format(name=name), themes, self)
        self.resume = IconButton("play", self.tr("Continue {name}").format(name=name), themes, self)
        self.cancel = IconButton("close", self.tr("Cancel {name}").format(name=name), themes, self)
        self._build()
        self.pause.clicked.connect(lambda: self.pause_requested.emit(self.download.id))
        self.resume.clicked.connect(lambda: self.resume_requested.emit(self.download.id))
        self.cancel.clicked.connect(lambda: self.cancel_requested.emit(self.download.id))
        self.show_download(download)

    def show_download(self, download: Download) -> None:
        """How it is now."""
        self.download = download
        self.state.setText(state_in_words(download))
        file = file_in_words(download)
        self.setToolTip(file)
        self.bar.setAccessibleDescription(file)
        running = download.state in ("asking", "downloading")
        self.bar.setVisible(download.state in ("asking", "downloading", "paused"))
        known = download.bytes if running or download.done else 0
        if running or known:
            self.bar.show_progress(Progress("", download.done, download.bytes) if download.bytes else None)
        else:
            self.bar.show_progress(Progress("", 0, 1))
        self.pause.setVisible(download.active)
        self.resume.setVisible(download.state in ("paused", "failed"))
        name = str(download.id)
        again, on = self.tr("Try {name} again"), self.tr("Continue {name}")
        self._rename(self.resume, (again if download.state == "failed" else on).format(name=name))
        away, up = self.tr("Remove {name} from this list"), self.tr("Cancel {name}")
        self._rename(self.cancel, (away if download.state == "done" else up).format(name=name))

    def _rename(self, button: IconButton, name: str) -> None:
        button.setToolTip(name)
        button.setAccessibleName(name)

    def _build(self) -> None:
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self.state.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        text = QVBoxLayout()
        text.setSpacing(4)
        text.addWidget(self._name)
        text.addWidget(self.bar)
        text.addWidget(self.state)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(4)
        row.addLayout(text, 1)
        for button in (self.pause, self.resume, self.cancel):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
