"""Events as JSON objects, for `generate --json`, the trace file and the chat store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from desktop_app.chats.json_text import dump_compact, finite
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round, round_from_json, round_to_json
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import TallySummary
from desktop_app.engines.base import Event, Failed, Finished, Plan, Prefilled, Resolved, Started, Text


class EventFormatError(SlipstreamError):
    """A JSON object is not an event."""


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as plain JSON values with its name under "event"; NaN and infinity become null."""
    result: dict[str, Any] = finite(_fields(event))
    return result


def event_to_line(event: Event, extra: dict[str, Any] | None = None) -> str:
    """One line of JSON without its end, ASCII only; extra keys come after the name."""
    data = event_to_json(event)
    return dump_compact({"event": data["event"], **(extra or {}), **data})


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
        return read(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise EventFormatError(f"The event {name!r} is incomplete or damaged ({error!r}).") from error


def _fields(event: Event) -> dict[str, Any]:
    match event:
        case Round():
            return {"event": "round", **round_to_json(event)}
        case Started():
            return {"event": "request", **asdict(event)}
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
