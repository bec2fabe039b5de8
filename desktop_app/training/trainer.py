"""Trains a head. All that happens depends on the seed alone, so that a stopped training goes on exactly."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path

import torch

from desktop_app.decoding.eagle_head import EagleHead
from desktop_app.decoding.errors import Cancelled
from desktop_app.models.errors import OutOfMemoryError
from desktop_app.models.progress import CancelCheck, Progress, ProgressCallback
from desktop_app.training.batches import common_start, length_sorted, token_batch
from desktop_app.training.checkpoint import Best, Checkpoint, Position
from desktop_app.training.errors import TrainingError
from desktop_app.training.evaluation import HeldOut, Reader, Seen, evaluate, read_all
from desktop_app.training.exchanges import Exchange, within
from desktop_app.training.history import Point
from desktop_app.training.recipe import Recipe
from desktop_app.training.steps import HeadSteps

_POINTS = 200  # of the course that is kept
_SAVE_EVERY_S = 300.0


class Trainer:
    """Trains `head` in place on exchanges that are not held out.

    dtype: what the head computes in. hours: after which the training ends whatever is left; the learning rate
    falls in time. checkpoint: where it is kept.

    Raises:
        TrainingError: there is too little to learn from.
    """

    def __init__(
        self,
        head: EagleHead,
        reader: Reader,
        train: Sequence[Exchange],
        held_out: Sequence[Exchange],
        recipe: Recipe,
        checkpoint: Path,
        *,
        dtype: torch.dtype,
        seed: int,
        hours: float | None = None,
    ) -> None:
        if not train or not held_out:
            raise TrainingError(
                f"There are {len(train)} conversations to learn from and {len(held_out)} to check with; "
                "raise --tokens or give more --data."
            )
        self._head = head
        self._reader = reader
        self._batches = length_sorted(train, recipe.batch_tokens)
        self._common_start = common_start(train)
        self._checks = within(held_out, recipe.evaluated_tokens)
        self._seen: list[Seen] = []  # what the target thinks of them, read at the first look
        self._recipe = recipe
        self._seed = seed
        self._seconds = None if hours is None else hours * 3600
        self.dtype = dtype
        self._steps = HeadSteps(head, dtype)
        self._weights = {name: weight for name, weight in head.named_parameters() if weight.requires_grad}
        self._optimiser = torch.optim.AdamW(
            self._weights.values(),
            lr=recipe.learning_rate,
            betas=recipe.betas,
            weight_decay=recipe.weight_decay,
        )
        self._total = max(1, round(recipe.epochs * len(self._batches)))
        self._checkpoint = Checkpoint(checkpoint, self._identity())
        self._order: tuple[int, list[int]] = (-1, [])
        self._clock = 0.0  # when the last step ended
        self.position = Position()

    def resume(self) -> bool:
        """Goes on from the checkpoint, where there is one.

        Raises:
            TrainingError: it is damaged or belongs to another training.
        """
        if not self._checkpoint.exists():
            return False
        self.position, weights, optimiser = self._checkpoint.load()
        self._load(weights)
        self._optimiser.load_state_dict(optimiser)
        return True

    def run(self, progress: ProgressCallback, check: CancelCheck, note: Callable[[Point], None]) -> HeldOut:
        """Trains to the end and leaves the best head in place; returns how it did. note is told each look at
        the held-out side.

        Raises:
            Cancelled: the checkpoint is as of the last whole step; `keep_best` gives the best head so far.
            OutOfMemoryError, DiskFullError: one sentence each.
        """
        saved = self._clock = time.monotonic()
        try:
            with _memory_errors_as_sentences():
                while True:
                    # first, because a stopped training may have missed a look after its last step
                    if self._look(check, note) or time.monotonic() - saved > _SAVE_EVERY_S:
                        self._save()
                        saved = time.monotonic()
                    if self.position.done >= 1:
                        break
                    check()
                    self._step()
                    progress(Progress("Training the drafter", round(1000 * self.position.done), 1000))
        except Cancelled:
            self._save()
            raise
        best = self.keep_best()
        assert best is not None
        return best

    def keep_best(self) -> HeldOut | None:
        """Puts the best head so far in place; None when the held-out side was never looked at."""
        best = self.position.best
        if best is None:
            return None
        self._load(best.weights)
        return best.held_out

    def _step(self) -> None:
        position, recipe = self.position, self._recipe
        chosen = self._batches[self._batch_of(position.step)]
        batch = token_batch(chosen, recipe.other_weight, self._common_start)
        states = self._reader.read(batch)
        steps = self._steps.run(batch, states, recipe.unrolled(position.done))
        loss = torch.stack(
            [weight * step.loss for weight, step in zip(recipe.weights, steps, strict=False)]
        ).sum()
        for group in self._optimiser.param_groups:
            group["lr"] = recipe.rate(position.step, position.done)
        self._optimiser.zero_grad()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self._weights.values(), recipe.clip)
        self._optimiser.step()
        now = time.monotonic()
        self._advance(float(steps[0].loss.detach()), now - self._clock)
        self._clock = now

    def _advance(self, loss: float, seconds: float) -> None:
        position = self.position
        position.losses = (*position.losses, loss)
        position.step += 1
        position.seconds += seconds
        share = 1 / self._total
        if self._seconds is not None:
            share = max(share, seconds / self._seconds)
        # counted, or many small shares would not quite make a whole
        position.done = 1.0 if position.step >= self._total else min(1.0, position.done + share)

    def _look(self, check: CancelCheck, note: Callable[[Point], None]) -> bool:
        """Adds a point to the course where one is due; looks at the held-out side where that is."""
        position, recipe = self.position, self._recipe
        before = position.points[-1].done if position.points else 0.0
        if not position.losses or not _passed(before, position.done, _POINTS):
            return False
        looked_at = max((point.done for point in position.points if point.held_out), default=0.0)
        due = _passed(looked_at, position.done, recipe.evaluations)
        held_out = self._evaluate(check) if due else None
        losses = position.losses
        rate = recipe.rate(position.step - 1, position.done)
        point = Point(
            position.step, position.done, sum(losses) / len(losses), rate, position.seconds, held_out
        )
        position.points = (*position.points, point)
        position.losses = ()
        if held_out is not None:
            best = position.best
            if best is None or held_out.tokens_per_round >= best.held_out.tokens_per_round:
                position.best = Best(self._copy(), held_out)
            note(point)
        return due

    def _evaluate(self, check: CancelCheck) -> HeldOut:
        if not self._seen:
            self._seen = list(read_all(self._reader, self._checks, check))
        return evaluate(self._steps, self._seen, self._recipe.depths, check)

    def _batch_of(self, step: int) -> int:
        epoch, place = divmod(step, len(self._batches))
        if self._order[0] != epoch:
            order = list(range(len(self._batches)))
            random.Random(f"{self._seed}:{epoch}").shuffle(order)
            self._order = (epoch, order)
        return self._order[1][place]

    def _identity(self) -> str:
        """A training goes on only with the data, the settings and the kind of head it began with."""
        hashed = hashlib.blake2b(digest_size=16)
        for batch in self._batches:
            for exchange in batch:
                hashed.update(exchange.ids.tobytes())
        shape, settings = astuple(self._head.shape), astuple(self._recipe)
        hashed.update(
            f"{shape} {settings} {self.dtype} {self._seed} {self._head.target_ids.tolist()}".encode()
        )
        return hashed.hexdigest()

    def _copy(self) -> dict[str, torch.Tensor]:
        return {name: weight.detach().cpu().clone() for name, weight in self._weights.items()}

    @torch.no_grad()
    def _load(self, weights: dict[str, torch.Tensor]) -> None:
        for name, weight in self._weights.items():
            weight.copy_(weights[name])

    def _save(self) -> None:
        self._checkpoint.save(self.position, self._copy(), self._optimiser.state_dict())


def _passed(before: float, now: float, marks: int) -> bool:
    """Whether one of so many marks, evenly spread over 0 to 1, lies between."""
    return now >= 1 or int(now * marks) > int(before * marks)


@contextmanager
def _memory_errors_as_sentences() -> Iterator[None]:
    try:
        yield
    except (torch.OutOfMemoryError, MemoryError) as error:
        raise _no_memory() from error
    except RuntimeError as error:
        if "allocate memory" not in str(error):
            raise
        raise _no_memory() from error


def _no_memory() -> OutOfMemoryError:
    return OutOfMemoryError(
        "Memory ran out during the training; give a smaller --batch, or go on with --resume when other "
        "programs are closed."
    )
