"""A trace as a whole, checked before anybody relies on it: it may come from anywhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from desktop_app.chats.text import without_surrogates
from desktop_app.decoding.rounds import Candidate, Draft, Emitted, Round, Row, Verdict
from desktop_app.decoding.tally import Tally, TallySummary, check_round
from desktop_app.engines.base import (
    Event,
    Failed,
    Finished,
    Prefilled,
    Prompt,
    PromptMessage,
    Started,
    Text,
)
from desktop_app.engines.placed_plans import PlacedPlan, in_order, placed
from desktop_app.engines.trace_file import TraceError, read_trace

# ids of no vocabulary, times of no reply and drafts of no round are larger
_MOST_ID = 2**31
_MOST_SECONDS = 1e7
_MOST_DRAFTS = 4096
# a probability is a sum of float32 numbers
_MOST_P = 1.001

Token = TypeVar("Token", Draft, Emitted, Candidate)


@dataclass(frozen=True, slots=True)
class Trace:
    """parts: the rounds, and text that no token is known of. plans: each with the number of parts before it.
    end: None where the recording was cut.
    """

    started: Started
    prefilled: Prefilled | None
    plans: tuple[PlacedPlan, ...]
    parts: tuple[Round | Text, ...]
    end: Finished | Failed | None

    @property
    def rounds(self) -> tuple[Round, ...]:
        return tuple(part for part in self.parts if isinstance(part, Round))

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts)

    @property
    def tokens(self) -> tuple[int, ...]:
        return tuple(token.token for round_ in self.rounds for token in round_.emitted)

    def events(self) -> tuple[Event, ...]:
        """In the order in which they are written and played."""
        prefilled = () if self.prefilled is None else (self.prefilled,)
        end = () if self.end is None else (self.end,)
        return (self.started, *prefilled, *in_order(self.plans, self.parts), *end)

    def summary(self) -> TallySummary:
        """Counted from the rounds; where there are none, what the end of the reply reported."""
        if not self.rounds and isinstance(self.end, Finished):
            return self.end.tally
        tally = Tally.of(self.rounds)
        if self.prefilled is not None:
            tally.prefilled(self.prefilled.tokens, self.prefilled.seconds)
        return tally.summary()


def load_trace(path: Path) -> Trace:
    """Raises TraceError, in a sentence, for every file that is no whole trace of one reply."""
    return trace_of(read_trace(path), str(path))


def trace_of(events: Sequence[Event], name: str) -> Trace:
    """The events of one reply; a recording that was cut has no end. name: of the file, for sentences.

    Raises:
        TraceError: they are not of one reply, or contradict each other.
    """
    started = events[0] if events else None
    if not isinstance(started, Started):
        raise TraceError(f"The trace {name} does not begin with a request, so it cannot be played.")
    rest = events[1:]
    if any(isinstance(event, Started) for event in rest):
        raise TraceError(f"The trace {name} holds more than one reply; only one can be played.")
    if any(isinstance(event, Finished | Failed) for event in rest[:-1]):
        raise TraceError(f"The trace {name} goes on after its end; make the trace again.")
    last = rest[-1] if rest else None
    trace = Trace(
        started=_cleaned_start(started),
        prefilled=next((event for event in rest if isinstance(event, Prefilled)), None),
        plans=placed(rest),
        parts=tuple(_cleaned_part(event) for event in rest if isinstance(event, Round | Text)),
        end=_cleaned_end(last) if isinstance(last, Finished | Failed) else None,
    )
    _require_sound(trace, name)
    return trace


# -- text that can be shown and stored anywhere -------------------------------------------------------------


def _cleaned_start(started: Started) -> Started:
    prompt = started.prompt
    if prompt is not None:
        prompt = Prompt(
            tuple(PromptMessage(m.role, without_surrogates(m.content), m.ids) for m in prompt.messages),
            prompt.ids,
            prompt.continues,
            prompt.raw,
        )
    model, draft = without_surrogates(started.model), without_surrogates(started.draft)
    return replace(started, model=model, draft=draft, prompt=prompt)


def _cleaned_part(part: Round | Text) -> Round | Text:
    if isinstance(part, Text):
        return Text(without_surrogates(part.text))
    return replace(
        part,
        drafter=without_surrogates(part.drafter),
        drafts=tuple(map(_cleaned, part.drafts)),
        emitted=tuple(map(_cleaned, part.emitted)),
        rows=None if part.rows is None else tuple(map(_cleaned_row, part.rows)),
    )


def _cleaned(token: Token) -> Token:
    return replace(token, text=without_surrogates(token.text))


def _cleaned_row(row: Row) -> Row:
    return replace(row, target=tuple(map(_cleaned, row.target)), draft=tuple(map(_cleaned, row.draft)))


def _cleaned_end(end: Finished | Failed) -> Finished | Failed:
    if isinstance(end, Failed):
        return Failed(without_surrogates(end.error))
    return replace(end, text=without_surrogates(end.text))


# -- what must hold -----------------------------------------------------------------------------------------


def _require_sound(trace: Trace, name: str) -> None:
    before: Round | None = None
    for round_ in trace.rounds:
        try:
            _check(round_, before)
        except AssertionError as error:
            raise TraceError(
                f"Round {round_.index} of the trace {name} contradicts itself ({error}); make it again."
            ) from error
        before = round_
    if isinstance(trace.end, Finished) and trace.end.text != trace.text:
        raise TraceError(
            f"The text of the trace {name} does not add up: its rounds and its end say different things."
        )
    if trace.prefilled is not None and not _is_time(trace.prefilled.seconds):
        raise TraceError(f"The trace {name} has a prompt that was read in no time that makes sense.")


def _check(round_: Round, before: Round | None) -> None:
    assert len(round_.drafts) <= _MOST_DRAFTS, "a round has fewer drafts"
    for place, draft in enumerate(round_.drafts):
        assert -1 <= draft.parent < place, "a draft follows one before it"
    tokens: list[Draft | Emitted] = [*round_.drafts, *round_.emitted]
    assert all(0 <= token.token < _MOST_ID for token in tokens), "tokens are counted from 0"
    chances = [*(draft.q for draft in round_.drafts), *(token.p for token in tokens)]
    assert all(map(_is_chance, chances)), "chances are from 0 to 1"
    timing = round_.timing
    assert all(map(_is_time, (timing.draft_s, timing.verify_s, timing.other_s, round_.at))), (
        "times are seconds"
    )
    if before is not None:
        assert round_.index == before.index + 1, "rounds follow each other"
        assert round_.at >= before.at, "time goes forward"
    check_round(round_)
    _check_path(round_)


def _check_path(round_: Round) -> None:
    """The accepted drafts are a way down the tree, and what was emitted."""
    at, path = -1, []
    for place, draft in enumerate(round_.drafts):
        if draft.verdict is Verdict.ACCEPTED:
            assert draft.parent == at, "an accepted draft follows the accepted one before it"
            at = place
            path.append(draft.token)
    assert path == [token.token for token in round_.emitted[: len(path)]], "accepted drafts are emitted"


def _is_chance(value: float | None) -> bool:
    return value is None or 0 <= value <= _MOST_P


def _is_time(value: float | None) -> bool:
    return value is not None and math.isfinite(value) and 0 <= value <= _MOST_SECONDS
