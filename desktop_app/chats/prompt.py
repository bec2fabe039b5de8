"""A conversation as the model's own prompt, with what a user typed kept apart from the model's marks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import TracebackType

import jinja2
from jinja2.exceptions import SecurityError

from desktop_app.chats.messages import Message
from desktop_app.chats.template_guard import Guard, TooLongError
from desktop_app.chats.template_sandbox import BoundedEnvironment, TemplateRefusedError
from desktop_app.decoding.errors import SlipstreamError

# For a model without a chat template: it needs no special token, so any base model can follow it.
FALLBACK_TEMPLATE = """\
{%- if bos_token is defined and bos_token %}{{ bos_token }}{% endif %}
{%- for message in messages %}
    {%- if message.role == 'system' %}{{ message.content | trim }}{{ '\\n\\n' }}
    {%- else %}{{ message.role | capitalize }}: {{ message.content | trim }}{{ '\\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}Assistant:{% endif %}"""

_MAX_TEMPLATE = 200_000
_MIN_LIMIT = 2_000_000
_MAX_SENTENCE = 300
_PRIVATE_USE = ((0xE000, 0xF900), (0xF0000, 0xFFFFE), (0x100000, 0x10FFFE))


class PromptTemplateError(SlipstreamError):
    """The chat template cannot be rendered for this conversation."""


def render_prompt(
    template: str | None,
    messages: Sequence[Message],
    variables: Mapping[str, str],
    control_tokens: Collection[str],
) -> list[tuple[str, bool]]:
    """The prompt as pieces (text, is_control), ending where the reply begins.

    variables: bos_token and the like. A piece is a control token only where the template wrote it; the same
    text inside a message stays text. template None is the fallback.

    Raises:
        PromptTemplateError: one sentence saying what is wrong with the template.
    """
    controls = _any_of(control_tokens)
    aliases = _aliases(messages, controls, template or "", variables.values())
    chat = [{"role": m.role, "content": _hide(m.content, controls, aliases)} for m in messages]
    limit = _MIN_LIMIT + 8 * sum(len(m.content) for m in messages)
    rendered = _render(FALLBACK_TEMPLATE if template is None else template, chat, variables, limit)
    back = {ord(alias): text for text, alias in aliases.items()}
    pieces = split_controls(rendered, controls)
    return [(text if is_control else text.translate(back), is_control) for text, is_control in pieces]


def split_controls(text: str, controls: re.Pattern[str] | None) -> Iterator[tuple[str, bool]]:
    """The text cut at each control token; no empty pieces."""
    end = 0
    for match in controls.finditer(text) if controls else ():
        if match.start() > end:
            yield text[end : match.start()], False
        yield match[0], True
        end = match.end()
    if end < len(text):
        yield text[end:], False


def _any_of(tokens: Collection[str]) -> re.Pattern[str] | None:
    """Matches any of the tokens, the longest where several begin."""
    longest_first = sorted(filter(None, tokens), key=lambda token: (-len(token), token))
    return re.compile("|".join(map(re.escape, longest_first))) if longest_first else None


def _aliases(
    messages: Sequence[Message], controls: re.Pattern[str] | None, template: str, values: Iterable[str]
) -> dict[str, str]:
    """A character for each control token that occurs in a message, one that occurs nowhere else."""
    contents = [message.content for message in messages]
    typed = sorted({match for text in contents for match in controls.findall(text)}) if controls else []
    if not typed:
        return {}
    used = set(template).union(*contents, *values)
    free = (chr(code) for low, high in _PRIVATE_USE for code in range(low, high) if chr(code) not in used)
    found = dict(zip(typed, free, strict=False))
    if len(found) < len(typed):
        raise PromptTemplateError(
            "This conversation holds every private-use character there is beside text that looks like the "
            "model's control tokens; remove that text."
        )
    return found


def _hide(text: str, controls: re.Pattern[str] | None, aliases: Mapping[str, str]) -> str:
    if controls is None or not aliases:
        return text
    return controls.sub(lambda match: aliases[match[0]], text)


def _render(source: str, chat: list[dict[str, str]], variables: Mapping[str, str], limit: int) -> str:
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
            return f"The model's chat template was stopped{at}: what it makes is too long or takes too long."
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
