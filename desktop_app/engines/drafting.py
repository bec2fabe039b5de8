"""From what a request names as draft to a drafter. A new drafter is one line in the table below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from itertools import pairwise
from pathlib import Path

from desktop_app.decoding.drafters.base import Drafter, NoDrafter
from desktop_app.decoding.drafters.composite import Composite
from desktop_app.decoding.drafters.eagle import TREE, Eagle
from desktop_app.decoding.drafters.layer_skip import LayerSkip
from desktop_app.decoding.drafters.names import AUTO, EAGLE, LOOKUP, NONE, SKIP, SUFFIX
from desktop_app.decoding.drafters.prompt_lookup import PromptLookup
from desktop_app.decoding.drafters.suffix import Suffix
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.lookahead import AUTO_LOOKUP, Fixed, Lookahead, Off
from desktop_app.decoding.plan import Mode
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import Session
from desktop_app.engines.base import DraftLength
from desktop_app.engines.draft_models import CancelCheck, DraftModels, LoadDraft
from desktop_app.engines.heads import Heads
from desktop_app.models.draft_head import is_draft_head
from desktop_app.models.loading import LoadedModel

# Drafts of a drafter that pays a pass for each, when nobody chose.
AUTO_PASSES = 4
# Drafts of a head, whose passes are cheap: as a tree; as a chain that ends where the head doubts; and as a
# chain of drawn tokens, which goes on whatever was drawn.
AUTO_TREE = 15
AUTO_CHAIN = 7
AUTO_DRAWN = 3
# Drafts from older versions of the reply, which mostly stand: as many rows as a head's tree.
AUTO_OLD = 15
# Tokens that must match before them: a chance match would displace the better drafts of a head.
_OLD_MATCH = 4


@dataclass(frozen=True, slots=True)
class Drafting:
    """How a reply is drafted, resolved from the request. label names the draft as it could be asked for."""

    drafter: Drafter
    lookahead: Lookahead
    mode: Mode
    label: str


class Shape(StrEnum):
    """What can be verified: a tree; only a chain; a chain of which each token is drawn from its q."""

    TREE = "tree"
    CHAIN = "chain"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class _Asked:
    """For which reply a drafter is made."""

    session: Session
    references: Sequence[Sequence[int]]
    k: DraftLength
    shape: Shape
    check: CancelCheck


@dataclass(frozen=True, slots=True)
class _Kind:
    """make gets what stands behind the colon of the name. most: its drafts when nobody chose; why in words
    for the user."""

    make: Callable[[str, _Asked], Drafter]
    most: int
    why: str
    takes_argument: bool = False


@dataclass(frozen=True, slots=True)
class _Part:
    drafter: Drafter
    most: int
    label: str
    why: str


def _layer_skip(argument: str, asked: _Asked) -> Drafter:
    runner = asked.session.runner
    if not argument.isdecimal():
        raise DecodingError(
            f"Layer skip needs the number of layers that draft, such as skip:10, not skip:{argument}."
        )
    first_layers = getattr(runner.network, "first_layers", None)
    if first_layers is None:
        raise DecodingError("This model cannot draft with its own first layers; choose another draft.")
    first = ModelRunner(first_layers(int(argument)), runner.vocab_size, runner.context_limit)
    return LayerSkip(first, asked.session)


_KINDS = {
    LOOKUP: _Kind(
        lambda *_: PromptLookup(), AUTO_LOOKUP, "prompt lookup copies what followed the same words before"
    ),
    SUFFIX: _Kind(
        lambda _, asked: Suffix(asked.references),
        AUTO_LOOKUP,
        "suffix drafting takes what most often followed the same words",
    ),
    SKIP: _Kind(_layer_skip, AUTO_PASSES, "the model's own first layers draft", takes_argument=True),
}


class Drafters:
    """Makes drafters for one target. Draft models are loaded once and shared by the conversations.

    load reads a model by its name; None where none can be.
    """

    def __init__(self, target: LoadedModel, runner: ModelRunner, load: LoadDraft | None = None) -> None:
        self._target = target
        self._runner = runner
        self._models = DraftModels(target, runner, load)
        self._heads = Heads(target, runner)

    @property
    def names(self) -> tuple[str, ...]:
        """Drafts that need no model of their own, the best first."""
        if self._runner.network.plain_only:
            return ()
        heads = () if self._heads.own is None else (f"{EAGLE}+{LOOKUP}", EAGLE)
        return (*heads, LOOKUP, SUFFIX)

    def coupled(self, draft: str) -> bool:
        """Whether replies are verified by coupling when nobody chose.

        They are for a model with a head, whose trees need it, plain replies included so that they are the
        same; and where a head is named.
        """
        return self._heads.own is not None or any(self._is_head(name) for name in parts_of(draft))

    def resolve(
        self,
        draft: str,
        k: DraftLength,
        session: Session,
        references: Sequence[Sequence[int]],
        check: CancelCheck,
        shape: Shape,
    ) -> Drafting:
        """The drafter that a request names.

        Raises:
            SlipstreamError: there is none of that name, or it does not fit the target.
            Cancelled: while a draft model was loaded.
        """
        if self._runner.network.plain_only:
            return Drafting(NoDrafter(), Off(self._runner.network.plain_only), "plain", "none")
        if draft == AUTO:
            draft = LOOKUP if self._heads.own is None else f"{EAGLE}+{LOOKUP}"
            if references:
                draft = f"{SUFFIX}+{draft}"
        names = [] if draft == NONE or k == 0 else parts_of(draft)
        asked = _Asked(session, references, k, shape, check)
        heads = {name for name in names if self._is_head(name)}
        # lookup behind a head grows into what that drafts: it would never be asked
        copied = {before for before, name in pairwise(names) if before in heads and name == LOOKUP}
        if copied:
            names.remove(LOOKUP)
        parts = [
            self._head_part(name, asked, copies=name in copied) if name in heads else self._part(name, asked)
            for name in names
        ]
        if not parts:
            return Drafting(NoDrafter(), Off(), "plain", "none")
        most = [part.most if k == "auto" else k for part in parts]
        used = [part.drafter for part in parts]
        drafter: Drafter = used[0] if len(used) == 1 else Composite(used, most)
        why = f"k {k} as chosen"
        if k == "auto":
            why = reduce(_else, (f"{part.why}, {part.most} tokens at most" for part in parts))
        return Drafting(drafter, Fixed(max(most), why), "speculative", "+".join(part.label for part in parts))

    def preload(self, draft: str, check: CancelCheck) -> None:
        """Loads the models that a draft names, so that the first reply need not wait for them.

        Raises:
            SlipstreamError: one cannot be loaded, or does not fit the target.
            Cancelled: while it was.
        """
        if self._runner.network.plain_only:
            return
        for name in models_named(draft):
            if not self._is_head(name):
                self._models.get(name, check)

    def cache_bytes(self, session: Session) -> int:
        """What draft models and heads keep for a conversation."""
        return self._models.cache_bytes(session) + self._heads.cache_bytes(session)

    def _is_head(self, name: str) -> bool:
        return name == EAGLE or (bool(name) and is_draft_head(Path(name).expanduser()))

    def _head_part(self, name: str, asked: _Asked, *, copies: bool) -> _Part:
        folder = self._heads.own if name == EAGLE else Path(name).expanduser()
        if folder is None:
            raise DecodingError(
                f"No trained head comes with the program for {self._target.name}; choose another draft, or "
                "train one with: slipstream train"
            )
        memory = self._heads.memory(folder, asked.session, asked.check)
        auto, tree = asked.k == "auto", asked.shape is Shape.TREE
        # a chain that was asked for is as long as it was asked for
        form = TREE if auto or tree else replace(TREE, least=0.0)
        lookup, drawn = PromptLookup() if copies else None, AUTO_DRAWN if auto else None
        drafter = Eagle(memory, asked.session, form, lookup=lookup, drawn=drawn)
        label = EAGLE if name == EAGLE else folder.name
        why = "a trained head drafts a tree" if tree else "a trained head drafts"
        most = AUTO_TREE if tree else AUTO_DRAWN if asked.shape is Shape.DRAWN else AUTO_CHAIN
        if copies:
            label += f"+{LOOKUP}"
            why = f"{why} with what followed the same words before"
            most = max(most, AUTO_LOOKUP)
        return _Part(drafter, most, label, why)

    def _part(self, name: str, asked: _Asked) -> _Part:
        kind_name, colon, argument = name.partition(":")
        kind = _KINDS.get(kind_name)
        if kind is not None and kind.takes_argument == bool(colon):
            if kind_name == SUFFIX and asked.references:
                return _old_part(asked)
            return _Part(kind.make(argument, asked), kind.most, name, kind.why)
        model = self._models.get(name, asked.check)
        return _Part(model.drafter(asked.session), AUTO_PASSES, model.name, model.why)


def _else(first: str, rest: str) -> str:
    return f"{first}; else {rest}"


def _old_part(asked: _Asked) -> _Part:
    most = AUTO_CHAIN if asked.shape is Shape.CHAIN else AUTO_OLD
    drafter = Suffix(asked.references, least=_OLD_MATCH)
    return _Part(drafter, most, SUFFIX, "what was written before drafts where it fits again")


def models_named(draft: str) -> list[str]:
    """The parts of a draft's name that are models or heads on this machine."""
    return [name for name in parts_of(draft) if name and Path(name).expanduser().exists()]


def parts_of(draft: str) -> list[str]:
    """The parts of a composite, each once; a path may have a + in it."""
    head, plus, rest = draft.partition("+")
    if not plus or Path(draft).expanduser().exists():
        return [draft]
    return list(dict.fromkeys([head, *parts_of(rest)]))
