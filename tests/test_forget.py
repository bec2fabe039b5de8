"""Forgetting everything: what is the user's goes, what is not stays, and a failure names what is left."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from desktop_app.chats.store import ChatStore
from desktop_app.decoding.rounds import Emitted, Origin, Round, Timing
from desktop_app.forget import Left, forget_everything, left_sentence
from desktop_app.paths import Paths

OURS = (
    "baselines.json", "library.json", "chats.db", "chats.db-wal", "chats.db-shm",
    "chats.db.corrupt-20260101-000000",
    "config/settings.toml",
    "config/settings.toml.corrupt-20260101-000000", "config/.settings.toml.x1y2", "config/window.ini",
    "config/presets/Teacher.toml", "logs/slipstream.log.1",
)  # fmt: skip
MODELS = ("models/starter/model.safetensors", "downloads/part.whl")
OTHERS = ("notes.txt", "training/SmolLM/head.safetensors", "config/other.toml")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    for name in (*OURS, *MODELS, *OTHERS, "logs/slipstream.log", "logs/crash.log"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x", encoding="utf-8")
    return Paths.under(tmp_path)


@pytest.mark.parametrize("models", [False, True])
def test_everything_of_the_user_goes_and_nothing_else(paths: Paths, models: bool) -> None:
    assert forget_everything(paths, models=models) == ()
    left = {file.relative_to(paths.data).as_posix() for file in paths.data.rglob("*") if file.is_file()}
    expected = {*OTHERS, "logs/slipstream.log", "logs/crash.log"}
    assert left == (expected if models else expected | set(MODELS))
    assert (paths.logs / "slipstream.log").read_bytes() == b""
    assert (paths.logs / "crash.log").read_bytes() == b""


def test_nothing_to_forget_is_no_failure(tmp_path: Path) -> None:
    assert forget_everything(Paths.under(tmp_path / "none"), models=True) == ()
    assert not (tmp_path / "none").exists()


def test_a_failure_names_what_is_left_and_the_rest_goes(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Path.unlink

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if path == paths.chats:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        whole(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    left = forget_everything(paths, models=False)
    assert left == (Left(paths.chats, "Permission denied"),)
    assert not paths.settings.exists()
    assert left_sentence(left) == (
        f"Not everything could be deleted. Still there: {paths.chats} (Permission denied). "
        "Delete this yourself."
    )
    assert left_sentence(()) == ""


def test_no_word_of_a_chat_is_left_on_the_disk(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path)
    store = ChatStore(paths.chats)
    emitted = (Emitted(7, "secretanswer", Origin.PLAIN, 0.5),)
    answer = Round(0, "none", (), emitted, Timing(0.0, 0.03, 0.001), 0.1)
    open_one, deleted = store.create_conversation("secrettitle").id, store.create_conversation().id
    for chat in (open_one, deleted):
        store.add_user_message(chat, "secretquestion " * 50)
        reply = store.begin_reply(chat).id
        store.add_round(reply, answer)
        store.finish_reply(reply, "eos", "secretanswer", None)
    store.delete(deleted)
    store.options.set_unsent("", "secretdraft")
    assert store.search("secretq")
    store.close()
    for name in (
        "chats.db.version-1",
        "chats.db.corrupt-20261130-120000",
        "chats.db.corrupt-20261130-120000-wal",
    ):
        (tmp_path / name).write_text("secretcopy")
    (tmp_path / "other.db.version-1").touch()
    assert forget_everything(paths, models=False) == ()
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["other.db.version-1"]
    store = ChatStore(paths.chats)
    assert (store.conversations(), store.trash.conversations(), store.options.unsent("")) == ([], [], "")
    asked = store.add_user_message(store.create_conversation().id, "after it")
    assert [hit.message_id for hit in store.search("after") if hit.message_id] == [asked.id]
    assert b"secret" not in paths.chats.read_bytes()
    store.close()
