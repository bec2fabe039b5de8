"""“Is it worth it?” in the window: figures from the chat’s rounds, and a button that does what it says."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from scripted_engine import REPLY, ScriptedEngine, ScriptedLoader, speculative_rounds
from window_bench import install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.store import ChatStore
from desktop_app.decoding.control_rounds import ControlRounds
from desktop_app.decoding.round_costs import CostMeter, RoundCosts
from desktop_app.decoding.rounds import Emitted, Origin, Round, Timing
from desktop_app.decoding.worth import Case, Remedy
from desktop_app.engines.baselines import Baselines, Place
from desktop_app.models.machine import fingerprint
from desktop_app.paths import Paths
from desktop_app.ui.dashboard.reply_kind import ReplyKind
from desktop_app.ui.dashboard.shown_reply import ShownReply
from desktop_app.ui.dashboard.worth_card import WorthCard
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.theme import ThemeManager

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    return paths


def timed(seconds: float, count: int = 40, *, drafting: float = 0.1, controls: bool = True) -> list[Round]:
    """Rounds of a plain step of 0.07 s by chance, and of so many seconds with drafts."""
    chosen, at, rounds = ControlRounds(20, 3), 0.2, []
    wobbles = itertools.cycle((0.95, 1.0, 1.05))
    for index, round_ in enumerate(speculative_rounds(REPLY * 12, 4, seconds)[:count]):
        if index and controls and chosen.next():
            step = 0.07 * next(wobbles)
            token = Emitted(5, round_.emitted[-1].text, Origin.PLAIN, 0.7)
            made = Round(
                index, "none", (), (token,), Timing(0, step * 0.95, 0), at + step, undrafted="control"
            )
        else:
            step = seconds * next(wobbles)
            timing = Timing(step * drafting, step * (0.95 - drafting), 0)
            made = replace(round_, index=index, at=at + step, timing=timing)
        at += step
        rounds.append(made)
    return rounds


GAINING = timed(0.1)
LOSING = timed(0.26, drafting=0.6)


def loader(rounds: Sequence[Round]) -> ScriptedLoader:
    return ScriptedLoader(ScriptedEngine(rounds=rounds))


def costs_of(*replies: Sequence[Round]) -> RoundCosts:
    meter = CostMeter()
    for rounds in replies:
        meter.begin()
        for round_ in rounds:
            meter.add(round_)
    return meter.costs()


def shown(card: WorthCard, replies: int) -> Callable[[], bool]:
    return lambda: card.worth.costs is not None and card.worth.costs.replies == replies


def press(card: WorthCard, text: str) -> None:
    assert card.button.isVisible()
    assert card.button.text() == text
    assert card.button.accessibleName() == text
    QTest.mouseClick(card.button, Qt.MouseButton.LeftButton)


def test_all_replies_of_the_chat_are_counted_live_and_when_it_is_opened_again(paths: Paths) -> None:
    seen = []

    def steps(window: MainWindow) -> Steps:
        card = window.worth.card
        yield lambda: ready(window)
        for replies in (1, 2):
            type_and_send(window, "How?")
            yield reply_ended(window)
            yield shown(card, replies)
            seen.append(card.worth.costs)
        assert card.aside is not None
        chat = window.chats.current
        window.chats.new_chat()
        yield lambda: window.pages.currentWidget() is window.empty
        window.chats.open(chat)
        yield shown(card, 2)
        seen.append(card.worth.costs)
        assert card.words in card.accessibleDescription()

    Visit(paths, steps, loader=loader(GAINING))
    assert seen == [costs_of(GAINING), costs_of(GAINING, GAINING), costs_of(GAINING, GAINING)]
    store = ChatStore(paths.chats)
    (chat,) = store.conversations()
    stored = [store.rounds(message.id) for message in store.messages(chat.id) if message.role == "assistant"]
    store.close()
    assert costs_of(*stored) == seen[-1]


def test_a_gain_and_a_loss_are_said_with_their_figures(paths: Paths) -> None:
    colors = []

    def steps(window: MainWindow) -> Steps:
        card = window.worth.card
        yield lambda: ready(window)
        type_and_send(window, "How?")
        yield reply_ended(window)
        yield shown(card, 1)
        worth, theme = card.worth, window._services.themes.current
        speedup = costs_of(LOSING).speedup
        assert speedup is not None
        assert card.words == (
            f"Speculation loses {100 * (1 - speedup.value):.0f} % here: the draft is too slow for this model."
        )
        assert card.values()["measured speedup"] == (
            f"{speedup.value:.2f}× ({speedup.low:.2f} to {speedup.high:.2f})"
        )
        assert worth.now is not None
        assert card.values()["predicted speedup"] == f"{worth.now:.2f}×"
        label = card._sentence.palette().color(QPalette.ColorRole.WindowText)
        colors.append((label, theme.color("rejected")))
        assert card.words in card.summary()

    Visit(paths, steps, loader=loader(LOSING))
    assert colors[0][0] == colors[0][1]


def test_turn_off_makes_the_next_reply_plain_and_turn_on_takes_it_back(paths: Paths) -> None:
    scripted = loader(LOSING)

    def steps(window: MainWindow) -> Steps:
        card = window.worth.card
        yield lambda: ready(window)
        type_and_send(window, "How?")
        yield reply_ended(window)
        yield shown(card, 1)
        press(card, "Turn Off")
        assert window.toolbar.current_mode() == "plain"
        assert not card.button.isVisible()
        assert card._next.text() == "Plain from the next reply."
        scripted.engine.rounds = None
        type_and_send(window, "And?")
        yield reply_ended(window)
        yield lambda: card.worth.case is Case.PLAIN
        press(card, "Turn On")
        assert window.toolbar.current_mode() == "speculative"
        type_and_send(window, "Again?")
        yield reply_ended(window)
        # the plain reply between is of another kind
        yield shown(card, 2)

    Visit(paths, steps, loader=scripted)
    assert [request.draft for request in scripted.engine.seen] == ["auto", "none", "auto"]


def test_a_plain_reply_that_was_switched_in_the_middle_is_weighed(qtbot: QtBot, themes: ThemeManager) -> None:
    card = WorthCard(themes)
    qtbot.addWidget(card)
    started = {"model": "m", "mode": "plain", "resolved": {"device": "cpu"}}
    reply = ShownReply(plain=True)
    card.begin(reply)
    card.show_kind(ReplyKind.of(started), earlier=False)
    card.draw()
    assert card.worth.case is Case.PLAIN
    reply.plain = False
    reply.add_rounds(GAINING)
    card.draw()
    assert card.worth.case is Case.GAINS
    assert card.worth.costs == costs_of(GAINING)


class OtherDraft(ScriptedEngine):
    """Says that a small model drafts."""

    def reply(self, request, control):  # type: ignore[no-untyped-def]
        for event in super().reply(request, control):
            yield replace(event, draft="small-1M") if hasattr(event, "resolved") else event


def test_a_slow_draft_model_gives_way_to_lookup(paths: Paths) -> None:
    scripted = ScriptedLoader(OtherDraft(rounds=LOSING))

    def steps(window: MainWindow) -> Steps:
        card = window.worth.card
        yield lambda: ready(window)
        type_and_send(window, "How?")
        yield reply_ended(window)
        yield shown(card, 1)
        assert card.worth.remedy is Remedy.LOOKUP
        press(card, "Try Prompt Lookup")
        type_and_send(window, "And?")
        yield reply_ended(window)

    Visit(paths, steps, loader=scripted)
    assert [request.draft for request in scripted.engine.seen] == ["auto", "lookup"]


def test_a_better_k_is_set(paths: Paths) -> None:
    rounds = [replace(r, timing=Timing(0.0, 0.03 + 0.035 * len(r.drafts), 0.0)) for r in timed(0.19)]
    scripted = loader(rounds)

    def steps(window: MainWindow) -> Steps:
        card = window.worth.card
        yield lambda: ready(window)
        type_and_send(window, "How?")
        yield reply_ended(window)
        yield shown(card, 1)
        assert card.worth.best is not None
        k = card.worth.best[0]
        assert k < 4
        press(card, f"Set k to {k}")
        assert card._next.text() == f"k {k} from the next reply."
        type_and_send(window, "And?")
        yield reply_ended(window)
        assert scripted.engine.seen[-1].k == k

    Visit(paths, steps, loader=scripted)


def test_without_a_plain_speed_it_is_measured_and_labelled_as_of_other_prompts(paths: Paths) -> None:
    scripted = loader(timed(0.1, controls=False))

    def steps(window: MainWindow) -> Steps:
        card = window.worth.card
        yield lambda: ready(window)
        type_and_send(window, "How?")
        yield reply_ended(window)
        yield shown(card, 1)
        assert card.worth.case is Case.NO_BASELINE
        scripted.engine.rounds = None
        press(card, "Measure Plain Speed")
        yield lambda: card.worth.case is Case.SHOULD_GAIN
        assert card.worth.measured is None
        assert "(predicted)" in card.words
        assert "predicted, plain of other prompts" in card.values()
        # twelve tokens a second, as the scripted engine decodes plainly
        assert card.worth.plain_s == pytest.approx(1 / 12, abs=1e-6)

    Visit(paths, steps, loader=scripted)


def test_control_rounds_that_are_off_are_turned_on(paths: Paths) -> None:
    Baselines(paths.baselines, fingerprint).add([(Place("Scripted-135M", "float32", "cpu", 0), [0.07] * 9)])
    scripted = loader(timed(0.1, controls=False))

    def steps(window: MainWindow) -> Steps:
        card, preferences = window.worth.card, window._services.preferences
        yield lambda: ready(window)
        preferences.change(control_rounds=False)
        type_and_send(window, "How?")
        yield reply_ended(window)
        yield lambda: card.worth.case is Case.SHOULD_GAIN
        press(card, "Turn On Control Rounds")
        assert preferences.settings.control_rounds
        assert not card.button.isVisible()
        type_and_send(window, "And?")
        yield reply_ended(window)

    Visit(paths, steps, loader=scripted)
    assert [request.control_every for request in scripted.engine.seen] == [0, 20]
