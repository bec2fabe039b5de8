"""The same weights for llama.cpp without quantisation: python -m tests.peers.gguf_bf16 IN.gguf OUT.gguf.

Every quantised tensor is written out as bfloat16, as this program does when it installs the starter model;
what is float32 stays so, and the other fields are copied.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import gguf
import numpy as np

_FLOAT32 = gguf.GGMLQuantizationType.F32
_BFLOAT16 = gguf.GGMLQuantizationType.BF16


def unquantised(source: Path, target: Path) -> None:
    reader = gguf.GGUFReader(source)
    architecture = reader.get_field(gguf.Keys.General.ARCHITECTURE)
    assert architecture is not None
    writer = gguf.GGUFWriter(target, architecture.contents())
    for field in reader.fields.values():
        _copy_field(writer, field)
    for tensor in reader.tensors:
        data, kind = _unquantised(tensor)
        writer.add_tensor(tensor.name, data, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _copy_field(writer: gguf.GGUFWriter, field: Any) -> None:
    # the first is written by the writer itself, the others describe the file they stand in
    if field.name == gguf.Keys.General.ARCHITECTURE or field.name.startswith("GGUF."):
        return
    if field.name == gguf.Keys.General.FILE_TYPE:
        writer.add_file_type(gguf.LlamaFileType.MOSTLY_BF16)
        return
    element = field.types[-1] if field.types[0] == gguf.GGUFValueType.ARRAY else None
    writer.add_key_value(field.name, field.contents(), field.types[0], sub_type=element)


def _unquantised(tensor: Any) -> tuple[np.ndarray, gguf.GGMLQuantizationType]:
    if tensor.tensor_type == _FLOAT32:
        return tensor.data, _FLOAT32
    values = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
    return gguf.quants.quantize(values, _BFLOAT16), _BFLOAT16


if __name__ == "__main__":
    unquantised(Path(sys.argv[1]), Path(sys.argv[2]))
