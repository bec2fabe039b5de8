"""Prompt suites: what a benchmark asks. Files of JSON, the program's own in resources/suites."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_app.chats.messages import ROLES, Message
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.paths import resource

OWN_SUITES = ("quick", "heldout", "pair")
_DEFAULT_TOKENS = 160


class SuiteFileError(SlipstreamError):
    """The file given as suite is none."""


@dataclass(frozen=True, slots=True)
class SuitePrompt:
    """One conversation whose next reply is measured. group: what kind of task it is."""

    id: str
    group: str
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Suite:
    """max_tokens: the longest reply, in tokens, unless the user says otherwise."""

    name: str
    max_tokens: int
    prompts: tuple[SuitePrompt, ...]

    def first(self, count: int | None) -> Suite:
        """The same suite with its first prompts only; None keeps all."""
        return self if count is None else Suite(self.name, self.max_tokens, self.prompts[:count])


def read_suite(name: str) -> Suite:
    """One of the program's own suites by name, or a file of the same form.

    Raises:
        SuiteFileError: saying what is wrong with it.
    """
    if name in OWN_SUITES:
        return _suite(name, resource("suites", f"{name}.json").read_text(encoding="utf-8"))
    path = Path(name).expanduser()
    if not path.is_file():
        raise SuiteFileError(
            f"There is no suite called {name!r}; give {', '.join(OWN_SUITES)} or a JSON file with prompts."
        )
    try:
        return _suite(path.stem, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        raise SuiteFileError(f"{path} cannot be read ({error}).") from error


def _suite(name: str, text: str) -> Suite:
    try:
        data = json.loads(text)
    except ValueError as error:
        raise SuiteFileError(f"The suite {name} is not JSON: {error}.") from error
    items = data.get("prompts") if isinstance(data, dict) else None
    if not isinstance(items, list) or not items:
        raise SuiteFileError(f'The suite {name} must hold a list of prompts under "prompts".')
    prompts = tuple(_prompt(name, number, item) for number, item in enumerate(items, 1))
    if len({prompt.id for prompt in prompts}) < len(prompts):
        raise SuiteFileError(f"Two prompts of the suite {name} have the same id; give each its own.")
    tokens = data.get("max_tokens", _DEFAULT_TOKENS)
    if not isinstance(tokens, int) or tokens < 1:
        raise SuiteFileError(f"max_tokens of the suite {name} must be a whole number from 1 up.")
    return Suite(str(data.get("name", name)), tokens, prompts)


def _prompt(name: str, number: int, item: Any) -> SuitePrompt:
    try:
        messages = tuple(Message(message["role"], message["content"]) for message in item["messages"])
        prompt = SuitePrompt(item["id"], item["group"], messages)
    except (KeyError, TypeError) as error:
        raise SuiteFileError(
            f"Prompt {number} of the suite {name} needs an id, a group, and messages with role and content."
        ) from error
    texts = [prompt.id, prompt.group, *(message.content for message in messages)]
    roles = [message.role for message in messages]
    if not all(isinstance(text, str) and text for text in texts) or not set(roles) <= set(ROLES):
        raise SuiteFileError(
            f"Prompt {number} of the suite {name} has an empty text or an unknown role ({', '.join(ROLES)})."
        )
    if roles[-1:] != ["user"]:
        raise SuiteFileError(f"Prompt {number} of the suite {name} must end with a message of the user.")
    return prompt
