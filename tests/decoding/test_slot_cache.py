import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.slot_cache import BUCKET, SlotCache, Taps, visible_slots


def rows(count: int, first: float = 1.0) -> torch.Tensor:
    """[1, 2 heads, count, 3]: all numbers different."""
    return first + torch.arange(2.0 * count * 3).reshape(1, 2, count, 3)


def test_rows_lie_where_they_were_written() -> None:
    cache = SlotCache(BUCKET)
    keys, values = cache.write(0, rows(4), rows(4, 100.0), 3)
    assert torch.equal(keys[:, :, 3:7], rows(4))
    assert torch.equal(values[:, :, 3:7], rows(4, 100.0))
    assert not keys[:, :, :3].any()
    assert not keys[:, :, 7:].any(), "slots never written are zero"


@pytest.mark.parametrize(("end", "visible"), [(1, BUCKET), (BUCKET, BUCKET), (BUCKET + 1, 2 * BUCKET)])
def test_views_end_on_whole_buckets(end: int, visible: int) -> None:
    keys, values = SlotCache(4 * BUCKET).write(0, rows(1), rows(1), end - 1)
    assert keys.shape[2] == values.shape[2] == visible == visible_slots(end)


def test_layers_are_separate() -> None:
    cache = SlotCache(BUCKET)
    cache.write(1, rows(2), rows(2), 0)
    cache.write(0, rows(2, 50.0), rows(2, 70.0), 0)
    assert set(cache.layers) == {0, 1}
    assert torch.equal(cache.read(1, 2)[0], rows(2))
    assert torch.equal(cache.read(0, 2)[1], rows(2, 70.0))


def test_rewriting_is_the_rollback() -> None:
    cache = SlotCache(BUCKET)
    cache.write(0, rows(6), rows(6), 0)
    cache.write(0, rows(2, 500.0), rows(2, 500.0), 3)
    keys = cache.read(0, 6)[0]
    assert torch.equal(keys[:, :, :3], rows(6)[:, :, :3])
    assert torch.equal(keys[:, :, 3:5], rows(2, 500.0))


@given(st.integers(1, 8 * BUCKET), st.integers(1, 8 * BUCKET))
def test_growth_keeps_what_is_written(max_slots: int, wanted: int) -> None:
    cache = SlotCache(max_slots)
    cache.write(0, rows(5), rows(5, 9.0), 0)
    wanted = min(wanted, visible_slots(max_slots))
    cache.reserve(wanted)
    assert wanted <= cache.capacity <= visible_slots(max_slots)
    assert torch.equal(cache.read(0, 5)[0], rows(5))
    assert torch.equal(cache.read(0, 5)[1], rows(5, 9.0))
    assert not cache.read(0, cache.capacity)[0][:, :, 5:].any()
    assert cache.nbytes == 2 * 4 * 2 * cache.capacity * 3
    cache.write(0, rows(1), rows(1), wanted - 1)


def test_layer_first_written_after_growth_has_the_grown_size() -> None:
    cache = SlotCache(8 * BUCKET)
    cache.write(0, rows(1), rows(1), 0)
    cache.reserve(5 * BUCKET)
    cache.write(1, rows(1), rows(1), 5 * BUCKET - 1)
    assert cache.read(0, 8 * BUCKET)[0].shape == cache.read(1, 8 * BUCKET)[0].shape


def test_small_contexts_take_little_room() -> None:
    cache = SlotCache(100)
    cache.write(0, rows(1), rows(1), 0)
    assert cache.capacity == BUCKET


@pytest.mark.parametrize("born_in_a_pass", [False, True])
def test_wipe_zeroes_these_slots_only(born_in_a_pass: bool) -> None:
    """Also buffers made in inference mode, which torch guards against changes from outside."""
    cache = SlotCache(BUCKET)
    with torch.inference_mode(born_in_a_pass):
        cache.write(0, rows(6), rows(6), 0)
        cache.write(1, rows(6) * torch.nan, rows(6), 0)
    cache.wipe(2, 4)
    for layer in (0, 1):
        for buffer in cache.read(layer, 6):
            assert not buffer[:, :, 2:4].any()
            assert buffer[:, :, [0, 1, 4, 5]].bool().all()


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64])
def test_dtype_and_head_size_are_those_of_the_rows(dtype: torch.dtype) -> None:
    cache = SlotCache(BUCKET)
    keys, values = cache.write(0, rows(2).to(dtype), torch.ones(1, 4, 2, 7, dtype=dtype), 0)
    assert (keys.dtype, values.dtype) == (dtype, dtype)
    assert keys.shape == (1, 2, BUCKET, 3)
    assert values.shape == (1, 4, BUCKET, 7)


