"""kill -9 at random moments, again and again on one file: what was reported as stored is there."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections import defaultdict
from contextlib import closing
from pathlib import Path

from desktop_app.chats.store import ChatStore

KILLS = 12

# Does what a user does, without end; each line is printed once it is stored.
WRITER = """
import itertools, random, sys
from pathlib import Path
from desktop_app.chats.store import ChatStore
from sample_rounds import plain_round
store, rng = ChatStore(Path(sys.argv[1])), random.Random(int(sys.argv[2]))
def say(*words):
    print(*words, flush=True)
def stream(reply):
    say("message", reply.id, reply.conversation_id, reply.parent_id)
    count = rng.choice((3, 20, 60))
    for index in range(count):
        store.add_round(reply.id, plain_round(index, f" {index}"))
        say("round", reply.id, index)
    store.finish_reply(reply.id, "eos", "".join(f" {i}" for i in range(count)), None)
    say("finished", reply.id, count)
conversation = store.create_conversation().id
for turn in itertools.count():
    asked = store.add_user_message(conversation, f"question{turn}")
    say("message", asked.id, conversation, asked.parent_id)
    reply = store.begin_reply(conversation)
    stream(reply)
    stream(store.tree.regenerate(reply.id))
    edited = store.tree.edit(asked.id, f"edited{turn}")
    say("message", edited.id, conversation, edited.parent_id)
    copy = store.duplicate(conversation, "copy").id
    say("copy", copy, len(store.tree.all_messages(conversation)))
    store.delete(copy)
    say("deleted", copy, 0)
"""


def run_and_kill(path: Path, seed: int, lines: int) -> list[list[str]]:
    """What the program had reported when it was killed, a little after so many lines."""
    folders = os.pathsep.join((str(Path(__file__).parents[2]), str(Path(__file__).parent)))
    command = [sys.executable, "-c", WRITER, str(path), str(seed)]
    environment = {**os.environ, "PYTHONPATH": folders}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as writer:
        assert writer.stdout is not None
        reported = [writer.stdout.readline() for _ in range(lines)]
        writer.kill()
        reported += writer.stdout.readlines()
    if sys.platform != "win32":
        assert writer.returncode == -signal.SIGKILL
    return [line.split() for line in reported if line.endswith("\n")]


def check_reported(store: ChatStore, reported: list[list[str]]) -> None:
    rounds: dict[str, int] = defaultdict(int)
    finished: dict[str, int] = {}
    for what, identity, *rest in reported:
        match what:
            case "message":
                (message,) = [m for m in store.tree.all_messages(rest[0]) if m.id == identity]
                assert str(message.parent_id) == rest[1]
            case "round":
                rounds[identity] = int(rest[0]) + 1
            case "finished":
                finished[identity] = int(rest[0])
            case "copy":
                assert len(store.tree.all_messages(identity)) == int(rest[0])
            case "deleted":
                assert identity in {c.id for c in store.trash.conversations()}
    for identity, count in rounds.items():
        stored = [round_.index for round_ in store.rounds(identity)]
        # one more may have been stored but not been reported
        assert stored in (list(range(count)), list(range(count + 1)))
        message = store.tree.path_to(identity)[-1]
        assert message.content == "".join(f" {index}" for index in stored)
        if identity in finished:
            assert (message.status, len(stored)) == ("complete", finished[identity])


def check_search(store: ChatStore) -> None:
    """The index knows every message that has ended, and only those; SQLite compares both itself."""
    store._rows("INSERT INTO search_index(search_index, rank) VALUES ('integrity-check', 1)")
    ((missing,),) = store._rows(
        "SELECT count(*) FROM messages WHERE id NOT IN (SELECT message_id FROM searchable WHERE message_id"
        " IS NOT NULL)"
    )
    assert missing == 0


def test_killed_at_random_moments_nothing_reported_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    rng = random.Random(5)
    everything: list[list[str]] = []
    interrupted = 0
    for run in range(KILLS):
        everything += run_and_kill(path, run, rng.randrange(1, 250))
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        store = ChatStore(path)
        assert store.notice == ""
        streaming = [row[0] for row in store._rows("SELECT id FROM messages WHERE status = 'streaming'")]
        assert len(streaming) <= 1
        assert store.recover() == len(streaming)
        for identity in streaming:
            assert store.tree.path_to(identity)[-1].status == "interrupted"
        interrupted += len(streaming)
        check_reported(store, everything)
        check_search(store)
        store.close()
    # the kills did hit replies
    assert interrupted > KILLS // 3
