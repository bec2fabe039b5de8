"""A model in two steps: what can be found out without loading it, and the loading. Torch-free."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from desktop_app.engines.base import Engine
from desktop_app.models.fitting import Fit
from desktop_app.models.progress import CancelCheck, ProgressCallback

Loader = Callable[[str, ProgressCallback, CancelCheck], Engine]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A target that can be loaded. fit: None where nothing was estimated. note: to be said once it is."""

    load: Callable[[ProgressCallback, CancelCheck], Engine]
    fit: Fit | None = None
    note: str = ""


class Preparer(Protocol):
    """Checks a target while another may still be loaded; force: even if it does not fit into memory.

    Raises:
        DoesNotFitError: it does not, without force.
        SlipstreamError: it cannot be loaded.
        Cancelled: the user stopped it.
    """

    def __call__(
        self, target: str, progress: ProgressCallback, check: CancelCheck, *, force: bool
    ) -> Prepared: ...


def preparer_of(loader: Loader) -> Preparer:
    """The loader's own `prepare`, or one that checks nothing."""
    own: Preparer | None = getattr(loader, "prepare", None)
    if own is not None:
        return own

    def prepare(target: str, progress: ProgressCallback, check: CancelCheck, *, force: bool) -> Prepared:  # noqa: ARG001 - checks nothing
        return Prepared(lambda progress, check: loader(target, progress, check))

    return prepare
