"""The ids of a prompt, in which replies stand as they were generated.

A text has many spellings in tokens, and a sampled reply often has another one than the tokenizer would
choose. Encoded anew it would differ from what lies in the cache, and all from there on be computed again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import FALLBACK_TEMPLATE, PromptTemplateError, render_prompt
from desktop_app.decoding.rounds import Round
from desktop_app.models.tokenizer import ModelTokenizer

Pieces = list[tuple[str, bool]]
# What templates do to a content, if anything. One that does more wants the text, not the tokens: some leave
# out the reasoning of earlier replies.
_TRIMS: tuple[Callable[[str], str], ...] = (lambda text: text, str.strip, str.lstrip, str.rstrip)


def generated_ids(rounds: Iterable[Round], eos_ids: frozenset[int]) -> tuple[int, ...]:
    """The ids of a whole reply without the token that ended it."""
    ids = [token.token for round_ in rounds for token in round_.emitted]
    return tuple(ids[:-1] if ids and ids[-1] in eos_ids else ids)


def prompt_ids(
    tokenizer: ModelTokenizer,
    messages: Sequence[Message],
    kept: Mapping[str, Sequence[int]],
    limit: int | None = None,
) -> list[int]:
    """The conversation as ids, ending where the reply begins.

    kept: ids of earlier replies by their text, without the stop token; any other reply is encoded. limit:
    as of `ModelTokenizer.encode_pieces`.

    Raises:
        PromptTemplateError: the template cannot be rendered.
        PromptTooLongError: the text has more tokens than the limit.
    """
    plain = _render(tokenizer, messages)
    known = [
        index
        for index, message in enumerate(messages)
        if message.role == "assistant" and message.content and kept.get(message.content)
    ]
    if not known:
        return tokenizer.encode_pieces(plain, limit=limit)
    mark = _unused_character(tokenizer, messages)
    pieces = _with_gaps(tokenizer, messages, known, plain, mark)
    parts, order = _cut(pieces, mark)
    if not plain[-1][0].endswith(" "):
        parts = [*map(_without_last_spaces, parts[:-1]), parts[-1]]
    encoded = tokenizer.encode_parts(parts, limit=limit)
    ids = list(encoded[0])
    for index, part in zip(order, encoded[1:], strict=True):
        ids += [*kept[messages[index].content], *part]
    return ids


def _render(tokenizer: ModelTokenizer, messages: Sequence[Message]) -> Pieces:
    return render_prompt(
        tokenizer.chat_template or FALLBACK_TEMPLATE,
        messages,
        tokenizer.template_variables,
        tokenizer.control_tokens,
    )


def _unused_character(tokenizer: ModelTokenizer, messages: Sequence[Message]) -> str:
    used = set((tokenizer.chat_template or "") + "".join(tokenizer.template_variables.values()))
    used.update(*(message.content for message in messages))
    return next(chr(code) for code in range(0x10FFFD, 0xFFFF, -1) if chr(code) not in used)


def _with_marks(messages: Sequence[Message], indices: Sequence[int], mark: str) -> list[Message]:
    marked = list(messages)
    for index in indices:
        marked[index] = replace(marked[index], content=f"{mark}{index}{mark}")
    return marked


def _with_gaps(
    tokenizer: ModelTokenizer, messages: Sequence[Message], known: Sequence[int], plain: Pieces, mark: str
) -> Pieces:
    """The prompt with marks for the known replies that the template copies, but for space around them."""
    wanted = _joined(plain)

    def marked(indices: Sequence[int]) -> Pieces | None:
        try:
            pieces = _render(tokenizer, _with_marks(messages, indices, mark))
        except PromptTemplateError:
            return None  # it refuses such a content
        copied = any(_joined(_filled(pieces, messages, mark, trim)) == wanted for trim in _TRIMS)
        return pieces if copied else None

    return marked(known) or marked([index for index in known if marked([index])]) or plain


def _filled(pieces: Pieces, messages: Sequence[Message], mark: str, trim: Callable[[str], str]) -> Pieces:
    def content(match: re.Match[str]) -> str:
        return trim(messages[int(match[1])].content)

    pattern = re.compile(f"{mark}(\\d+){mark}")
    return [(text if control else pattern.sub(content, text), control) for text, control in pieces]


def _joined(pieces: Pieces) -> Pieces:
    """The pieces without empty ones, and with text beside text as one."""
    joined: Pieces = []
    for text, control in pieces:
        if joined and not control and not joined[-1][1]:
            joined[-1] = (joined[-1][0] + text, False)
        elif text:
            joined.append((text, control))
    return joined


def _without_last_spaces(part: Pieces) -> Pieces:
    """Where a reply begins right after "Assistant:", some templates put a space between the two later on."""
    if not part or part[-1][1]:
        return part
    return [*part[:-1], (part[-1][0].rstrip(" "), False)]


def _cut(pieces: Pieces, mark: str) -> tuple[list[Pieces], list[int]]:
    """The pieces between the marks, one list more than there are marks, and the messages marked."""
    parts: list[Pieces] = [[]]
    order: list[int] = []
    for text, control in pieces:
        before, *rest = [text] if control else re.split(f"{mark}(\\d+){mark}", text)
        parts[-1].append((before, control))
        for index, after in zip(rest[::2], rest[1::2], strict=True):
            order.append(int(index))
            parts.append([(after, False)])
    return [[piece for piece in part if piece[0]] for part in parts], order
