"""Streamed or shown at once, a reply comes out the same: blocks, text, and the token of each character."""

from __future__ import annotations

from chat_rounds import REPLY, cut, rounds_of
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication
from test_markdown_blocks import MARKDOWN
from written_documents import at_once, dump, new_writer, streamed

from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.reply_writer import ReplyWriter
from desktop_app.ui.chat.rendering.text_formats import TOKEN

LENGTHS = st.lists(st.integers(1, 7), min_size=1, max_size=6)


@given(MARKDOWN, LENGTHS, st.integers(1, 4))
@example(REPLY, [1], 1)
@example(REPLY, [4, 2, 9], 2)
@example("```\n", [1], 1)
@example("```\nx\n``", [1], 1)
@example("a\n```py\n\n  y\n```  \nb", [3], 1)
@example("| a |\n|---|\n| b |\n\nx", [2], 1)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_streamed_equals_shown_at_once(qapp: QApplication, source: str, lengths: list[int], per: int) -> None:
    assert dump(streamed(source, lengths, per)) == dump(at_once(source, lengths))


def test_the_tail_is_the_text_that_is_not_settled(qapp: QApplication) -> None:
    document, writer = new_writer()
    reply = ReplyText()
    live = ReplyWriter(writer, reply, 0)
    source = "# Head\n\nDone **now**.\n\n- item\n- **next** o"
    for round_ in rounds_of(source, cut(source, [3])):
        reply.add_round(round_)
        live.flush()
    assert document.toPlainText().split("\n") == ["Head", "Done now.", "•\titem", "- **next** o"]


def test_settled_text_is_never_touched_again(qapp: QApplication) -> None:
    document, writer = new_writer()
    reply = ReplyText()
    live = ReplyWriter(writer, reply, 0)
    touched: list[int] = []
    document.contentsChange.connect(lambda position, *_: touched.append(position))
    settled = 0
    for round_ in rounds_of(REPLY, cut(REPLY, [2])):
        touched.clear()
        reply.add_round(round_)
        live.flush()
        # a change may begin at the end of the block before it, not earlier
        assert all(position >= settled - 1 for position in touched)
        settled = max(settled, writer.end)


def test_an_open_fence_only_grows(qapp: QApplication) -> None:
    document, writer = new_writer()
    reply = ReplyText()
    live = ReplyWriter(writer, reply, 0)
    source = "```python\n" + "value = compute(1)  # note\n" * 500
    removed_most = 0

    def changed(position: int, removed: int, added: int) -> None:
        nonlocal removed_most
        removed_most = max(removed_most, removed)

    document.contentsChange.connect(changed)
    for round_ in rounds_of(source, cut(source, [5])):
        reply.add_round(round_)
        live.flush()
    assert removed_most < 60, "at most the line in progress is replaced"
    assert document.blockCount() == 500


def test_code_is_coloured_when_its_fence_closes(qapp: QApplication) -> None:
    document, writer = new_writer()
    reply = ReplyText()
    live = ReplyWriter(writer, reply, 0)
    for number, text in enumerate(["```python\n", "def f(): pass\n", "```\n"]):
        reply.add_round(rounds_of(text, [text])[0])
        live.flush()
        writer.coloring.run()
        assert bool(document.begin().layout().formats()) == (number == 2)
    assert all(piece.format.hasProperty(TOKEN) for piece in document.begin().textFormats())


def test_a_character_that_changes_hands_is_shown_anew(qapp: QApplication) -> None:
    document, writer = new_writer()
    reply = ReplyText()
    live = ReplyWriter(writer, reply, 0)
    for round_ in rounds_of("", ["x", "y", "👩", "\u200d", "🔬", "z"]):
        reply.add_round(round_)
        live.flush()
    units = [p.format.intProperty(TOKEN) for p in document.begin().textFormats() for _ in range(p.length)]
    assert len(set(units[2:7])) == 1
