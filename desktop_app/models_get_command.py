"""`slipstream models get`: fetches a model from the hub, or the starter."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from desktop_app.engines.loader import STARTER
from desktop_app.exit_codes import OK
from desktop_app.generate import get_starter, interruptible
from desktop_app.models.hub import look_up, stored_token
from desktop_app.models.hub_download import DownloadProgress, fetch
from desktop_app.models.hub_id import parse_hub_id
from desktop_app.models.progress import Progress
from desktop_app.paths import Paths
from desktop_app.terminal import ProgressLine


def models_get(arguments: argparse.Namespace, paths: Paths) -> int:
    """Prints where the model lies; what was broken off is continued."""
    if arguments.id == STARTER:
        print(get_starter(paths))
        return OK
    print(_fetch(arguments.id, arguments.token or stored_token(), paths))
    return OK


def _fetch(name: str, token: str, paths: Paths) -> Path:
    line = ProgressLine()

    def show(step: DownloadProgress) -> None:
        line.show(Progress(f"{step.stage} {step.file}", step.done, step.bytes))

    with interruptible() as control:
        model = look_up(parse_hub_id(name), token)
        licence = f", licence {model.licence}" if model.licence else ""
        print(f"{model.id}: {model.bytes / 1e6:,.0f} MB{licence}, revision {model.commit}", file=sys.stderr)
        try:
            return fetch(model, paths.models, paths.downloads, show, control.check, token)
        finally:
            line.clear()
