"""A chat template that nobody can read is found before a model is loaded, and said with what to do."""

from __future__ import annotations

from pathlib import Path

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import PromptTemplateError, render_prompt
from desktop_app.models.template_file import TemplateFile, template_file


def require_readable_template(folder: Path) -> None:
    """Only a template that is wrong whatever the conversation counts: another may refuse what was tried here.

    Raises:
        PromptTemplateError: naming the file and the line.
    """
    found = template_file(folder) if folder.is_dir() else None
    if found is None:
        return
    try:
        render_prompt(found.text, (Message("user", "Hi"),), {}, ())
    except PromptTemplateError as error:
        if error.whatever_is_said:
            raise PromptTemplateError(with_advice(str(error), found)) from error


def with_advice(sentence: str, found: TemplateFile | None) -> str:
    """The sentence, and what can be done about it."""
    if found is None:
        return f"{sentence} Choose another model, or use “slipstream generate --raw”."
    return (
        f"{sentence} It stands in {found.file}: correct it there, or put another template beside it as "
        "chat_template.jinja; “slipstream generate --raw” does without."
    )
