"""A chat template taken apart: the ids around user turns and replies, whatever the model's template is."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import FALLBACK_TEMPLATE, PromptTemplateError, render_prompt
from desktop_app.models.tokenizer import ModelTokenizer
from desktop_app.training.errors import TrainingError

Pieces = list[tuple[str, bool]]

# no template writes this character by itself, and none changes it
_MARK = "\U0010fffd"


@dataclass(frozen=True, slots=True)
class ChatTurns:
    """before: what stands before the first user turn, at least one id. to_reply: between a user turn and its
    reply, at least one id. to_user: between a reply and the next user turn, the stop token of the reply
    first; empty where the conversation cannot go on after one reply. start: the pieces of `before`.

    A space in front of a user turn belongs to its first word, as tokenizers have it.
    """

    before: tuple[int, ...]
    to_reply: tuple[int, ...]
    to_user: tuple[int, ...]
    start: tuple[tuple[str, bool], ...] = ()

    def opening_ids(self, tokenizer: ModelTokenizer, words: str) -> list[int]:
        """The first words of a user turn as they are encoded behind `before`."""
        if not words:
            return []
        ids = tokenizer.encode_pieces([*self.start, (words, False)])
        length = len(self.before)
        if tuple(ids[:length]) == self.before:
            return ids[length:]
        return tokenizer.encode_pieces([(words, False)])  # the words change what stands before them


def chat_turns(tokenizer: ModelTokenizer, stops: Collection[int]) -> ChatTurns:
    """Takes the model's own template apart, or the plain one where it has none.

    stops: ids that end a reply.

    Raises:
        TrainingError: the template does not write what the user said, or the model has no stop token.
        PromptTemplateError: the template cannot be rendered.
    """
    if not stops:
        raise TrainingError(
            "This model has no stop token, so its replies have no end to learn; choose another."
        )
    once = _parts(tokenizer, [Message("user", _mark(0))])
    if len(once) != 2:
        raise TrainingError("The model's chat template leaves out what the user says; choose another model.")
    before, to_reply = tokenizer.encode_parts([_without_last_spaces(once[0]), once[1]])
    if not to_reply:
        raise TrainingError("The model's chat template marks no place for a reply; choose another model.")
    to_user = _to_user(tokenizer, once, to_reply, stops)
    return ChatTurns(tuple(before) or (min(stops),), tuple(to_reply), to_user, tuple(once[0]))


def _to_user(
    tokenizer: ModelTokenizer, once: list[Pieces], to_reply: list[int], stops: Collection[int]
) -> tuple[int, ...]:
    """Empty where the template writes an earlier turn in another way than the last one."""
    chat = [Message("user", _mark(0)), Message("assistant", _mark(1)), Message("user", _mark(2))]
    try:
        parts = _parts(tokenizer, chat)
    except PromptTemplateError:
        return ()
    if len(parts) != 4 or parts[0] != once[0] or parts[3] != once[1]:
        return ()
    # after "Assistant:" some templates put a space where a reply follows
    start, first, between, last = parts
    if _without_last_spaces(first) != _without_last_spaces(last):
        return ()
    _, _, to_user, again = tokenizer.encode_parts([start, last, _without_last_spaces(between), last])
    follows = again == to_reply and to_user and to_user[0] in stops
    return tuple(to_user) if follows else ()


def _parts(tokenizer: ModelTokenizer, messages: list[Message]) -> list[Pieces]:
    """The rendered prompt cut at the marks that stand for the contents."""
    pieces = render_prompt(
        tokenizer.chat_template or FALLBACK_TEMPLATE,
        messages,
        tokenizer.template_variables,
        tokenizer.control_tokens,
    )
    parts: list[Pieces] = [[]]
    for text, control in pieces:
        first, *rest = [text] if control else re.split(f"{_MARK}\\d{_MARK}", text)
        parts[-1].append((first, control))
        parts += [[(after, False)] for after in rest]
    return [[piece for piece in part if piece[0]] for part in parts]


def _mark(index: int) -> str:
    return f"{_MARK}{index}{_MARK}"


def _without_last_spaces(part: Pieces) -> Pieces:
    if not part or part[-1][1]:
        return part
    return [piece for piece in [*part[:-1], (part[-1][0].rstrip(" "), False)] if piece[0]]
