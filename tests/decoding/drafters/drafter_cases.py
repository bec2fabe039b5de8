"""Every drafter, on tiny random models, and a watch that checks it in each round.

A new drafter is one line in MAKERS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import torch
from replies import GREEDY, PROMPT, Reply, require_fresh
from small_heads import TAPS, learned_head, random_head
from tiny_models import VOCABULARY, tiny_model
from transformers import PreTrainedModel

from desktop_app.decoding.drafters.base import DraftContext, Drafter, NoDrafter
from desktop_app.decoding.drafters.composite import Composite
from desktop_app.decoding.drafters.draft_model import DraftModel
from desktop_app.decoding.drafters.eagle import TREE, Eagle
from desktop_app.decoding.drafters.layer_skip import LayerSkip
from desktop_app.decoding.drafters.other_vocabulary import OtherVocabulary
from desktop_app.decoding.drafters.prompt_lookup import PromptLookup
from desktop_app.decoding.drafters.suffix import Suffix
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.eagle_memory import DraftRows, EagleMemory
from desktop_app.decoding.eagle_network import EagleNetwork
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.session import Session
from desktop_app.decoding.slot_cache import SlotCache
from desktop_app.decoding.transformers_adapter import TransformersNetwork
from desktop_app.decoding.translation import Translation
from desktop_app.decoding.verification import Coupled, Greedy, Verifier

LAYERS = 3
CONTEXT = 80
# rows of the logits: the target's are padded, the wider draft's more so
ROWS, WIDER = VOCABULARY + 3, VOCABULARY + 19


def bytes_of(token: int) -> bytes:
    return bytes([33 + token])


@cache
def target(dtype: torch.dtype = torch.float64) -> ModelRunner:
    """Shared by all tests, so that nothing may be changed in it. Tapped for heads."""
    network = TransformersNetwork(_llama(dtype))
    network.tap(TAPS)
    return ModelRunner(network, VOCABULARY, CONTEXT)


def _llama(dtype: torch.dtype, seed: int = 0, rows: int = ROWS, layers: int = LAYERS) -> PreTrainedModel:
    return tiny_model("Llama", dtype, seed, num_hidden_layers=layers, vocab_size=rows)


@cache
def draft_runner(kind: str, dtype: torch.dtype = torch.float64) -> ModelRunner:
    """same: the target's weights. near: a little beside them. random: others, with wider logits."""
    if kind == "random":
        model = _llama(dtype, seed=5, rows=WIDER, layers=2)
    else:
        model = _llama(dtype)
        with torch.no_grad():
            for parameter in model.parameters():
                parameter += (0.02 if kind == "near" else 0.0) * torch.randn_like(parameter)
    return ModelRunner(TransformersNetwork(model), VOCABULARY, CONTEXT)


@cache
def eagle_network(kind: str, dtype: torch.dtype = torch.float64) -> EagleNetwork:
    """learned: it knows some of the replies by heart."""
    # models of another type have other weights
    head = random_head() if kind == "random" else learned_head(_llama(dtype).float(), _known_replies(dtype))
    return EagleNetwork(head.to(dtype), VOCABULARY)


def _known_replies(dtype: torch.dtype) -> torch.Tensor:
    sampled = SamplingParams(temperature=0.8, top_p=0.95)
    seeds: list[tuple[SamplingParams, int | None]] = [
        (GREEDY, None),
        (sampled, 1),
        (sampled, 2),
        (sampled, 3),
    ]
    replies = [plain_tokens(params, seed, False, dtype, 60) for params, seed in seeds]
    return torch.tensor([[*PROMPT, *reply] for reply in replies])


def first_layers(runner: ModelRunner, count: int) -> ModelRunner:
    assert isinstance(runner.network, TransformersNetwork)
    return ModelRunner(runner.network.first_layers(count), runner.vocab_size, runner.context_limit)


