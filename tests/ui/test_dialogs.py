"""The files that are chosen to be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.chats.transfer import ExportFormat
from desktop_app.ui.dialogs import Dialogs, ExportChoice

MARKDOWN = "Markdown (*.md)"


class Asked(Dialogs):
    """agree: what the user says to every question."""

    def __init__(self, *, agree: bool) -> None:
        self.agree = agree
        self.questions: list[str] = []

    def _agreed(self, parent: QWidget, title: str, text: str, button: str) -> bool:
        self.questions.append(text)
        return self.agree


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def choose(monkeypatch: pytest.MonkeyPatch, path: Path | str, pattern: str) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), pattern))


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("chat", "chat.md"),
        ("Notes on Python 3.11", "Notes on Python 3.11.md"),
        ("chat.md", "chat.md"),
        ("CHAT.MD", "CHAT.MD"),
    ],
)
def test_an_export_has_the_extension_of_its_kind(
    parent: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, written: str
) -> None:
    dialogs = Asked(agree=False)
    choose(monkeypatch, tmp_path / name, MARKDOWN)
    assert dialogs.export_file(parent, name) == ExportChoice(tmp_path / written, "markdown")
    assert dialogs.questions == []


@pytest.mark.parametrize(
    ("name", "pattern", "kind"),
    [
        ("chat.html", MARKDOWN, "html"),
        ("chat.json", MARKDOWN, "slipstream"),
        ("chat.json", "Messages as OpenAI’s API has them (*.json)", "messages"),
        ("chat.json", "Slipstream, with traces (*.json)", "slipstream"),
    ],
)
def test_an_extension_that_was_typed_says_what_is_written(
    parent: QWidget,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    pattern: str,
    kind: ExportFormat,
) -> None:
    choose(monkeypatch, tmp_path / name, pattern)
    assert Asked(agree=True).export_file(parent, "chat") == ExportChoice(tmp_path / name, kind)


def test_a_file_that_an_extension_was_added_to_is_asked_about(
    parent: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chat.md").touch()
    choose(monkeypatch, tmp_path / "chat", MARKDOWN)
    dialogs = Asked(agree=False)
    assert dialogs.export_file(parent, "chat") is None
    assert dialogs.questions == ["There is a file “chat.md” already. Replace it?"]
    assert Asked(agree=True).export_file(parent, "chat") == ExportChoice(tmp_path / "chat.md", "markdown")
    choose(monkeypatch, tmp_path / "chat.md", MARKDOWN)
    dialogs = Asked(agree=False)
    assert dialogs.export_file(parent, "chat") is not None, "the system's dialog has asked"
    assert dialogs.questions == []


def test_nothing_chosen_is_no_file(parent: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    choose(monkeypatch, "", "")
    assert Asked(agree=True).export_file(parent, "chat") is None
    assert Asked(agree=True).duel_file(parent) is None


def test_a_duel_is_a_page_or_a_picture(
    parent: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, pattern, written in (
        ("duel", "Page (*.html)", "duel.html"),
        ("duel", "Picture (*.png)", "duel.png"),
        ("duel.png", "Page (*.html)", "duel.png"),
        ("duel.pdf", "Page (*.html)", "duel.pdf.html"),
    ):
        choose(monkeypatch, tmp_path / name, pattern)
        assert Asked(agree=False).duel_file(parent) == tmp_path / written


def test_a_model_that_does_not_fit_is_asked_about_twice(parent: QWidget) -> None:
    asked = Asked(agree=True)
    assert asked.really_load_too_large(parent, "big needs 9.0 GB.", "big")
    first, second = asked.questions
    assert first == "big needs 9.0 GB.\n\nLoad it all the same?"
    assert "the machine may stand still" in second
    assert second.endswith("Really load big?")
    careful = Asked(agree=False)
    assert not careful.really_load_too_large(parent, "big needs 9.0 GB.", "big")
    assert len(careful.questions) == 1
