"""The table of settings: complete, said in sentences, and every value it allows comes back from the file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.settings.file import load_settings, save_settings
from desktop_app.settings.kinds import Choice, Flag, Kind, Number, Place, Texts, Whole
from desktop_app.settings.record import Record
from desktop_app.settings.table import RECORDS, SECTIONS, Settings

# a file holds no halves of surrogate pairs
TEXT = st.text(st.characters(exclude_categories=("Cs",)))


def values(kind: Kind) -> st.SearchStrategy[object]:
    match kind:
        case Flag():
            return st.booleans()
        case Whole():
            numbers = st.integers(kind.low, kind.high)
            return numbers | st.just(kind.instead.value) if kind.instead else numbers
        case Number():
            return st.floats(kind.low, kind.high, exclude_min=kind.above)
        case Choice():
            return st.sampled_from([value for value, _ in kind.options])
        case Place():
            return TEXT
        case Texts():
            return st.lists(TEXT.filter(bool)).map(tuple)


@given(st.fixed_dictionaries({record.name: values(record.kind) for record in RECORDS}))
def test_every_allowed_value_comes_back(tmp_path: Path, chosen: dict[str, object]) -> None:
    path = tmp_path / "settings.toml"
    settings = Settings(**chosen)  # type: ignore[arg-type]
    save_settings(path, settings)
    loaded = load_settings(path)
    assert (loaded.settings, loaded.problems) == (settings, ())


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_a_record_is_complete(record: Record) -> None:
    assert record.section in SECTIONS
    assert record.label
    assert record.label[0].isupper()
    assert record.description.endswith(".")
    assert record.default is None or record.kind.accepts(record.default)
    assert record.kind.expected


def test_labels_are_told_apart() -> None:
    labels = [record.label for record in RECORDS]
    assert len(set(labels)) == len(labels)
    assert {record.section for record in RECORDS} == set(SECTIONS)


def test_the_ends_of_the_sampling_ranges_can_be_sampled_with() -> None:
    for record in RECORDS:
        if isinstance(record.kind, Number):
            for value in (
                record.kind.low + (sys.float_info.min if record.kind.above else 0),
                record.kind.high,
            ):
                SamplingParams(**{record.name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "accepted"),
    [
        ("cuda", True),
        ("cuda:0", True),
        ("cuda:12", True),
        ("cuda:", False),
        ("cuda:1 ", False),
        ("CPU", False),
    ],
)
def test_a_device_may_have_a_number(value: str, accepted: bool) -> None:
    (device,) = (record for record in RECORDS if record.name == "device")
    assert device.kind.accepts(value) is accepted
    assert '"cuda:" with a number' in device.kind.expected
