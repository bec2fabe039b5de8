from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop_app.chats.attachments import Attachment, block, with_attachments
from desktop_app.ui.composer.attachment_chip import AttachmentChip
from desktop_app.ui.composer.attachment_tray import MOST_FILES
from desktop_app.ui.composer.attachment_viewer import AttachmentViewer
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.prompt_edit import PASTE_LIMIT, PromptEdit
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.theme import ThemeManager

CODE = Attachment("main.py", "print(1)")
NOTES = Attachment("notes.md", "# Notes\n\none")


@pytest.fixture
def composer(qapp: QApplication, qtbot: QtBot) -> Composer:
    widget = Composer(ThemeManager(qapp, "dark"))
    qtbot.addWidget(widget)
    widget.resize(500, 160)
    with qtbot.waitActive(widget):
        widget.show()
    widget.take_focus()
    return widget


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    for file in (CODE, NOTES):
        (tmp_path / file.name).write_text(file.text + "\n", encoding="utf-8")
    return [tmp_path / CODE.name, tmp_path / NOTES.name]


def chips(composer: Composer) -> list[AttachmentChip]:
    return [chip for chip in composer.findChildren(AttachmentChip) if chip.isVisible()]


def attached(composer: Composer, qtbot: QtBot, paths: Sequence[Path]) -> None:
    composer.attach(paths)
    qtbot.waitUntil(lambda: not composer.tray.reading)


def mime(paths: Sequence[Path]) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def test_files_go_with_the_message_and_chips_away(
    composer: Composer, qtbot: QtBot, files: list[Path]
) -> None:
    sent: list[str] = []
    composer.submitted.connect(sent.append)
    attached(composer, qtbot, files)
    assert [chip.text() for chip in chips(composer)] == ["main.py", "notes.md"]
    edit = composer.findChild(PromptEdit)
    QTest.keyClicks(edit, "Why? ")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert sent == [with_attachments("Why?", [CODE, NOTES])]
    assert chips(composer) == []
    assert composer.text() == ""


def test_files_alone_are_a_message(composer: Composer, qtbot: QtBot, files: list[Path]) -> None:
    sent: list[str] = []
    composer.submitted.connect(sent.append)
    attached(composer, qtbot, files[:1])
    QTest.keyClick(composer.findChild(PromptEdit), Qt.Key.Key_Return)
    assert sent == [with_attachments("", [CODE])]


def test_a_text_with_files_comes_back_as_it_was(composer: Composer) -> None:
    content = with_attachments("half a ", [CODE, NOTES])
    composer.set_text(content)
    assert composer.text() == content
    assert [chip.text() for chip in chips(composer)] == ["main.py", "notes.md"]
    assert composer.findChild(PromptEdit).toPlainText() == "half a "


def test_a_message_waits_for_a_file_that_is_still_read(composer: Composer, files: list[Path]) -> None:
    sent: list[str] = []
    composer.submitted.connect(sent.append)
    composer.set_text("now")
    composer.attach(files)
    assert [chip.size_text for chip in chips(composer)] == ["…", "…"]
    QTest.keyClick(composer.findChild(PromptEdit), Qt.Key.Key_Return)
    assert sent == []
    assert "still being read" in composer.note()
    assert composer.text().startswith("now")


