"""The preflight of a pair as the user names it: whether this draft can draft for this target, and how well.

Nothing is loaded: tokenizers are compared, and of the weights only the headers are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_app.decoding.drafters.names import AUTO, EAGLE, LOOKUP, NONE, SKIP, SUFFIX
from desktop_app.decoding.errors import DecodingError, SlipstreamError
from desktop_app.engines.drafting import parts_of
from desktop_app.engines.heads import shipped_head
from desktop_app.engines.loader import target_path
from desktop_app.engines.pair_memory import memory_findings
from desktop_app.engines.pair_plan import PairPlan
from desktop_app.models.devices import choose_device, choose_dtype
from desktop_app.models.draft_head import is_draft_head
from desktop_app.models.errors import DeviceError, ModelError
from desktop_app.models.findings import Finding, Preflight, Topic, fine, note, problem
from desktop_app.models.library import facts_of
from desktop_app.models.loading import LoadedModel
from desktop_app.models.local_model import ModelFacts
from desktop_app.models.model_folder import find_gguf
from desktop_app.models.pair_side import Side, read_side
from desktop_app.models.preflight import of_models, of_target, of_the_same, tokenizer_finding
from desktop_app.models.preflight_head import of_head
from desktop_app.models.progress import (
    CancelCheck,
    Progress,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from desktop_app.paths import Paths

_NO_MODEL = {
    LOOKUP: "Prompt lookup runs no model: it copies what followed the same words before, so that it costs "
    "next to nothing and goes with every target.",
    SUFFIX: "Suffix drafting runs no model: it takes what most often followed the same words before.",
    NONE: "Nothing drafts: this is plain decoding.",
}


def check_pair(
    target: str,
    draft: str,
    paths: Paths,
    plan: PairPlan | None = None,
    *,
    progress: ProgressCallback = ignore_progress,
    check: CancelCheck = never_cancelled,
) -> Preflight:
    """What is wrong with a pair is a finding, never an error.

    Raises:
        Cancelled: between two steps.
    """
    return _Check(target, draft, paths, plan or PairPlan(), progress, check).made()


def require_pair(target: LoadedModel, draft: Path, models: Path) -> None:
    """Asked before the weights of a draft model are read.

    Raises:
        DecodingError: it cannot draft for the target.
        ModelError: it cannot be run.
    """
    side = read_side(draft, models)
    if side.plain_only:
        raise DecodingError(
            f"{side.name} cannot draft, because what it reads cannot be taken back when a draft is "
            "rejected; choose another draft."
        )
    found = tokenizer_finding(target, side)
    if found.level == "problem":
        raise DecodingError(found.sentence)


@dataclass(frozen=True, slots=True)
class _Check:
    target: str
    draft: str
    paths: Paths
    plan: PairPlan
    progress: ProgressCallback
    check: CancelCheck

    def made(self) -> Preflight:
        findings, side = self._model("target", self.target)
        name = side.name if side else self.target
        if side is not None:
            findings += of_target(side)
        for part in self._parts(side):
            self.check()
            findings += self._part(part, side)
        findings += self._device()
        if side is not None:
            findings += self._memory(side)
        return Preflight(name, self.draft, tuple(findings))

    def _parts(self, side: Side | None) -> list[str]:
        if self.draft != AUTO:
            return parts_of(self.draft)
        return [LOOKUP] if side is None or shipped_head(side.path) is None else [EAGLE, LOOKUP]

    def _model(self, topic: Topic, name: str) -> tuple[list[Finding], Side | None]:
        try:
            path = target_path(name, self.paths)
            gguf = find_gguf(path)
            facts = facts_of(gguf or path)
            role = facts.target if topic == "target" else facts.draft
            if not role.usable:
                return [problem(topic, role.reason)], None
            self.check()
            self.progress(Progress("Reading the tokenizer"))
            side = read_side(path, self.paths.models)
        except SlipstreamError as error:
            return [problem(topic, str(error))], None
        return [fine(topic, _described(side.name, facts))], side

    def _part(self, name: str, target: Side | None) -> Iterator[Finding]:
        kind, colon, argument = name.partition(":")
        if name in _NO_MODEL:
            yield fine("draft", _NO_MODEL[name])
        elif kind == SKIP and colon:
            yield from _skip(argument, target)
        elif name == EAGLE or is_head(name):
            yield from self._head(name, target)
        else:
            yield from self._draft_model(name, target)

    def _draft_model(self, name: str, target: Side | None) -> Iterator[Finding]:
        if target is not None and _same(name, target, self.paths):
            yield from of_the_same(target)
            return
        found, side = self._model("draft", name)
        yield from found
        if target is not None and side is not None:
            self.check()
            yield from of_models(target, side)

    def _head(self, name: str, target: Side | None) -> Iterator[Finding]:
        folder = self._head_folder(name, target)
        if folder is None:
            shown = target.name if target else self.target
            yield problem(
                "draft",
                f"No trained head comes with the program for {shown}; choose another draft, or "
                "train one with: slipstream train",
            )
            return
        facts = facts_of(folder)
        if not facts.draft.usable:
            yield problem("draft", facts.draft.reason)
            return
        yield fine("draft", _described(f"{folder.name} head", facts))
        if target is not None:
            yield from of_head(target, folder)

    def _head_folder(self, name: str, target: Side | None) -> Path | None:
        if name != EAGLE:
            return Path(name).expanduser()
        return None if target is None else shipped_head(target.path)

    def _device(self) -> Iterator[Finding]:
        try:
            device = choose_device(self.plan.device)
            dtype = str(choose_dtype(self.plan.dtype, device)).removeprefix("torch.")
        except DeviceError as error:
            yield problem("device", str(error))
            return
        yield fine("device", f"What is computed runs on {device} in {dtype}.")

    def _memory(self, target: Side) -> Iterator[Finding]:
        try:
            drafts = [path for part in self._parts(target) if (path := self._files(part, target)) is not None]
            draft = next(iter(drafts), None)
            what = target.name if draft is None else f"{target.name} + {_named(draft)}"
            yield from memory_findings(target.path, draft, self.plan, self.paths.models, what)
        except ModelError:
            return  # what is wrong with the files or the device was said before

    def _files(self, part: str, target: Side) -> Path | None:
        """What has to be loaded for a part of the draft."""
        if part in _NO_MODEL or part.partition(":")[0] == SKIP:
            return None
        if part == EAGLE:
            return shipped_head(target.path)
        try:
            path = target_path(part, self.paths)
        except SlipstreamError:
            return None
        return None if _same(part, target, self.paths) else find_gguf(path) or path


def is_head(name: str) -> bool:
    """Whether a draft's name is the folder of a head; a damaged config.json is no head's."""
    try:
        return bool(name) and is_draft_head(Path(name).expanduser())
    except ModelError:
        return False


def _same(name: str, target: Side, paths: Paths) -> bool:
    try:
        return target_path(name, paths).samefile(target.path)
    except (SlipstreamError, OSError):
        return False


def _skip(argument: str, target: Side | None) -> Iterator[Finding]:
    if not argument.isdecimal():
        yield problem(
            "draft",
            f"Layer skip needs the number of layers that draft, such as skip:10, not skip:{argument}.",
        )
        return
    if target is None:
        return
    layers = int(target.config.num_hidden_layers)
    if not 1 <= int(argument) < layers:
        yield problem(
            "draft",
            f"This model has {layers} layers; choose from 1 to {layers - 1} of them to draft, not "
            f"{argument}.",
        )
        return
    yield fine(
        "draft",
        f"The first {argument} of the {layers} layers of {target.name} draft, in the same tokens and without "
        "weights of their own.",
    )
    if int(argument) > layers // 2:
        yield note("draft", "More than half of the layers draft, so that little can be gained.")


def _named(path: Path) -> str:
    """A folder's name may have a dot in it, which begins no extension."""
    return path.stem if path.is_file() else path.resolve().name


def _described(name: str, facts: ModelFacts) -> str:
    size = "" if facts.parameters is None else f"{facts.parameters / 1e6:,.0f} M parameters"
    said = ", ".join(part for part in (facts.architecture, size, facts.number_format) if part)
    return f"{name} is there and whole: {said}."
