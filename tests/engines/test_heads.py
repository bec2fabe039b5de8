"""Trained heads as drafts: by path, and as what a model comes with."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tiny import tiny_loaded
from tiny_head import write_head

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.lookahead import AUTO_LOOKUP
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines import heads
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Plan, Prefilled, Started
from desktop_app.engines.drafting import AUTO_CHAIN, AUTO_DRAWN, AUTO_TREE
from desktop_app.engines.local import LocalEngine
from desktop_app.paths import resource

GREEDY = SamplingParams(temperature=0.0)
SAMPLED = SamplingParams(temperature=0.8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_head(tmp_path / "head")


@pytest.fixture
def engine() -> LocalEngine:
    return LocalEngine(tiny_loaded())


@pytest.fixture
def with_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> LocalEngine:
    """An engine for a model that comes with a head."""
    monkeypatch.setattr(heads, "shipped_head", lambda _: folder)
    return LocalEngine(tiny_loaded())


def ask(**changes: Any) -> ChatRequest:
    request = ChatRequest((Message("user", "abc abc"),), sampling=GREEDY, max_tokens=30, seed=1)
    return replace(request, **changes)


def run(engine: LocalEngine, request: ChatRequest, control: ReplyControl | None = None) -> list[Event]:
    return list(engine.reply(request, control or ReplyControl()))


def only(events: Sequence[Event], kind: type[Any]) -> Any:
    return next(event for event in events if isinstance(event, kind))


def text_of(events: list[Event]) -> str:
    assert isinstance(events[-1], Finished), events[-1]
    return events[-1].text


def drafts_of(events: list[Event]) -> list[Round]:
    return [event for event in events if isinstance(event, Round) and event.drafts]


def branches(round_: Round) -> bool:
    return [draft.parent for draft in round_.drafts] != list(range(-1, len(round_.drafts) - 1))


# ---- by path


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("sampling", [GREEDY, SAMPLED])
def test_text_is_the_plain_text(
    engine: LocalEngine, folder: Path, sampling: SamplingParams, exact: bool
) -> None:
    request = ask(sampling=sampling, verifier="coupled", exact=exact)
    plain = run(engine, replace(request, draft="none", session="plain"))
    events = run(engine, replace(request, draft=str(folder)))
    assert text_of(events) == text_of(plain)
    assert (only(events, Started).draft, only(events, Started).mode) == ("head", "speculative")
    assert only(events, Plan).drafter == "eagle"
    rounds = drafts_of(events)
    assert {round_.drafter for round_ in rounds} == {"eagle"}
    assert any(map(branches, rounds)) == (not exact)


@pytest.mark.parametrize(
    ("changes", "k"),
    [
        ({}, AUTO_TREE),
        ({"k": 7, "exact": True}, 7),
        ({"sampling": SAMPLED}, AUTO_TREE),
        ({"sampling": SAMPLED, "verifier": "rejection"}, AUTO_DRAWN),
        ({"sampling": SAMPLED, "verifier": "rejection", "k": 5}, 5),
        ({"k": 2}, 2),
        ({"k": 5, "exact": True}, 5),
    ],
)
def test_drafts_are_a_tree_where_one_can_be_verified(
    engine: LocalEngine, folder: Path, changes: dict[str, Any], k: int
) -> None:
    events = run(engine, ask(draft=str(folder), **changes))
    assert only(events, Plan).k == k
    sizes = {len(round_.drafts) for round_ in drafts_of(events)}
    assert max(sizes) == k
    tree = k == AUTO_TREE
    assert any(map(branches, drafts_of(events))) == tree or k == 2


def test_lookup_behind_a_head_grows_into_its_drafts(engine: LocalEngine, folder: Path) -> None:
    messages = (Message("user", "abc abc abc abc"),)
    request = ask(messages=messages, draft=f"{folder}+lookup", max_tokens=60)
    cases: list[tuple[dict[str, Any], int]] = [
        ({}, AUTO_TREE),
        ({"exact": True}, AUTO_CHAIN),
        ({"sampling": SAMPLED}, AUTO_TREE),
        ({"sampling": SAMPLED, "verifier": "rejection"}, AUTO_LOOKUP),
    ]
    drafted_by: set[str] = set()
    for changes, k in cases:
        events = run(engine, replace(request, **changes))
        assert only(events, Started).draft == "head+lookup"
        assert (only(events, Plan).drafter, only(events, Plan).k) == ("eagle", k)
        assert "followed the same words" in only(events, Plan).why
        drafted_by |= {d.drafter or round_.drafter for round_ in drafts_of(events) for d in round_.drafts}
        if changes.get("verifier") != "rejection":
            changes = {**changes, "session": "plain", "draft": "none", "verifier": "coupled"}
            assert text_of(events) == text_of(run(engine, replace(request, **changes)))
    assert drafted_by == {"eagle", "lookup"}


def test_a_head_behind_another_draft(engine: LocalEngine, folder: Path) -> None:
    messages = (Message("user", "abc abc abc abc"),)
    request = ask(messages=messages, draft=f"lookup+{folder}", max_tokens=60)
    events = run(engine, request)
    assert only(events, Started).draft == "lookup+head"
    assert {round_.drafter for round_ in drafts_of(events)} == {"lookup", "eagle"}
    assert text_of(events) == text_of(run(engine, replace(request, draft="none", session="plain")))


@pytest.mark.parametrize(
    ("draft", "verifier", "resolved"),
    [
        ("HEAD", "auto", "coupled"),
        ("lookup+HEAD", "auto", "coupled"),
        ("HEAD", "rejection", "rejection"),
        ("lookup", "auto", "rejection"),
        ("none", "auto", "rejection"),
        ("none", "coupled", "coupled"),
    ],
)
def test_verifier_when_nobody_chose(
    engine: LocalEngine, folder: Path, draft: str, verifier: Any, resolved: str
) -> None:
    request = ask(draft=draft.replace("HEAD", str(folder)), verifier=verifier)
    assert only(run(engine, request), Started).resolved.verifier == "greedy"
    events = run(engine, replace(request, sampling=SAMPLED))
    assert only(events, Started).resolved.verifier == resolved


# ---- as what the model comes with


def test_a_model_with_a_head_drafts_with_it_by_default(with_own: LocalEngine) -> None:
    for request in (ask(), ask(sampling=SAMPLED)):
        plain = run(with_own, replace(request, draft="none", session="plain"))
        events = run(with_own, request)
        assert text_of(events) == text_of(plain), "the same seed gives the same reply, drafted or not"
        assert only(events, Started).draft == "eagle+lookup"
        assert only(plain, Started).resolved.verifier == only(events, Started).resolved.verifier
        assert any(map(branches, drafts_of(events)))
    assert only(run(with_own, ask(draft="eagle")), Started).draft == "eagle"


def test_a_model_without_one_keeps_prompt_lookup(engine: LocalEngine) -> None:
    assert only(run(engine, ask()), Started).draft == "lookup"
    failed = run(engine, ask(draft="eagle"))[-1]
    assert isinstance(failed, Failed)
    assert "No trained head comes with the program for tiny" in failed.error
    assert "slipstream train" in failed.error


def test_the_head_that_comes_with_the_program_is_found_by_the_models_folder(tmp_path: Path) -> None:
    for child in Path(str(resource("drafters"))).iterdir():
        assert heads.shipped_head(tmp_path / child.name) == child
    assert heads.shipped_head(tmp_path / "some-other-model") is None


# ---- conversations


def test_the_next_turn_reuses_all_of_the_last(with_own: LocalEngine) -> None:
    texts = []
    for request in (ask(), ask(session="plain", draft="none")):
        first = text_of(run(with_own, request))
        messages = (*request.messages, Message("assistant", first), Message("user", "more"))
        events = run(with_own, replace(request, messages=messages))
        assert only(events, Prefilled).reused >= request.max_tokens
        texts.append(text_of(events))
    assert texts[0] == texts[1]


def test_heads_that_read_other_layers_take_turns(engine: LocalEngine, folder: Path, tmp_path: Path) -> None:
    """The hidden states a conversation kept for one are of no use to the other."""
    other = write_head(tmp_path / "other", (1, 0), seed=3)
    text = text_of(run(engine, ask(draft="none", session="plain")))
    for draft in (folder, other, folder):
        events = run(engine, ask(draft=str(draft)))
        assert text_of(events) == text
        assert only(events, Prefilled).reused == 0
        assert drafts_of(events)


def test_what_a_head_keeps_is_counted_and_freed_with_the_conversation(
    engine: LocalEngine, folder: Path
) -> None:
    run(engine, ask(draft=str(folder)))
    session = engine._sessions.get("default")
    assert engine._draft_bytes(session) > 0
    kept = weakref.ref(next(iter(engine._drafters._heads._heads.values())).memories[session])  # type: ignore[union-attr]
    assert engine._sessions.nbytes == session.cache.nbytes + kept().nbytes  # type: ignore[union-attr]
    engine.forget("default")
    del session
    gc.collect()
    assert kept() is None


def test_heads_are_read_once_and_the_last_used_stay(
    engine: LocalEngine, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    reader: Callable[..., Any] = heads.read_eagle

    def counted(path: Path, target: Any) -> Any:
        read.append(path.name)
        return reader(path, target)

    monkeypatch.setattr(heads, "read_eagle", counted)
    others = [write_head(tmp_path / name) for name in ("b", "c")]
    for path in (folder, folder, others[0], folder, others[1], folder, others[0]):
        run(engine, ask(draft=str(path), max_tokens=2))
    assert read == ["head", "b", "c", "b"]


def test_a_closed_engine_lets_go_of_its_heads(engine: LocalEngine, folder: Path) -> None:
    run(engine, ask(draft=str(folder)))
    network = weakref.ref(next(iter(engine._drafters._heads._heads.values())).network)  # type: ignore[union-attr]
    engine.close()
    gc.collect()
    assert network() is None


def test_stop_in_a_reply_with_a_head_leaves_what_was_emitted(with_own: LocalEngine) -> None:
    plain = text_of(run(with_own, ask(draft="none", session="plain")))
    control = ReplyControl()
    seen: list[Event] = []
    for event in with_own.reply(ask(), control):
        seen.append(event)
        if len(drafts_of(seen)) == 3:
            control.stop()
    assert isinstance(seen[-1], Finished)
    assert seen[-1].reason == "cancelled"
    assert plain.startswith(seen[-1].text)
    assert text_of(run(with_own, ask())) == plain


# ---- what cannot be used


def test_a_head_for_another_model_is_one_sentence(engine: LocalEngine, tmp_path: Path) -> None:
    cases = {
        "wider": ({"target_hidden_size": 32}, "needs hidden states of size 32 and the model has 64"),
        "words": ({"vocab_size": 300}, "needs a vocabulary of 300 and the model has 258"),
        "deeper": ({"taps": (0, 5)}, "reads the states that enter layers 0, 5"),
    }
    for name, (changes, words) in cases.items():
        failed = run(engine, ask(draft=str(write_head(tmp_path / name, **changes))))[-1]
        assert isinstance(failed, Failed)
        assert words in failed.error
    assert text_of(run(engine, ask(draft="none")))


def test_a_model_that_hides_its_states_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "shipped_head", lambda _: folder)
    engine = LocalEngine(tiny_loaded())
    hidden = engine.over(_Hiding(engine.runner.network))  # type: ignore[arg-type]
    assert only(run(hidden, ask()), Started).draft == "lookup"
    failed = run(hidden, ask(draft=str(folder)))[-1]
    assert isinstance(failed, Failed)
    assert "head drafts from hidden states, which this model does not show" in failed.error


class _Hiding:
    """A network without taps."""

    def __init__(self, network: Any) -> None:
        self._network = network

    def __getattr__(self, name: str) -> Any:
        if name == "tap":
            raise AttributeError(name)
        return getattr(self._network, name)