def test_pasted_and_dropped_files_are_attached_and_their_names_not_written(
    composer: Composer, qtbot: QtBot, files: list[Path]
) -> None:
    edit = composer.findChild(PromptEdit)
    edit.insertFromMimeData(mime(files[:1]))
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    data = mime(files[1:])
    enter = QDragEnterEvent(QPoint(5, 5), action, data, button, keys)
    QApplication.sendEvent(composer, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(composer, QDropEvent(QPointF(5, 5), action, data, button, keys))
    qtbot.waitUntil(lambda: composer.text() == with_attachments("", [CODE, NOTES]))
    assert edit.toPlainText() == ""


def test_a_link_from_the_web_is_not_a_file(composer: Composer) -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/a.txt")])
    data.setText("https://example.org/a.txt")
    composer.findChild(PromptEdit).insertFromMimeData(data)
    assert composer.text() == "https://example.org/a.txt"
    assert chips(composer) == []


def test_what_cannot_be_attached_says_why_and_the_rest_is(
    composer: Composer, qtbot: QtBot, files: list[Path], tmp_path: Path
) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\x00\x00")
    composer.set_text("kept")
    attached(composer, qtbot, [tmp_path / "photo.jpg", files[0]])
    assert "“photo.jpg” is not a text file" in composer.note()
    assert composer.text() == with_attachments("kept", [CODE])


def test_no_more_than_a_handful(composer: Composer, qtbot: QtBot, files: list[Path]) -> None:
    attached(composer, qtbot, files[:1] * (MOST_FILES + 3))
    assert len(chips(composer)) == MOST_FILES
    assert f"At most {MOST_FILES} files" in composer.note()


def test_a_chip_goes_by_its_button_and_by_the_keyboard(composer: Composer) -> None:
    changes: list[bool] = []
    composer.set_text(with_attachments("text", [CODE, NOTES]))
    composer.changed.connect(lambda: changes.append(True))
    first, second = chips(composer)
    QTest.mouseClick(first.findChild(QAbstractButton), Qt.MouseButton.LeftButton)
    assert composer.text() == with_attachments("text", [NOTES])
    second.setFocus()
    QTest.keyClick(second, Qt.Key.Key_Delete)
    assert composer.text() == "text"
    assert len(changes) == 2
    assert composer.findChild(PromptEdit).hasFocus(), "the focus does not vanish with the chip"


def test_every_part_of_a_chip_can_be_reached_and_has_a_name(composer: Composer) -> None:
    composer.set_text(with_attachments("", [CODE]))
    (chip,) = chips(composer)
    composer.tray.show_count("attachment:0", 1234)
    assert chip.accessibleName() == "main.py, 1,234 tokens"
    close = chip.findChild(QAbstractButton)
    assert close.accessibleName() == "Remove main.py"
    for part in (chip, close):
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_counts_are_asked_for_and_shown(composer: Composer) -> None:
    wanted: list[tuple[str, str]] = []
    composer.tray.count_wanted.connect(lambda key, text: wanted.append((key, text)))
    composer.set_text(with_attachments("", [CODE, NOTES]))
    assert [text for _, text in wanted] == [block(CODE), block(NOTES)]
    assert [chip.size_text for chip in chips(composer)] == ["…", "…"]
    composer.tray.show_count(wanted[0][0], 3)
    composer.tray.show_count(wanted[1][0], -1)
    assert [chip.size_text for chip in chips(composer)] == ["3 tokens", "12 characters"]
    assert composer.tray.tokens == 3
    composer.tray.recount()
    assert [chip.size_text for chip in chips(composer)] == ["…", "…"]
    assert wanted[2:] == wanted[:2]


def test_a_long_paste_can_become_a_file(composer: Composer) -> None:
    text = "x" * (PASTE_LIMIT + 1)
    data = QMimeData()
    data.setText(text)
    composer.findChild(PromptEdit).insertFromMimeData(data)
    assert composer.text() == ""
    assert "200,001" in composer.note()
    offer = next(b for b in composer.findChildren(PushButton) if b.text() == "Attach it as a file")
    QTest.mouseClick(offer, Qt.MouseButton.LeftButton)
    assert composer.text() == with_attachments("", [Attachment("Pasted text.txt", text)])
    assert composer.note() == ""


def test_a_click_on_a_chip_shows_the_file(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text(with_attachments("", [NOTES]))
    QTest.mouseClick(chips(composer)[0], Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    viewer = composer.findChild(AttachmentViewer)
    assert viewer.windowTitle() == "notes.md"
    text = viewer.findChild(QPlainTextEdit)
    assert text.toPlainText() == NOTES.text
    assert text.isReadOnly()
    QTest.keyClick(text, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: composer.findChild(AttachmentViewer) is None)
