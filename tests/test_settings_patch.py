"""What the user wrote into the settings file beside the values stays as it was written."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.settings.file import load_settings, save_settings
from desktop_app.settings.store import SettingsStore
from desktop_app.settings.table import Settings
from desktop_app.settings.toml_patch import patched

TEXT = """# my settings
top = 1

[decoding]  # how
k = 3  # three is "best" # really
stop = [
    "a # no comment",  # one
    "]",
]

# between
[sampling]
temperature = 0.5
name = "x # y" # z
[other]
deep = { a = 1 } # kept"""


@pytest.mark.parametrize(
    ("table", "name", "value", "old", "new"),
    [
        ("decoding", "k", 9, "k = 3  #", "k = 9  #"),
        ("decoding", "k", "auto", "k = 3  #", 'k = "auto"  #'),
        ("sampling", "temperature", 1.5, "temperature = 0.5\n", "temperature = 1.5\n"),
        ("sampling", "temperature", 0, "temperature = 0.5\n", "temperature = 0\n"),
        ("sampling", "name", "#", '"x # y" # z', '"#" # z'),
        ("sampling", "top_k", 4, "# z\n", "# z\ntop_k = 4\n"),
        ("decoding", "seed", 4, "]\n\n# between", "]\nseed = 4\n\n# between"),
        ("window", "theme", "dark", "# kept", '# kept\n\n[window]\ntheme = "dark"\n'),
        ("other", "more", 1, "# kept", "# kept\nmore = 1\n"),
    ],
)
def test_one_value_changes_and_nothing_else(table: str, name: str, value: object, old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    document = tomllib.loads(TEXT)
    document.setdefault(table, {})[name] = value
    assert patched(TEXT, document) == TEXT.replace(old, new)


def test_a_list_over_several_lines_is_replaced_whole() -> None:
    document = tomllib.loads(TEXT)
    document["decoding"]["stop"] = ["b"]
    result = patched(TEXT, document)
    assert tomllib.loads(result) == document
    assert "# my settings\n" in result
    assert '# three is "best" # really\n' in result
    assert "no comment" not in result


def test_a_value_that_goes_takes_its_line_along() -> None:
    document = tomllib.loads(TEXT)
    del document["decoding"]["k"]
    assert patched(TEXT, document) == TEXT.replace('k = 3  # three is "best" # really\n', "")


@pytest.mark.parametrize(
    "text",
    [
        "decoding.k = 3\n",
        "decoding = { k = 3 }\n",
        '["decoding"]\nk = 3\n',
        '[decoding]\n"k" = 3\n',
        '[decoding]\nnote = """\nk = 1\n"""\nk = 3\n',
        "[decoding]\r\nk = 3\r\n",
    ],
)
def test_other_ways_to_write_it_say_what_is_wanted_in_the_end(text: str) -> None:
    document = tomllib.loads(text)
    document["decoding"]["k"] = 9
    assert tomllib.loads(patched(text, document)) == document


KEYS = st.sampled_from(["k", "seed", "stop", "a b"])
VALUES = st.integers() | st.booleans() | st.text(max_size=5) | st.lists(st.text(max_size=3), max_size=2)
TABLES = st.dictionaries(st.sampled_from(["decoding", "other"]), st.dictionaries(KEYS, VALUES, max_size=3))


@given(TABLES, st.booleans())
def test_whatever_is_wanted_is_said(wanted: dict[str, dict[str, object]], comments: bool) -> None:
    text = TEXT if comments else ""
    document = {**tomllib.loads(text), **wanted}
    assert tomllib.loads(patched(text, document)) == document


def test_comments_survive_a_change_in_the_program(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("\ufeff# mine\n[decoding]\nk = 3 # three\n", encoding="utf-8")
    SettingsStore(path).change(k=4, theme="dark")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# mine\n[decoding]\nk = 4 # three\n")
    assert load_settings(path).settings == Settings(k=4, theme="dark")
    save_settings(path, Settings())
    assert path.read_text(encoding="utf-8").startswith('# mine\n[decoding]\nk = "auto" # three\n')
