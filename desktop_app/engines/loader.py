"""From what the user named as target to a running engine. torch is imported only when something is loaded."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.models.fit_context import Context
from desktop_app.models.progress import Progress, ProgressCallback
from desktop_app.models.starter_info import is_installed, starter_folder
from desktop_app.paths import Paths

if TYPE_CHECKING:
    from desktop_app.engines.local import LocalEngine
    from desktop_app.models.loading import LoadedModel

STARTER = "starter"

# How long torch's threads spin for each other before they sleep, read when torch is imported (Linux). With
# the library's own millions, one busy program on a 2-core machine makes a forward 25 times slower (36 to
# 1,000 ms for the starter); so it is about 3 times, for 5 % on a quiet machine.
_SPINS = "10000"


class NoSuchModelError(SlipstreamError):
    """The target named is not on this machine."""


def settle_torch() -> None:
    """What torch reads when it is imported; to be called before that."""
    os.environ.setdefault("GOMP_SPINCOUNT", _SPINS)


def target_path(target: str, paths: Paths) -> Path:
    """The folder or file a target name stands for.

    Raises:
        NoSuchModelError: it is not there.
    """
    if target == STARTER:
        if not is_installed(paths.models):
            raise NoSuchModelError(
                "The starter model is not on this machine yet; get it with: slipstream models get starter"
            )
        return starter_folder(paths.models)
    path = Path(target).expanduser()
    if not path.exists():
        raise NoSuchModelError(
            f"There is no model at {path}; give a model folder, a .gguf file or 'starter'."
        )
    return path


def load_target(
    target: str,
    paths: Paths,
    *,
    device: str = "auto",
    dtype: str = "auto",
    context: Context = "auto",
    force: bool = False,
    progress: ProgressCallback,
    check: Callable[[], None],
) -> LoadedModel:
    """Loads "starter" or the model at a path, and torch before it. context and force as in `load_model`.

    Raises:
        SlipstreamError: with a sentence for the user.
        Cancelled: the user stopped it.
    """
    path = target_path(target, paths)
    progress(Progress("Starting torch"))
    settle_torch()
    from desktop_app.models.loading import load_model

    check()
    return load_model(
        path,
        device=device,
        dtype=dtype,
        progress=progress,
        check=check,
        models=paths.models,
        context=context,
        force=force,
    )


def load_engine(
    target: str,
    paths: Paths,
    *,
    device: str = "auto",
    dtype: str = "auto",
    context: Context = "auto",
    force: bool = False,
    progress: ProgressCallback,
    check: Callable[[], None],
) -> LocalEngine:
    """An engine over the target that `load_target` loads; raises what it raises."""
    path = target_path(target, paths)
    loaded = load_target(
        target,
        paths,
        device=device,
        dtype=dtype,
        context=context,
        force=force,
        progress=progress,
        check=check,
    )
    from desktop_app.engines.local import LocalEngine
    from desktop_app.engines.pair_check import require_pair
    from desktop_app.models.huge_pages import use_huge_pages
    from desktop_app.models.loading import load_model

    def load_draft(name: str, check: Callable[[], None]) -> LoadedModel:
        draft = target_path(name, paths)
        if draft.samefile(path):
            return loaded
        require_pair(loaded, draft, paths.models)
        return load_model(
            draft, device=str(loaded.device), dtype=dtype, check=check, models=paths.models, force=force
        )

    engine = LocalEngine(loaded, load_draft)
    if loaded.device.type == "cpu":
        progress(Progress("Arranging the memory"))
        use_huge_pages()
    return engine
