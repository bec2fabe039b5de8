"""The models that draft for one target: loaded once, with a cache for each conversation."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from weakref import WeakKeyDictionary

from desktop_app.decoding.appending_adapter import network_for
from desktop_app.decoding.drafters.draft_model import DraftModel
from desktop_app.decoding.drafters.other_vocabulary import OtherVocabulary
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.runner import ModelRunner, Network
from desktop_app.decoding.session import Session
from desktop_app.decoding.translation import Translation
from desktop_app.engines.loader import STARTER
from desktop_app.engines.recently_used import recently_used
from desktop_app.models.compatibility import shared_vocabulary
from desktop_app.models.loading import LoadedModel
from desktop_app.models.vocabulary_overlap import translation

# Draft models that stay loaded; the least recently used one is freed first.
KEPT_MODELS = 2

CancelCheck = Callable[[], None]
# A model by the name it was given; for the target's own name the target itself.
LoadDraft = Callable[[str, CancelCheck], LoadedModel]


@dataclass(frozen=True, slots=True)
class DraftModelFor:
    """A loaded draft model; its cache of a conversation is freed with the session."""

    name: str
    runner: ModelRunner
    translation: Translation | None = None
    drafters: WeakKeyDictionary[Session, DraftModel | OtherVocabulary] = field(
        default_factory=WeakKeyDictionary
    )

    def drafter(self, session: Session) -> DraftModel | OtherVocabulary:
        """That of a conversation; translation: between its tokens and the target's, where they differ."""
        if session not in self.drafters:
            width = session.runner.vocab_size
            self.drafters[session] = (
                DraftModel(self.runner, width)
                if self.translation is None
                else OtherVocabulary(self.runner, self.translation, width)
            )
        return self.drafters[session]

    @property
    def why(self) -> str:
        if self.translation is None:
            return f"{self.name} drafts"
        return f"{self.name} drafts in tokens of its own, of which it shares {len(self.translation.shared):,}"


class DraftModels:
    """load reads a model by its name; None where none can be. runner: the target's."""

    def __init__(self, target: LoadedModel, runner: ModelRunner, load: LoadDraft | None) -> None:
        self._target = target
        self._runner = runner
        self._load = load
        self._models: OrderedDict[str, DraftModelFor] = OrderedDict()

    def cache_bytes(self, session: Session) -> int:
        """What the models keep for a conversation."""
        drafters = (model.drafters.get(session) for model in self._models.values())
        return sum(drafter.nbytes for drafter in drafters if drafter is not None)

    def get(self, name: str, check: CancelCheck) -> DraftModelFor:
        """The model of this name, loaded.

        Raises:
            DecodingError: there is none, or it cannot draft for the target.
            SlipstreamError: it cannot be loaded.
            Cancelled: while it was.
        """
        return recently_used(self._models, name, KEPT_MODELS, lambda: self._loaded(name, check))

    def _loaded(self, name: str, check: CancelCheck) -> DraftModelFor:
        there = name == STARTER or (name and Path(name).expanduser().exists())
        if self._load is None or not there:
            raise DecodingError(
                f"There is no draft called {name!r}: give auto, none, eagle, lookup, suffix, skip:N, a "
                "model's folder or file, or several of them joined by +."
            )
        draft, target = self._load(name, check), self._target
        if draft is target:
            return DraftModelFor(draft.name, self._runner)
        network = network_for(draft.model)
        if network.plain_only:
            raise DecodingError(
                f"{draft.name} cannot draft, because what it reads cannot be taken back when a draft is "
                "rejected; choose another draft."
            )
        shared = shared_vocabulary(target.tokenizer, draft.tokenizer, target.name, draft.name)
        if isinstance(shared, int):
            vocabulary = min(shared, draft.vocab_size, self._runner.vocab_size)
            return DraftModelFor(draft.name, self._runner_of(network, vocabulary, draft))
        between = translation(target, draft)
        if between is None or not between.shared:
            raise DecodingError(
                f"{draft.name} cannot draft for {target.name}, because their tokenizers differ: {shared}"
            )
        runner = self._runner_of(network, draft.vocab_size, draft)
        return DraftModelFor(draft.name, runner, between)

    def _runner_of(self, network: Network, vocabulary: int, draft: LoadedModel) -> ModelRunner:
        return ModelRunner(network, vocabulary, draft.context_limit, self._runner.logits_device)
