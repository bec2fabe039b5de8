"""From stored messages to the messages a reader sees and a model is given."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass

from desktop_app.chats.messages import Message, Role
from desktop_app.chats.records import StoredMessage, rounds_from
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Text

# The rounds of a stored message by its id.
Rounds = Callable[[str], Sequence[Round]]


@dataclass(frozen=True, slots=True)
class WholeMessage:
    """One message to the eye: a stored one, and those that go on with it."""

    parts: tuple[StoredMessage, ...]

    @property
    def id(self) -> str:
        """Of the part that began it."""
        return self.parts[0].id

    @property
    def last(self) -> StoredMessage:
        return self.parts[-1]

    @property
    def role(self) -> Role:
        return self.parts[0].role

    @property
    def content(self) -> str:
        return "".join(part.content for part in self.parts)


def shown_messages(path: Iterable[StoredMessage]) -> list[WholeMessage]:
    """The path with every reply in one piece."""
    groups: list[list[StoredMessage]] = []
    for message in path:
        if message.continues and groups and groups[-1][0].role == message.role:
            groups[-1].append(message)
        else:
            groups.append([message])
    return [WholeMessage(tuple(group)) for group in groups]


def rounds_of(message: WholeMessage, rounds: Rounds) -> tuple[Round, ...]:
    """All of a reply's rounds; none where they do not account for all of its text.

    Raises:
        ChatStoreError: the store cannot be read.
    """
    found = [rounds(part.id) for part in message.parts]
    told = ["".join(round_.text for round_ in part) for part in found]
    if told != [part.content for part in message.parts]:
        return ()
    return tuple(round_ for part in found for round_ in part)


def pieces_of(parts: Iterable[StoredMessage], rounds: Rounds) -> list[Round | Text]:
    """What these parts of a reply are made of: rounds, and text that no round accounts for."""
    return [piece for part in parts for piece in _pieces(part, rounds(part.id))]


def reading_pieces(
    parts: Iterable[StoredMessage], lines: Callable[[str], Sequence[str]]
) -> Generator[None, None, list[Round | Text]]:
    """The same in small steps. lines: the rounds of a message by its id, as they are stored."""
    pieces: list[Round | Text] = []
    for part in parts:
        rounds = yield from rounds_from(lines(part.id))
        pieces += _pieces(part, rounds)
    return pieces


def _pieces(part: StoredMessage, rounds: Sequence[Round]) -> list[Round | Text]:
    told = "".join(round_.text for round_ in rounds)
    if not part.content.startswith(told):
        rounds, told = (), ""
    rest = [Text(part.content[len(told) :])] if told != part.content else []
    return [*rounds, *rest]


def tokens_of(message: WholeMessage, rounds: Rounds) -> tuple[int, ...]:
    """The tokens of a reply as they were generated, without those that ended its parts; none where unknown.

    Raises:
        ChatStoreError: the store cannot be read.
    """
    if not rounds_of(message, rounds):
        return ()
    tokens: list[int] = []
    for part in message.parts:
        own = [token.token for round_ in rounds(part.id) for token in round_.emitted]
        tokens += own[:-1] if part.reason == "eos" else own
    return tuple(tokens)


def model_messages(stored: Iterable[StoredMessage]) -> tuple[Message, ...]:
    """The path as the model sees it: roles alternate, and nothing in it is empty.

    A question whose reply failed without a word is left out with it: it may be why the reply failed. One
    that was stopped before its first word is joined with the question after it. A reply that was gone on
    with is one message.
    """
    result: list[Message] = []
    for message in shown_messages(stored):
        if message.role == "assistant" and not message.content:
            if message.last.status == "failed" and result and result[-1].role == "user":
                result.pop()
            continue
        if result and result[-1].role == message.role == "user":
            result[-1] = Message("user", f"{result[-1].content}\n\n{message.content}")
        else:
            result.append(Message(message.role, message.content))
    return tuple(result)


def with_question(messages: tuple[Message, ...], text: str) -> tuple[Message, ...]:
    """The messages with a new question behind them, joined with one that got no reply."""
    if messages and messages[-1].role == "user":
        return (*messages[:-1], Message("user", f"{messages[-1].content}\n\n{text}"))
    return (*messages, Message("user", text))
