"""Markdown: a reader sees each turn under its heading, whatever the turns hold."""

import re
from dataclasses import replace
from datetime import UTC

import pytest
from exported_conversations import asked_and_answered, conversations, two_rounds
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from desktop_app.chats.export_markdown import contained, conversation_to_markdown, literal
from desktop_app.chats.export_words import ExportWords
from desktop_app.chats.exported import ExportedConversation

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
MARKDOWN = st.text(alphabet="`~*_#>-+ \n\t1.[]()<!/a>|:\\&;", max_size=30)


def headings(markdown: str) -> list[tuple[str, str]]:
    """Tag and text of the headings that belong to no list or quote."""
    tokens = PARSER.parse(markdown)
    return [
        (token.tag, "".join(part.content for part in tokens[place + 1].children or ()))
        for place, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0
    ]


def test_a_short_chat() -> None:
    chat = replace(asked_and_answered("What is a wake?", *two_rounds()), title="A *wake* & more")
    assert (
        conversation_to_markdown(chat, zone=UTC)
        == r"""# A \*wake\* \& more

1970-01-01 00:16

## You

What is a wake?

## Assistant

The wake.
"""
    )


def test_words_and_notes() -> None:
    words = ExportWords(
        roles={"system": "系统", "user": "我", "assistant": "助手"}, untitled="未命名", interrupted="中断 [1]"
    )
    chat = replace(asked_and_answered("?", content="half", status="interrupted"), title="")
    assert conversation_to_markdown(chat, words, UTC).split("\n\n") == [
        "# 未命名",
        "1970-01-01 00:16",
        "## 我",
        "?",
        "## 助手",
        "half",
        "*中断 \\[1\\]*\n",
    ]
    failed = asked_and_answered("?", content="", status="failed", error="Out\nof *memory*.")
    assert conversation_to_markdown(failed).endswith("## Assistant\n\n*Out of \\*memory\\*.*\n")


@pytest.mark.parametrize(
    "text",
    [
        "# not a heading",
        "one\n two",
        "one  \ntwo",
        "  indented",
        "a * b * c_d_ *e*",
        "<b>x</b>",
        "&amp;",
        "\\*",
        "- item",
        "[a]: b",
        "```\ncode\n```",
        "``````",
        "text\n\n    code",
        "~~gone~~",
        "ends in blanks  ",
        "| a |\n| - |",
    ],
)
def test_what_markdown_would_change_stands_in_a_fence(text: str) -> None:
    (fence,) = PARSER.parse(literal(text))
    assert (fence.type, fence.content) == ("fence", text + "\n")


def test_what_it_would_not_change_stands_as_it_is() -> None:
    for text in ("Hello.", "船 1.5 a-b (c)", "one\n\ntwo"):
        assert literal(text) == text
    assert literal("one\ntwo\n\nthree") == "one  \ntwo\n\nthree"


def test_the_fence_is_longer_than_any_inside() -> None:
    assert literal("````\nx\n```").splitlines() == ["`````text", "````", "x", "```", "`````"]


@pytest.mark.parametrize(
    "text",
    [
        "```python\nx = 1\n```",
        "- a\n\n  ```\n  x\n  ```",
        "~~~~\n```\n~~~~",
        "| a |\n| - |\n| b |",
        "# Title",
        "",
    ],
)
def test_whole_replies_are_left_alone(text: str) -> None:
    assert contained(text) == text


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("```python\nx = 1", "```python\nx = 1\n```"),
        ("~~~~\n```", "~~~~\n```\n~~~~"),
        ("```", "```\n```"),
        ("<!-- cut", "```text\n<!-- cut\n```"),
        ("<pre>", "```text\n<pre>\n```"),
    ],
)
def test_what_would_swallow_the_next_turn_is_closed(text: str, closed: str) -> None:
    assert contained(text) == closed


@given(MARKDOWN)
def test_any_reply_ends_where_it_ends(text: str) -> None:
    assert headings(contained(text) + "\n\n## next")[-1] == ("h2", "next")


@given(MARKDOWN)
def test_any_question_is_shown_letter_by_letter(text: str) -> None:
    tokens = PARSER.parse(literal(text))
    if any(token.type == "fence" for token in tokens):
        assert [token.content for token in tokens] == [text + "\n"]
    else:
        shown = PARSER.renderer.render(tokens, PARSER.options, {}).removesuffix("</p>\n")
        lines = re.sub("<p>", "", shown.replace("</p>\n", "\n\n").replace("<br />", ""))
        assert lines == _escaped(text)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@given(conversations(), st.lists(MARKDOWN, min_size=4, max_size=4))
def test_every_turn_is_found_under_its_heading(exported: ExportedConversation, texts: list[str]) -> None:
    """Replies keep their own headings, so those of the turns are told apart by their words."""
    roles = {"system": "turn of system", "user": "turn of user", "assistant": "turn of assistant"}
    messages = tuple(replace(m, content=text) for m, text in zip(exported.messages, texts, strict=False))
    chat = replace(exported, messages=messages, title=exported.title or "x")
    found = headings(conversation_to_markdown(chat, ExportWords(roles=roles)))
    assert found[0][0] == "h1"
    assert [text for _, text in found if text.startswith("turn of")] == [
        f"turn of {message.role}" for message in chat.turns()
    ]


@given(st.text(alphabet="`~*_#>-+ 1.[]()<!/a>|:\\&;", min_size=1))
def test_any_title_is_shown_as_it_is(title: str) -> None:
    title = " ".join(title.split()) or "x"
    chat = replace(asked_and_answered("?"), title=title)
    assert headings(conversation_to_markdown(chat))[0] == ("h1", title)
