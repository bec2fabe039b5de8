"""From a request to what the model reads before the first token of the reply."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.decoding.errors import DecodingError
from desktop_app.engines.base import ChatRequest
from desktop_app.engines.begun_reply import Begun, begun_reply
from desktop_app.engines.prompt_ids import prompt_ids
from desktop_app.models.loading import LoadedModel

# texts of replies and the ids they were generated as
Spellings = Mapping[str, tuple[int, ...]]


def opening(
    loaded: LoadedModel, request: ChatRequest, kept: Spellings, *, limit: int, vocab_size: int
) -> tuple[list[int], Begun]:
    """The prompt, and behind it the reply that is to be gone on with. limit: the model's context.

    Raises:
        SlipstreamError: it cannot be rendered, is empty or too long.
    """
    begun = Begun()
    if request.raw:
        prompt = loaded.tokenizer.encode(request.messages[-1].content, limit=limit)
    else:
        messages = request.messages
        if request.continues:
            messages, text = messages[:-1], messages[-1].content
            spellings = (request.reply_ids, kept.get(text, ()))
            begun = begun_reply(loaded.tokenizer, text, spellings, loaded.eos_ids)
        prompt = prompt_ids(loaded.tokenizer, messages, kept, limit=limit)
    if not prompt:
        raise DecodingError("The prompt is empty; write something first.")
    if max([*prompt, *begun.ids]) >= vocab_size:
        raise DecodingError("The tokenizer has tokens this model does not know; they do not belong together.")
    return prompt, begun
