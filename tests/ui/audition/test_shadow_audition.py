"""The shadow audition in the window: off by default, only when idle, gone at once, kept with the chat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtTest import QTest
from scripted_engine import REPLY
from window_bench import WindowBench

from desktop_app.bench.audition_outcome import AuditionOutcome, Scored, outcome_from_json
from desktop_app.bench.duel import Lane
from desktop_app.ui.audition.shadow_audition import KEY
from desktop_app.ui.dashboard.audition_card import AuditionCard
from desktop_app.ui.dashboard.worth_card import WorthCard


@pytest.fixture
def chat(bench: WindowBench) -> WindowBench:
    """A chat with one long reply, in which the audition is wanted; its pause is not over in this test."""
    bench.ready()
    bench.engine.text = f"{REPLY} {REPLY}"
    bench.preferences.change(shadow_audition=True)
    bench.ask()
    bench.answered()
    return bench


@pytest.fixture
def idle(chat: WindowBench) -> WindowBench:
    """The pause is over."""
    pause(chat)
    return chat


def pause(bench: WindowBench) -> None:
    bench.window.audition.idle.setInterval(20)
    bench.window.audition.idle.start()


def kept(bench: WindowBench) -> AuditionOutcome | None:
    return outcome_from_json(bench.store.options.settings(bench.window.chats.current).get(KEY))


def words(bench: WindowBench) -> str:
    return bench.window.audition.card.words.text()


def test_off_by_default(bench: WindowBench) -> None:
    bench.ready()
    assert not bench.preferences.settings.shadow_audition
    bench.window.audition.idle.setInterval(1)
    bench.engine.text = f"{REPLY} {REPLY}"
    bench.ask()
    bench.answered()
    bench.window.composer.set_text("more")
    assert not bench.window.audition.idle.isActive()
    bench.window.audition.idle.timeout.emit()
    assert gone(bench)
    assert bench.engine.retraced == []
    column = bench.window.dashboard.column
    assert "audition" in column.arrangement.hidden
    bench.preferences.change(shadow_audition=True)
    assert "audition" not in column.arrangement.hidden
    bench.preferences.change(shadow_audition=False)
    assert "audition" in column.arrangement.hidden
    assert not bench.window.audition.idle.isActive()


def test_a_pause_brings_a_winner_that_is_kept_with_the_chat(idle: WindowBench) -> None:
    idle.until(lambda: kept(idle) is not None)
    outcome = kept(idle)
    assert outcome is not None
    assert outcome.messages == (idle.store.messages(idle.window.chats.current)[-1].id,)
    (request,) = idle.engine.retraced
    assert [message.role for message in request.messages] == ["user"]
    # what the reply was written with
    assert (request.seed, request.verifier) == (1234, "rejection")
    assert outcome.lanes[outcome.used] == replace(outcome.lanes[outcome.used], draft="lookup", k="auto")
    idle.until(lambda: words(idle).startswith("Here prompt lookup with k 12 would have won: predicted"))
    assert idle.thread.state.stage == "ready"
    # nothing new has happened since: it is not tried again
    idle.until(lambda: gone(idle))
    idle.window.audition.idle.timeout.emit()
    assert gone(idle)
    assert len(idle.engine.retraced) == 1


def test_the_button_sets_the_winner_for_this_chat(idle: WindowBench) -> None:
    card = idle.window.audition.card
    idle.until(lambda: not card.use.isHidden())
    card.use.click()
    values = idle.window.chat_settings.chat.values
    assert (values["draft"], values["k"]) == ("lookup", 12)
    assert card.use.isHidden()
    assert idle.preferences.settings.k == "auto", "other chats go on as they were"
    idle.ask("Again?")
    idle.answered()
    assert (idle.engine.seen[-1].draft, idle.engine.seen[-1].k) == ("lookup", 12)


def test_what_was_found_is_there_again_when_the_chat_is_opened(idle: WindowBench) -> None:
    idle.until(lambda: kept(idle) is not None)
    found = words(idle)
    chat = idle.window.chats.current
    worth = idle.window.dashboard.instrument(WorthCard)
    assert worth.summary().endswith(found), "said where the gain is weighed, too"
    idle.window.actions_by_name["new_chat"].trigger()
    assert words(idle) != found
    assert found not in worth.summary()
    idle.window.chats.open(chat)
    assert words(idle) == found
    assert worth.summary().endswith(found)


@pytest.fixture
def trying(chat: WindowBench) -> Iterator[WindowBench]:
    """In the middle of it."""
    chat.engine.pause_at = 3
    pause(chat)
    chat.until(chat.engine.paused.is_set)
    yield chat
    chat.engine.pause_at = None
    chat.engine.go.set()


def gone(bench: WindowBench) -> bool:
    return not bench.thread.auditioning


def test_a_message_is_answered_at_once(trying: WindowBench) -> None:
    trying.engine.pause_at = None
    trying.window.audition.idle.setInterval(60_000)
    trying.ask("And now?")
    trying.answered()
    assert kept(trying) is None
    assert len(trying.engine.seen) == 2
    assert trying.store.messages(trying.window.chats.current)[-1].content == trying.engine.text


def test_a_key_in_the_message_field_ends_it_and_a_pause_begins_it_anew(trying: WindowBench) -> None:
    trying.window.audition.idle.setInterval(200)
    QTest.keyClicks(trying.window.composer.focusWidget() or trying.window.composer, "a")
    trying.window.composer.set_text("a")
    trying.until(lambda: gone(trying))
    assert kept(trying) is None
    trying.engine.pause_at = None
    trying.until(lambda: kept(trying) is not None)
    assert len(trying.engine.retraced) == 2


def test_switching_it_off_ends_it(trying: WindowBench) -> None:
    trying.preferences.change(shadow_audition=False)
    trying.until(lambda: gone(trying))
    assert not trying.window.audition.idle.isActive()
    assert kept(trying) is None


def test_the_window_closes_in_the_middle_of_it(trying: WindowBench) -> None:
    trying.window.close()
    trying.until(lambda: trying.thread.has_ended)


def test_the_session_of_the_chat_is_not_forgotten(idle: WindowBench) -> None:
    idle.until(lambda: kept(idle) is not None)
    assert idle.engine.forgotten == []


def test_what_fails_is_not_tried_again_and_bothers_nobody(chat: WindowBench) -> None:
    tries: list[int] = []

    def broken(*_: object) -> Iterator[object]:
        tries.append(1)
        raise ValueError("no")

    chat.engine.retrace = broken  # type: ignore[method-assign, assignment]
    pause(chat)
    chat.until(lambda: bool(tries) and gone(chat))
    for _ in range(2):
        chat.window.audition.idle.timeout.emit()
        assert gone(chat)
    assert tries == [1]
    assert chat.thread.state.stage == "ready"


# -- the card ---------------------------------------------------------------------------------------------


def outcome(speeds: tuple[float, ...], used: int, measured: tuple[float, ...] = ()) -> AuditionOutcome:
    lanes = tuple(
        Scored(
            "lookup" if place else "none", place + 2 if place else "auto", 9, 100, 50, 40, 20, 100, 100 / v
        )
        for place, v in enumerate(speeds)
    )
    return AuditionOutcome("m", ("a", "b"), used, lanes, measured)


@pytest.mark.parametrize(
    ("found", "sentence", "button"),
    [
        (None, "When you pause, other drafts are tried on the finished replies of this chat.", False),
        (outcome((10, 13, 16.2), 1, (1.31,)),
         "Here prompt lookup with k 4 would have won: predicted 1.62× against 1.31× measured.", True),
        (outcome((10, 13, 16.2), 1),
         "Here prompt lookup with k 4 would have won: predicted 1.62× against 1.30×, predicted too.", True),
        (outcome((10, 8), 1, (0.79, 0.83)),
         "Here plain decoding would have won: predicted 1.00× against 0.81× measured.", True),
        (outcome((10, 13), 1, (1.31,)),
         "Prompt lookup with k 3, as used here, is the fastest: predicted 1.30×. (measured 1.31×)", False),
        (replace(outcome((10, 13), 0), lanes=(Scored("none", "auto"), Scored("lookup", 3))),
         "Too little was written here to say which draft is the fastest.", False),
    ],
)  # fmt: skip
def test_the_sentence_of_the_card(
    bench: WindowBench, found: AuditionOutcome | None, sentence: str, button: bool
) -> None:
    card = bench.window.dashboard.instrument(AuditionCard)
    card.show_outcome(found, Lane("auto", "auto"))
    assert card.words.text() == sentence
    assert card.use.isHidden() is not button
    assert card.summary() == sentence


def test_every_candidate_stands_in_the_tooltip(bench: WindowBench) -> None:
    card = bench.window.dashboard.instrument(AuditionCard)
    card.show_outcome(outcome((10, 13, 16.2), 1), Lane("lookup", 4))
    tip = card.words.toolTip()
    for figure in ("1.00×", "1.30×", "1.62×", "50 %", "prompt lookup with k 3", "walked along 2 finished"):
        assert figure in tip
    assert card.use.isHidden(), "it is chosen already"
