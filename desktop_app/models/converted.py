"""Where the safetensors made from a GGUF file lie. Torch-free."""

from __future__ import annotations

import hashlib
from pathlib import Path

CONVERTED = "converted"


def converted_folder(gguf: Path, models: Path) -> Path:
    """Where the conversion of this very file lies; another file of the same name gets another folder."""
    status = gguf.stat()
    digest = hashlib.sha256(f"{status.st_size} {status.st_mtime_ns}".encode())
    with gguf.open("rb") as file:
        digest.update(file.read(1 << 20))
    return models / CONVERTED / f"{gguf.stem}-{digest.hexdigest()[:12]}"