@cache
def plain_tokens(
    params: SamplingParams, seed: int | None, exact: bool, dtype: torch.dtype, length: int
) -> tuple[int, ...]:
    """The reply to PROMPT without drafts; greedy without a seed."""
    verifier: Verifier = Greedy() if seed is None else Coupled(seed)
    reply = Reply(
        target(dtype),
        PROMPT,
        NoDrafter(),
        params=params,
        verifier=verifier,
        exact=exact,
        max_tokens=length,
        token_bytes=bytes_of,
    )
    return tuple(reply.run().tokens)


Maker = Callable[[Session], Drafter]


def _model(kind: str) -> Maker:
    return lambda session: DraftModel(draft_runner(kind, session.runner.network.dtype), VOCABULARY)


# tokens of the other vocabulary that stand for two of the target's; and the target's that it does not have
PAIRS = {
    VOCABULARY + index: bytes_of(first) + bytes_of(second)
    for index, (first, second) in enumerate(((3, 3), (1, 4), (7, 2)))
}
LACKS = frozenset({5, VOCABULARY - 1})


def other_bytes(token: int) -> bytes:
    return PAIRS.get(token) or bytes_of(token)


def other_encode(text: str) -> list[int]:
    """Pairs first, as a tokenizer with merges; a token that it lacks is written as token 0."""
    found: list[int] = []
    rest = text.encode("latin-1")
    while rest:
        pair = next((token for token, pair in PAIRS.items() if rest.startswith(pair)), None)
        found.append(rest[0] - 33 if pair is None else pair)
        rest = rest[1 if pair is None else 2 :]
    return [0 if token in LACKS else token for token in found]


TRANSLATION = Translation(
    shared={token: token for token in range(VOCABULARY) if token not in LACKS},
    target_bytes=bytes_of,
    target_encode=lambda text: [byte - 33 for byte in text.encode("latin-1")],
    draft_bytes=other_bytes,
    draft_encode=other_encode,
    begin=(0,),
)


def _other(kind: str) -> Maker:
    def make(session: Session) -> Drafter:
        near = draft_runner(kind, session.runner.network.dtype)
        runner = ModelRunner(near.network, ROWS, CONTEXT)
        return OtherVocabulary(runner, TRANSLATION, VOCABULARY)

    return make


def _skip(count: int) -> Maker:
    return lambda session: LayerSkip(first_layers(session.runner, count), session)


def _eagle(kind: str, *, copies: bool = False) -> Maker:
    def make(session: Session) -> Drafter:
        memory = EagleMemory(eagle_network(kind, session.runner.network.dtype), CONTEXT + TREE.rows)
        return Eagle(memory, session, lookup=PromptLookup(shortest=1) if copies else None)

    return make


def _suffix(_: Session) -> Drafter:
    """With an older version that goes another way in its middle."""
    known = list(plain_tokens(SamplingParams(temperature=0.0), None, False, torch.float64, 24))
    return Suffix([[*known[:9], 3, 3, *known[11:]]])


def _both(*makers: Maker) -> Maker:
    return lambda session: Composite([make(session) for make in makers])


MAKERS: dict[str, Maker] = {
    "lookup": lambda _: PromptLookup(shortest=1),
    "suffix": _suffix,
    "model, same weights": _model("same"),
    "model, near weights": _model("near"),
    "model, random weights": _model("random"),
    "model, other tokens": _other("near"),
    "model, other tokens, random weights": _other("random"),
    "skip:2": _skip(2),
    "lookup+skip:2": _both(lambda _: PromptLookup(), _skip(2)),
    "suffix+model": _both(_suffix, _model("near")),
    "model+skip:1": _both(_model("random"), _skip(1)),
    "eagle, learned head": _eagle("learned"),
    "eagle, random head": _eagle("random"),
    "eagle+lookup": _eagle("learned", copies=True),
    "eagle, random head+lookup": _eagle("random", copies=True),
    "lookup+eagle": _both(lambda _: PromptLookup(), _eagle("learned")),
}


