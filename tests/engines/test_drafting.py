"""What a request names as draft, and what comes of it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from tiny import END, VOCABULARY, ByteTokenizer, tiny_llama, tiny_loaded

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.detokenizer import ByteDetokenizer
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Plan, Started
from desktop_app.engines.draft_models import KEPT_MODELS
from desktop_app.engines.drafting import AUTO_PASSES, parts_of
from desktop_app.engines.local import LocalEngine
from desktop_app.models.loading import LoadedModel

GREEDY = SamplingParams(temperature=0.0)
SAMPLED = SamplingParams(temperature=0.8)


class Shelf:
    """Draft models by the last part of their path; notes what was loaded."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.loaded: list[str] = []
        self.models: dict[str, Callable[[], LoadedModel]] = {}

    def add(self, name: str, make: Callable[[], LoadedModel]) -> str:
        path = self.folder / name
        path.mkdir()
        self.models[str(path)] = make
        return str(path)

    def load(self, name: str, check: Callable[[], None]) -> LoadedModel:
        check()
        self.loaded.append(Path(name).name)
        return self.models[name]()


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


@pytest.fixture
def engine(shelf: Shelf) -> LocalEngine:
    return LocalEngine(tiny_loaded(), shelf.load)


def ask(text: str = "abc abc abc abc", **changes: Any) -> ChatRequest:
    request = ChatRequest((Message("user", text),), sampling=GREEDY, max_tokens=30, exact=True, seed=1)
    return replace(request, **changes)


def run(engine: LocalEngine, request: ChatRequest, control: ReplyControl | None = None) -> list[Event]:
    return list(engine.reply(request, control or ReplyControl()))


def text_of(events: list[Event]) -> str:
    assert isinstance(events[-1], Finished), events[-1]
    return events[-1].text


def error_of(events: list[Event]) -> str:
    assert isinstance(events[-1], Failed), events[-1]
    return events[-1].error


def rounds(events: list[Event]) -> list[Round]:
    return [event for event in events if isinstance(event, Round)]


def started(events: list[Event]) -> Started:
    return next(event for event in events if isinstance(event, Started))


def plan(events: list[Event]) -> Plan:
    return next(event for event in events if isinstance(event, Plan))


def named(name: str, seed: int = 0, **changes: Any) -> LoadedModel:
    return replace(tiny_loaded(seed), name=name, **changes)


# ---- every name: the text is the plain text, and what was resolved is told


@pytest.mark.parametrize("sampling", [GREEDY, SAMPLED])
@pytest.mark.parametrize(
    ("draft", "drafter", "label"),
    [
        ("auto", "lookup", "lookup"),
        ("lookup", "lookup", "lookup"),
        ("suffix", "suffix", "suffix"),
        ("skip:1", "skip", "skip:1"),
        ("SMALL", "model", "small"),
        ("lookup+skip:1", "composite", "lookup+skip:1"),
        ("suffix+SMALL", "composite", "suffix+small"),
        ("lookup+suffix+SMALL+skip:1", "composite", "lookup+suffix+small+skip:1"),
    ],
)
def test_text_is_the_plain_text_and_the_draft_is_told(
    engine: LocalEngine, shelf: Shelf, draft: str, drafter: str, label: str, sampling: SamplingParams
) -> None:
    draft = draft.replace("SMALL", shelf.add("small", lambda: named("small", seed=3)))
    request = ask(sampling=sampling, verifier="coupled")
    events = run(engine, replace(request, draft=draft, session="other"))
    assert text_of(events) == text_of(run(engine, replace(request, draft="none")))
    assert (started(events).draft, started(events).mode) == (label, "speculative")
    assert plan(events).drafter == drafter
    drafters = {round_.drafter for round_ in rounds(events) if round_.drafts}
    parts = label.replace("small", "model").replace("skip:1", "skip").split("+")
    assert drafters <= set(parts)
    assert drafters or sampling is SAMPLED, "what is drawn may never repeat itself"


def test_none_and_k_0_are_plain(engine: LocalEngine) -> None:
    for changes in ({"draft": "none"}, {"draft": "skip:1", "k": 0}):
        events = run(engine, ask(**changes))
        assert (started(events).mode, plan(events).drafter, plan(events).k) == ("plain", "none", 0)
        assert not any(round_.drafts for round_ in rounds(events))