@given(st.sets(st.integers(3, 11), min_size=1), st.integers(0, 3), st.booleans())
def test_move_makes_a_path_contiguous(path: set[int], start: int, born_in_a_pass: bool) -> None:
    """Slots that overlap those they are copied to, too; in every layer, keys, values and taps."""
    sources = sorted(path)
    cache, untouched = SlotCache(BUCKET), SlotCache(BUCKET)
    taps = Taps((0,))
    for each in (cache, untouched):
        with torch.inference_mode(born_in_a_pass):
            each.write(0, rows(12), rows(12, 100.0), 0)
            each.write(2, rows(12, 200.0), rows(12, 300.0), 0)
            each.write_taps(taps, torch.arange(24.0).reshape(12, 2), 0)
    cache.move(sources, start)
    rest = [slot for slot in range(12) if not start <= slot < start + len(sources)]
    for layer in (0, 2):
        for moved, before in zip(cache.read(layer, 12), untouched.read(layer, 12), strict=True):
            assert torch.equal(moved[:, :, start : start + len(sources)], before[:, :, sources])
            assert torch.equal(moved[:, :, rest], before[:, :, rest])
    assert torch.equal(
        cache.read_taps(start, start + len(sources)), untouched.read_taps(0, 12)[torch.tensor(sources)]
    )


# ---- all layers in one buffer


def test_stacked_layers_are_those_that_are_read() -> None:
    cache = SlotCache(4 * BUCKET)
    keys, values = cache.stacked(3, 2, rows(1))
    assert [buffer.shape for buffer in keys] == 3 * [(1, 2, cache.capacity, 3)]
    keys[1][:, :, 4:6] = rows(2)
    values[2][:, :, 4:6] = rows(2, 50.0)
    assert torch.equal(cache.read(1, 6)[0][:, :, 4:], rows(2))
    assert torch.equal(cache.read(2, 6)[1][:, :, 4:], rows(2, 50.0))
    assert cache.layers == (0, 1, 2)
    assert cache.nbytes == 3 * 2 * 4 * 2 * cache.capacity * 3
    before = cache.capacity
    cache.reserve(3 * BUCKET)
    assert cache.capacity > before
    assert torch.equal(cache.stacked(3, 2, rows(1))[0][1][:, :, 4:6], rows(2))
    cache.move([5], 4)
    assert torch.equal(cache.read(1, 5)[0][:, :, 4:], rows(2)[:, :, 1:])
    assert torch.equal(cache.read(2, 5)[1][:, :, 4:], rows(2, 50.0)[:, :, 1:])
    cache.wipe(4, 5)
    assert not cache.read(1, 5)[0].any()
    assert torch.equal(cache.read(1, 6)[0][:, :, 5:], rows(2)[:, :, 1:])


def test_what_was_written_layer_by_layer_is_stacked_too() -> None:
    cache = SlotCache(BUCKET)
    cache.write(2, rows(2), rows(2, 9.0), 0)
    fewer, _ = cache.stacked(1, 2, rows(1))
    fewer[0][:, :, :2] = rows(2, 30.0)
    more, values = cache.stacked(4, 2, rows(1))
    assert len(more) == 4
    assert torch.equal(more[0][:, :, :2], rows(2, 30.0))
    assert torch.equal(more[2][:, :, :2], rows(2))
    assert torch.equal(values[2][:, :, :2], rows(2, 9.0))
    cache.write(2, rows(1, 70.0), rows(1, 80.0), 1)
    assert torch.equal(more[2][:, :, 1:2], rows(1, 70.0)), "one and the same memory"