@dataclass
class Watched:
    """A drafter between the decoder and the one tested; knows the committed text on its own.

    check_q: also computes each q once more, from nothing.
    """

    drafter: Drafter
    params: SamplingParams
    check_q: bool = False

    def __post_init__(self) -> None:
        self.name = self.drafter.name
        self.tokens: list[int] = []
        self.prompt: list[int] = []
        self.proposed = Drafts(())

    @property
    def problem(self) -> str:
        return self.drafter.problem

    @property
    def limit(self) -> int | None:
        return self.drafter.limit

    def start(self, tokens: Sequence[int], context: DraftContext) -> None:
        self.drafter.start(tokens, context)
        self.verifier = context.verifier
        self.prompt, self.tokens = list(tokens), list(tokens)
        for model in _models(self.drafter):
            assert model.cached == self.tokens[:-1], "the draft reads the prompt at its start"
        for memory in _memories(self.drafter):
            assert memory.tokens in (self.tokens[:-1], self.tokens), "the head reads the prompt at its start"

    def propose(self, k: int) -> Drafts:
        drafts = self.drafter.propose(k)
        assert len(drafts.tokens) <= k
        assert all(0 <= token < VOCABULARY for token in drafts.tokens)
        for model in _models(self.drafter):
            if self._drafted_by(model, drafts):
                assert model.cached == [*self.tokens, *drafts.tokens[:-1]], "caught up, and drafted on"
        for memory in _memories(self.drafter):
            if drafts.tokens and (drafts.drafter or self.name) == "eagle":
                assert memory.tokens in (self.tokens, []), "caught up, or forgotten as not finite"
        if drafts.q is not None:
            self._check_q(drafts)
        self.proposed = drafts
        return drafts

    def commit(self, tokens: Sequence[int]) -> None:
        self.tokens += tokens
        self.drafter.commit(tokens)
        full = len(tokens) == len(self.proposed.tokens) + 1
        for model in _models(self.drafter):
            behind = len(self.tokens) - 1 - len(model.cached)
            assert model.cached == self.tokens[: len(model.cached)], "only committed tokens are kept"
            if self._drafted_by(model, self.proposed):
                assert behind == (1 if full else 0), "after a full accept its last draft is not read yet"
        self.proposed = Drafts(())

    def _drafted_by(self, model: DraftModel, drafts: Drafts) -> bool:
        return bool(drafts.tokens) and (drafts.drafter or self.name) == model.name

    def _check_q(self, drafts: Drafts) -> None:
        assert drafts.q is not None
        assert drafts.q.shape == (len(drafts.tokens), VOCABULARY)
        torch.testing.assert_close(drafts.q.sum(-1), torch.ones(len(drafts.tokens)))
        assert all(drafts.probability(index) > 0 for index in range(len(drafts.tokens)))
        if self.verifier.name != "rejection":
            for index, (token, row) in enumerate(zip(drafts.tokens, drafts.q, strict=True)):
                right = self.verifier.draft(row, row, len(self.tokens) + index)
                assert token == right, "drawn with the noise of its place in the text"
        if self.check_q:
            logits = self._logits(drafts)
            pipeline = SamplingPipeline(self.params, VOCABULARY, torch.device("cpu"))
            pipeline.start(self.prompt)
            pipeline.commit(self.tokens[len(self.prompt) :])
            befores = [drafts.tokens[:index] for index in range(len(drafts.tokens))]
            right = pipeline.distribution(pipeline.scores(logits, befores))
            torch.testing.assert_close(drafts.q, right, atol=1e-5, rtol=0)

    def _logits(self, drafts: Drafts) -> torch.Tensor:
        """What the drafter computes after the text and after each draft but the last, from nothing."""
        name = drafts.drafter or self.name
        if name == "eagle":
            return _head_logits(self.drafter, self.tokens, drafts.tokens)
        for other in _others(self.drafter):
            return _shared_logits(other, drafts.tokens)
        runner = _runner_of(self.drafter, name)
        text = [*self.tokens, *drafts.tokens[:-1]]
        return runner.forward(runner.new_cache(), text, 0)[len(self.tokens) - 1 :]


