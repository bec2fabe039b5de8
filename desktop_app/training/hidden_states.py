"""What the target thinks of each place of a text: the states a head reads, the distribution it learns."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from desktop_app.decoding.batch_adapter import BatchNetwork
from desktop_app.models.disk import disk_errors_as_sentences
from desktop_app.training.batches import TokenBatch
from desktop_app.training.top_tokens import top_tokens

# Beyond so many tokens the target's distribution holds next to nothing.
_TOP = 64
# bytes of logits that may lie in memory at once
_LOGITS_BYTES = {"cpu": 1 << 28, "cuda": 1 << 31}
# rows of logits that are made float32 at once
_ROWS = 256


@dataclass(frozen=True, slots=True, eq=False)
class TargetStates:
    """taps [texts, length, taps * hidden size] in the target's dtype: what enters the tapped layers.

    rows [texts, length] int64: for each place whose next token counts its row in the others, else -1.
    top_ids [rows, top] int64 and top_log_probs [rows, top] float32: the likeliest next tokens, likeliest
    first, with their logarithm of probability among the whole vocabulary.
    """

    taps: torch.Tensor
    rows: torch.Tensor
    top_ids: torch.Tensor
    top_log_probs: torch.Tensor


class TargetReader:
    """Runs the target over batches of texts. layers: which are tapped. vocab_size: ids that count."""

    def __init__(self, network: BatchNetwork, layers: Sequence[int], vocab_size: int) -> None:
        self._network = network
        self._layers = tuple(layers)
        self._vocab_size = vocab_size

    @property
    def device(self) -> torch.device:
        return self._network.device

    @property
    def identity(self) -> str:
        """Two readers of one target with the same identity read the same."""
        return f"{self._layers} {self._vocab_size} {self._network.dtype} {_TOP}"

    def read(self, batch: TokenBatch) -> TargetStates:
        """The states of a batch on the target's device."""
        row_bytes = self._vocab_size * self._network.dtype.itemsize
        places = _LOGITS_BYTES.get(self.device.type, 1 << 28) // row_bytes
        parts = [self._read(batch, texts) for texts in batch.parts(places)]
        taps, ids, log_probs = (torch.cat(of_parts) for of_parts in zip(*parts, strict=True))
        predicted = batch.predicted
        rows = torch.full(predicted.shape, -1)
        rows[predicted] = torch.arange(int(predicted.sum()))
        return TargetStates(taps, rows.to(self.device), ids, log_probs)

    def _read(self, batch: TokenBatch, texts: slice) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        ids = batch.ids[texts].to(self.device)
        wanted = batch.predicted[texts].to(self.device)
        taps, logits = self._network.read(ids, self._layers, wanted)
        return taps, *self._top(logits)

    @torch.no_grad()
    def _top(self, logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        ids, log_probs = [], []
        for rows in torch.split(logits[:, : self._vocab_size], _ROWS):
            values, of_rows = top_tokens(rows, _TOP)
            ids.append(of_rows)
            # logsumexp, with the maximum known already
            above = (rows - values[:, :1]).exp_().sum(-1, keepdim=True)
            log_probs.append(values - values[:, :1] - above.log())
        return torch.cat(ids), torch.cat(log_probs)


class CachedReader:
    """A reader that keeps what it read in a folder: a second pass over the data reads no target.

    name: of the target whose weights the reader runs.
    """

    def __init__(self, reader: TargetReader, folder: Path, name: str) -> None:
        self._reader = reader
        self._folder = folder
        self._name = name

    @property
    def device(self) -> torch.device:
        return self._reader.device

    def read(self, batch: TokenBatch) -> TargetStates:
        """
        Raises:
            DiskFullError: the disk filled up.
        """
        path = self._folder / f"{self._key(batch)}.safetensors"
        kept = _load(path)
        if kept is None:
            kept = self._reader.read(batch)
            self._save(path, kept)
        return TargetStates(*(tensor.to(self.device) for tensor in _tensors(kept).values()))

    def _key(self, batch: TokenBatch) -> str:
        hashed = hashlib.blake2b(f"{self._name} {self._reader.identity} {tuple(batch.ids.shape)}".encode())
        for tensor in (batch.ids, batch.lengths, batch.weights):
            hashed.update(tensor.numpy().tobytes())
        return hashed.hexdigest()[:32]

    def _save(self, path: Path, states: TargetStates) -> None:
        unfinished = path.with_suffix(".partial")
        with disk_errors_as_sentences(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            save_file({name: tensor.contiguous() for name, tensor in _tensors(states).items()}, unfinished)
            unfinished.replace(path)


def _tensors(states: TargetStates) -> dict[str, torch.Tensor]:
    names = ("taps", "rows", "top_ids", "top_log_probs")
    return {name: getattr(states, name) for name in names}


def _load(path: Path) -> TargetStates | None:
    if not path.is_file():
        return None
    try:
        return TargetStates(**load_file(path))
    except (SafetensorError, TypeError):
        return None  # a damaged file is read anew
