"""From what a request names as draft to a drafter. A new drafter is one line in the table below."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from weakref import WeakKeyDictionary

from desktop_app.decoding.appending_adapter import network_for
from desktop_app.decoding.drafters.base import Drafter, NoDrafter
from desktop_app.decoding.drafters.composite import Composite
from desktop_app.decoding.drafters.draft_model import DraftModel
from desktop_app.decoding.drafters.layer_skip import LayerSkip
from desktop_app.decoding.drafters.prompt_lookup import PromptLookup
from desktop_app.decoding.drafters.suffix import Suffix
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.lookahead import AUTO_LOOKUP, Fixed, Lookahead, Off
from desktop_app.decoding.plan import Mode
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import Session
from desktop_app.engines.base import DraftLength
from desktop_app.engines.heads import Heads
from desktop_app.engines.loader import STARTER
from desktop_app.engines.recently_used import recently_used
from desktop_app.models.compatibility import shared_vocabulary
from desktop_app.models.eagle_config import is_draft_head
from desktop_app.models.loading import LoadedModel

EAGLE = "eagle"
# Drafts of a drafter that pays a pass for each, when nobody chose.
AUTO_PASSES = 4
# Drafts of a head, whose passes are cheap: as a tree, and as a chain where only that can be verified.
AUTO_TREE = 15
AUTO_CHAIN = 3
# Draft models that stay loaded; the least recently used one is freed first.
KEPT_MODELS = 2

CancelCheck = Callable[[], None]
# A model by the name it was given; for the target's own name the target itself.
LoadDraft = Callable[[str, CancelCheck], LoadedModel]


@dataclass(frozen=True, slots=True)
class Drafting:
    """How a reply is drafted, resolved from the request. label names the draft as it could be asked for."""

    drafter: Drafter
    lookahead: Lookahead
    mode: Mode
    label: str


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a drafter is made of. argument is what stands behind the colon of its name."""

    argument: str
    session: Session
    references: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class _Kind:
    """most: its drafts when nobody chose; why in words for the user."""

    make: Callable[[_Parts], Drafter]
    most: int
    why: str
    takes_argument: bool = False


@dataclass(frozen=True, slots=True)
class _Model:
    """A loaded draft model; its cache of a conversation is freed with the session."""

    name: str
    runner: ModelRunner
    drafters: WeakKeyDictionary[Session, DraftModel] = field(default_factory=WeakKeyDictionary)


@dataclass(frozen=True, slots=True)
class _Part:
    drafter: Drafter
    most: int
    label: str
    why: str


def _layer_skip(parts: _Parts) -> Drafter:
    runner = parts.session.runner
    if not parts.argument.isdecimal():
        raise DecodingError(
            f"Layer skip needs the number of layers that draft, such as skip:10, not skip:{parts.argument}."
        )
    first_layers = getattr(runner.network, "first_layers", None)
    if first_layers is None:
        raise DecodingError("This model cannot draft with its own first layers; choose another draft.")
    first = ModelRunner(first_layers(int(parts.argument)), runner.vocab_size, runner.context_limit)
    return LayerSkip(first, parts.session)


_KINDS = {
    "lookup": _Kind(
        lambda _: PromptLookup(), AUTO_LOOKUP, "prompt lookup copies what followed the same words before"
    ),
    "suffix": _Kind(
        lambda parts: Suffix(parts.references),
        AUTO_LOOKUP,
        "suffix drafting takes what most often followed the same words",
    ),
    "skip": _Kind(_layer_skip, AUTO_PASSES, "the model's own first layers draft", takes_argument=True),
}


