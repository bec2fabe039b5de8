"""Which replies of a chat an audition may hear, and how they were asked for. Free of Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from desktop_app.bench.duel import PLAIN, Lane
from desktop_app.chats.messages import Message
from desktop_app.chats.records import StoredMessage
from desktop_app.engines.base import ChatRequest, Started
from desktop_app.engines.event_json import EventFormatError, begun_from_json
from desktop_app.settings.draft_words import DRAFT_WORDS
from desktop_app.ui.chat.conversation import model_messages
from desktop_app.ui.engine.engine_jobs import AskedReply

# the newest ones: the chat may have changed its subject
_MOST = 3
# fewer tokens say nothing
_LEAST_TOKENS = 24

# messages of a chat as the loaded model is asked
Prompt = Callable[[tuple[Message, ...]], tuple[Message, ...]]


def asked_replies(path: Sequence[StoredMessage], model: str, prompt: Prompt) -> tuple[AskedReply, ...]:
    """Of this model, the newest first. path: the chat's current one."""
    found: list[AskedReply] = []
    for place in reversed(range(len(path))):
        in_parts = path[place].continues or (place + 1 < len(path) and path[place + 1].continues)
        started = None if in_parts else started_of(path[place])
        if started is None or started.model != model or started.left_out or len(found) == _MOST:
            continue
        request = _request(started, prompt(model_messages(path[:place])), path[place].conversation_id)
        found.append(AskedReply(path[place].id, request))
    return tuple(found)


def used_lane(path: Sequence[StoredMessage], replies: Sequence[AskedReply], chosen: Lane) -> Lane:
    """How the newest of the replies was drafted. chosen: what counts now, where its draft has no name that
    could be asked for, such as a model's."""
    ids = {reply.message_id for reply in replies}
    newest = next((message for message in reversed(path) if message.id in ids), None)
    started = started_of(newest) if newest else None
    if started is None or started.mode == "plain":
        return PLAIN
    known = all(part.split(":")[0] in DRAFT_WORDS for part in started.draft.split("+"))
    return Lane(started.draft, started.k) if known else chosen


def started_of(message: StoredMessage) -> Started | None:
    """How a finished reply began; None for others, for short ones, and where it is not known."""
    ended = message.role == "assistant" and message.status in ("complete", "cancelled")
    if not ended or message.tally is None or message.tally.emitted < _LEAST_TOKENS or not message.started:
        return None
    try:
        return begun_from_json(message.started)[0]
    except EventFormatError:
        return None


def _request(started: Started, messages: tuple[Message, ...], session: str) -> ChatRequest:
    verifier = started.resolved.verifier
    return ChatRequest(
        messages=messages,
        sampling=started.sampling,
        verifier="auto" if verifier == "greedy" else verifier,
        exact=started.resolved.exact,
        seed=started.seed,
        session=session,
    )
