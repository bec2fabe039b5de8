"""A conversation that outgrows the context: which turns the model still reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from desktop_app.chats.messages import Message

# Of so many turns that stay, as many as a power of two are dropped at once.
_KEPT_PER_STEP = 4


def reply_room(max_tokens: int, limit: int) -> int:
    """Tokens to keep free for a reply: what it may have at most, but never over half of the context."""
    return min(max_tokens, limit // 2)


def without_oldest(
    messages: Sequence[Message], fits: Callable[[tuple[Message, ...]], bool]
) -> tuple[tuple[Message, ...], int]:
    """The messages without as many of the oldest turns as it takes to fit, and how many turns that is.

    A turn is a question and what follows it. The system prompt and the last turn always stay, whether they
    fit or not. Some turns more are dropped than would be needed, in steps: if one went with each new
    question, the prompt would begin anew each time, and its cache be of no use.
    """
    head, turns = _turns(messages)

    def after(dropped: int) -> tuple[Message, ...]:
        return (*head, *(message for turn in turns[dropped:] for message in turn))

    if len(turns) < 2 or fits(after(0)):
        return tuple(messages), 0
    dropped = _in_steps(_fewest(len(turns), lambda count: fits(after(count))), len(turns))
    return after(dropped), dropped


def without_turns(messages: Sequence[Message], count: int) -> tuple[Message, ...]:
    """The messages without their oldest turns, so many of them; what stands before the turns stays."""
    head, turns = _turns(messages)
    return (*head, *(message for turn in turns[count:] for message in turn))


def _turns(messages: Sequence[Message]) -> tuple[list[Message], list[list[Message]]]:
    head: list[Message] = []
    turns: list[list[Message]] = []
    for message in messages:
        if message.role == "system" and not turns:
            head.append(message)
        elif message.role == "user" or not turns:
            turns.append([message])
        else:
            turns[-1].append(message)
    return head, turns


def _fewest(turns: int, fits: Callable[[int], bool]) -> int:
    """The smallest number of dropped turns that fits, all but the last if none does; 0 is known not to."""
    low, high = 1, turns - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle + 1, high)
    return low


def _in_steps(dropped: int, turns: int) -> int:
    step = 1
    while turns - dropped >= 2 * step * _KEPT_PER_STEP:
        step *= 2
    return -(-dropped // step) * step
