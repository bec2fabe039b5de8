"""The questions the window asks. One object, so that a test can answer them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QMessageBox, QWidget

from desktop_app.chats.text import one_line
from desktop_app.chats.transfer import EXTENSIONS, ExportFormat
from desktop_app.ui.controls.tick import Tick

# lupdate knows the function by this name
translate = QCoreApplication.translate

ForgetChoice = Literal["nothing", "data", "data and models"]
ExportKind = ExportFormat | Literal["trace"]


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """Where a chat is to be written, and as what."""

    path: Path
    kind: ExportKind


class Dialogs:
    """Every method waits for the user; "" or False is a cancel."""

    def model_folder(self, parent: QWidget) -> str:
        return QFileDialog.getExistingDirectory(parent, translate("Dialogs", "Open Model Folder"))

    def models_folder(self, parent: QWidget) -> str:
        return QFileDialog.getExistingDirectory(parent, translate("Dialogs", "Add a Folder With Models"))

    def really_delete_model(self, parent: QWidget, name: str, size: str) -> bool:
        """size: what it gives back, in words."""
        text = translate("Dialogs", "Delete {name} from this computer? That frees {size}.")
        title, delete = translate("Dialogs", "Delete Model"), translate("Dialogs", "Delete")
        return self._agreed(parent, title, text.format(name=name, size=size), delete)

    def gguf_file(self, parent: QWidget) -> str:
        pattern = translate("Dialogs", "GGUF models (*.gguf);;All files (*)")
        return QFileDialog.getOpenFileName(parent, translate("Dialogs", "Open GGUF File"), "", pattern)[0]

    def preset_name(self, parent: QWidget, current: str) -> str:
        line = QLineEdit.EchoMode.Normal
        text, agreed = QInputDialog.getText(
            parent, translate("Dialogs", "Preset"), translate("Dialogs", "Name of the preset:"), line, current
        )
        return text.strip() if agreed else ""

    def really_replace_preset(self, parent: QWidget, name: str) -> bool:
        text = translate("Dialogs", "There is a preset “{name}” already. Replace it?").format(name=name)
        return self._agreed(parent, translate("Dialogs", "Preset"), text, translate("Dialogs", "Replace"))

    def really_delete_preset(self, parent: QWidget, name: str) -> bool:
        text = translate("Dialogs", "Delete the preset “{name}”? Chats keep what they took from it.")
        title, delete = translate("Dialogs", "Delete Preset"), translate("Dialogs", "Delete")
        return self._agreed(parent, title, text.format(name=name), delete)

    def preset_to_import(self, parent: QWidget) -> str:
        pattern = translate("Dialogs", "Presets (*.toml);;All files (*)")
        return QFileDialog.getOpenFileName(parent, translate("Dialogs", "Import Preset"), "", pattern)[0]

    def preset_to_export(self, parent: QWidget, name: str) -> str:
        pattern = translate("Dialogs", "Presets (*.toml);;All files (*)")
        return QFileDialog.getSaveFileName(parent, translate("Dialogs", "Export Preset"), name, pattern)[0]

    def _agreed(self, parent: QWidget, title: str, text: str, button: str) -> bool:
        """Whether the user presses the button; Escape and Enter do not."""
        box = QMessageBox(QMessageBox.Icon.Question, title, text, parent=parent)
        do = box.addButton(button, QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.exec()
        agreed = box.clickedButton() is do
        box.deleteLater()
        return agreed

    def really_erase_chats(self, parent: QWidget, question: str) -> bool:
        title, delete = translate("Dialogs", "Delete for Good"), translate("Dialogs", "Delete for Good")
        return self._agreed(parent, title, question, delete)

    def really_cancel_download(self, parent: QWidget, name: str) -> bool:
        text = translate("Dialogs", "Cancel the download of {name}? What has arrived is deleted.")
        title, cancel = translate("Dialogs", "Cancel Download"), translate("Dialogs", "Delete")
        return self._agreed(parent, title, text.format(name=name), cancel)

    def hub_token(self, parent: QWidget, *, keyring: bool) -> str | None:
        """What was typed; "" to forget the one there is, None to leave it."""
        if keyring:
            text = translate(
                "Dialogs",
                "Access token of your Hugging Face account, for models whose makers ask for agreement.\n"
                "It is kept in your system’s keyring; leave it empty to have it forgotten.",
            )
        else:
            text = translate(
                "Dialogs",
                "Access token of your Hugging Face account, for models whose makers ask for agreement.\n"
                "It is used until the program closes; leave it empty to have it forgotten.",
            )
        hidden = QLineEdit.EchoMode.Password
        token, agreed = QInputDialog.getText(parent, translate("Dialogs", "Access Token"), text, hidden)
        return token.strip() if agreed else None

    def chat_folder(self, parent: QWidget, folders: list[str], current: str) -> str:
        """A folder for a chat: one of those there are, or a new name."""
        place = folders.index(current) if current in folders else 0
        name, agreed = QInputDialog.getItem(
            parent,
            translate("Dialogs", "Move to Folder"),
            translate("Dialogs", "Folder, or the name of a new one:"),
            folders,
            place,
        )
        return one_line(name) if agreed else ""

    def export_file(self, parent: QWidget, name: str) -> ExportChoice | None:
        """name: of the file to begin with, without an extension; the filter says what it becomes."""
        kinds: dict[str, ExportKind] = {
            translate("Dialogs", "Slipstream, with traces (*.json)"): "slipstream",
            translate("Dialogs", "Messages as OpenAI’s API has them (*.json)"): "messages",
            translate("Dialogs", "Markdown (*.md)"): "markdown",
            translate("Dialogs", "Web page with origin marks (*.html)"): "html",
            translate("Dialogs", "Trace of the last reply (*.jsonl)"): "trace",
        }
        title = translate("Dialogs", "Export Chat")
        extensions = {
            pattern: ".jsonl" if kind == "trace" else EXTENSIONS[kind] for pattern, kind in kinds.items()
        }
        found = self._file_to_write(parent, title, name, extensions)
        return ExportChoice(found[0], kinds[found[1]]) if found is not None else None

    def export_all_file(self, parent: QWidget) -> Path | None:
        title = translate("Dialogs", "Export All Chats")
        pattern = translate("Dialogs", "Slipstream, with traces (*.json)")
        chosen = QFileDialog.getSaveFileName(parent, title, "slipstream-chats.json", pattern)[0]
        return Path(chosen) if chosen else None

    def import_files(self, parent: QWidget) -> list[Path]:
        title = translate("Dialogs", "Import Chats")
        pattern = translate("Dialogs", "Chats (*.json);;All files (*)")
        return [Path(name) for name in QFileDialog.getOpenFileNames(parent, title, "", pattern)[0]]

    def text_files(self, parent: QWidget) -> list[Path]:
        pattern = translate("Dialogs", "Text, Markdown and code (*)")
        title = translate("Dialogs", "Attach Files")
        return [Path(name) for name in QFileDialog.getOpenFileNames(parent, title, "", pattern)[0]]

    def duel_file(self, parent: QWidget) -> Path | None:
        """Ends in .html or .png."""
        page, picture = translate("Dialogs", "Page (*.html)"), translate("Dialogs", "Picture (*.png)")
        title = translate("Dialogs", "Save the Duel")
        found = self._file_to_write(parent, title, "duel.html", {page: ".html", picture: ".png"})
        return found[0] if found is not None else None

    def details_file(self, parent: QWidget) -> Path | None:
        title = translate("Dialogs", "Save the Details")
        text = translate("Dialogs", "Text (*.txt)")
        found = self._file_to_write(parent, title, "selftest.txt", {text: ".txt"})
        return found[0] if found is not None else None

    def trace_to_open(self, parent: QWidget) -> Path | None:
        pattern = translate("Dialogs", "Traces (*.jsonl);;All files (*)")
        chosen = QFileDialog.getOpenFileName(parent, translate("Dialogs", "Open Trace"), "", pattern)[0]
        return Path(chosen) if chosen else None

    def trace_to_save(self, parent: QWidget) -> Path | None:
        title = translate("Dialogs", "Save Trace (it contains what was asked)")
        kinds = {translate("Dialogs", "Trace (*.jsonl)"): ".jsonl"}
        found = self._file_to_write(parent, title, "trace.jsonl", kinds)
        return found[0] if found is not None else None

    def _file_to_write(
        self, parent: QWidget, title: str, name: str, kinds: Mapping[str, str]
    ) -> tuple[Path, str] | None:
        """The file and the filter that was chosen. kinds: the extension of each filter.

        What ends in none of them gets that of its filter: a title may have a dot in it. The system's dialog
        could not ask about a file of that name, so this does.
        """
        chosen, pattern = QFileDialog.getSaveFileName(parent, title, name, ";;".join(kinds))
        if not chosen:
            return None
        pattern = pattern if pattern in kinds else next(iter(kinds))
        path = Path(chosen)
        written = [kind for kind, extension in kinds.items() if extension == path.suffix.lower()]
        if written:
            # what was typed says more than a filter that was left as it was
            return path, pattern if pattern in written else written[0]
        path = path.with_name(path.name + kinds[pattern])
        text = translate("Dialogs", "There is a file “{name}” already. Replace it?").format(name=path.name)
        if path.exists() and not self._agreed(parent, title, text, translate("Dialogs", "Replace")):
            return None
        return path, pattern

    def forget_everything(self, parent: QWidget, chats: int, models: Path) -> ForgetChoice:
        """chats: how many there are. models: the folder that goes when the user ticks it."""
        title = translate("Dialogs", "Forget Everything")
        box = QMessageBox(QMessageBox.Icon.Warning, title, "", parent=parent)
        box.setText(translate("Dialogs", "Delete everything that Slipstream keeps of you?"))
        box.setInformativeText(
            translate(
                "Dialogs",
                "Deleted from this machine: all chats ({chats}), all settings, the window’s size, the models "
                "used lately, and the log. This cannot be undone. A reply that runs is stopped, and the "
                "window opens again as at the first start.",
            ).format(chats=chats)
        )
        with_models = Tick(translate("Dialogs", "Also delete the downloaded models"), box)
        with_models.setToolTip(str(models))
        with_models.setAccessibleDescription(str(models))
        box.setCheckBox(with_models)
        forget = box.addButton(
            translate("Dialogs", "Delete Everything"), QMessageBox.ButtonRole.DestructiveRole
        )
        keep = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.exec()
        agreed = box.clickedButton() is forget
        ticked = with_models.isChecked()
        box.deleteLater()
        if not agreed:
            return "nothing"
        return "data and models" if ticked else "data"

    def tell(self, parent: QWidget, title: str, text: str) -> None:
        QMessageBox.about(parent, title, text)
