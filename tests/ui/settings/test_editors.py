"""Each kind of setting in its field: what is typed, chosen and shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.settings.kinds import Kind
from desktop_app.settings.record import Record
from desktop_app.settings.table import RECORDS
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.settings.editor import Editor
from desktop_app.ui.settings.editors import build_editor
from desktop_app.ui.settings.place_field import PlaceField
from desktop_app.ui.theme import ThemeManager

KINDS = {record.name: record.kind for record in RECORDS}
NEW = {
    "theme": "dark", "zoom": 150, "default_preset": "Mine", "titles_by_model": False,
    "language": "zh_CN", "show_marks": False, "conversations_visible": False, "instruments_visible": False,
    "control_rounds": False, "record_distributions": True,
    "last_target": "/models/x", "device": "cuda:1", "dtype": "float16", "mode": "plain", "draft": "suffix",
    "context": 4096, "model_folders": ("/m", "/n"), "shadow_audition": True,
    "k": 7, "verifier": "coupled", "seed": 2**63 - 1, "max_tokens": 5, "stop": ("a", "\n\n"),
    "temperature": 0.35, "top_p": 0.5, "top_k": 40, "min_p": 0.05, "typical_p": 0.9,
    "repetition_penalty": 1.2, "frequency_penalty": -1.0, "presence_penalty": 0.5,
}  # fmt: skip


class Folders(Dialogs):
    def model_folder(self, parent: QWidget) -> str:
        return "/models/picked"


class Bench:
    """An editor in a shown window, and what it said."""

    def __init__(self, qtbot: QtBot, themes: ThemeManager, kind: Kind, value: object) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.editor: Editor = build_editor(kind, themes, Folders(), self.window)
        self.other = QLineEdit(self.window)
        self.said: list[object] = []
        self.editor.changed.connect(self.said.append)
        self.editor.show_value(value)
        with qtbot.waitExposed(self.window):
            self.window.show()

    def typed(self, text: str) -> list[object]:
        self.editor.setFocus()
        field = QApplication.focusWidget()
        assert field is not None
        if hasattr(field, "selectAll"):
            field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Tab)
        self.other.setFocus()
        return self.said


@pytest.fixture
def themes(qapp: QApplication) -> Iterator[ThemeManager]:
    themes = ThemeManager(qapp, "light")
    yield themes
    themes.deleteLater()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_a_value_that_is_shown_is_not_said(qtbot: QtBot, themes: ThemeManager, record: Record) -> None:
    bench = Bench(qtbot, themes, record.kind, record.default)
    bench.editor.show_value(NEW[record.name])
    bench.editor.show_value(record.default)
    assert bench.said == []


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_what_is_shown_is_what_the_field_holds(qtbot: QtBot, themes: ThemeManager, record: Record) -> None:
    """Touching the field and leaving it says nothing; so it holds the value as it was shown."""
    bench = Bench(qtbot, themes, record.kind, record.default)
    bench.editor.show_value(NEW[record.name])
    bench.editor.setFocus()
    bench.other.setFocus()
    assert bench.said == []


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("k", "12", 12),
        ("max_tokens", "200", 200),
        ("temperature", "0.35", 0.35),
        ("top_k", "40", 40),
        ("seed", "9223372036854775807", 2**63 - 1),
        ("seed", "9999999999999999999", 2**63 - 1),
        ("last_target", " /models/x ", "/models/x"),
        ("frequency_penalty", "-1.5", -1.5),
    ],
)
def test_what_is_typed_counts_once_it_is_whole(
    qtbot: QtBot, themes: ThemeManager, name: str, typed: str, value: object
) -> None:
    default = next(record.default for record in RECORDS if record.name == name)
    said = Bench(qtbot, themes, KINDS[name], default).typed(typed)
    assert said == [value]
    assert type(said[0]) is type(value)


def test_a_tick_is_set_by_the_space_bar(qtbot: QtBot, themes: ThemeManager) -> None:
    bench = Bench(qtbot, themes, KINDS["show_marks"], True)
    assert bench.typed(" ") == [False]


def test_a_choice_is_made_by_the_arrow_keys(qtbot: QtBot, themes: ThemeManager) -> None:
    bench = Bench(qtbot, themes, KINDS["theme"], "system")
    QTest.keyClick(bench.editor.field, Qt.Key.Key_Down)
    assert bench.said == ["light"]


def test_below_the_lowest_number_is_automatic(qtbot: QtBot, themes: ThemeManager) -> None:
    bench = Bench(qtbot, themes, KINDS["k"], 0)
    field = bench.editor.field
    assert isinstance(field, QSpinBox)
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert bench.said == ["auto"]
    assert field.text() == "Automatic"
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert bench.said == ["auto", 0]


def test_an_empty_seed_is_none(qtbot: QtBot, themes: ThemeManager) -> None:
    bench = Bench(qtbot, themes, KINDS["seed"], 5)
    field = bench.editor.field
    assert isinstance(field, QLineEdit)
    assert field.text() == "5"
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    bench.other.setFocus()
    assert bench.said == [None]
    assert field.placeholderText() == "New for each reply"


def test_lines_are_said_as_they_are_typed_and_not_set_anew(qtbot: QtBot, themes: ThemeManager) -> None:
    bench = Bench(qtbot, themes, KINDS["stop"], ())
    field = bench.editor.field
    assert isinstance(field, QPlainTextEdit)
    QTest.keyClicks(field, "a")
    QTest.keyClick(field, Qt.Key.Key_Return)
    bench.editor.show_value(("a",))
    assert field.toPlainText() == "a\n"
    QTest.keyClicks(field, r"\n")
    assert bench.said == [("a",), ("a", "\\"), ("a", "\n")]


def test_a_value_from_the_file_alone_is_shown_while_it_holds(qtbot: QtBot, themes: ThemeManager) -> None:
    bench = Bench(qtbot, themes, KINDS["device"], "cuda:1")
    field = bench.editor.field
    assert isinstance(field, QComboBox)
    assert (field.currentText(), field.count()) == ("cuda:1", 5)
    bench.editor.show_value("cpu")
    assert (field.currentData(), field.count()) == ("cpu", 4)


def test_a_place_can_be_looked_for(qtbot: QtBot, themes: ThemeManager) -> None:
    bench = Bench(qtbot, themes, KINDS["last_target"], "")
    field = bench.editor.field
    assert isinstance(field, PlaceField)
    field.menu.actions()[0].trigger()
    assert bench.said == ["/models/picked"]
    assert field.edit.text() == "/models/picked"


@pytest.mark.parametrize("name", ["k", "temperature", "theme"])
def test_scrolling_past_changes_nothing(qtbot: QtBot, themes: ThemeManager, name: str) -> None:
    bench = Bench(qtbot, themes, KINDS[name], {"k": 5, "temperature": 0.5, "theme": "light"}[name])
    bench.other.setFocus()
    _turn(bench.editor.field)
    assert bench.said == []
    bench.editor.setFocus()
    _turn(bench.editor.field)
    assert len(bench.said) == 1


def test_what_is_half_typed_survives_another_change(qtbot: QtBot, themes: ThemeManager) -> None:
    bench = Bench(qtbot, themes, KINDS["seed"], None)
    field = bench.editor.field
    assert isinstance(field, QLineEdit)
    field.setFocus()
    QTest.keyClicks(field, "12")
    bench.editor.show_value(None)
    assert field.text() == "12"


def _turn(widget: QWidget) -> None:
    middle = QPointF(widget.rect().center())
    none = Qt.MouseButton.NoButton
    event = QWheelEvent(
        middle, QPointF(widget.mapToGlobal(middle.toPoint())), QPoint(), QPoint(0, -120), none,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)
