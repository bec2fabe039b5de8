"""Conversations as our own JSON, with everything the store knows about them.

{"format": "slipstream-chats", "version": 1, "conversations": [...]}; dates are seconds since 1970, parent and
leaf are places in the list of messages, rounds are as in a trace.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, get_args

from desktop_app.chats.exported import ChatFileError, ExportedConversation, ExportedMessage
from desktop_app.chats.json_text import dump_compact
from desktop_app.chats.messages import ROLES
from desktop_app.chats.records import Status
from desktop_app.chats.steps import NoSteps, Steps
from desktop_app.chats.text import clean, one_line, without_surrogates
from desktop_app.chats.typed_values import fits
from desktop_app.decoding.rounds import Round, round_from_json, round_to_json
from desktop_app.decoding.tally import TallySummary, check_round

FORMAT = "slipstream-chats"
VERSION = 1

_ENDED = tuple(status for status in get_args(Status) if status != "streaming")
# the last second of the year 9999, the last that a date can show
_LATEST = 253402300799.0
# the largest whole number that SQLite keeps
_MOST_TOKENS = 2**63 - 1
_STARTED_TEXTS = ("model", "draft", "mode")
_STARTED_OBJECTS = ("sampling", "resolved")


class _BadValueError(ValueError):
    """Names the key whose value makes no sense."""


def conversations_to_json(conversations: Iterable[ExportedConversation]) -> str:
    """One line of ASCII. NaN and infinity in rounds become null."""
    return "".join(json_pieces(conversations))


def json_pieces(conversations: Iterable[ExportedConversation], steps: Steps | None = None) -> Iterator[str]:
    """The text of `conversations_to_json` in pieces of a message each."""
    steps = steps or NoSteps()
    yield f'{{"format":"{FORMAT}","version":{VERSION},"conversations":['
    for place, conversation in enumerate(conversations):
        steps.expect(len(conversation.messages))
        # the list of messages comes last, and is filled piece by piece
        yield ("," if place else "") + dump_compact(_conversation(conversation))[:-1] + ',"messages":['
        for number, message in enumerate(conversation.messages):
            yield ("," if number else "") + dump_compact(_message(message))
            steps.step()
        yield "]}"
    yield "]}"


def conversations_from_json(
    data: dict[str, Any], steps: Steps | None = None
) -> tuple[ExportedConversation, ...]:
    """The inverse of `conversations_to_json`; unknown keys are ignored.

    Raises:
        ChatFileError: the data is newer than this program, or something in it is missing or makes no sense.
        Cancelled: from steps.
    """
    steps = steps or NoSteps()
    version = data.get("version")
    if not isinstance(version, int) or version < 1:
        raise ChatFileError("The version of the exported chats is missing; export them again.")
    if version > VERSION:
        raise ChatFileError(
            "The chats were exported by a newer version of Slipstream; update Slipstream and try again."
        )
    try:
        return tuple(_read_conversation(conversation, steps) for conversation in _list(data["conversations"]))
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError) as error:
        raise ChatFileError(
            f"The exported chats are damaged ({_reason(error)}); export them again."
        ) from error


def _conversation(conversation: ExportedConversation) -> dict[str, Any]:
    return {
        "title": conversation.title,
        "created": conversation.created,
        "updated": conversation.updated,
        "leaf": conversation.leaf,
        "pinned": conversation.pinned,
        "folder": conversation.folder,
        "settings": conversation.settings,
    }


def _message(message: ExportedMessage) -> dict[str, Any]:
    values = {field.name: getattr(message, field.name) for field in fields(message)}
    return {
        **values,
        "tally": message.tally.to_json() if message.tally else None,
        "rounds": [round_to_json(round_) for round_ in message.rounds],
    }


def _read_conversation(data: dict[str, Any], steps: Steps) -> ExportedConversation:
    listed = _list(data["messages"])
    steps.expect(len(listed))
    messages = tuple(_read_message(message, place, steps) for place, message in enumerate(listed))
    return ExportedConversation(
        title=one_line(_typed("title", data["title"], str)),
        created=_date("created", data["created"]),
        updated=_date("updated", data["updated"]),
        messages=messages,
        leaf=_place("leaf", data["leaf"], len(messages)),
        pinned=_typed("pinned", data.get("pinned", False), bool),
        folder=one_line(_typed("folder", data.get("folder", ""), str)),
        settings=_typed("settings", data.get("settings", {}), dict),
    )


def _read_message(data: dict[str, Any], place: int, steps: Steps) -> ExportedMessage:
    steps.step()
    role = _one_of("role", data["role"], ROLES)
    content = _typed("content", data["content"], str)
    error = _typed("error", data.get("error"), str | None)
    return ExportedMessage(
        parent=_place("parent", data["parent"], place),
        role=role,
        content=without_surrogates(content) if role == "assistant" else clean(content),
        status=_one_of("status", data["status"], _ENDED),
        created=_date("created", data["created"]),
        started=_started(data.get("started")),
        reason=_typed("reason", data.get("reason"), str | None),
        error=None if error is None else clean(error),
        tally=_tally(data.get("tally")),
        rounds=tuple(_round(round_) for round_ in _list(data.get("rounds", []))),
        continues=_typed("continues", data.get("continues", False), bool),
    )


def _round(data: dict[str, Any]) -> Round:
    round_: Round = _typed("rounds", round_from_json(data), Round)
    for place, draft in enumerate(round_.drafts):
        _require("parent of a draft", -1 <= draft.parent < place)
    check_round(round_)
    return round_


def _tally(data: dict[str, Any] | None) -> TallySummary | None:
    if data is None:
        return None
    tally: TallySummary = _typed("tally", TallySummary.from_json(data), TallySummary)
    _require("emitted", 0 <= tally.emitted <= _MOST_TOKENS)
    return tally


def _started(data: Any) -> dict[str, Any] | None:
    started: dict[str, Any] | None = _typed("started", data, dict | None)
    if started is not None:
        for name in _STARTED_TEXTS:
            _typed(name, started.get(name, ""), str)
        for name in _STARTED_OBJECTS:
            _typed(name, started.get(name, {}), dict)
    return started


def _list(value: Any) -> list[Any]:
    found: list[Any] = _typed("a list", value, list)
    return found


def _date(name: str, value: Any) -> float:
    date: float | None = _typed(name, value, float)
    _require(name, date is not None and 0 <= date <= _LATEST)
    return float(value)


def _place(name: str, value: Any, end: int) -> int | None:
    place: int | None = _typed(name, value, int | None)
    _require(name, place is None or 0 <= place < end)
    return place


def _one_of(name: str, value: Any, choices: Sequence[Any]) -> Any:
    _require(name, value in choices)
    return value


def _typed(name: str, value: Any, declared: Any) -> Any:
    _require(name, fits(value, declared))
    return value


def _require(name: str, holds: bool) -> None:
    if not holds:
        raise _BadValueError(name)


def _reason(error: Exception) -> str:
    match error:
        case KeyError():
            return f"“{error.args[0]}” is missing"
        case _BadValueError():
            return f"“{error}” makes no sense"
        case _:
            return "a value makes no sense"
