"""Finds out by rendering what a chat template takes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import PromptTemplateError, render_prompt
from desktop_app.chats.system_prompt import with_system

# letters only, so that a template that trims, escapes or capitalises leaves it as it is
_PROBE = "slipstreamsystemprobe"


def takes_system(template: str | None, variables: Mapping[str, str], control_tokens: Collection[str]) -> bool:
    """Whether a prompt rendered by the template holds the system prompt.

    False where the template refuses one or leaves it out. A template that fails without one too is not to be
    blamed on it. The arguments are those of `render_prompt`.
    """
    asked = (Message("user", "Hi"),)
    try:
        pieces = render_prompt(template, with_system(asked, _PROBE), variables, control_tokens)
    except PromptTemplateError:
        return not _renders(template, asked, variables, control_tokens)
    return _PROBE in "".join(text for text, _ in pieces).casefold()


def _renders(
    template: str | None,
    messages: Sequence[Message],
    variables: Mapping[str, str],
    control_tokens: Collection[str],
) -> bool:
    try:
        render_prompt(template, messages, variables, control_tokens)
    except PromptTemplateError:
        return False
    return True
