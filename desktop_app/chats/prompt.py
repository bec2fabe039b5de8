"""A conversation as the model's own prompt, with what a user typed kept apart from the model's marks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from desktop_app.chats.messages import Message
from desktop_app.chats.template_process import render_apart
from desktop_app.chats.template_rendering import PromptTemplateError as PromptTemplateError

# For a model without a chat template: it needs no special token, so any base model can follow it.
FALLBACK_TEMPLATE = """\
{%- if bos_token is defined and bos_token %}{{ bos_token }}{% endif %}
{%- for message in messages %}
    {%- if message.role == 'system' %}{{ message.content | trim }}{{ '\\n\\n' }}
    {%- else %}{{ message.role | capitalize }}: {{ message.content | trim }}{{ '\\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}Assistant:{% endif %}"""

_MIN_LIMIT = 2_000_000
_PRIVATE_USE = ((0xE000, 0xF900), (0xF0000, 0xFFFFE), (0x100000, 0x10FFFE))


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
    rendered = render_apart(FALLBACK_TEMPLATE if template is None else template, chat, variables, limit)
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
