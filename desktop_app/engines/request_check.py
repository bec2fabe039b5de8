"""Whether a request can be answered at all."""

from __future__ import annotations

from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.runner import EXACT_ROWS
from desktop_app.decoding.sampling_params import check_seed
from desktop_app.engines.base import ChatRequest


def checked(request: ChatRequest) -> ChatRequest:
    """The request, when each of its numbers can be used.

    Raises:
        DecodingError, BadSamplingError: naming the number.
    """
    if not request.messages or not (request.messages[-1].content.strip() or request.continues):
        raise DecodingError("The prompt is empty; write something first.")
    if request.continues and request.messages[-1].role != "assistant":
        raise DecodingError("Only a reply can be gone on with; ask for one first.")
    if request.seed is not None:
        check_seed(request.seed)
    if request.max_tokens < 1:
        raise DecodingError(f"The reply must be allowed at least 1 token, not {request.max_tokens}.")
    if request.max_seconds is not None and not request.max_seconds > 0:
        raise DecodingError(f"The time limit must be above 0 seconds, not {request.max_seconds:g}.")
    if isinstance(request.k, int) and request.k < 0:
        raise DecodingError(f"k must be a whole number from 0 up, not {request.k}.")
    if request.control_every < 0 or request.control_every == 1:
        raise DecodingError(f"One control round in {request.control_every} makes no sense; give 0 or 2 up.")
    if request.exact and isinstance(request.k, int) and request.k > EXACT_ROWS - 1:
        raise DecodingError(
            f"The exact shape holds {EXACT_ROWS - 1} drafts; choose a k up to that, or leave exact off."
        )
    return request
