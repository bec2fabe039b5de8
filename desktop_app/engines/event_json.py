"""Events as JSON objects, for `generate --json`, the trace file and the chat store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from desktop_app.chats.json_text import dump_compact, finite
from desktop_app.chats.typed_values import fits
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round, round_from_json, round_to_json
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import TallySummary
from desktop_app.engines.base import (
    Event,
    Failed,
    Finished,
    Plan,
    Prefilled,
    Prompt,
    PromptMessage,
    Resolved,
    Started,
    Text,
)


class EventFormatError(SlipstreamError):
    """A JSON object is not an event."""


# what comes of reading a value that is not what it should be
_DAMAGES = (LookupError, TypeError, ValueError, AttributeError, OverflowError, SlipstreamError)


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as plain JSON values with its name under "event"; NaN and infinity become null."""
    result: dict[str, Any] = finite(_fields(event))
    return result


def event_to_line(event: Event, extra: dict[str, Any] | None = None) -> str:
    """One line of JSON without its end, ASCII only; extra keys come after the name."""
    data = event_to_json(event)
    return dump_compact({"event": data["event"], **(extra or {}), **data})


def begun_to_json(started: Started, prefilled: Prefilled | None) -> dict[str, Any]:
    """What a stored reply keeps of its beginning: the request, and in it how the prompt was read."""
    begun = event_to_json(started)
    return begun if prefilled is None else {**begun, "prefilled": event_to_json(prefilled)}


def begun_from_json(data: dict[str, Any]) -> tuple[Started, Prefilled | None]:
    """The inverse; replies of older versions lack the second.

    Raises:
        EventFormatError: this is no beginning of a reply.
    """
    started = event_from_json({"event": "request", **data})
    prefilled = event_from_json(data["prefilled"]) if data.get("prefilled") else None
    if not isinstance(started, Started) or not isinstance(prefilled, Prefilled | None):
        raise EventFormatError("The beginning of the reply is damaged.")
    return started, prefilled


def event_from_json(data: dict[str, Any]) -> Event:
    """The inverse of `event_to_json`; unknown keys are ignored.

    Raises:
        EventFormatError: a field is missing or has a wrong value, or the name is unknown.
    """
    name = data.get("event") if isinstance(data, dict) else None
    read = _READERS.get(name) if isinstance(name, str) else None
    if read is None:
        raise EventFormatError(f"There is no event named {name!r}; the file may be of a newer version.")
    try:
        event = read(data)
    except _DAMAGES as error:
        raise EventFormatError(f"The event {name!r} is incomplete or damaged ({error!r}).") from error
    if not _is_typed(event):
        raise EventFormatError(f"The event {name!r} holds a value of a wrong kind.")
    return event


def _is_typed(event: Event) -> bool:
    # the parameters of sampling checked themselves when they were made
    value = replace(event, sampling=SamplingParams()) if isinstance(event, Started) else event
    return fits(value, type(event))


def _fields(event: Event) -> dict[str, Any]:
    match event:
        case Round():
            return {"event": "round", **round_to_json(event)}
        case Started():
            data = {"event": "request", **asdict(event)}
            return data if event.prompt else {key: data[key] for key in data if key != "prompt"}
        case Prefilled():
            return {"event": "prefilled", **asdict(event)}
        case Plan():
            return {"event": "plan", **asdict(event)}
        case Text():
            return {"event": "text", **asdict(event)}
        case Finished():
            tally = event.tally.to_json()
            return {"event": "finished", "reason": event.reason, "text": event.text, "tally": tally}
        case Failed():
            return {"event": "failed", "error": event.error}


def _started(data: dict[str, Any]) -> Started:
    resolved = data["resolved"]
    return Started(
        model=data["model"],
        draft=data["draft"],
        mode=data["mode"],
        k=data["k"],
        sampling=_sampling(data["sampling"]),
        seed=data["seed"],
        resolved=Resolved(
            verifier=resolved["verifier"],
            device=resolved["device"],
            dtype=resolved["dtype"],
            exact=resolved["exact"],
        ),
        left_out=data.get("left_out", 0),
        prompt=None if data.get("prompt") is None else _prompt(data["prompt"]),
    )


def _prompt(data: dict[str, Any]) -> Prompt:
    return Prompt(
        messages=tuple(
            PromptMessage(message["role"], message["content"], tuple(message.get("ids", ())))
            for message in data["messages"]
        ),
        ids=tuple(data.get("ids", ())),
        continues=data.get("continues", False),
        raw=data.get("raw", False),
    )


def _sampling(data: dict[str, Any]) -> SamplingParams:
    """Traces of the first version know the first five parameters only."""
    return SamplingParams(
        temperature=data["temperature"],
        top_k=data["top_k"],
        top_p=data["top_p"],
        min_p=data["min_p"],
        repetition_penalty=data["repetition_penalty"],
        typical_p=data.get("typical_p", 1.0),
        frequency_penalty=data.get("frequency_penalty", 0.0),
        presence_penalty=data.get("presence_penalty", 0.0),
        logit_bias=tuple((token, bias) for token, bias in data.get("logit_bias", ())),
        banned=tuple(tuple(ids) for ids in data.get("banned", ())),
        min_tokens=data.get("min_tokens", 0),
    )


def _prefilled(data: dict[str, Any]) -> Prefilled:
    return Prefilled(data["tokens"], data["reused"], data["seconds"])


def _plan(data: dict[str, Any]) -> Plan:
    return Plan(data["drafter"], data["mode"], data["k"], data["why"])


def _text(data: dict[str, Any]) -> Text:
    return Text(data["text"])


def _finished(data: dict[str, Any]) -> Finished:
    return Finished(data["reason"], data["text"], TallySummary.from_json(data["tally"]))


def _failed(data: dict[str, Any]) -> Failed:
    return Failed(data["error"])


_READERS: dict[str, Callable[[dict[str, Any]], Event]] = {
    "request": _started,
    "prefilled": _prefilled,
    "plan": _plan,
    "round": round_from_json,
    "text": _text,
    "finished": _finished,
    "failed": _failed,
}
