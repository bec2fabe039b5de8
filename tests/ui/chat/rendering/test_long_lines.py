"""Paragraphs in pieces: cut where a reader does not see it, the same however the text came."""

from __future__ import annotations

import pytest
from chat_rounds import cut, rounds_of
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication
from test_thoughts import seen
from view_parts import browser_of
from written_documents import new_writer

from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.rendering import long_lines
from desktop_app.ui.chat.rendering.long_lines import _SIGNS, has_long_line, next_long_line, piece_of
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.reply_writer import ReplyWriter

SENTENCE = "The leaf takes in **light** and the water goes up. "


def test_a_piece_ends_with_a_sentence_in_which_nothing_is_open() -> None:
    line = SENTENCE * 60
    piece = piece_of(line)
    assert 800 < piece <= 1600
    assert line[:piece].endswith("up. ")
    open_bold = "Words **bold. More words. " + "And more. " * 400
    assert piece_of(open_bold) == 0, "never in the middle of bold"
    assert piece_of("**" + open_bold) == 0, "only what begins with a letter is surely a paragraph"
    assert piece_of(SENTENCE * 30) == 0, "it is not long"
    assert piece_of("树叶吸收光。" * 500) % len("树叶吸收光。") == 0 < piece_of("树叶吸收光。" * 500)
    assert 0 < piece_of("word " * 600) <= 1600
    assert piece_of('{"key": [1, 2], "other": "value"}, ' * 200) > 800
    assert piece_of("(never closed " + "and so on " * 900) == 0


def test_an_endless_word_is_cut_where_it_must_be() -> None:
    assert piece_of("x" * 4700) == 0
    assert 800 < piece_of("x" * 9000) <= 3200
    assert 800 < piece_of("叶子吸收光水从根部上升" * 800) <= 3200
    assert 800 < piece_of("word" + "x" * 300 + " " + "y" * 9000) <= 3200
    assert piece_of("1" * 9000) == 0, "digits can be the number of a list item"


def test_what_is_open_is_found_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    scans: list[str] = []

    class Counted:
        def finditer(self, *of):  # type: ignore[no-untyped-def]
            scans.append(of[0])
            return _SIGNS.finditer(*of)

    monkeypatch.setattr(long_lines, "_SIGNS", Counted())
    assert piece_of("Words (that never close " + "and go on and on " * 1200) == 0
    assert len(scans) == 4, "once for each length that was tried"


def test_a_piece_never_changes_when_the_line_goes_on() -> None:
    line = SENTENCE * 200
    found = {piece_of(line[:length]) for length in range(0, len(line), 37)}
    assert found == {0, piece_of(line)}


def test_long_lines_of_a_text() -> None:
    text = "# head\n" + SENTENCE * 60 + "\n\n- " + SENTENCE * 60
    assert has_long_line(text)
    assert next_long_line(text) == len("# head\n")
    assert next_long_line(text[7:]) == -1
    assert not has_long_line("- " + SENTENCE * 60)


def test_a_copy_is_the_paragraph(view: ChatView) -> None:
    text = SENTENCE * 150 + "End"
    plain = text.replace("*", "")
    view.begin_reply("r")
    for round_ in rounds_of(text):
        view.append([round_])
    assert browser_of(view).document().blockCount() > 4
    view.end_reply()
    assert view.plain_text() == plain
    view.clear()
    view.show_reply("r", rounds_of(text), text)
    assert view.plain_text() == plain
    for endless in (
        "树叶吸收光。" * 800,
        "叶子吸收光水" * 850,
        "x" * 5000,
        '{"key": ["a", "b"]}, ' * 130 + "End",
    ):
        view.clear()
        view.show_reply("r", (), endless)
        assert view.plain_text() == endless
        assert browser_of(view).document().blockCount() > 1


def test_a_flush_touches_a_short_part_of_a_long_paragraph(qapp: QApplication) -> None:
    document, writer = new_writer()
    reply = ReplyText()
    live = ReplyWriter(writer, reply, 0)
    longest = 0
    for round_ in rounds_of(SENTENCE * 300):
        reply.add_round(round_)
        live.flush()
        longest = max(longest, document.lastBlock().length())
    assert longest < 2_500


LONG = [SENTENCE * 50, "树叶吸收光。" * 450, "x" * 4900, '{"key": ["a", "b"]}, ' * 130]
PIECES = [*LONG, "# head\n", "- item\n", "\n", "\n\n", "```\n", "| a |\n|---|\n", "*"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=5).map("".join)


@given(TEXTS, st.lists(st.integers(40, 900), min_size=1, max_size=4))
@example("- item\n- item\n\n" + LONG[0] * 2 + "- item\n", [700])
@example("# head\n" + LONG[0] + "\n\nmore", [9000])
@example("text\n" + LONG[1] + "\n\nmore", [9000])
@example(LONG[2] + LONG[0], [700])
@example(LONG[3] + "\n" + LONG[2], [700])
# what is this long takes minutes to be made shorter
@settings(
    max_examples=12,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_streamed_equals_shown_at_once(view: ChatView, text: str, lengths: list[int]) -> None:
    rounds = rounds_of(text, cut(text, lengths))
    view.clear()
    view.begin_reply("r")
    for round_ in rounds:
        view.append([round_])
    view.end_reply()
    streamed = seen(view)
    view.clear()
    view.show_reply("r", rounds, text)
    assert streamed == seen(view)