@pytest.mark.parametrize(("draft", "k"), [("lookup", 7), ("suffix", 7), ("skip:1", AUTO_PASSES)])
def test_drafts_that_cost_passes_are_fewer_when_nobody_chose(engine: LocalEngine, draft: str, k: int) -> None:
    events = run(engine, ask(draft=draft))
    assert plan(events).k == k
    assert max(len(round_.drafts) for round_ in rounds(events)) <= k
    chosen = run(engine, ask(draft=draft, k=2))
    assert plan(chosen).k == 2
    assert max(len(round_.drafts) for round_ in rounds(chosen)) == 2


def test_composite_keeps_each_parts_own_number(engine: LocalEngine) -> None:
    events = run(engine, ask(draft="lookup+skip:1", max_tokens=60))
    longest = {
        name: max(len(r.drafts) for r in rounds(events) if r.drafter == name) for name in ("lookup", "skip")
    }
    assert longest == {"lookup": 7, "skip": AUTO_PASSES}
    assert "prompt lookup" in plan(events).why
    assert "first layers" in plan(events).why


def test_path_with_a_plus_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "c++" / "a+b"
    folder.mkdir(parents=True)
    assert parts_of(str(folder)) == [str(folder)]
    assert parts_of(f"lookup+{folder}") == ["lookup", str(folder)]
    assert parts_of("lookup+suffix+lookup") == ["lookup", "suffix"]


# ---- what cannot draft is one sentence, never silently plain


def other_tokenizer() -> LoadedModel:
    class Shifted(ByteTokenizer):
        def vocabulary(self) -> dict[int, str]:
            return {**super().vocabulary(), 65: "Ä"}

    return named("other", tokenizer=Shifted())


class WithBytes(ByteTokenizer):
    """Bytes in the order of ids, or the other way round."""

    has_bytes = True

    def __init__(self, turned: bool = False) -> None:
        self._turned = turned

    def _turn(self, ids: Sequence[int]) -> list[int]:
        return [255 - token if self._turned and token < 256 else token for token in ids]

    def encode(self, text: str, limit: int | None = None) -> list[int]:
        return self._turn(super().encode(text))

    def encode_pieces(self, pieces: Sequence[tuple[str, bool]], limit: int | None = None) -> list[int]:
        return self._turn(super().encode_pieces(pieces))

    def vocabulary(self) -> dict[int, str]:
        ids = super().vocabulary()
        return {token: ids[self._turn([token])[0]] for token in ids}

    def token_bytes(self, token: int) -> bytes:
        return bytes(self._turn([token])) if token < 256 else b""


@pytest.mark.parametrize("sampling", [GREEDY, SAMPLED])
def test_a_model_with_another_tokenizer_drafts(shelf: Shelf, sampling: SamplingParams) -> None:
    def turned() -> LoadedModel:
        """The target's weights, with its rows for bytes the other way round."""
        draft = tiny_loaded()
        for matrix in (draft.model.get_input_embeddings(), draft.model.get_output_embeddings()):
            matrix.weight.data[:256] = matrix.weight.data[:256].flip(0)
        return replace(draft, name="turned", tokenizer=WithBytes(turned=True))

    engine = LocalEngine(replace(tiny_loaded(), tokenizer=WithBytes()), shelf.load)
    request = ask(
        sampling=sampling, verifier="coupled", messages=(Message("user", "abc 价格 abc"),), raw=True
    )
    events = run(engine, replace(request, draft=shelf.add("turned", turned)))
    assert text_of(events) == text_of(run(engine, replace(request, draft="none")))
    assert plan(events).drafter == "model"
    assert "turned drafts in tokens of its own, of which it shares 257" in plan(events).why
    assert Tally.of(rounds(events)).accepted > 5


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        ("eagle9", "no draft called 'eagle9': give auto, none, eagle, lookup, suffix, skip:N"),
        ("lookup+eagle9", "no draft called 'eagle9'"),
        ("lookup+", "no draft called ''"),
        ("+lookup", "no draft called ''"),
        ("auto+lookup", "no draft called 'auto'"),
        ("skip", "no draft called 'skip'"),
        ("lookup:3", "no draft called 'lookup:3'"),
        ("/no/such/folder", "no draft called '/no/such/folder'"),
        ("skip:", "such as skip:10, not skip:."),
        ("skip:two", "such as skip:10, not skip:two."),
        ("skip:-1", "not skip:-1"),
        ("skip:0", "choose from 1 to 1 of them to draft, not 0"),
        ("skip:2", "has 2 layers"),
        (
            "OTHER",
            "other cannot draft for tiny, because their tokenizers differ: Token 65 is 'A' in tiny and 'Ä'",
        ),
    ],
)
def test_what_cannot_draft_is_one_sentence(engine: LocalEngine, shelf: Shelf, draft: str, words: str) -> None:
    draft = draft.replace("OTHER", shelf.add("other", other_tokenizer))
    assert words in error_of(run(engine, ask(draft=draft)))
    assert text_of(run(engine, ask(draft="none")))


