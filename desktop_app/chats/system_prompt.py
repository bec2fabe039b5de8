"""The system prompt of a conversation, and models whose template has no place for one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import PromptTemplateError, render_prompt
from desktop_app.chats.text import clean

# letters only, so that a template that trims, escapes or capitalises leaves it as it is
_PROBE = "slipstreamsystemprobe"


def with_system(messages: Sequence[Message], system: str) -> tuple[Message, ...]:
    """The messages behind the system prompt; a blank one is none."""
    text = clean(system).strip()
    return (Message("system", text), *messages) if text else tuple(messages)


def without_system_role(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The same conversation for a template without a place for it: the system prompt goes before the first
    message of the user."""
    if not messages or messages[0].role != "system":
        return tuple(messages)
    system, *rest = messages
    first = next((index for index, message in enumerate(rest) if message.role == "user"), None)
    if first is None:
        return tuple(messages)
    rest[first] = Message("user", f"{system.content}\n\n{rest[first].content}")
    return tuple(rest)


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
