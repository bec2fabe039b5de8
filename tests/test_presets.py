"""Presets as files: what is kept comes back, what others wrote into them stays, bad ones cost nothing."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.settings.presets import Preset, PresetError, PresetFolder, usable_name

VALUES = {
    "system": "Be brief.\n\tAnd kind “now”: \"\"\" '''\\n",
    "temperature": 0.2,
    "top_p": 1.0,
    "stop": ("END", "\n\n"),
    "k": "auto",
    "draft": "none",
}


@pytest.fixture
def folder(tmp_path: Path) -> PresetFolder:
    return PresetFolder(tmp_path / "presets")


def test_what_is_saved_comes_back(folder: PresetFolder) -> None:
    assert folder.names() == []
    assert folder.save("Teacher", VALUES) == "Teacher"
    assert folder.save("alone", {}) == "alone"
    assert folder.names() == ["alone", "Teacher"]
    assert folder.read("Teacher") == Preset("Teacher", VALUES)
    assert folder.read("alone") == Preset("alone", {})


# line ends are written as a text file's; the rest of Unicode but halves of pairs and controls is kept
TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc"), include_characters="\n\t"), max_size=60)


@given(system=TEXT, stop=st.lists(TEXT.filter(bool), max_size=3).map(tuple))
def test_any_text_comes_back(tmp_path_factory: pytest.TempPathFactory, system: str, stop: tuple) -> None:
    folder = PresetFolder(tmp_path_factory.mktemp("any"))
    for values in ({"system": system, "stop": stop}, {"system": system + "x", "stop": stop}):
        folder.save("p", values)
        assert folder.read("p").values == values


def test_a_system_prompt_of_several_lines_is_written_as_such(folder: PresetFolder) -> None:
    folder.save("lines", {"system": "One.\nTwo."})
    assert "One.\nTwo." in (folder.folder / "lines.toml").read_text(encoding="utf-8")


def test_an_edited_file_counts_at_once_and_its_own_words_stay(folder: PresetFolder) -> None:
    folder.save("mine", {"temperature": 0.2, "top_k": 5})
    file = folder.folder / "mine.toml"
    file.write_text(
        "# for school\n[preset]\ntemperature = 0.9  # warm\nlater = [1]\n\n[other]\nx = 1\n", encoding="utf-8"
    )
    assert folder.read("mine") == Preset("mine", {"temperature": 0.9})
    folder.save("mine", {"temperature": 0.5, "min_p": 0.1})
    text = file.read_text(encoding="utf-8")
    assert "# for school" in text
    assert "# warm" in text
    assert tomllib.loads(text) == {
        "preset": {"temperature": 0.5, "later": [1], "min_p": 0.1},
        "other": {"x": 1},
    }


def test_a_value_that_makes_no_sense_is_said_and_the_rest_counts(folder: PresetFolder) -> None:
    folder.save("mine", {})
    (folder.folder / "mine.toml").write_text("[preset]\ntemperature = 'warm'\nk = 3\n", encoding="utf-8")
    preset = folder.read("mine")
    assert preset.values == {"k": 3}
    assert preset.problems == (
        'In the preset “mine”, temperature must be a number from 0 up to 100, not "warm".',
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"[preset", "cannot be understood"), (b"\xff\xfe", "UTF-8"), (b"#" * 1_000_001, "too large")],
)
def test_a_damaged_file_is_one_sentence(folder: PresetFolder, content: bytes, words: str) -> None:
    folder.save("mine", {})
    (folder.folder / "mine.toml").write_bytes(content)
    for act in (lambda: folder.read("mine"), lambda: folder.take_in(folder.folder / "mine.toml")):
        with pytest.raises(PresetError, match=words):
            act()
    assert (folder.folder / "mine.toml").read_bytes() == content


def test_saving_over_a_damaged_file_says_so_and_leaves_it(folder: PresetFolder) -> None:
    folder.save("mine", {})
    (folder.folder / "mine.toml").write_text("[preset", encoding="utf-8")
    with pytest.raises(PresetError, match="mend its file"):
        folder.save("mine", {"k": 1})
    assert (folder.folder / "mine.toml").read_text(encoding="utf-8") == "[preset"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("a/b", "a b"), ("../up", "up"), ("  x  y ", "x y"), ("CON", "_CON"), ("数学", "数学")],
)
def test_a_name_is_one_that_files_can_have(folder: PresetFolder, typed: str, kept: str) -> None:
    assert folder.save(typed, {"k": 1}) == kept
    assert [path.name for path in folder.folder.iterdir()] == [f"{kept}.toml"]
    assert folder.read(kept).values == {"k": 1}


@pytest.mark.parametrize("typed", ["", "   ", "///", "..", "\x00"])
def test_a_name_of_nothing_is_refused(typed: str) -> None:
    with pytest.raises(PresetError, match="needs a name"):
        usable_name(typed)


def test_renaming_keeps_the_file_and_never_another_preset(folder: PresetFolder) -> None:
    folder.save("one", {"k": 1})
    folder.save("two", {"k": 2})
    with pytest.raises(PresetError, match="already"):
        folder.rename("one", "TWO")
    assert folder.rename("one", "One") == "One"
    assert folder.rename("One", "three") == "three"
    assert folder.names() == ["three", "two"]
    assert folder.read("three").values == {"k": 1}
    with pytest.raises(PresetError, match="cannot be renamed"):
        folder.rename("gone", "four")


def test_deleting(folder: PresetFolder) -> None:
    folder.save("one", {})
    folder.delete("one")
    folder.delete("one")
    assert folder.names() == []
    with pytest.raises(PresetError, match="deleted or renamed"):
        folder.read("one")


def test_export_and_import_keep_every_byte_and_the_name_is_a_free_one(
    folder: PresetFolder, tmp_path: Path
) -> None:
    folder.save("mine", {"k": 4})
    text = "# a note\n[preset]\nk = 4\nlater = true\n"
    (folder.folder / "mine.toml").write_text(text, encoding="utf-8")
    out = tmp_path / "mine.toml"
    folder.give_out("mine", out)
    assert out.read_text(encoding="utf-8") == text
    assert folder.take_in(out).name == "mine 2"
    assert folder.take_in(out).name == "mine 3"
    assert (folder.folder / "mine 2.toml").read_text(encoding="utf-8") == text
    assert folder.read("mine").values == folder.read("mine 3").values == {"k": 4}


@pytest.mark.parametrize("name", ["x" * 120, "船" * 40, "🦊" * 30])
def test_one_with_the_longest_name_is_imported_twice(folder: PresetFolder, tmp_path: Path, name: str) -> None:
    out = tmp_path / f"{name}.toml"
    out.write_text("[preset]\nk = 3\n", encoding="utf-8")
    assert folder.take_in(out).name == name
    assert folder.take_in(out).name == f"{name[:20]} 2"
    assert folder.take_in(out).name == f"{name[:20]} 3"


@pytest.mark.parametrize("text", ["", "[other]\nk = 1\n", "preset = 3\n", "[preset]\nk = 'many'\n"])
def test_a_file_without_any_usable_value_is_no_preset(
    folder: PresetFolder, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PresetError, match="no preset that can be used"):
        folder.take_in(path)
    assert folder.names() == []


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "presets").write_text("a file", encoding="utf-8")
    folder = PresetFolder(tmp_path / "presets")
    assert folder.names() == []
    with pytest.raises(PresetError, match="cannot be kept"):
        folder.save("x", {"k": 1})
    with pytest.raises(PresetError, match="cannot be kept"):
        PresetFolder(tmp_path).save("half", {"system": "\ud800"})
