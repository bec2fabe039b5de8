"""Errors whose text is shown to the user as it stands."""


class SlipstreamError(Exception):
    """Anything that can go wrong in use; its text is one sentence that says what happened and what to do."""


class DecodingError(SlipstreamError):
    """The decoder cannot go on with this reply."""


class NonFiniteLogitsError(DecodingError):
    """The target produced NaN or infinite logits."""


class PromptTooLongError(DecodingError):
    """The prompt does not fit the context."""


class BadSamplingError(DecodingError):
    """A sampling parameter is out of range."""


class Cancelled(Exception):  # noqa: N818 - an outcome, not an error
    """The user asked to stop; what was finished before stands."""