def _head_logits(drafter: Drafter, text: Sequence[int], drafts: Sequence[int]) -> torch.Tensor:
    eagle = next(part for part in _parts(drafter) if isinstance(part, Eagle))
    memory = EagleMemory(eagle._memory.network, CONTEXT + TREE.rows)
    hidden = memory.read(text, len(text), eagle._target)[-1:]
    rows, states = DraftRows(memory), [hidden]
    for depth, token in enumerate(drafts[:-1]):
        states.append(rows.read([token], states[-1], depth + 1, [range(depth)]))
    return memory.network.to_vocabulary(memory.network.logits(torch.cat(states)), float("-inf"))


def _shared_logits(drafter: OtherVocabulary, drafts: Sequence[int]) -> torch.Tensor:
    text = [*drafter.text.ids, *(TRANSLATION.shared[token] for token in drafts[:-1])]
    logits = drafter._runner.forward(drafter._runner.new_cache(), text, 0)[len(drafter.text.ids) - 1 :]
    rows = torch.full((len(drafts), VOCABULARY), float("-inf"))
    for token, own in TRANSLATION.shared.items():
        rows[:, token] = logits[:, own]
    return rows


def _memories(drafter: Drafter) -> list[EagleMemory]:
    return [part._memory for part in _parts(drafter) if isinstance(part, Eagle)]


def _parts(drafter: Drafter) -> list[Drafter]:
    return list(drafter._parts) if isinstance(drafter, Composite) else [drafter]


def _models(drafter: Drafter) -> list[DraftModel]:
    return [part for part in _parts(drafter) if isinstance(part, DraftModel)]


def _others(drafter: Drafter) -> list[OtherVocabulary]:
    return [part for part in _parts(drafter) if isinstance(part, OtherVocabulary)]


def _runner_of(drafter: Drafter, name: str) -> ModelRunner:
    part = next(part for part in _parts(drafter) if part.name == name)
    assert isinstance(part, DraftModel | LayerSkip)
    return part._runner


def require_draft_caches_fresh(drafter: Drafter) -> None:
    """What a draft model's cache holds is that of a prefill of the same tokens; in double precision."""
    for memory in _memories(drafter):
        _require_memory_fresh(memory, next(p for p in _parts(drafter) if isinstance(p, Eagle))._target)
    for model in [*_models(drafter), *_others(drafter)]:
        fresh = model._runner.new_cache()
        if not model.cached:
            continue
        model._runner.forward(fresh, model.cached, 0)
        for layer in fresh.layers:
            count = len(model.cached)
            pairs = zip(model._cache.slots.read(layer, count), fresh.read(layer, count), strict=True)
            for mine, right in pairs:
                torch.testing.assert_close(mine, right, atol=1e-10, rtol=0)


def _require_memory_fresh(memory: EagleMemory, target: SlotCache) -> None:
    if memory.rows == 0:
        return
    fresh = EagleMemory(memory.network, CONTEXT + TREE.rows)
    fresh.read(memory.tokens, len(memory.tokens), target)
    for layer in fresh.cache.layers:
        pairs = zip(memory.cache.read(layer, memory.rows), fresh.cache.read(layer, memory.rows), strict=True)
        for mine, right in pairs:
            torch.testing.assert_close(mine, right, atol=1e-10, rtol=0)


def reply_with(
    maker: Maker,
    k: int,
    *,
    session: Session | None = None,
    check_q: bool = False,
    fresh_caches: bool = False,
    dtype: torch.dtype = torch.float64,
    **changes: object,
) -> Reply:
    """A reply to PROMPT, not yet run, whose drafter is watched."""
    session = session or Session(target(dtype))
    values: dict[str, object] = {"params": SamplingParams(temperature=0.0), "prompt": PROMPT, **changes}
    params = values["params"]
    assert isinstance(params, SamplingParams)
    watched = Watched(maker(session), params, check_q)

    def after_round(session: Session) -> None:
        if fresh_caches:
            require_fresh(session)
            require_draft_caches_fresh(watched.drafter)

    return Reply(
        session.runner,
        drafter=watched,
        k=k,
        session=session,
        after_round=after_round,
        token_bytes=bytes_of,
        **values,  # type: ignore[arg-type]
    )
