"""What the header of a GGUF file says. Torch-free."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.models.errors import ModelFolderError


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """metadata: key-value pairs as plain values. elements: weights. tensors: their names."""

    metadata: dict[str, Any]
    elements: int
    tensors: frozenset[str]


def read_header(gguf: Path) -> GgufHeader:
    """Takes seconds for a large vocabulary.

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
        elements = sum(int(tensor.n_elements) for tensor in reader.tensors)
        return GgufHeader(metadata, elements, frozenset(str(tensor.name) for tensor in reader.tensors))
    except SlipstreamError:
        raise
    except Exception as error:
        raise ModelFolderError(
            f"“{gguf.name}” is incomplete or damaged; delete it and download it again."
        ) from error
