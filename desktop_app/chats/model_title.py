"""A title for a conversation, asked from the model itself."""

from __future__ import annotations

import re

from desktop_app.chats.messages import Message
from desktop_app.chats.text import clean, title_from

# how much of the first exchange the model reads: what a chat is about is said early
_QUESTION_CHARACTERS = 1_000
_ANSWER_CHARACTERS = 500
_LABEL = re.compile(r"^(chat title|title|标题|標題|タイトル|제목)\s*[:：-]\s*", re.IGNORECASE)
_AROUND = " \t\"'`“”„‘’«»「」『』《》*_#~-–—.。,，;；:："
# a template's own tokens, or thoughts, are no title
_FOREIGN = re.compile(r"<[|/a-z]|\[/?INST\]", re.IGNORECASE)
_SPOKEN = re.compile(r"\w")
# the beginnings of words that mean something, and pairs of characters of scripts without spaces
_STEM = re.compile(r"[^\W\d_]{4}")
_PAIR = re.compile(r"(?=([\u3040-\u30ff\u3400-\u9fff]{2}))")


def title_question(asked: str, answered: str) -> tuple[Message, ...]:
    """The first exchange as one request for a title."""
    question = clean(asked)[:_QUESTION_CHARACTERS].strip()
    answer = clean(answered)[:_ANSWER_CHARACTERS].strip()
    return (
        Message(
            "user",
            "Give this chat a title of two to six words, in the language of the question. "
            f"Write only the title.\n\nQuestion: {question}\n\nAnswer: {answer}",
        ),
    )


def title_from_answer(text: str, asked: str, answered: str) -> str:
    """One line without quotes or markup, cut as every title is; "" when there is no title in it.

    A small model often answers with a sentence about nothing: a title shares a word with the exchange, or
    the user's own words are the better one.
    """
    line = next((part for part in clean(text).split("\n") if part.strip(_AROUND)), "")
    if _FOREIGN.search(line):
        return ""
    line = _LABEL.sub("", line.strip(_AROUND)).strip(_AROUND)
    title = title_from(line) if _SPOKEN.search(line) else ""
    known = _stems(asked) | _stems(answered[:_ANSWER_CHARACTERS])
    return title if not known or known & _stems(title) else ""


def _stems(text: str) -> set[str]:
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return {match[0] for word in words if (match := _STEM.match(word))} | set(_PAIR.findall(text))
