"""The command line: the window, and the same engine without a screen."""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from desktop_app.arguments import build_parser
from desktop_app.decoding.errors import Cancelled, SlipstreamError
from desktop_app.exit_codes import FAILED, INTERRUPTED, OK
from desktop_app.paths import Paths


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
    multiprocessing.freeze_support()
    _give_streams()
    if list(argv if argv is not None else sys.argv[1:]) == ["--template-worker"]:
        from desktop_app.chats.template_worker import main as render_templates

        render_templates()
        return OK
    arguments = build_parser().parse_args(argv)
    paths = Paths.under(arguments.data_dir) if arguments.data_dir else Paths.default()
    if arguments.verbose:
        logging.basicConfig(level=logging.DEBUG, stream=sys.stderr, format="%(name)s: %(message)s")
    try:
        if arguments.preset:
            # what it sets counts where the command line says nothing
            from desktop_app.preset_option import preset_defaults

            arguments = build_parser(preset_defaults(arguments.preset, paths)).parse_args(argv)
        code: int = _COMMANDS[arguments.command](arguments, paths)
    except SlipstreamError as error:
        print(error, file=sys.stderr)
        return FAILED
    except (Cancelled, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:  # the reader had enough; nothing more can be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return code


def _give_streams() -> None:
    """A windowed program has no standard streams, and old consoles cannot print every character."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for good
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _window(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.application import run_window

    return run_window(paths, target=arguments.target)


def _generate(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.generate import generate

    return generate(arguments, paths)


def _selftest(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.selftest_command import selftest

    return selftest(arguments, paths)


def _bench_suite(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.bench_command import bench_suite

    return bench_suite(arguments, paths)


def _bench_duel(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.duel_command import bench_duel

    return bench_duel(arguments, paths)


def _bench_plain(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.plain_command import bench_plain

    return bench_plain(arguments, paths)


def _trace(arguments: argparse.Namespace, _: Paths) -> int:
    from desktop_app import trace_command

    commands = {
        "trace show": trace_command.trace_show,
        "trace replay": trace_command.trace_replay,
        "trace stats": trace_command.trace_stats,
    }
    return commands[arguments.command](arguments)


def _trace_verify(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.trace_verify_command import trace_verify

    return trace_verify(arguments, paths)


def _train(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.train_command import train

    return train(arguments, paths)


def _models_list(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.models_command import models_list

    return models_list(arguments, paths)


def _models_remove(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.models_command import models_remove

    return models_remove(arguments, paths)


def _models_get(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.models_get_command import models_get

    return models_get(arguments, paths)


def _models_catalogue(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.models_catalogue_command import models_catalogue

    return models_catalogue(arguments, paths)


def _models_check(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.models_check_command import models_check

    return models_check(arguments, paths)


def _models_fit(arguments: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.models_fit_command import models_fit

    return models_fit(arguments, paths)


def _models_path(_: argparse.Namespace, paths: Paths) -> int:
    print(paths.models)
    return OK


def _doctor(_: argparse.Namespace, paths: Paths) -> int:
    from desktop_app.doctor import checks, render

    found = checks(paths)
    print(render(found))
    return OK if all(check.ok or not check.needed for check in found) else FAILED


_COMMANDS = {
    "window": _window,
    "generate": _generate,
    "selftest": _selftest,
    "bench suite": _bench_suite,
    "bench duel": _bench_duel,
    "bench plain": _bench_plain,
    "trace show": _trace,
    "trace replay": _trace,
    "trace stats": _trace,
    "trace verify": _trace_verify,
    "train": _train,
    "models list": _models_list,
    "models catalogue": _models_catalogue,
    "models get": _models_get,
    "models check": _models_check,
    "models fit": _models_fit,
    "models path": _models_path,
    "models remove": _models_remove,
    "doctor": _doctor,
}
