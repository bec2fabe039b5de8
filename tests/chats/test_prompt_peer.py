"""Our rendering against transformers' own on what real templates use."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from transformers.utils.chat_template_utils import render_jinja_template

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import render_prompt

CHAT = [
    Message("system", "Be <b>brief</b> & kind.\n"),
    Message("user", "Hi"),
    Message("assistant", "<think>\nhm\n</think>\n\nHello."),
    Message("user", "Why “so”?"),
]
TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}

FOLDER = Path(__file__).parent.parent / "data" / "chat_templates"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jinja"))


@pytest.mark.parametrize("name", NAMES)
def test_renders_as_transformers_does(name: str) -> None:
    template = (FOLDER / f"{name}.jinja").read_text()
    messages: list[dict[str, Any]] = [{"role": m.role, "content": m.content} for m in CHAT]
    theirs, _ = render_jinja_template(
        [messages],
        chat_template=template,
        add_generation_prompt=True,
        tools=None,
        documents=None,
        **TOKENS,
    )
    ours = render_prompt(template, CHAT, TOKENS, ("<s>", "</s>", "<|im_start|>", "<|im_end|>"))
    assert "".join(text for text, _ in ours) == theirs[0]
    assert theirs[0].strip()
    assert str(datetime.now().year) in theirs[0] or name != "llama_3"


def test_there_are_templates() -> None:
    assert len(NAMES) >= 10
