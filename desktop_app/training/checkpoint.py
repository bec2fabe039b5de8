"""A training on disk, so that it can go on after it was stopped."""

from __future__ import annotations

import os
import pickle
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import torch

from desktop_app.models.disk import disk_errors_as_sentences
from desktop_app.training.errors import TrainingError
from desktop_app.training.evaluation import HeldOut
from desktop_app.training.history import Point

_VERSION = 1


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """The head that did best on the held-out side so far: its weights, and how well it did."""

    weights: dict[str, torch.Tensor]
    held_out: HeldOut


@dataclass(slots=True, eq=False)
class Position:
    """Where a training stands. done: share of it, 0 to 1; seconds spent; losses since the last point."""

    step: int = 0
    done: float = 0.0
    seconds: float = 0.0
    losses: tuple[float, ...] = ()
    points: tuple[Point, ...] = ()
    best: Best | None = None


class Checkpoint:
    """One file. identity: what the training must have in common with a later one that goes on from it."""

    def __init__(self, path: Path, identity: str) -> None:
        self._path = path
        self._identity = identity

    def exists(self) -> bool:
        return self._path.is_file()

    def save(self, position: Position, weights: dict[str, torch.Tensor], optimiser: dict[str, Any]) -> None:
        """
        Raises:
            DiskFullError: the disk filled up; the checkpoint before stays.
        """
        best = position.best
        content = {
            "version": _VERSION,
            "identity": self._identity,
            "step": position.step,
            "done": position.done,
            "seconds": position.seconds,
            "losses": list(position.losses),
            "points": [astuple(point) for point in position.points],
            "best": None if best is None else {"weights": best.weights, "held_out": astuple(best.held_out)},
            "weights": weights,
            "optimiser": optimiser,
        }
        unfinished = self._path.with_name(f".{self._path.name}.partial")
        with disk_errors_as_sentences(self._path.parent):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with unfinished.open("wb") as file:
                _save(content, file)
                os.fsync(file.fileno())
            unfinished.replace(self._path)

    def load(self) -> tuple[Position, dict[str, torch.Tensor], dict[str, Any]]:
        """Position, weights and state of the optimiser, on the CPU.

        Raises:
            TrainingError: damaged, or of a training with other data or settings.
        """
        try:
            content = torch.load(self._path, map_location="cpu", weights_only=True)
            version, identity = content["version"], content["identity"]
        except (OSError, RuntimeError, pickle.UnpicklingError, KeyError, EOFError, TypeError) as error:
            raise TrainingError(
                f"The checkpoint {self._path} is damaged; start again without --resume."
            ) from error
        if version != _VERSION or identity != self._identity:
            raise TrainingError(
                "The training to resume had other data or settings; give the same ones or leave --resume out."
            )
        best = content["best"]
        position = Position(
            content["step"],
            content["done"],
            content["seconds"],
            tuple(content["losses"]),
            tuple(_point(values) for values in content["points"]),
            None if best is None else Best(best["weights"], _held_out(best["held_out"])),
        )
        return position, content["weights"], content["optimiser"]


def _save(content: dict[str, Any], file: Any) -> None:
    try:
        torch.save(content, file)
    except RuntimeError as error:
        # torch's writer hides what the system said
        if isinstance(error.__cause__ or error.__context__, OSError):
            raise (error.__cause__ or error.__context__) from error  # type: ignore[misc]
        raise


def _point(values: Any) -> Point:
    step, done, loss, rate, seconds, held_out = values
    return Point(step, done, loss, rate, seconds, None if held_out is None else _held_out(held_out))


def _held_out(values: Any) -> HeldOut:
    agreement, acceptance, loss, tokens = values
    return HeldOut(tuple(agreement), tuple(acceptance), loss, tokens)