class Drafters:
    """Makes drafters for one target. Draft models are loaded once and shared by the conversations.

    load reads a model by its name; None where none can be.
    """

    def __init__(self, target: LoadedModel, runner: ModelRunner, load: LoadDraft | None = None) -> None:
        self._target = target
        self._runner = runner
        self._load = load
        self._models: OrderedDict[str, _Model] = OrderedDict()
        self._heads = Heads(target, runner)

    def coupled(self, draft: str) -> bool:
        """Whether replies are verified by coupling when nobody chose.

        They are for a model with a head, whose trees need it, plain replies included so that they are the
        same; and where a head is named.
        """
        return self._heads.own is not None or any(self._is_head(name) for name in _split(draft))

    def resolve(
        self,
        draft: str,
        k: DraftLength,
        session: Session,
        references: Sequence[Sequence[int]],
        check: CancelCheck,
        *,
        trees: bool = False,
    ) -> Drafting:
        """The drafter that a request names. trees: whether they can be verified.

        Raises:
            SlipstreamError: there is none of that name, or it does not fit the target.
            Cancelled: while a draft model was loaded.
        """
        if self._runner.network.plain_only:
            return Drafting(NoDrafter(), Off(self._runner.network.plain_only), "plain", "none")
        if draft == "auto":
            draft = "lookup" if self._heads.own is None else EAGLE
        names = [] if draft == "none" or k == 0 else _split(draft)
        parts = [
            self._head_part(name, session, check, trees)
            if self._is_head(name)
            else self._part(name, session, references, check)
            for name in names
        ]
        if not parts:
            return Drafting(NoDrafter(), Off(), "plain", "none")
        most = [part.most if k == "auto" else k for part in parts]
        used = [part.drafter for part in parts]
        drafter: Drafter = used[0] if len(used) == 1 else Composite(used, most)
        why = f"k {k} as chosen"
        if k == "auto":
            why = "; else ".join(f"{part.why}, {part.most} tokens at most" for part in parts)
        return Drafting(drafter, Fixed(max(most), why), "speculative", "+".join(part.label for part in parts))

    def cache_bytes(self, session: Session) -> int:
        """What draft models and heads keep for a conversation."""
        drafters = (model.drafters.get(session) for model in self._models.values())
        models = sum(drafter.nbytes for drafter in drafters if drafter is not None)
        return models + self._heads.cache_bytes(session)

    def _is_head(self, name: str) -> bool:
        return name == EAGLE or (bool(name) and is_draft_head(Path(name).expanduser()))

    def _head_part(self, name: str, session: Session, check: CancelCheck, trees: bool) -> _Part:
        folder = self._heads.own if name == EAGLE else Path(name).expanduser()
        if folder is None:
            raise DecodingError(
                f"No trained head comes with the program for {self._target.name}; choose another draft, or "
                "train one with: slipstream train"
            )
        label, drafter = self._heads.drafter(folder, session, check)
        if name == EAGLE:
            label = EAGLE
        if trees:
            return _Part(drafter, AUTO_TREE, label, "a trained head drafts a tree")
        return _Part(drafter, AUTO_CHAIN, label, "a trained head drafts")

    def _part(
        self, name: str, session: Session, references: Sequence[Sequence[int]], check: CancelCheck
    ) -> _Part:
        kind_name, colon, argument = name.partition(":")
        kind = _KINDS.get(kind_name)
        if kind is not None and kind.takes_argument == bool(colon):
            return _Part(kind.make(_Parts(argument, session, references)), kind.most, name, kind.why)
        model = self._model(name, check)
        if session not in model.drafters:
            model.drafters[session] = DraftModel(model.runner, self._runner.vocab_size)
        return _Part(model.drafters[session], AUTO_PASSES, model.name, f"{model.name} drafts")

    def _model(self, name: str, check: CancelCheck) -> _Model:
        return recently_used(self._models, name, KEPT_MODELS, lambda: self._loaded(name, check))

    def _loaded(self, name: str, check: CancelCheck) -> _Model:
        there = name == STARTER or (name and Path(name).expanduser().exists())
        if self._load is None or not there:
            raise DecodingError(
                f"There is no draft called {name!r}: give auto, none, eagle, lookup, suffix, skip:N, a "
                "model's folder or file, or several of them joined by +."
            )
        draft, target = self._load(name, check), self._target
        if draft is target:
            return _Model(draft.name, self._runner)
        shared = shared_vocabulary(target.tokenizer, draft.tokenizer, target.name, draft.name)
        if isinstance(shared, str):
            raise DecodingError(
                f"{draft.name} cannot draft for {target.name}, because their tokenizers differ: {shared}"
            )
        vocabulary = min(shared, draft.vocab_size, self._runner.vocab_size)
        network = network_for(draft.model)
        if network.plain_only:
            raise DecodingError(
                f"{draft.name} cannot draft, because what it reads cannot be taken back when a draft is "
                "rejected; choose another draft."
            )
        return _Model(draft.name, ModelRunner(network, vocabulary, draft.context_limit))


def _split(draft: str) -> list[str]:
    """The parts of a composite, each once; a path may have a + in it."""
    head, plus, rest = draft.partition("+")
    if not plus or Path(draft).expanduser().exists():
        return [draft]
    return list(dict.fromkeys([head, *_split(rest)]))
