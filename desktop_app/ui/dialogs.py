"""The questions the window asks. One object, so that a test can answer them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QMessageBox, QWidget

# lupdate knows the function by this name
translate = QCoreApplication.translate


class Dialogs:
    """Every method waits for the user; "" or False is a cancel."""

    def model_folder(self, parent: QWidget) -> str:
        return QFileDialog.getExistingDirectory(parent, translate("Dialogs", "Open Model Folder"))

    def gguf_file(self, parent: QWidget) -> str:
        pattern = translate("Dialogs", "GGUF models (*.gguf);;All files (*)")
        return QFileDialog.getOpenFileName(parent, translate("Dialogs", "Open GGUF File"), "", pattern)[0]

    def title(self, parent: QWidget, current: str) -> str:
        line = QLineEdit.EchoMode.Normal
        text, agreed = QInputDialog.getText(
            parent, translate("Dialogs", "Rename Chat"), translate("Dialogs", "Title:"), line, current
        )
        return text.strip() if agreed else ""

    def really_delete(self, parent: QWidget, title: str) -> bool:
        box = QMessageBox(QMessageBox.Icon.Question, translate("Dialogs", "Delete Chat"), "", parent=parent)
        box.setText(translate("Dialogs", "Delete “{title}”?").format(title=title))
        box.setInformativeText(
            translate("Dialogs", "Its messages are removed from this machine and cannot be brought back.")
        )
        delete = box.addButton(translate("Dialogs", "Delete"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.exec()
        chosen = box.clickedButton() is delete
        box.deleteLater()
        return chosen

    def tell(self, parent: QWidget, title: str, text: str) -> None:
        QMessageBox.about(parent, title, text)
