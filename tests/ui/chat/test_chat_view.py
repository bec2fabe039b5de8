from __future__ import annotations

import pytest
from chat_rounds import REPLY, cut, round_of, rounds_of
from PySide6.QtCore import QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage, QTextDocument, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from view_parts import browser_of

from desktop_app.decoding.rounds import Origin
from desktop_app.engines.base import Text
from desktop_app.ui.chat.chat_browser import may_open
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.latest_button import LatestButton
from desktop_app.ui.chat.rendering.text_formats import ORIGIN, TOKEN
from desktop_app.ui.theme import DARK, LIGHT, ThemeManager

A, C, B, P = Origin.ACCEPTED, Origin.CORRECTED, Origin.BONUS, Origin.PLAIN


def point_of(view: ChatView, text: str) -> QPoint:
    """The middle of the first character of `text` in the viewport."""
    browser = browser_of(view)
    cursor = browser.document().find(text, 0, QTextDocument.FindFlag.FindCaseSensitively)
    cursor.setPosition(cursor.selectionStart())
    return browser.cursorRect(cursor).center() + QPoint(3, 0)


def stream(view: ChatView, text: str, size: int = 3) -> None:
    for round_ in rounds_of(text, cut(text, [size])):
        view.append([round_])


def colors_of(view: ChatView) -> set[str]:
    QApplication.processEvents()
    image = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return {QColor(image.pixel(x, y)).name() for y in range(image.height()) for x in range(image.width())}


def long_view(view: ChatView) -> None:
    for number in range(30):
        view.add_user_message(f"u{number}", f"Question {number}")
        view.show_reply(
            f"r{number}", rounds_of(f"Answer {number} in some words."), f"Answer {number} in some words."
        )
    QApplication.processEvents()


def test_a_conversation_reads_as_plain_text(view: ChatView) -> None:
    view.add_user_message("u", "Is *this*\n<b>literal</b>?")
    view.begin_reply("r")
    stream(view, "It **is**.\n\n- one\n- two\n\n```\na\n  b\n```\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nEnd")
    view.end_reply("Stopped: no memory left.")
    assert view.plain_text() == (
        "Is *this*\n<b>literal</b>?\n\nIt is.\n\n• one\n• two\n\na\n  b\n\nx\ty\n1\t2"
        "\n\nEnd\n\nStopped: no memory left."
    )


def test_copied_text_is_plain_and_free_of_inner_characters(view: ChatView) -> None:
    view.add_user_message("u", "two\u2028lines\x07")
    view.begin_reply("r")
    view.append([round_of(["one\ufffc", " \u2029two"], [A, C])])
    view.end_reply()
    browser = browser_of(view)
    browser.selectAll()
    data = browser.createMimeDataFromSelection()
    assert data.formats() == ["text/plain"]
    assert data.text() == "two\nlines\n\none\ufffd\ntwo"


def test_control_c_copies(view: ChatView, qtbot: QtBot) -> None:
    view.add_user_message("u", "copy me")
    browser = browser_of(view)
    browser.selectAll()
    qtbot.keyClick(browser, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "copy me"


def test_text_without_tokens_has_no_origin(view: ChatView) -> None:
    view.begin_reply("r")
    view.append([Text("from a "), Text("server")])
    view.end_reply()
    pieces = browser_of(view).document().begin().textFormats()
    assert view.plain_text() == "from a server"
    assert not any(piece.format.hasProperty(TOKEN) for piece in pieces)


def test_every_character_of_a_reply_knows_its_token(view: ChatView) -> None:
    view.begin_reply("r")
    view.append([round_of([" one", " two"], [A, C]), round_of([" three"], [B], 1)])
    pieces = browser_of(view).document().begin().textFormats()
    assert [(p.format.intProperty(TOKEN), p.format.stringProperty(ORIGIN)) for p in pieces] == [
        (0, "accepted"),
        (1, "corrected"),
        (2, "bonus"),
    ]


def test_a_click_on_a_token_tells_its_round(view: ChatView, qtbot: QtBot) -> None:
    view.add_user_message("u", "question")
    view.begin_reply("r")
    view.append([round_of(["alpha", " beta"], [A, C], 7), round_of([" gamma"], [B], 8)])
    heard: list[tuple[str, int]] = []
    view.token_activated.connect(lambda message, round_: heard.append((message, round_)))
    viewport = browser_of(view).viewport()
    for word in ("beta", "gamma", "question"):
        qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point_of(view, word))
    assert heard == [("r", 7), ("r", 8)]


def test_marks_are_painted_in_the_colours_of_the_theme_and_can_be_hidden(
    view: ChatView, themes: ThemeManager
) -> None:
    view.begin_reply("r")
    view.append([round_of(["accepted", " corrected"], [A, C]), round_of([" bonus"], [B], 1)])
    view.end_reply()
    seen = colors_of(view)
    assert {DARK.accepted, DARK.rejected} <= seen
    view.set_marks_visible(False)
    assert not {DARK.accepted, DARK.rejected} & colors_of(view)
    view.set_marks_visible(True)
    themes.choose("light")
    seen = colors_of(view)
    assert LIGHT.accepted in seen
    assert LIGHT.background in seen
    assert DARK.accepted not in seen
    assert DARK.background not in seen


def test_another_theme_recolours_links_and_code(view: ChatView, themes: ThemeManager) -> None:
    view.show_reply("r", (), "[link](https://e.org)\n\n```python\nreturn 1\n```\n\n| a |\n|---|\n", "A note.")
    themes.choose("light")
    document = browser_of(view).document()
    (piece,) = document.begin().textFormats()
    link = piece.format
    assert link.foreground().color().name() == LIGHT.accent
    code = document.begin().next().layout().formats()
    assert code
    assert code[0].format.foreground().color().name() == "#7b2fb0"