def test_engine_that_cannot_load_says_there_is_none(tmp_path: Path) -> None:
    assert "no draft called" in error_of(run(LocalEngine(tiny_loaded()), ask(draft=str(tmp_path))))


def test_draft_that_fails_to_load_is_said_and_tried_again(engine: LocalEngine, shelf: Shelf) -> None:
    from desktop_app.models.errors import ModelFolderError

    def broken() -> LoadedModel:
        raise ModelFolderError("The weights are damaged; download the model again.")

    path = shelf.add("broken", broken)
    assert error_of(run(engine, ask(draft=path))) == "The weights are damaged; download the model again."
    shelf.models[path] = lambda: named("mended")
    assert text_of(run(engine, ask(draft=path)))


def test_target_that_can_only_decode_plainly_says_why(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine._drafters._runner.network, "plain_only", "It is recurrent.", raising=False)
    events = run(engine, ask(draft="lookup", exact=False))
    assert (plan(events).mode, plan(events).why) == ("plain", "It is recurrent.")


# ---- draft models are loaded once, shared, and freed


def test_a_draft_is_loaded_once_for_all_conversations(engine: LocalEngine, shelf: Shelf) -> None:
    path = shelf.add("small", lambda: named("small"))
    texts = {text_of(run(engine, ask(draft=path, session=name))) for name in ("a", "b", "a")}
    assert shelf.loaded == ["small"]
    assert len(texts) == 1


def test_draft_with_the_targets_weights_accepts_everything(engine: LocalEngine, shelf: Shelf) -> None:
    path = shelf.add("twin", lambda: named("twin"))
    for changes in ({}, {"sampling": SAMPLED, "verifier": "coupled"}):
        events = run(engine, ask(draft=path, k=4, max_tokens=50, **changes))
        assert Tally.of(rounds(events)).acceptance_rate == 1.0


def test_the_target_itself_can_draft_without_a_second_copy() -> None:
    loaded = tiny_loaded()
    engine = LocalEngine(loaded, lambda *_: loaded)
    events = run(engine, ask(draft="starter"))
    assert Tally.of(rounds(events)).acceptance_rate == 1.0
    assert text_of(events) == text_of(run(LocalEngine(tiny_loaded()), ask(draft="none")))


@pytest.mark.parametrize("rows", [VOCABULARY + 6, VOCABULARY + 128])
def test_logits_padded_to_another_width(engine: LocalEngine, shelf: Shelf, rows: int) -> None:
    """As Qwen2.5's 151,936 and 152,064 for one tokenizer."""
    model = tiny_llama(3, vocabulary=rows)
    with torch.no_grad():
        model.lm_head.weight[VOCABULARY:] = 50 * model.lm_head.weight[:1]
    path = shelf.add("wide", lambda: named("wide", model=model))
    for sampling in (GREEDY, SAMPLED):
        request = ask(draft=path, sampling=sampling, verifier="coupled")
        events = run(engine, request)
        assert text_of(events) == text_of(run(engine, replace(request, draft="none")))
        drafts = [draft for round_ in rounds(events) for draft in round_.drafts]
        assert drafts
        assert all(draft.token < VOCABULARY for draft in drafts)


