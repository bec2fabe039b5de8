"""`slipstream train`: a drafter for one target, taught by that target alone."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.decoding.control import ReplyControl
from desktop_app.engines.loader import load_target
from desktop_app.exit_codes import OK, USAGE
from desktop_app.generate import UsageError, interruptible
from desktop_app.paths import Paths
from desktop_app.terminal import ProgressLine

if TYPE_CHECKING:
    from desktop_app.models.loading import LoadedModel
    from desktop_app.training.distill import Plan, Trained
    from desktop_app.training.history import Point


def train(arguments: argparse.Namespace, paths: Paths) -> int:
    """Writes the conversations, trains, writes the drafter's folder; progress goes to standard error."""
    report = _Report(arguments.json)
    with interruptible() as control:
        try:
            _check(arguments)
            trained = _train(arguments, paths, report, control)
        except UsageError as error:
            print(error, file=sys.stderr)
            return USAGE
        finally:
            report.clear()
    report.finished(trained)
    return OK


def _train(arguments: argparse.Namespace, paths: Paths, report: _Report, control: ReplyControl) -> Trained:
    loaded = load_target(
        arguments.target,
        paths,
        device=arguments.device,
        dtype=arguments.dtype,
        context=arguments.context_limit,
        force=arguments.force,
        progress=report.progress,
        check=control.check,
    )
    from desktop_app.training.distill import Distillation

    plan = _plan(arguments, paths, loaded)
    return Distillation(loaded, plan, report.progress, control.check, report.looked).run()


def _check(arguments: argparse.Namespace) -> None:
    """
    Raises:
        UsageError: naming the number.
    """
    for name, least in (("tokens", 0), ("layers", 1), ("draft_vocab", 16), ("batch", 64)):
        if getattr(arguments, name) < least:
            raise UsageError(f"--{name.replace('_', '-')} must be a whole number from {least} up.")
    if arguments.hours is not None and not arguments.hours > 0:
        raise UsageError("--hours must be above 0.")
    if not arguments.epochs > 0:
        raise UsageError("--epochs must be above 0.")
    if arguments.tokens == 0 and not arguments.data:
        raise UsageError("Without --data the model has to write some --tokens itself.")


def _plan(arguments: argparse.Namespace, paths: Paths, loaded: LoadedModel) -> Plan:
    from desktop_app.training.distill import Plan
    from desktop_app.training.recipe import Recipe

    workspace = paths.data / "training" / loaded.name
    out = arguments.out or workspace / "drafter"
    _require_replaceable(out)
    return Plan(
        tokens=arguments.tokens,
        data=tuple(arguments.data),
        workspace=workspace,
        out=out,
        layers=arguments.layers,
        draft_vocab_size=arguments.draft_vocab,
        recipe=Recipe(batch_tokens=arguments.batch, epochs=arguments.epochs),
        seed=arguments.seed,
        hours=arguments.hours,
        resume=arguments.resume,
        cache_states=arguments.cache_states,
    )


def _require_replaceable(out: Path) -> None:
    """The folder is replaced by the new one, which nobody wants of a folder that holds something else.

    Raises:
        UsageError: it does.
    """
    from desktop_app.models.draft_head import is_draft_head

    if out.exists() and not (out.is_dir() and (is_draft_head(out) or not any(out.iterdir()))):
        raise UsageError(f"{out} is there already and is no drafter; choose another folder as --out.")


class _Report:
    """Progress on standard error; with --json one object a line on standard output besides."""

    def __init__(self, as_json: bool) -> None:
        self._json = as_json
        self._line = ProgressLine()
        self.progress = self._line.show
        self.clear = self._line.clear

    def looked(self, point: Point) -> None:
        held_out = point.held_out
        assert held_out is not None
        if self._json:
            self._print("evaluated", step=point.step, done=point.done, loss=point.loss, **_figures(held_out))
            return
        self._line.clear()
        rates = " ".join(f"{rate:.2f}" for rate in held_out.acceptance)
        print(
            f"{point.done:4.0%}  step {point.step}  loss {point.loss:.3f}  accepted by depth {rates}  "
            f"{held_out.tokens_per_round:.2f} tokens/round",
            file=sys.stderr,
        )

    def finished(self, trained: Trained) -> None:
        if self._json:
            self._print("finished", folder=str(trained.folder), **_figures(trained.held_out))
            return
        print(trained.folder)
        print(
            f"{trained.held_out.tokens_per_round:.2f} tokens a round on held-out replies; "
            f"use it with: slipstream generate --draft {trained.folder}",
            file=sys.stderr,
        )

    def _print(self, event: str, **values: Any) -> None:
        print(json.dumps({"event": event, **values}), flush=True)


def _figures(held_out: Any) -> dict[str, Any]:
    return {
        "held_out_loss": held_out.loss,
        "agreement": held_out.agreement,
        "acceptance": held_out.acceptance,
        "tokens_per_round": held_out.tokens_per_round,
        "tokens": held_out.tokens,
    }
