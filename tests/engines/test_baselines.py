"""Measured plain speeds: kept by place and machine, none used that are stale."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median, quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.engines.baselines import Baseline, Baselines, BaselinesError, Place, bucket, nearest
from desktop_app.models import machine

HERE = Place("m", "float32", "cpu", 0)
STEPS = [0.04, 0.05, 0.042, 0.041, 0.043, 0.039, 0.06, 0.04, 0.044]


def baselines(folder: Path, fingerprint: str = "this machine", when: float = 1000.0) -> Baselines:
    return Baselines(folder / "data" / "baselines.json", lambda: fingerprint, lambda: when)


def test_what_was_measured_is_known_with_median_and_quartiles(tmp_path: Path) -> None:
    baselines(tmp_path, when=17.5).add([(HERE, STEPS)])
    (found,) = baselines(tmp_path).known("m")
    low, _, high = quantiles(STEPS, n=4)
    assert found == Baseline(HERE, 9, median(STEPS), low, high, 17.5)
    assert found.tokens_per_s == pytest.approx(1 / 0.042)
    assert baselines(tmp_path).known("another") == ()


def test_places_are_apart_and_steps_of_one_add_up(tmp_path: Path) -> None:
    other = Place("m", "bfloat16", "cpu", 0)
    longer = Place("m", "float32", "cpu", 256)
    baselines(tmp_path).add([(HERE, STEPS), (other, [0.01] * 8)])
    baselines(tmp_path, when=2000.0).add([(HERE, STEPS), (longer, [0.1] * 8)])
    known = {one.place: one for one in baselines(tmp_path).known("m")}
    assert {place: one.steps for place, one in known.items()} == {HERE: 18, other: 8, longer: 8}
    assert known[HERE].when == 2000.0
    assert known[other].when == 1000.0


def test_only_the_newest_steps_are_kept(tmp_path: Path) -> None:
    store = baselines(tmp_path)
    store.add([(HERE, [1.0] * 150)])
    store.add([(HERE, [0.5] * 200)])
    (found,) = store.known("m")
    assert (found.steps, found.median_s, found.high_s) == (200, 0.5, 0.5)


def test_another_machine_does_not_count_but_is_not_lost(tmp_path: Path) -> None:
    baselines(tmp_path, "torch 1").add([(HERE, [0.1] * 8)])
    assert baselines(tmp_path, "torch 2").known("m") == ()
    baselines(tmp_path, "torch 2").add([(HERE, [0.2] * 8)])
    assert [one.median_s for one in baselines(tmp_path, "torch 1").known("m")] == [0.1]
    assert [one.median_s for one in baselines(tmp_path, "torch 2").known("m")] == [0.2]


def test_a_few_steps_are_kept_until_they_are_enough(tmp_path: Path) -> None:
    store = baselines(tmp_path)
    store.add([(HERE, [0.1] * 7)])
    assert store.known("m") == ()
    store.add([(HERE, [0.1])])
    assert store.known("m")[0].steps == 8


def test_nothing_to_add_writes_nothing(tmp_path: Path) -> None:
    baselines(tmp_path).add([(HERE, [])])
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", '{"places": 3}', '{"places": [1, {"place": {}}, null]}', "[" * 100_000,
     '{"places": [{"place": {"target": "m", "dtype": "", "device": "", "context": "x"}}]}'],
)  # fmt: skip
def test_a_damaged_file_knows_nothing_and_can_be_written_again(tmp_path: Path, content: str) -> None:
    file = tmp_path / "data" / "baselines.json"
    file.parent.mkdir()
    file.write_text(content, encoding="utf-8")
    assert baselines(tmp_path).known("m") == ()
    baselines(tmp_path).add([(HERE, STEPS)])
    assert baselines(tmp_path).known("m")[0].steps == 9


def test_a_damaged_place_leaves_the_others(tmp_path: Path) -> None:
    store = baselines(tmp_path)
    store.add([(HERE, STEPS)])
    file = tmp_path / "data" / "baselines.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    data["places"].append({"place": {"target": "m"}, "steps": "no"})
    file.write_text(json.dumps(data), encoding="utf-8")
    assert [one.place for one in store.known("m")] == [HERE]


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file", encoding="utf-8")
    with pytest.raises(BaselinesError, match="cannot be kept in"):
        baselines(tmp_path).add([(HERE, STEPS)])


@given(st.integers(0, 2**20))
def test_a_context_lies_in_its_bucket(context: int) -> None:
    start = bucket(context)
    assert start <= context < max(256, 2 * start)
    assert bucket(start) == start


def test_the_nearest_is_of_the_bucket_or_the_next() -> None:
    known = [Baseline(Place("m", "float32", "cpu", start), 9, 0.1, 0.1, 0.1, 1.0) for start in (0, 512, 4096)]
    found = {
        context: nearest(known, "float32", "cpu", context) for context in (10, 300, 600, 1500, 2500, 9000)
    }
    starts = {context: one and one.place.context for context, one in found.items()}
    assert starts[300] in (0, 512)
    del starts[300]
    assert starts == {10: 0, 600: 512, 1500: 512, 2500: 4096, 9000: 4096}
    assert nearest(known, "float32", "cpu", 20_000) is None
    assert nearest(known, "bfloat16", "cpu", 10) is None
    assert nearest(known, "float32", "cuda:0", 10) is None


def test_the_machine_names_what_a_speed_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    here = machine.fingerprint()
    assert f"{machine.cores()} cores" in here
    assert "torch " in here
    monkeypatch.setattr(machine, "cores", lambda: 999)
    assert machine.fingerprint() != here
