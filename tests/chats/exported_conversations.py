"""Conversations of any content as they leave the store, for hypothesis and by hand."""

from typing import Any

from hypothesis import strategies as st
from sample_rounds import corrected_round, plain_round

from desktop_app.chats.exported import ExportedConversation, ExportedMessage
from desktop_app.chats.text import clean, without_surrogates
from desktop_app.decoding.rounds import Candidate, Draft, Emitted, Origin, Round, Row, Timing, Verdict
from desktop_app.decoding.tally import Tally

ANY_TEXT = st.text(alphabet=st.characters(codec=None), max_size=12)
TYPED_TEXT = ANY_TEXT.map(clean)
MODEL_TEXT = ANY_TEXT.map(without_surrogates)
DATE = st.floats(0, 4e9)
RATE = st.none() | st.floats(0, 1)
TIMING = st.builds(Timing, *[st.floats(0, 10)] * 3)
STARTED = st.fixed_dictionaries(
    {"event": st.just("request"), "model": ANY_TEXT, "mode": st.sampled_from(["plain", "speculative"])},
    optional={"sampling": st.dictionaries(ANY_TEXT, RATE, max_size=2), "later": st.lists(RATE, max_size=2)},
)
SETTINGS = st.dictionaries(
    st.text(max_size=4), st.none() | st.booleans() | st.integers() | st.text(max_size=4), max_size=3
)
_CANDIDATES = st.lists(st.builds(Candidate, st.integers(0), ANY_TEXT, st.floats(0, 1)), max_size=2).map(tuple)
_ENTROPY = st.floats(0, 9)
ROWS = st.lists(
    st.builds(Row, _CANDIDATES, _CANDIDATES, _ENTROPY, st.none() | st.integers(0), st.none() | _ENTROPY)
)


@st.composite
def rounds(draw: st.DrawFn, index: int = 0) -> Round:
    """A chain of drafts that was accepted up to some place, or a plain step."""
    texts = draw(st.lists(ANY_TEXT, max_size=4))
    accepted = draw(st.integers(0, len(texts)))
    verdicts = [
        Verdict.ACCEPTED if place < accepted else Verdict.REJECTED if place == accepted else Verdict.UNTESTED
        for place in range(len(texts))
    ]
    drafter = st.none() | st.sampled_from(["lookup", "eagle"])
    drafts = tuple(
        Draft(draw(st.integers(0, 2**40)), text, draw(RATE), draw(RATE), verdict, place - 1, draw(drafter))
        for place, (text, verdict) in enumerate(zip(texts, verdicts, strict=True))
    )
    own = Origin.PLAIN if not texts else Origin.BONUS if accepted == len(texts) else Origin.CORRECTED
    origins = [*[Origin.ACCEPTED] * accepted, own]
    emitted = tuple(
        Emitted(7, draw(ANY_TEXT) if origin is own else texts[place], origin, draw(RATE))
        for place, origin in enumerate(origins)
    )
    rows = draw(st.none() | ROWS.map(tuple))
    return Round(index, draw(ANY_TEXT), drafts, emitted, draw(TIMING), draw(st.floats(0, 99)), rows)


@st.composite
def replies(draw: st.DrawFn, parent: int | None) -> ExportedMessage:
    made = tuple(draw(rounds(index)) for index in range(draw(st.integers(0, 2))))
    return ExportedMessage(
        parent=parent,
        role="assistant",
        content=draw(MODEL_TEXT),
        status=draw(st.sampled_from(["complete", "interrupted", "failed", "cancelled"])),
        created=draw(DATE),
        started=draw(st.none() | STARTED),
        reason=draw(st.none() | st.sampled_from(["eos", "length"])),
        error=draw(st.none() | TYPED_TEXT),
        tally=draw(st.sampled_from([None, Tally.of(made).summary()])),
        rounds=made,
        continues=draw(st.booleans()),
    )


@st.composite
def conversations(draw: st.DrawFn) -> ExportedConversation:
    """Trees: each message follows any of those before it, or none."""
    messages: list[ExportedMessage] = []
    for place in range(draw(st.integers(0, 4))):
        parent = draw(st.none() | st.integers(0, place - 1)) if place else None
        role: Any = draw(st.sampled_from(["user", "assistant", "system"]))
        said = ExportedMessage(parent, role, draw(TYPED_TEXT), "complete", draw(DATE))
        messages.append(draw(replies(parent)) if role == "assistant" else said)
    leaf = draw(st.integers(0, len(messages) - 1)) if messages else None
    title = " ".join(draw(TYPED_TEXT).split())
    folder = " ".join(draw(TYPED_TEXT).split())
    settings = draw(SETTINGS)
    pinned = draw(st.booleans())
    return ExportedConversation(
        title, draw(DATE), draw(DATE), tuple(messages), leaf, pinned, folder, settings
    )


def asked_and_answered(question: str, *made: Round, **reply: Any) -> ExportedConversation:
    """One question and one reply made of the rounds."""
    values = {"content": "".join(round_.text for round_ in made), "status": "complete", **reply}
    answer = ExportedMessage(0, "assistant", created=1001.0, rounds=made, **values)
    asked = ExportedMessage(None, "user", question, "complete", 1000.0)
    return ExportedConversation("A title", 1000.0, 1001.0, (asked, answer), 1)


def two_rounds() -> tuple[Round, Round]:
    return corrected_round(0, "The", " wake"), plain_round(1, ".")
