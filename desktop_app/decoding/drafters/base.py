"""What a drafter must do. Adding one is a file here, a line in engines/drafting.py and a test parameter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop_app.decoding.drafters.names import NONE
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.verification import Verifier


@dataclass(frozen=True, slots=True)
class DraftContext:
    """What a drafter that computes distributions needs of the reply it drafts for.

    pipeline makes q as it makes p; verifier draws the drafts; check is called before each forward pass and
    raises Cancelled. exact: only a chain can be verified. record: drafts keep the distributions they came
    from.
    """

    pipeline: SamplingPipeline
    verifier: Verifier
    check: Callable[[], None]
    exact: bool = False
    record: bool = False


class Drafter(Protocol):
    """Guesses how the committed tokens go on."""

    name: str

    @property
    def problem(self) -> str:
        """Why drafting had to end for this reply, a sentence; "" while all is well."""

    @property
    def limit(self) -> int | None:
        """Committed tokens past which it cannot draft; None without a limit."""

    def start(self, tokens: Sequence[int], context: DraftContext) -> None:
        """Begins a reply after these tokens (the whole prompt).

        Raises:
            Cancelled: the user asked to stop.
        """

    def propose(self, k: int) -> Drafts:
        """At most k drafts after the committed tokens; none when it has no guess.

        Raises:
            Cancelled: the user asked to stop.
        """

    def commit(self, tokens: Sequence[int]) -> None:
        """Tells what the target emitted."""


class NoDrafter:
    """Plain decoding."""

    name = NONE
    problem = ""
    limit = None

    def start(self, tokens: Sequence[int], context: DraftContext | None = None) -> None: ...

    def propose(self, k: int) -> Drafts:  # noqa: ARG002
        return Drafts(())

    def commit(self, tokens: Sequence[int]) -> None: ...
