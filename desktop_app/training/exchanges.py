"""Conversations as token ids: what a drafter is trained on. Kept in shards that are only ever added to."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from desktop_app.models.disk import disk_errors_as_sentences
from desktop_app.training.errors import TokenFileError

Ids = npt.NDArray[np.int32]

# One conversation in so many is held out. Which, depends on its prompt alone, so that neither more data nor
# another answer to the same question moves it to the other side.
_HELD_OUT_ONE_IN = 32
_FIELDS = ("ids", "offsets", "spans", "temperature")
_SMALL_IDS = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Exchange:
    """One conversation: ids [tokens] and its replies as (start, end) spans, the stop token included.

    temperature: at which the replies were drawn.
    """

    ids: Ids
    spans: tuple[tuple[int, int], ...]
    temperature: float

    @property
    def response_tokens(self) -> int:
        return sum(end - start for start, end in self.spans)

    @property
    def held_out(self) -> bool:
        prompt = self.ids[: self.spans[0][0]].astype("<i4").tobytes()
        digest = hashlib.blake2b(prompt, digest_size=8).digest()
        return int.from_bytes(digest, "big") % _HELD_OUT_ONE_IN == 0


def split(exchanges: Iterable[Exchange]) -> tuple[list[Exchange], list[Exchange]]:
    """Those to train on and those held out."""
    sides: tuple[list[Exchange], list[Exchange]] = ([], [])
    for exchange in exchanges:
        sides[exchange.held_out].append(exchange)
    return sides


def within(exchanges: Sequence[Exchange], tokens: int) -> list[Exchange]:
    """The first of them with so many tokens in all, one at least."""
    chosen: list[Exchange] = []
    for exchange in exchanges:
        if chosen and tokens < len(exchange.ids):
            break
        tokens -= len(exchange.ids)
        chosen.append(exchange)
    return chosen


class Shards:
    """A folder of token files; each is whole or absent."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def append(self, exchanges: Sequence[Exchange]) -> None:
        """
        Raises:
            DiskFullError: the disk filled up; what was there before stays.
        """
        if exchanges:
            write_token_file(self._folder / f"shard-{len(self._files()):05}.npz", exchanges)

    def read(self) -> list[Exchange]:
        """
        Raises:
            TokenFileError: a shard is damaged.
        """
        return [exchange for file in self._files() for exchange in read_token_file(file)]

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("shard-*.npz"))

    def __len__(self) -> int:
        return len(self._files())


def write_token_file(path: Path, exchanges: Sequence[Exchange]) -> None:
    """ids: all conversations one after the other; offsets [conversations + 1]: where each begins;
    spans [replies, 3]: (conversation, start, end) counted from its beginning; temperature [conversations].

    Raises:
        DiskFullError: the disk filled up, or nothing can be written there.
    """
    ids = np.concatenate([exchange.ids for exchange in exchanges])
    lengths = [len(exchange.ids) for exchange in exchanges]
    spans = [(index, *span) for index, exchange in enumerate(exchanges) for span in exchange.spans]
    unfinished = path.with_name(f".{path.name}.partial")
    with disk_errors_as_sentences(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            np.savez_compressed(
                file,
                ids=ids.astype(np.uint16 if ids.max() < _SMALL_IDS else np.uint32),
                offsets=np.cumsum([0, *lengths]).astype(np.uint32),
                spans=np.array(spans, dtype=np.uint32),
                temperature=np.array([exchange.temperature for exchange in exchanges], dtype=np.float32),
            )
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)


def read_token_file(path: Path) -> list[Exchange]:
    """
    Raises:
        TokenFileError: it is not there, is damaged or contradicts itself.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            ids, offsets, spans, temperature = (file[name] for name in _FIELDS)
        return list(_exchanges(ids.astype(np.int32), offsets.astype(np.int64), spans, temperature))
    except FileNotFoundError:
        raise TokenFileError(f"There is no token file at {path}.") from None
    except Exception as error:
        # numpy raises whatever the damaged archive leads to
        raise TokenFileError(
            f"{path} is no whole token file (ids, offsets, spans, temperature); delete it or choose another."
        ) from error


def _exchanges(
    ids: Ids,
    offsets: npt.NDArray[np.int64],
    spans: npt.NDArray[np.uint32],
    temperature: npt.NDArray[np.float32],
) -> Iterator[Exchange]:
    if offsets[0] != 0 or offsets[-1] != len(ids) or (np.diff(offsets) <= 0).any():
        raise ValueError("offsets do not fit the ids")
    by_conversation: dict[int, list[tuple[int, int]]] = {}
    for conversation, start, end in spans.tolist():
        by_conversation.setdefault(conversation, []).append((start, end))
    for index, (begin, end) in enumerate(pairwise(offsets)):
        replies = tuple(by_conversation.get(index, ()))
        if not replies:
            continue  # nothing to learn from
        _require_order(replies, int(end - begin))
        yield Exchange(ids[begin:end], replies, float(temperature[index]))


def _require_order(spans: Sequence[tuple[int, int]], length: int) -> None:
    # a head's first row needs the states of one token and the token after it
    before = 1
    for start, end in spans:
        if not before < start < end <= length:
            raise ValueError("spans do not fit the ids")
        before = end
