"""Tokens chosen with mouse and keyboard in the real window, and what is said of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QScrollArea
from scripted_engine import REPLY, ScriptedEngine, ScriptedLoader, plain_rounds, speculative_rounds
from window_bench import install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.store import ChatStore
from desktop_app.decoding.rounds import Candidate, Round, Row
from desktop_app.paths import Paths
from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.chat.rendering.choice_painting import choice_rects
from desktop_app.ui.chat.token_walk import ChosenToken
from desktop_app.ui.inspector.round_nodes import nodes_of
from desktop_app.ui.inspector.rules import rule_of
from desktop_app.ui.main_window import MainWindow

QUESTION, OTHER = "How does photosynthesis work?", "And respiration?"
ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
LEFT, RIGHT, UP, DOWN = Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    return paths


@pytest.fixture
def visit(paths: Paths, qapp: QApplication, engine: ScriptedEngine):  # type: ignore[no-untyped-def]
    return lambda steps: Visit(paths, steps, loader=ScriptedLoader(engine))


def press(window: MainWindow, key: Qt.Key, held: Qt.KeyboardModifier = ALT) -> None:
    focus = window.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, held)


def chosen(window: MainWindow) -> ChosenToken:
    found = window.chat.walk.chosen
    assert found is not None
    return found


def browser_of(window: MainWindow) -> ChatBrowser:
    browser = window.chat.findChild(ChatBrowser)
    assert isinstance(browser, ChatBrowser)
    return browser


def point_of(window: MainWindow, text: str) -> QPoint:
    browser = browser_of(window)
    cursor = browser.document().find(text, 0, QTextDocument.FindFlag.FindCaseSensitively)
    cursor.setPosition(cursor.selectionStart())
    return browser.cursorRect(cursor).center() + QPoint(3, 0)


def click(window: MainWindow, text: str) -> None:
    QTest.mouseClick(browser_of(window).viewport(), Qt.MouseButton.LeftButton, pos=point_of(window, text))


def rule(window: MainWindow) -> str:
    """What the inspector says, without what it adds about ranks."""
    return window.dashboard.inspector.rule


def right_rule(window: MainWindow, round_: Round, position: int, start: str) -> bool:
    """Whether it is the rule of that token, recomputed from the round."""
    shown = window.dashboard.inspector.inspected
    assert shown is not None
    nodes = nodes_of(round_)
    right = rule_of(nodes, nodes.of_emitted(position), shown.facts)
    return rule(window).startswith(right) and right.startswith(start)


def asked(window: MainWindow, question: str = QUESTION) -> Steps:
    type_and_send(window, question)
    yield lambda: window.chats.replying
    yield reply_ended(window)


def test_a_click_on_a_word_shows_its_round_everywhere(visit) -> None:  # type: ignore[no-untyped-def]
    rounds = speculative_rounds(REPLY)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        yield from asked(window)
        click(window, "chlorophyll")
        token = chosen(window)
        assert token.round.emitted[token.position].text == " chlorophyll"
        assert token.round == rounds[token.round_position]
        assert right_rule(window, token.round, token.position, "")
        strip = window.dashboard.rounds.strip
        assert f"Round {token.round.index}:" in strip.accessibleDescription()
        painted = browser_of(window).choice
        assert painted is not None
        assert (painted.token, painted.tokens) == (token.token, token.tokens)
        press(window, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
        assert window.chat.walk.chosen is None
        assert browser_of(window).choice is None
        assert strip.accessibleDescription() == strip.summary()
        newest = window.dashboard.inspector.inspected
        assert newest is not None
        assert newest.round == rounds[-1], "nothing chosen shows the newest"

    visit(steps)


def test_alt_and_the_arrows_walk_over_every_token_and_round(visit) -> None:  # type: ignore[no-untyped-def]
    rounds = speculative_rounds(REPLY)
    tokens = [(n, position) for n, round_ in enumerate(rounds) for position in range(len(round_.emitted))]

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        yield from asked(window)
        for place in reversed(tokens):
            press(window, LEFT)
            assert (chosen(window).round_position, chosen(window).position) == place
            assert right_rule(window, rounds[place[0]], place[1], "")
        press(window, LEFT)
        assert chosen(window).token == 0, "there is nothing before it"
        for number in range(1, len(rounds)):
            press(window, DOWN)
            assert (chosen(window).round_position, chosen(window).position) == (number, 0)
        press(window, RIGHT)
        press(window, UP)
        assert chosen(window).round_position == len(rounds) - 2 + (len(rounds[-1].emitted) == 1)
        while window.chat.walk.chosen is not None:
            press(window, RIGHT)
        press(window, UP)
        assert chosen(window).token == len(tokens) - 1, "it begins at the last token in sight"

    visit(steps)


def test_the_walk_goes_from_reply_to_reply_and_scrolls(visit, engine) -> None:  # type: ignore[no-untyped-def]
    engine.text = "\n\n".join(["One paragraph of some words."] * 12)

    def steps(window: MainWindow) -> Steps:
        window.resize(1000, 500)
        yield lambda: ready(window)
        yield from asked(window)
        yield from asked(window, OTHER)
        for _ in range(3):
            press(window, UP)
        press(window, UP)
        while chosen(window).token:
            press(window, UP)
        second = chosen(window).message_id
        rect = place_of(window)
        assert 0 <= rect.y() < browser_of(window).viewport().height()
        press(window, LEFT)
        assert chosen(window).message_id != second
        assert chosen(window).token == len(chosen(window).reply.tokens) - 1
        press(window, RIGHT)
        assert (chosen(window).message_id, chosen(window).token) == (second, 0)
        for _ in range(30):
            press(window, UP)
            rect = place_of(window)
            assert 0 <= rect.y() < browser_of(window).viewport().height(), "always in sight"

    visit(steps)


def place_of(window: MainWindow) -> QPoint:
    """Where the chosen token is painted, in the viewport."""
    browser, choice = browser_of(window), browser_of(window).choice
    assert choice is not None
    for item in browser.visible():
        rects = choice_rects(item.block, choice.message, choice.tokens)
        if rects:
            return rects[0].translated(item.origin).center().toPoint()
    raise AssertionError("it is not among the visible blocks")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_chosen_token_stands_out_and_its_round_with_it(visit, theme) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        window.settings.choose_theme(theme)
        yield lambda: ready(window)
        yield from asked(window)
        for _ in range(4):
            press(window, UP)
        press(window, RIGHT)
        yield lambda: True
        token = chosen(window)
        assert len(token.tokens) > 1
        browser = browser_of(window)
        image = browser.grab().toImage()
        ground = QColor(window.chat._themes.current.background)
        others = [other for other in token.tokens if other != token.token]
        shades = []
        for tokens in (range(token.token, token.token + 1), range(others[0], others[0] + 1)):
            (item, rect) = next(
                (item, rects[0])
                for item in browser.visible()
                if (rects := choice_rects(item.block, token.index, tokens))
            )
            at = rect.translated(item.origin)
            top = browser.viewport().mapTo(browser, QPoint(round(at.right()) - 4, round(at.top()) + 3))
            shades.append(image.pixelColor(top))
        far = [abs(shade.lightness() - ground.lightness()) for shade in shades]
        assert far[0] > far[1] > 0

    visit(steps)


def test_a_round_of_the_strip_is_chosen_in_the_text_too(visit) -> None:  # type: ignore[no-untyped-def]
    rounds = speculative_rounds(REPLY)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        yield from asked(window)
        strip = window.dashboard.rounds.strip
        cell, rect = strip.boxes()[0]
        scroll = window.dashboard.findChild(QScrollArea)
        assert isinstance(scroll, QScrollArea)
        QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
        first = chosen(window).round_position
        assert first == len(rounds) - 8
        assert cell.text == rounds[first].drafts[0].text
        strip.setFocus()
        QTest.keyClick(strip, DOWN)
        assert chosen(window).round_position == first + 1
        round_ = rounds[first + 1]
        for box, draft in enumerate(round_.drafts):
            QTest.keyClick(strip, RIGHT)
            inspector = window.dashboard.inspector
            node = nodes_of(round_).nodes[inspector.picture.index]
            assert node.draft == box
            assert node.text == draft.text
        QTest.keyClick(strip, RIGHT)
        assert chosen(window).position == len(round_.emitted) - 1
        QTest.keyClick(strip, Qt.Key.Key_Escape)
        assert window.chat.walk.chosen is None

    visit(steps)


def test_while_a_reply_runs_the_newest_is_followed_and_the_chosen_one_kept(visit, engine) -> None:  # type: ignore[no-untyped-def]
    rounds = speculative_rounds(REPLY)
    engine.pause_at = 6

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield engine.paused.is_set
        inspector = window.dashboard.inspector

        def newest() -> bool:
            return inspector.inspected is not None and inspector.inspected.round == rounds[5]

        yield newest
        press(window, UP)
        press(window, UP)
        kept = chosen(window).round
        assert kept != rounds[5]
        assert inspector.inspected is not None
        assert inspector.inspected.round == kept
        # Escape leaves the token first; the reply runs on
        press(window, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
        assert window.chat.walk.chosen is None
        assert window.chats.replying
        assert inspector.inspected.round == rounds[5]
        press(window, UP)
        press(window, UP)
        engine.go.set()
        yield reply_ended(window)
        assert inspector.inspected.round == kept
        press(window, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
        assert inspector.inspected.round == rounds[-1]
        engine.go.clear()
        type_and_send(window, OTHER)
        yield engine.paused.is_set
        press(window, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
        yield reply_ended(window)
        assert window.chat.plain_text().endswith("Stopped.")

    visit(steps)


def test_a_stored_reply_is_told_by_its_own_rules(visit, engine, paths) -> None:  # type: ignore[no-untyped-def]
    paths.config.mkdir(parents=True, exist_ok=True)
    paths.settings.write_text("[sampling]\ntemperature = 0.0\n", encoding="utf-8")

    def ask(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        yield from asked(window)
        window.toolbar.toggle_mode()
        yield from asked(window, OTHER)

    def look(window: MainWindow) -> Steps:
        window.conversations.view.setCurrentIndex(window.conversations.view.model().index(1, 0))
        yield lambda: ready(window) or window.chats.has_messages
        if not window.chats.has_messages:
            window.chats.open(store_of(paths).conversations()[0].id)
        press(window, LEFT)
        assert rule(window).startswith("Plain: one pass of the target for one token. It is the target’s own")
        while chosen(window).reply.rounds == plain_rounds(REPLY):
            press(window, UP)
        click(window, "chlorophyll")
        assert "the target’s own first choice" in rule(window)
        assert "at temperature 1" in window.dashboard.inspector.summary()

    visit(ask)
    visit(look)


def store_of(paths: Paths) -> ChatStore:
    return ChatStore(paths.chats)


def recorded(rounds: list[Round]) -> list[Round]:
    """With rows in which the token stands first and another second."""

    def row(token: int, text: str, drafted: bool) -> Row:
        target = (Candidate(token, text, 0.75), Candidate(6, " other", 0.125))
        draft = (Candidate(6, " other", 0.5), Candidate(token, text, 0.25)) if drafted else ()
        return Row(target, draft, 0.7, 0 if drafted else None, 0.9 if drafted else None)

    return [
        replace(round_, rows=tuple(row(e.token, e.text, bool(round_.drafts)) for e in round_.emitted))
        for round_ in rounds
    ]


def test_distributions_are_recorded_when_wanted_and_are_there_after_a_restart(visit, engine, paths) -> None:  # type: ignore[no-untyped-def]
    engine.rounds = recorded(speculative_rounds(REPLY))

    def ask(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        action = window.actions_by_name["record_distributions"]
        assert not action.isChecked()
        yield from asked(window)
        assert not engine.seen[-1].record
        box = window.dashboard.inspector.findChild(QCheckBox)
        assert isinstance(box, QCheckBox)
        box.click()
        assert action.isChecked()
        yield from asked(window, OTHER)
        assert engine.seen[-1].record
        action.trigger()
        assert not box.isChecked()
        action.trigger()
        assert box.isChecked()

    def look(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.chats.open(store_of(paths).conversations()[0].id)
        inspector = window.dashboard.inspector
        assert inspector.record.isChecked()
        press(window, LEFT)
        token = chosen(window)
        assert token.round == engine.rounds[-1]  # type: ignore[index]
        assert [(bar.p, bar.q) for bar in inspector.bars.bars] == [(0.75, 0.25), (0.125, 0.5), (0.125, 0.25)]
        assert "Entropy: target 0.70 nats, draft 0.90 nats" in inspector.summary()
        yield lambda: True

    visit(ask)
    visit(look)


def test_a_screen_reader_hears_the_token_and_reads_all_of_the_round(visit) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        yield from asked(window)
        heard: list[str] = []
        window.announcer.said.connect(heard.append)
        press(window, LEFT)
        token = chosen(window)
        text = token.round.emitted[token.position].text.strip()
        assert len(heard) == 1
        assert text in heard[0]
        assert rule(window) in heard[0]
        assert f"Round {token.round.index} " in heard[0]
        described = window.dashboard.inspector.accessibleDescription()
        assert described == window.dashboard.inspector.summary()
        for draft in token.round.drafts:
            assert draft.text.strip() in described
        assert "This paragraph:" in described
        press(window, UP)
        assert window.dashboard.inspector.accessibleDescription() != described

    visit(steps)


def test_the_inspector_comes_into_sight(visit) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        window.resize(1000, 500)
        yield lambda: ready(window)
        yield from asked(window)
        inspector = window.dashboard.inspector
        assert inspector.picture.visibleRegion().isEmpty()
        press(window, LEFT)
        yield lambda: not inspector.picture.visibleRegion().isEmpty()

    visit(steps)


def test_messages_and_versions_are_walked_with_shift(visit) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        yield from asked(window)
        press(window, UP, ALT | SHIFT)
        assert window.chat.hand.chosen
        assert window.chat.walk.chosen is None

    visit(steps)


def test_a_reply_that_was_gone_on_with_has_the_rules_of_each_part(visit, engine) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        engine.pause_at = 3
        type_and_send(window, QUESTION)
        yield engine.paused.is_set
        window.chats.stop()
        yield reply_ended(window)
        engine.pause_at = None
        engine.text = " And so on, to the end."
        window.toolbar.toggle_mode()
        window.actions_by_name["continue_reply"].trigger()
        yield reply_ended(window)
        press(window, LEFT)
        assert chosen(window).part == 1
        assert rule(window).startswith("Plain: one pass of the target")
        while chosen(window).part:
            press(window, UP)
        shown = window.dashboard.inspector.inspected
        assert shown is not None
        assert shown.facts.mode == "speculative"

    visit(steps)


def test_another_question_or_chat_leaves_the_token(visit) -> None:  # type: ignore[no-untyped-def]
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        yield from asked(window)
        press(window, LEFT)
        yield from asked(window, OTHER)
        assert window.chat.walk.chosen is None
        press(window, LEFT)
        window.chats.new_chat()
        assert window.chat.walk.chosen is None
        assert window.dashboard.inspector.inspected is None
        press(window, LEFT)
        assert window.chat.walk.chosen is None, "there is nothing to walk over"

    visit(steps)
