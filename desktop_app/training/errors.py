"""What can go wrong in training; each text is one sentence for the user."""

from __future__ import annotations

from desktop_app.decoding.errors import SlipstreamError


class TrainingError(SlipstreamError):
    """A drafter cannot be trained as asked."""


class TokenFileError(TrainingError):
    """A file of token ids cannot be used."""
