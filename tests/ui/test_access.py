"""A screen reader finds a name on all that is reached, and hears a reply begin and end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from window_bench import WindowBench

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui import announcer
from desktop_app.ui.chat.welcome import WelcomePage


def name_of(widget: QWidget) -> str:
    """What a screen reader is told: its name, else its text, else its tooltip, as Qt has it.

    Not asked of QAccessible: what that gives to Python is freed twice.
    """
    text = widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""
    return widget.accessibleName() or text or widget.toolTip()


def reached(top: QWidget) -> Iterator[QWidget]:
    """All that can have the focus or be pressed in a window or dialog."""
    for widget in (top, *top.findChildren(QWidget)):
        focusable = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None
        if focusable or isinstance(widget, QAbstractButton):
            yield widget


def nameless(top: QWidget) -> list[str]:
    return [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in reached(top)
        if not name_of(widget).strip()
    ]


def test_the_name_is_the_one_that_is_read_out(qapp: QApplication) -> None:
    assert name_of(QLabel("some text")) == "some text"
    assert name_of(QWidget()) == ""


def test_the_welcome_page(bench: WindowBench) -> None:
    bench.show()
    assert isinstance(bench.window.pages.currentWidget(), WelcomePage)
    assert nameless(bench.window) == []
    assert len(list(reached(bench.window))) > 20


def test_the_empty_chat_and_a_chat(bench: WindowBench) -> None:
    bench.ready()
    assert nameless(bench.window) == []
    bench.window.chat_settings.chat.set("system", "Be brief.")
    bench.ask()
    bench.answered()
    assert nameless(bench.window) == []


@pytest.mark.parametrize("name", ["open_settings", "chat_settings", "shortcuts", "open_trash"])
def test_every_dialog(bench: WindowBench, name: str) -> None:
    bench.ready()
    bench.window.actions_by_name[name].trigger()
    (dialog,) = [top for top in QApplication.topLevelWidgets() if top.isVisible() and top is not bench.window]
    assert nameless(dialog) == []
    assert dialog.windowTitle()
    assert len(list(reached(dialog))) > 1
    dialog.close()


def test_the_walk_finds_what_has_no_name(bench: WindowBench) -> None:
    bench.show()
    QAbstractButton.setAccessibleName(bench.window.toolbar.menu_button, "")
    bench.window.toolbar.menu_button.setToolTip("")
    assert nameless(bench.window) == ["IconButton in Toolbar"]


# -- Tab --------------------------------------------------------------------------------------------------


def test_tab_goes_from_the_toolbar_over_the_chats_to_the_message_and_the_instruments(
    bench: WindowBench,
) -> None:
    bench.ready()
    bench.ask()
    bench.answered()
    window = bench.window
    window.toolbar.chats_button.setFocus()
    walked = []
    for _ in range(80):
        focus = QApplication.focusWidget()
        assert focus is not None
        if walked and focus is walked[0]:
            break
        walked.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    places = [
        window.toolbar.target,
        window.toolbar.menu_button,
        window.conversations.view,
        window.chat.focusProxy(),
        window.composer.focusProxy(),
        window.dashboard.rounds.strip,
    ]
    assert [place for place in walked if place in places] == places


# -- announcements ----------------------------------------------------------------------------------------


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is handed to the platform's screen reader: the sentence and how urgent it is."""
    found: list[tuple[str, str]] = []

    class Listening:
        AnnouncementPoliteness = QAccessible.AnnouncementPoliteness

        @staticmethod
        def updateAccessibility(event: QAccessibleAnnouncementEvent) -> None:
            found.append((event.message(), event.politeness().name))

    monkeypatch.setattr(announcer, "QAccessible", Listening)
    return found


def test_the_beginning_and_the_end_of_a_reply_are_said_and_no_token(
    bench: WindowBench, heard: list[tuple[str, str]]
) -> None:
    bench.ready()
    bench.ask()
    bench.answered()
    tokens = bench.store.messages(bench.window.chats.current)[-1].tally.emitted  # type: ignore[union-attr]
    assert heard == [
        ("The reply begins.", "Polite"),
        (f"The reply has ended: {tokens} tokens.", "Polite"),
    ]


def test_a_stopped_reply_and_a_failed_one_are_said(bench: WindowBench, heard: list[tuple[str, str]]) -> None:
    bench.ready()
    bench.engine.pause_at = 2
    bench.ask()
    bench.until(bench.engine.paused.is_set)
    bench.window.chats.stop()
    bench.answered()
    assert heard[-1] == ("The reply was stopped.", "Polite")
    bench.engine.pause_at = None
    bench.engine.failure = SlipstreamError("The disk is full: make room.")
    bench.ask()
    bench.answered()
    assert heard[-2:] == [("The reply failed.", "Polite"), ("The disk is full: make room.", "Assertive")]


def test_the_status_is_read_whole_though_it_is_shown_shortened(bench: WindowBench) -> None:
    bench.show()
    bench.window.status.show_text("word " * 200)
    label = bench.window.status.findChild(QLabel)
    assert name_of(label) == "word " * 200
