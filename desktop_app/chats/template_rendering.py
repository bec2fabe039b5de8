"""Renders one chat template within its bounds. Whatever goes wrong becomes a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import TracebackType

import jinja2
from jinja2.exceptions import SecurityError

from desktop_app.chats.template_guard import Guard, TooLongError
from desktop_app.chats.template_sandbox import BoundedEnvironment, TemplateRefusedError
from desktop_app.decoding.errors import SlipstreamError

_MAX_TEMPLATE = 200_000
_MAX_SENTENCE = 300
STOPPED = "The model's chat template was stopped{at}: what it makes is too long or takes too long."


# how the sentences begin that are true of every conversation
_ALWAYS = (
    "The model's chat template has a mistake",
    "The model's chat template is too long",
    "The model's chat template is nested too deeply",
)


class PromptTemplateError(SlipstreamError):
    """The chat template cannot be rendered for this conversation."""

    @property
    def whatever_is_said(self) -> bool:
        """Whether it cannot be rendered for any."""
        return str(self).startswith(_ALWAYS)


def render(source: str, chat: list[dict[str, str]], variables: Mapping[str, str], limit: int) -> str:
    """limit: characters of the result.

    Raises:
        PromptTemplateError: one sentence saying what is wrong with the template.
    """
    if len(source) > _MAX_TEMPLATE:
        raise PromptTemplateError(f"The model's chat template is too long ({len(source):,} characters).")
    guard = Guard(limit)
    try:
        template = BoundedEnvironment(guard).from_string(source)
        values = {
            **variables,
            "messages": chat,
            "tools": None,
            "documents": None,
            "add_generation_prompt": True,
        }
        return _gather(template.generate(values), limit)
    except Exception as error:
        # a template is foreign code: whatever it does wrong ends in a sentence
        raise PromptTemplateError(_sentence(error)) from error


def _gather(pieces: Iterable[str], limit: int) -> str:
    kept, length = [], 0
    for piece in pieces:
        length += len(piece)
        if length > limit:
            raise TooLongError
        kept.append(piece)
    return "".join(kept)


def _sentence(error: Exception) -> str:
    at = _place(error)
    match error:
        case TemplateRefusedError():
            return _own_words(error)
        case jinja2.TemplateSyntaxError():
            return f"The model's chat template has a mistake in line {error.lineno}: {_syntax(error)}."
        case TooLongError() | OverflowError() | RecursionError() | MemoryError():
            return STOPPED.format(at=at)
        case SecurityError():
            named = re.sub(r"access to attribute ('\w+') .*", r"\1", _brief(error))
            return f"The model's chat template was refused{at}: {named} is not allowed in a template."
        case jinja2.UndefinedError():
            return f"The model's chat template needs a value that is missing{at}: {_brief(error)}."
        case SyntaxError():
            return f"The model's chat template is nested too deeply: {error.msg}."
        case _:
            return f"The model's chat template failed{at}: {_brief(error) or type(error).__name__}."


def _own_words(error: Exception) -> str:
    return _brief(error) or "The model's chat template refuses this conversation without saying why."


def _syntax(error: jinja2.TemplateSyntaxError) -> str:
    open_block = re.search(r"innermost block that needs to be closed is '(\w+)'", str(error.message))
    return f"end{open_block[1]} is missing" if open_block else _brief(error)


def _brief(error: Exception) -> str:
    """The error's first words in one line, without control characters."""
    message = str((error.message if isinstance(error, jinja2.TemplateError) else error) or "")
    line = " ".join("".join(c if c.isprintable() else " " for c in message[: 2 * _MAX_SENTENCE]).split())
    line = line if isinstance(error, TemplateRefusedError) else line.removesuffix(".")
    return line if len(line) <= _MAX_SENTENCE else line[:_MAX_SENTENCE] + "…"


def _place(error: Exception) -> str:
    """The template line that was being rendered, from the traceback jinja2 rewrites."""
    frame: TracebackType | None = error.__traceback__
    line = 0
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == "<template>":
            line = frame.tb_lineno
        frame = frame.tb_next
    return f" in line {line}" if line else ""
