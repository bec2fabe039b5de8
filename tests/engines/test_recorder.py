"""The recorder: nothing is shown that is not on disk, and every reply comes to an end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.chats.store import ChatStore, ChatStoreError, StoredMessage
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Emitted, Origin, Round, Timing
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import Event, Failed, Finished, Plan, Prefilled, Resolved, Started, Text
from desktop_app.engines.event_json import event_to_json
from desktop_app.engines.recorder import record

STARTED = Started(
    "m", "none", "plain", 0, SamplingParams(), 7, Resolved("rejection", "cpu", "float32", False)
)
ROUNDS = [
    Round(i, "none", (), (Emitted(i, text, Origin.PLAIN, 0.5),), Timing(0.0, 0.1, 0.0), 0.1 * (i + 1))
    for i, text in enumerate(["The", " wake", "."])
]
FINISHED = Finished("eos", "The wake.", Tally.of(ROUNDS).summary())
REPLY: list[Event] = [
    STARTED,
    Prefilled(5, 0, 0.1),
    Plan("none", "plain", 0, "you chose plain"),
    *ROUNDS,
    FINISHED,
]


class Shelf:
    """A store with one reply, and a second connection that sees only what was committed."""

    def __init__(self, folder: Path) -> None:
        self.store = ChatStore(folder / "chats.db")
        self.other = ChatStore(folder / "chats.db")
        self.conversation = self.store.create_conversation().id
        self.store.add_user_message(self.conversation, "question")
        self.id = self.store.begin_reply(self.conversation).id

    def reply(self) -> StoredMessage:
        return self.other.messages(self.conversation)[-1]


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path)
    yield shelf
    shelf.store.close()
    shelf.other.close()


def test_each_event_is_on_disk_before_it_is_shown(shelf: Shelf) -> None:
    shown: list[Event] = []
    for event in record(iter(REPLY), shelf.store, shelf.id):
        shown.append(event)
        rounds = [e for e in shown if isinstance(e, Round)]
        assert shelf.other.rounds(shelf.id) == tuple(rounds)
        prefilled = {} if event is STARTED else {"prefilled": event_to_json(REPLY[1])}
        plans = {"plans": [{"at": 0, **event_to_json(REPLY[2])}]} if len(shown) > 2 else {}
        assert shelf.reply().started == {**event_to_json(STARTED), **prefilled, **plans}
        assert shelf.reply().status == ("complete" if event is FINISHED else "streaming")
    assert shown == REPLY
    assert (shelf.reply().content, shelf.reply().tally) == (FINISHED.text, FINISHED.tally)


def test_a_switch_in_mid_answer_is_noted(shelf: Shelf) -> None:
    many = [
        Round(i, "none", (), (Emitted(i, "x", Origin.PLAIN, 0.5),), Timing(0.0, 0.1, 0.0), 0.1 * (i + 1))
        for i in range(20)
    ]
    end = Finished("eos", "x" * 20, Tally.of(many).summary())
    other = Plan("lookup", "speculative", 4, "chosen")
    reply: list[Event] = [*REPLY[:3], *many[:9], other, *many[9:12], REPLY[2], *many[12:], end]
    list(record(iter(reply), shelf.store, shelf.id))
    assert shelf.other.last_plain_reply("m") is None, "nor after it was switched back"
    assert [plan["at"] for plan in (shelf.reply().started or {})["plans"]] == [0, 9, 12]
    unswitched = shelf.store.begin_reply(shelf.conversation).id
    list(record(iter([*REPLY[:3], *many, end]), shelf.store, unswitched))
    found = shelf.other.last_plain_reply("m")
    assert found is not None
    assert found.id == unswitched


def test_text_without_tokens_is_kept(shelf: Shelf) -> None:
    events = record(iter([STARTED, Text("half "), Text("a reply")]), shelf.store, shelf.id)
    assert [next(events), next(events)] == [STARTED, Text("half ")]
    events.close()
    assert (shelf.reply().status, shelf.reply().content) == ("interrupted", "half ")


def test_a_failed_reply_keeps_its_text(shelf: Shelf) -> None:
    failed = Failed("Out of memory.")
    assert list(record(iter([STARTED, *ROUNDS[:2], failed]), shelf.store, shelf.id))[-1] == failed
    reply = shelf.reply()
    assert (reply.status, reply.error, reply.content) == ("failed", "Out of memory.", "The wake")


def test_an_engine_that_raises_or_just_ends_still_ends_the_reply(shelf: Shelf) -> None:
    def raising() -> Iterator[Event]:
        yield ROUNDS[0]
        raise SlipstreamError("The model has NaN weights.")

    assert list(record(raising(), shelf.store, shelf.id)) == [ROUNDS[0], Failed("The model has NaN weights.")]
    assert (shelf.reply().status, shelf.reply().error) == ("failed", "The model has NaN weights.")
    second = shelf.store.begin_reply(shelf.conversation).id
    (end,) = record(iter([]), shelf.store, second)
    assert isinstance(end, Failed)
    assert shelf.reply().status == "failed"


def test_a_bug_in_the_engine_is_not_swallowed_and_leaves_no_streaming_reply(shelf: Shelf) -> None:
    def buggy() -> Iterator[Event]:
        yield ROUNDS[0]
        raise ZeroDivisionError

    events = record(buggy(), shelf.store, shelf.id)
    next(events)
    with pytest.raises(ZeroDivisionError):
        next(events)
    assert (shelf.reply().status, shelf.reply().content) == ("interrupted", "The")


def test_a_store_that_cannot_write_stops_the_engine(shelf: Shelf) -> None:
    stopped = []
    pages = shelf.store._rows("PRAGMA page_count")[0][0]
    shelf.store._rows(f"PRAGMA max_page_count = {pages}")
    big = Round(0, "none", (), (Emitted(0, "x" * 50_000, Origin.PLAIN, 0.5),), Timing(0.0, 0.1, 0.0), 0.1)

    def engine() -> Iterator[Event]:
        try:
            yield big
            yield from REPLY
        finally:
            stopped.append(True)

    (end,) = record(engine(), shelf.store, shelf.id)
    assert isinstance(end, Failed)
    assert "disk is full" in end.error
    assert stopped == [True]


def test_an_erased_conversation_ends_the_reply_in_a_sentence(shelf: Shelf) -> None:
    events = record(iter(REPLY), shelf.store, shelf.id)
    next(events)
    shelf.other.delete(shelf.conversation)
    shelf.other.trash.erase(shelf.conversation)
    *_, end = events
    assert isinstance(end, Failed)
    assert "no longer exists" in end.error


def test_nothing_follows_the_end(shelf: Shelf) -> None:
    assert list(record(iter([*REPLY, *ROUNDS]), shelf.store, shelf.id)) == REPLY
    assert len(shelf.other.rounds(shelf.id)) == 3
    assert issubclass(ChatStoreError, SlipstreamError)
