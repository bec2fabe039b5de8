"""What is read of the target: its states and its next-token distribution, read once or kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from tiny import VOCABULARY, tiny_llama

from desktop_app.decoding.batch_adapter import BatchNetwork
from desktop_app.training import hidden_states
from desktop_app.training.batches import TokenBatch, common_start, length_sorted, token_batch
from desktop_app.training.exchanges import Exchange
from desktop_app.training.hidden_states import CachedReader, TargetReader

LAYERS = (0, 1, 1)


def exchange(length: int, spans: tuple[tuple[int, int], ...], seed: int = 0) -> Exchange:
    ids = np.random.default_rng(seed).integers(0, 256, size=length, dtype=np.int32)
    return Exchange(ids, spans, 0.0)


def batch() -> TokenBatch:
    return token_batch(
        [exchange(20, ((5, 12), (15, 20))), exchange(9, ((4, 9),), 1), exchange(14, ((3, 6),), 2)]
    )


@pytest.fixture
def reader() -> TargetReader:
    return TargetReader(BatchNetwork(tiny_llama()), LAYERS, VOCABULARY)


def test_weights_and_predicted_places() -> None:
    made = batch()
    assert made.ids.shape == (3, 20)
    assert made.lengths.tolist() == [20, 9, 14]
    assert made.weights[1].nonzero()[:, 0].tolist() == [4, 5, 6, 7, 8]
    assert made.predicted[0].nonzero()[:, 0].tolist() == [*range(4, 11), *range(14, 19)]


def test_user_turns_count_less_and_the_common_start_and_padding_nothing() -> None:
    made = token_batch([exchange(8, ((5, 8),)), exchange(6, ((4, 6),), 1)], other_weight=0.5, common_start=3)
    assert made.weights.tolist() == [[0, 0, 0, 0.5, 0.5, 1, 1, 1], [0, 0, 0, 0.5, 1, 1, 0, 0]]
    # a head's first row has the states of one token and the token after it
    assert token_batch([exchange(5, ((4, 5),))], other_weight=0.5).weights.tolist() == [[0, 0, 0.5, 0.5, 1]]


def test_the_common_start_is_what_all_begin_with() -> None:
    first, second = (exchange(length, ((6, 8),), 3) for length in (12, 9))
    other = Exchange(np.concatenate([first.ids[:4], first.ids[4:] + 1]), ((6, 8),), 0.0)
    assert common_start([first, second]) == 9
    assert common_start([first, second, other]) == 4
    assert common_start([first]) == 12


def test_each_row_is_the_targets_own_distribution(reader: TargetReader) -> None:
    made, model = batch(), tiny_llama()
    states = reader.read(made)
    assert len(states.top_ids) == int(made.weights.sum())
    for text, length in enumerate(made.lengths.tolist()):
        ids = made.ids[text, :length]
        with torch.inference_mode():
            out = model(input_ids=ids[None], output_hidden_states=True)
        own = torch.cat([out.hidden_states[layer][0] for layer in LAYERS], dim=-1)
        torch.testing.assert_close(states.taps[text, :length], own, atol=1e-4, rtol=1e-4)
        log_probs = out.logits[0].log_softmax(-1)
        for place in range(length):
            row = int(states.rows[text, place])
            said_next = place + 1 < length and bool(made.weights[text, place + 1])
            assert (row >= 0) == said_next
            if said_next:
                expected = log_probs[place].sort(descending=True).values[:64]
                torch.testing.assert_close(states.top_log_probs[row], expected, atol=1e-4, rtol=1e-4)
                assert int(states.top_ids[row, 0]) == int(log_probs[place].argmax())
    assert (states.rows[1, 9:] == -1).all()


def test_pieces_of_a_batch_are_the_whole_of_it(reader: TargetReader, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = reader.read(batch())
    monkeypatch.setitem(hidden_states._LOGITS_BYTES, "cpu", 4 * VOCABULARY * 25)
    monkeypatch.setattr(hidden_states, "_ROWS", 3)
    pieces = reader.read(batch())
    assert torch.equal(whole.rows, pieces.rows)
    assert torch.equal(whole.top_ids, pieces.top_ids)
    torch.testing.assert_close(whole.top_log_probs, pieces.top_log_probs)
    torch.testing.assert_close(whole.taps, pieces.taps, atol=1e-5, rtol=1e-5)


def test_a_cached_reader_asks_the_target_once(reader: TargetReader, tmp_path: Path) -> None:
    cached = CachedReader(reader, tmp_path / "states", "tiny")
    first = cached.read(batch())
    reads: list[TokenBatch] = []
    reader.read = reads.append  # type: ignore[assignment,method-assign]
    second = cached.read(batch())
    assert not reads
    for name in ("taps", "rows", "top_ids", "top_log_probs"):
        assert torch.equal(getattr(first, name), getattr(second, name))
    assert len(list((tmp_path / "states").iterdir())) == 1


def test_other_texts_and_damaged_files_are_read_anew(reader: TargetReader, tmp_path: Path) -> None:
    cached = CachedReader(reader, tmp_path, "tiny")
    first = cached.read(batch())
    other = token_batch([exchange(20, ((5, 12), (15, 19)))])
    cached.read(other)
    files = list(tmp_path.glob("*.safetensors"))
    assert len(files) == 2
    for file in files:
        file.write_bytes(file.read_bytes()[:100])
    assert torch.equal(cached.read(batch()).top_ids, first.top_ids)


def test_batches_hold_every_conversation_once_and_little_padding() -> None:
    source = np.random.default_rng(3)
    exchanges = [
        exchange(int(length), ((3, 9),), seed) for seed, length in enumerate(source.integers(10, 90, 200))
    ]
    batches = length_sorted(exchanges, 500)
    assert sorted(id(one) for of in batches for one in of) == sorted(map(id, exchanges))
    places = [len(of) * max(len(one.ids) for one in of) for of in batches]
    assert all(count <= 500 for count in places)
    assert sum(places) < 1.15 * sum(len(one.ids) for one in exchanges)


def test_a_conversation_longer_than_a_batch_is_one_by_itself() -> None:
    batches = length_sorted([exchange(50, ((3, 9),)), exchange(60, ((3, 9),)), exchange(10, ((3, 9),))], 40)
    assert [len(of) for of in batches] == [1, 1, 1]
