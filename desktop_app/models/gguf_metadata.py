"""The key-value pairs of a GGUF file. Torch-free."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.models.errors import ModelFolderError


def read_metadata(gguf: Path) -> tuple[dict[str, Any], int]:
    """Key-value pairs of a GGUF file as plain values, and how many weights it holds.

    Raises:
        ModelFolderError: not a GGUF file, or cut short.
    """
    from gguf import GGUFReader

    try:
        with gguf.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise ModelFolderError(f"“{gguf.name}” is not a GGUF file; choose another file.")
        reader = GGUFReader(gguf)
        metadata = {key: field.contents() for key, field in reader.fields.items()}
        return metadata, sum(int(tensor.n_elements) for tensor in reader.tensors)
    except SlipstreamError:
        raise
    except Exception as error:
        raise ModelFolderError(
            f"“{gguf.name}” is incomplete or damaged; delete it and download it again."
        ) from error
