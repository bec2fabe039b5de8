"""Who drafts when a plain reply is switched to speculative: made only then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch

from desktop_app.decoding.drafters.base import DraftContext, Drafter
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.lookahead import Lookahead
from desktop_app.decoding.session import Session
from desktop_app.engines.drafting import Drafting


@dataclass(frozen=True, slots=True)
class Standby:
    """Gives a drafter that is started on the committed tokens.

    Raises:
        SlipstreamError: there is no such drafter, or it does not fit; the session is as it was.
        Cancelled: the user asked to stop.
    """

    resolve: Callable[[], Drafting]
    session: Session
    context: DraftContext

    def __call__(self) -> tuple[Drafter, Lookahead]:
        session = self.session
        if session.pending is None:
            raise ValueError("the session has no prompt")
        try:
            drafting = self.resolve()
        except (torch.OutOfMemoryError, MemoryError) as error:
            raise DecodingError(
                f"There is not enough memory for the draft ({error}); the reply goes on plainly."
            ) from error
        if drafting.drafter.name == "none":
            return drafting.drafter, drafting.lookahead
        committed = [*session.cached, session.pending]
        # a head reads states of the target that were not kept so far: then they are computed again
        session.prefill(committed, exact=self.context.exact, check=self.context.check)
        drafting.drafter.start(committed, self.context)
        return drafting.drafter, drafting.lookahead