def test_second_turn_reads_only_what_is_new_also_in_the_draft(engine: LocalEngine, shelf: Shelf) -> None:
    path = shelf.add("small", lambda: named("small", seed=2))
    first = text_of(run(engine, ask(draft=path)))
    model = next(iter(engine._drafters._models._models.values()))
    (drafter,) = model.drafters.values()
    passes: list[int] = []
    own = model.runner.network.forward

    def forward(tokens: torch.Tensor, start: int, *rest: Any) -> torch.Tensor:
        passes.append(start)
        return own(tokens, start, *rest)

    model.runner.network.forward = forward  # type: ignore[method-assign]
    before = len(drafter.cached)
    turn = (Message("user", "abc abc abc abc"), Message("assistant", first), Message("user", "on"))
    events = run(engine, ask(draft=path, messages=turn))
    assert min(passes) >= min(before, len("abc abc abc abc"))
    assert text_of(events) == text_of(run(engine, ask(draft="none", messages=turn)))


def test_caches_go_with_their_conversation_and_models_with_their_turn(
    engine: LocalEngine, shelf: Shelf
) -> None:
    paths = [shelf.add(str(index), lambda: named("small", seed=4)) for index in range(KEPT_MODELS + 1)]
    run(engine, ask(draft=paths[0], session="a"))
    model = engine._drafters._models._models[paths[0]]
    session = engine._sessions.get("a")
    assert engine._drafters.cache_bytes(session) > 0
    assert len(model.drafters) == 1
    del session
    engine.forget("a")
    gc.collect()
    assert len(model.drafters) == 0
    kept = [weakref.ref(model.runner)]
    del model
    for path in paths[1:]:
        run(engine, ask(draft=path))
        kept.append(weakref.ref(engine._drafters._models._models[path].runner))
    gc.collect()
    assert [runner() is not None for runner in kept] == [False, *[True] * KEPT_MODELS]
    engine.close()
    gc.collect()
    assert not any(runner() is not None for runner in kept)


def test_closed_engine_keeps_nothing_of_a_target_that_drafted_for_itself() -> None:
    def opened() -> LocalEngine:
        loaded = tiny_loaded()
        model.append(weakref.ref(loaded.model))
        return LocalEngine(loaded, lambda *_: loaded)

    model: list[weakref.ref[Any]] = []
    engine = opened()
    run(engine, ask(draft="starter"))
    assert model[0]() is not None
    engine.close()
    gc.collect()
    assert model[0]() is None


def test_stop_while_a_draft_is_loaded(engine: LocalEngine, shelf: Shelf) -> None:
    control = ReplyControl()
    control.stop()
    events = run(engine, ask(draft=shelf.add("small", tiny_loaded)), control)
    assert isinstance(events[-1], Finished)
    assert events[-1].reason == "cancelled"
    assert shelf.loaded == []


def test_stop_while_the_draft_reads_the_prompt(engine: LocalEngine, shelf: Shelf) -> None:
    path = shelf.add("small", tiny_loaded)
    control = ReplyControl()
    events = []
    for event in engine.reply(ask(draft=path), control):
        events.append(event)
        if type(event).__name__ == "Prefilled":
            control.stop()
    assert isinstance(events[-1], Finished)
    assert events[-1].reason == "cancelled"
    assert text_of(run(engine, ask(draft=path))) == text_of(run(engine, ask(draft="none")))


# ---- older versions of the reply


class Latin(ByteTokenizer):
    """One character for each byte, so that every text comes back as its tokens."""

    def encode_pieces(self, pieces: Sequence[tuple[str, bool]], limit: int | None = None) -> list[int]:
        return [
            token
            for text, control in pieces
            for token in (
                ByteTokenizer.encode_pieces(self, [(text, True)]) if control else text.encode("latin-1")
            )
        ]

    def detokenizer(self) -> ByteDetokenizer:
        return ByteDetokenizer(lambda token: chr(token).encode() if token < END else b"")


def test_older_version_of_the_reply_is_drafted_from_its_beginning() -> None:
    engine = LocalEngine(named("latin", tokenizer=Latin()))
    plain = text_of(run(engine, ask("tell me", draft="none")))
    known = run(engine, ask("tell me", draft="suffix", references=("something else", plain)))
    assert text_of(known) == plain
    fresh = run(engine, ask("tell me", draft="suffix"))
    assert text_of(fresh) == plain
    assert [round_.accepted for round_ in rounds(known)][:3] == [7, 7, 7]
    assert Tally.of(rounds(fresh)).accepted < 21