def test_nothing_is_loaded_and_only_known_links_open(
    view: ChatView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "desktop_app.ui.chat.chat_browser.QDesktopServices.openUrl", lambda url: opened.append(url.toString())
    )
    view.show_reply("r", (), "![pic](file:///etc/passwd) [good](https://e.org/x) [bad](file:///etc/passwd)")
    assert "pic" in view.plain_text()
    viewport = browser_of(view).viewport()
    for word in ("good", "bad"):
        qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point_of(view, word))
    assert opened == ["https://e.org/x"]
    assert browser_of(view).loadResource(2, QUrl("file:///etc/passwd")) is None


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://a.b", True),
        ("HTTP://a.b", True),
        ("mailto:a@b.c", True),
        ("file:///etc/passwd", False),
        ("javascript:alert(1)", False),
        ("ssh://a", False),
        ("relative", False),
    ],
)
def test_link_schemes(url: str, allowed: bool) -> None:
    assert may_open(QUrl(url)) is allowed


# Scrolling.


def bar_of(view: ChatView):  # type: ignore[no-untyped-def]
    return browser_of(view).verticalScrollBar()


def test_the_end_is_followed_while_a_reply_grows(view: ChatView) -> None:
    long_view(view)
    view.begin_reply("r")
    for _ in range(5):
        stream(view, "A line of text that goes on.\n\n" * 3)
        QApplication.processEvents()
        assert bar_of(view).value() == bar_of(view).maximum()
    assert bar_of(view).maximum() > 0


def test_a_reader_who_scrolled_up_stays_there(view: ChatView, qtbot: QtBot) -> None:
    long_view(view)
    view.begin_reply("r")
    stream(view, "Some text.\n\n")
    button = view.findChild(LatestButton)
    assert button is not None
    assert not button.isVisible()
    wheel = QWheelEvent(
        QPointF(100, 100), QPointF(100, 100), QPoint(0, 0), QPoint(0, 240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(browser_of(view).viewport(), wheel)
    place = bar_of(view).value()
    assert place < bar_of(view).maximum()
    stream(view, "# More\n\ntext **and** text.\n\n" * 5 + "tail")
    QApplication.processEvents()
    assert bar_of(view).value() == place
    assert button.isVisible()
    view.end_reply()
    QApplication.processEvents()
    assert bar_of(view).value() == place, "the end of the reply does not move the reader"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert bar_of(view).value() == bar_of(view).maximum()
    assert not button.isVisible()


def test_a_new_question_goes_to_the_end(view: ChatView) -> None:
    long_view(view)
    bar_of(view).setValue(0)
    view.add_user_message("u", "next")
    QApplication.processEvents()
    assert bar_of(view).value() == bar_of(view).maximum()


def test_the_keyboard_scrolls(view: ChatView, qtbot: QtBot) -> None:
    long_view(view)
    browser = browser_of(view)
    qtbot.keyClick(browser, Qt.Key.Key_Home)
    assert bar_of(view).value() == 0
    qtbot.keyClick(browser, Qt.Key.Key_PageDown)
    assert bar_of(view).value() > 0
    qtbot.keyClick(browser, Qt.Key.Key_End)
    assert bar_of(view).value() == bar_of(view).maximum()


# Everything else.


def test_clear_starts_over(view: ChatView) -> None:
    long_view(view)
    view.begin_reply("r")
    stream(view, REPLY)
    view.clear()
    assert view.plain_text() == ""
    view.append(rounds_of("late"))
    assert view.plain_text() == "", "what belongs to no reply is not shown"
    view.add_user_message("u", "again")
    assert view.plain_text() == "again"


def test_a_bubble_hugs_the_right_edge_at_any_width(view: ChatView) -> None:
    view.add_user_message("u", "short")
    browser = browser_of(view)
    for width in (700, 420, 1100):
        view.resize(width, 500)
        QApplication.processEvents()
        block = browser.document().begin()
        line = block.layout().lineAt(0)
        left = browser.document().documentLayout().blockBoundingRect(block).x() + line.x()
        right = left + line.naturalTextWidth() + block.blockFormat().rightMargin()
        column = browser.column[0] + browser.column[1]
        assert abs(right - column) < 4
        assert browser.document().size().width() <= browser.viewport().width()


def test_another_height_lays_out_nothing(view: ChatView) -> None:
    view.show_reply("r", rounds_of(REPLY), REPLY)
    QApplication.processEvents()
    changes: list[int] = []
    browser_of(view).document().contentsChange.connect(lambda position, *_: changes.append(position))
    view.resize(view.width(), view.height() - 60)
    QApplication.processEvents()
    assert not changes
    view.resize(view.width() - 60, view.height())
    QApplication.processEvents()
    assert changes


def test_names_for_screen_readers(view: ChatView) -> None:
    assert browser_of(view).accessibleName() == "Conversation"
    button = view.findChild(LatestButton)
    assert button is not None
    assert button.accessibleName() == "Latest"


def test_code_can_be_copied_from_its_panel(view: ChatView, qtbot: QtBot) -> None:
    view.show_reply("r", (), "```python\nx = 1\ny = 2\n```")
    QApplication.processEvents()
    browser = browser_of(view)
    view.grab()
    (panel,) = browser.panels()
    spot = browser.copy_rect(panel).center().toPoint()
    qtbot.mouseClick(browser.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert QGuiApplication.clipboard().text() == "x = 1\ny = 2"
