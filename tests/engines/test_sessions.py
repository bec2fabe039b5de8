from __future__ import annotations

import gc
from weakref import ref

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny import VOCABULARY, tiny_llama

from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import Session
from desktop_app.decoding.transformers_adapter import TransformersNetwork
from desktop_app.engines import sessions as module
from desktop_app.engines.sessions import Sessions, sessions_memory

RUNNER = ModelRunner(TransformersNetwork(tiny_llama()), VOCABULARY)
PROMPT = list(range(20))


def new_session() -> Session:
    return Session(RUNNER)


def fill(session: Session) -> int:
    session.prefill(PROMPT, exact=False, check=lambda: None)
    return session.cache.nbytes


SIZE = fill(new_session())


def test_a_conversation_gets_its_own_session_back() -> None:
    sessions = Sessions(new_session, 10 * SIZE)
    first = sessions.get("a")
    assert sessions.get("b") is not first
    assert sessions.get("a") is first
    sessions.forget("a")
    sessions.forget("never seen")
    assert sessions.get("a") is not first
    sessions.clear()
    assert len(sessions) == 0


def test_returning_costs_no_prefill() -> None:
    sessions = Sessions(new_session, 2 * SIZE)
    for key in "abab":
        session = sessions.get(key)
        reused = session.prefill(PROMPT, exact=False, check=lambda: None)
    assert reused == len(PROMPT) - 1


def test_the_least_recently_used_is_freed_first() -> None:
    sessions = Sessions(new_session, 3 * SIZE)
    kept = {key: sessions.get(key) for key in "abc"}
    for session in kept.values():
        fill(session)
    sessions.get("a")
    fill(sessions.get("d"))
    sessions.trim()
    assert sessions.nbytes == 3 * SIZE
    assert [sessions.get(key) is kept[key] for key in "ca"] == [True, True]
    assert sessions.get("b") is not kept["b"]


def test_what_is_freed_is_really_gone() -> None:
    sessions = Sessions(new_session, SIZE)
    fill(sessions.get("a"))
    gone = ref(sessions.get("a"))
    fill(sessions.get("b"))
    sessions.trim()
    gc.collect()
    assert gone() is None


def test_what_others_keep_for_a_session_counts() -> None:
    extra: dict[Session, int] = {}
    sessions = Sessions(new_session, 2 * SIZE, lambda session: extra.get(session, 0))
    first, second = sessions.get("a"), sessions.get("b")
    fill(first), fill(second)
    sessions.trim()
    assert len(sessions) == 2
    extra[first] = 1
    sessions.trim()
    assert sessions.get("b") is second
    assert len(sessions) == 1


@given(
    st.lists(st.tuples(st.sampled_from("abcde"), st.booleans()), max_size=20),
    st.integers(0, 4),
)
def test_the_bound_holds_and_the_one_in_use_is_kept(uses: list[tuple[str, bool]], bound: int) -> None:
    sessions = Sessions(new_session, bound * SIZE)
    seen: list[str] = []
    for key, filled in uses:
        session = sessions.get(key)
        if filled:
            fill(session)
        sessions.trim()
        assert sessions.get(key) is session, "in use"
        assert sessions.nbytes <= max(bound, 1) * SIZE
        seen = [*(other for other in seen if other != key), key]
        assert list(sessions._kept) == seen[len(seen) - len(sessions) :], "the latest ones"


def test_a_quarter_of_the_free_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(module, "available_bytes", lambda device: asked.append(device) or 1000)
    assert sessions_memory(torch.device("cpu")) == 250
    assert asked == [torch.device("cpu")]
    monkeypatch.setattr(module, "available_bytes", lambda _: None)
    assert sessions_memory(torch.device("cpu")) == 1 << 30
