"""A title for a conversation, asked from the model itself."""

from __future__ import annotations

import re

from desktop_app.chats.messages import Message
from desktop_app.chats.text import clean, title_from

# how much of the first exchange the model reads: what a chat is about is said early
_QUESTION_CHARACTERS = 600
_ANSWER_CHARACTERS = 200
_EXAMPLES = (
    (
        "how can i keep my bread from going stale so fast",
        "Keep it in a cloth bag at room temperature, and freeze what you will not eat within two days.",
        "Keeping bread fresh",
    ),
    (
        "法国大革命是什么时候开始的？",
        "法国大革命始于1789年，巴黎民众于7月14日攻占了巴士底狱。",
        "法国大革命的开始",
    ),
)
_LABEL = re.compile(r"^(chat title|title|标题|標題|タイトル|제목)\s*[:：-]\s*", re.IGNORECASE)
_AROUND = " \t\"'`“”„‘’«»「」『』《》*_#~-–—.。,，;；:："
# a template's own tokens, or thoughts, are no title
_FOREIGN = re.compile(r"<[|/a-z]|\[/?INST\]", re.IGNORECASE)
# with a letter: numbers alone say nothing
_SPOKEN = re.compile(r"\w*[^\W\d_]\w*")
_STEM = 4
_UNITS = re.compile(r"[\u3040-\u9fff\uac00-\ud7a3]|[^\W\u3040-\u9fff\uac00-\ud7a3]{4,}")


def title_question(asked: str, answered: str) -> tuple[Message, ...]:
    """The first exchange as a request for a title, after two examples: a small model follows them where it
    would answer a bare request with the next part of its reply."""
    question = clean(asked)[:_QUESTION_CHARACTERS].strip()
    answer = clean(answered)[:_ANSWER_CHARACTERS].strip()
    messages = []
    for example_asked, example_answered, title in _EXAMPLES:
        messages += [_request(example_asked, example_answered), Message("assistant", title)]
    return (*messages, _request(question, answer))


def _request(question: str, answer: str) -> Message:
    return Message(
        "user",
        f"Question: {question}\n\nAnswer: {answer}\n\n"
        "Write a title of two to six words for this, in the language of the question.",
    )


def title_from_answer(text: str, exchange: str) -> str:
    """One line without quotes or markup; "" when that is no title, or not one of this exchange."""
    line = next((part for part in clean(text).split("\n") if part.strip(_AROUND)), "")
    if _FOREIGN.search(line):
        return ""
    line = _LABEL.sub("", line.strip(_AROUND)).strip(_AROUND)
    # what has to be cut is a sentence of a reply, and the user's own words say more
    fits = title_from(line) == " ".join(line.split())
    return title_from(line) if fits and _is_about(line, exchange) else ""


def _is_about(title: str, exchange: str) -> bool:
    """Whether half of its words, or signs of an unspaced script, begin as something in the exchange does:
    what a very small model makes up does not."""
    said = exchange.lower()
    units = _UNITS.findall(title.lower()) or _SPOKEN.findall(title.lower())
    return bool(units) and 2 * sum(unit[:_STEM] in said for unit in units) >= len(units)
