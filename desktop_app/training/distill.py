"""Self-distillation from a loaded target to the folder of a drafter."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch

from desktop_app.decoding.batch_adapter import BatchNetwork
from desktop_app.decoding.eagle_head import EagleHead
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.layer_weights_adapter import default_taps, llama_like, target_weights
from desktop_app.decoding.packed_linear import pack_linears
from desktop_app.models.eagle_checkpoint import write_eagle
from desktop_app.models.loading import LoadedModel
from desktop_app.models.progress import CancelCheck, Progress, ProgressCallback
from desktop_app.training.card import Origin, card
from desktop_app.training.chart import training_chart
from desktop_app.training.errors import TokenFileError
from desktop_app.training.evaluation import HeldOut, Reader, evaluate, read_all
from desktop_app.training.exchanges import Exchange, Shards, read_token_file, split, within
from desktop_app.training.generation import Generation, Speaker
from desktop_app.training.head_start import HeadSize, frequent_ids, shape_of_head, started_head
from desktop_app.training.hidden_states import CachedReader, TargetReader
from desktop_app.training.history import Point, to_csv
from desktop_app.training.openings import read_openings
from desktop_app.training.recipe import Recipe
from desktop_app.training.steps import HeadSteps
from desktop_app.training.trainer import Trainer

# The last look takes more of the held-out side than those on the way.
_FINAL_TOKENS = 65_536
_DRAFTS = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """tokens: response tokens the target is to have written, beside those of the token files in `data`.

    workspace: where data and checkpoint are kept; out: the folder the drafter appears in. slots:
    conversations at a time, None: as many as fit. cache_states: keep the target's states on the disk.
    """

    tokens: int
    data: tuple[Path, ...]
    workspace: Path
    out: Path
    layers: int = 1
    draft_vocab_size: int = 8192
    recipe: Recipe = field(default_factory=Recipe)
    seed: int = 0
    hours: float | None = None
    resume: bool = False
    cache_states: bool = False
    slots: int | None = None


@dataclass(frozen=True, slots=True)
class Trained:
    """The finished drafter: its folder and how it does on the held-out side."""

    folder: Path
    held_out: HeldOut
    origin: Origin


class Distillation:
    """One run. note is told each look at the held-out side.

    Takes the target over: its linear layers are packed where that helps.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        plan: Plan,
        progress: ProgressCallback,
        check: CancelCheck,
        note: Callable[[Point], None],
    ) -> None:
        self._loaded = loaded
        self._plan = plan
        self._progress = progress
        self._check = check
        self._note = note
        self._config = loaded.model.config.get_text_config()
        self._speaker = Speaker.of(loaded)
        # before they are packed
        self._weights = target_weights(loaded.model, plan.layers)
        pack_linears(loaded.model)
        self._network = BatchNetwork(loaded.model)

    def run(self) -> Trained:
        """
        Raises:
            SlipstreamError: with a sentence for the user.
            Cancelled: conversations and checkpoint are kept, and the best head so far is in the folder if the
                held-out side was looked at.
        """
        exchanges = self._conversations()
        train, held_out = split(exchanges)
        head = self._new_head(train)
        reader = self._reader(head)
        trainer = Trainer(
            head,
            reader,
            train,
            held_out,
            self._plan.recipe,
            self._plan.workspace / "checkpoint.pt",
            dtype=torch.bfloat16 if self._loaded.dtype is torch.bfloat16 else torch.float32,
            seed=self._plan.seed,
            hours=self._plan.hours,
        )
        if self._plan.resume:
            trainer.resume()
        try:
            trainer.run(self._progress, self._check, self._note)
        except Cancelled:
            best = trainer.keep_best()
            if best is not None:
                self._write(head, trainer, train, best)
            raise
        final = self._final_look(head, trainer, reader, held_out)
        return self._write(head, trainer, train, final)

    def _conversations(self) -> list[Exchange]:
        """Those of the token files, and those the target writes until there are enough.

        Raises:
            TokenFileError: a file is damaged or of another model.
        """
        plan = self._plan
        exchanges = [exchange for path in plan.data for exchange in read_token_file(path)]
        shards = Shards(plan.workspace / "data")
        if plan.tokens:
            network, speaker = self._network, self._speaker
            generation = Generation(network, speaker, read_openings(), shards, plan.seed, plan.slots)
            generation.run(plan.tokens, self._progress, self._check)
            exchanges += shards.read()
        self._require_known_ids(exchanges)
        fitting = [one for one in exchanges if len(one.ids) <= self._network.context_limit]
        # files come sorted by whatever wrote them; a part of the held-out side must be a fair one
        random.Random(plan.seed).shuffle(fitting)
        return fitting

    def _require_known_ids(self, exchanges: Sequence[Exchange]) -> None:
        if any(int(exchange.ids.max()) >= self._loaded.vocab_size for exchange in exchanges):
            raise TokenFileError(
                "The token files hold ids that this model does not know; they were written by another model."
            )

    def _new_head(self, train: Sequence[Exchange]) -> EagleHead:
        plan, loaded = self._plan, self._loaded
        ids = frequent_ids(train, loaded.eos_ids, plan.draft_vocab_size, loaded.vocab_size)
        size = HeadSize(plan.layers, len(ids), default_taps(self._network.layers))
        return started_head(shape_of_head(self._config, size), self._weights, ids, plan.seed)

    def _reader(self, head: EagleHead) -> Reader:
        reader = TargetReader(self._network, head.shape.taps, self._loaded.vocab_size)
        if not self._plan.cache_states:
            return reader
        return CachedReader(reader, self._plan.workspace / "states", self._loaded.name)

    def _final_look(
        self, head: EagleHead, trainer: Trainer, reader: Reader, held_out: Sequence[Exchange]
    ) -> HeldOut:
        self._progress(Progress("Looking at held-out conversations"))
        steps = HeadSteps(head, trainer.dtype)
        chosen = within(held_out, _FINAL_TOKENS)
        seen = read_all(reader, chosen, self._check)
        return evaluate(steps, seen, self._plan.recipe.depths, self._check)

    def _write(
        self, head: EagleHead, trainer: Trainer, train: Sequence[Exchange], held_out: HeldOut
    ) -> Trained:
        plan, position = self._plan, trainer.position
        origin = Origin(
            target=self._loaded.name,
            conversations=len(train),
            response_tokens=sum(exchange.response_tokens for exchange in train),
            steps=position.step,
            seconds=position.seconds,
            whole=position.done >= 1,
        )
        own = {name: tensor for name, tensor in head.state_dict().items() if "embed_tokens" not in name}
        parameters = sum(tensor.numel() for tensor in own.values() if tensor.is_floating_point())
        extras = {
            "README.md": card(origin, parameters, held_out),
            "training.csv": to_csv(position.points, plan.recipe.depths),
            "training.svg": training_chart(position.points, plan.recipe.depths),
        }
        kept = {
            name: tensor.to(self._loaded.dtype) if tensor.is_floating_point() else tensor
            for name, tensor in own.items()
        }
        target = llama_like(self._config)
        write_eagle(plan.out, head.shape, kept, target, origin.target, drafts=_DRAFTS, extras=extras)
        return Trained(plan.out, held_out, origin)
