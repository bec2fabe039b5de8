"""Conversations on disk, and which of them are held out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from desktop_app.models import disk
from desktop_app.models.errors import DiskFullError
from desktop_app.training.errors import TokenFileError
from desktop_app.training.exchanges import Exchange, Shards, read_token_file, split, write_token_file


def exchange(seed: int, replies: int = 1, highest: int = 500) -> Exchange:
    source = np.random.default_rng(seed)
    ids = source.integers(0, highest, size=10 + 20 * replies, dtype=np.int32)
    spans = tuple((10 + 20 * turn, 25 + 20 * turn) for turn in range(replies))
    return Exchange(ids, spans, round(0.1 * (seed % 8), 1))


def same(first: Exchange, second: Exchange) -> bool:
    temperature = abs(first.temperature - second.temperature) < 1e-6
    return bool((first.ids == second.ids).all()) and first.spans == second.spans and temperature


def test_what_is_written_is_read(tmp_path: Path) -> None:
    written = [exchange(seed, replies=1 + seed % 3) for seed in range(12)]
    write_token_file(tmp_path / "a.npz", written)
    read = read_token_file(tmp_path / "a.npz")
    assert len(read) == 12
    assert all(same(*pair) for pair in zip(written, read, strict=True))
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]


def test_ids_beyond_16_bits_keep_their_value(tmp_path: Path) -> None:
    large = Exchange(np.array([1, 2, 3, 65_536, 151_000], dtype=np.int32), ((3, 5),), 0.0)
    write_token_file(tmp_path / "a.npz", [large])
    assert read_token_file(tmp_path / "a.npz")[0].ids.tolist() == [1, 2, 3, 65_536, 151_000]


def test_shards_add_up_and_none_is_written_twice(tmp_path: Path) -> None:
    shards = Shards(tmp_path / "data")
    assert shards.read() == []
    for start in (0, 5):
        shards.append([exchange(seed) for seed in range(start, start + 5)])
    shards.append([])
    assert len(shards) == 2
    assert all(same(read, exchange(seed)) for seed, read in enumerate(Shards(tmp_path / "data").read()))
    assert len(shards.read()) == 10


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shards = Shards(tmp_path / "data")
    shards.append([exchange(1)])

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(DiskFullError, match="free some space"):
        shards.append([exchange(2)])
    assert len(Shards(tmp_path / "data").read()) == 1
    assert disk.free_bytes(tmp_path) > 0


@pytest.mark.parametrize(
    "change",
    [
        {"spans": np.array([[0, 10, 99]], dtype=np.uint32)},
        {"spans": np.array([[0, 20, 15]], dtype=np.uint32)},
        {"spans": np.array([[0, 1, 15]], dtype=np.uint32)},
        {"spans": np.array([[0, 10, 15], [0, 12, 20]], dtype=np.uint32)},
        {"offsets": np.array([0, 20], dtype=np.uint32)},
        {"offsets": np.array([0, 0, 30], dtype=np.uint32)},
    ],
)
def test_files_that_contradict_themselves_are_refused(tmp_path: Path, change: dict[str, np.ndarray]) -> None:
    file = tmp_path / "a.npz"
    write_token_file(file, [exchange(1)])
    with np.load(file) as whole:
        fields = {name: whole[name] for name in whole}
    np.savez(file, **{**fields, **change})
    with pytest.raises(TokenFileError, match="no whole token file"):
        read_token_file(file)


def test_a_cut_file_and_an_absent_one_are_sentences(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    write_token_file(file, [exchange(1)])
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(TokenFileError, match="no whole token file"):
        read_token_file(file)
    with pytest.raises(TokenFileError, match="There is no token file"):
        read_token_file(tmp_path / "b.npz")


def test_conversations_without_a_reply_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    write_token_file(file, [exchange(1), exchange(2)])
    with np.load(file) as whole:
        fields = {name: whole[name] for name in whole}
    np.savez(file, **{**fields, "spans": fields["spans"][fields["spans"][:, 0] == 1]})
    (only,) = read_token_file(file)
    assert same(only, exchange(2))


def test_about_one_in_32_is_held_out_and_always_the_same() -> None:
    many = [exchange(seed) for seed in range(6000)]
    train, held_out = split(many)
    assert len(train) + len(held_out) == 6000
    assert 130 < len(held_out) < 250
    again = {id(one) for one in split(reversed(many))[1]}
    assert again == {id(one) for one in held_out}


def test_another_answer_to_a_held_out_question_is_held_out_too() -> None:
    held_out = split(exchange(seed) for seed in range(300))[1]
    assert held_out
    for one in held_out:
        other = np.concatenate([one.ids[:10], one.ids[10:] + 1])
        assert Exchange(other.astype(np.int32), ((10, 20),), 1.0).held_out
