"""What can go wrong with model files, downloads and devices; each text is one sentence for the user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.decoding.errors import SlipstreamError

if TYPE_CHECKING:
    from desktop_app.models.fitting import Fit


class ModelError(SlipstreamError):
    """A model cannot be used as it is."""


class ModelFolderError(ModelError):
    """Files of the model are missing, broken or of a kind that is not loaded."""


class UnsupportedModelError(ModelError):
    """The model is whole, but of a kind this program cannot run."""


class DeviceError(ModelError):
    """The device or number format asked for is not there."""


class OutOfMemoryError(ModelError):
    """The model does not fit into memory."""


class DoesNotFitError(OutOfMemoryError):
    """By the estimate the model does not fit; loading it all the same is for the user to say."""

    def __init__(self, sentence: str, fit: Fit) -> None:
        super().__init__(sentence)
        self.fit = fit


class DownloadError(SlipstreamError):
    """A download did not finish; what arrived is kept where a later try can use it."""


class HashMismatchError(DownloadError):
    """The file that arrived is not the file that was asked for; it has been deleted."""


class DiskFullError(DownloadError):
    """There is no room for the download or for the model made from it."""
