"""Settings of a running program: edits by hand are taken over and never written over."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.settings.file import SettingsError
from desktop_app.settings.store import SettingsStore
from desktop_app.settings.table import Settings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


@pytest.fixture
def store(path: Path) -> SettingsStore:
    store = SettingsStore(path)
    store.change(k=3, temperature=0.5)
    return store


def test_an_edit_by_hand_is_taken_over(path: Path, store: SettingsStore) -> None:
    edit(path, "k = 3", "k = 9")
    assert store.settings.k == 3
    store.refresh()
    assert store.settings == Settings(k=9, temperature=0.5)
    assert store.problems == ()


def test_a_change_keeps_an_edit_that_was_not_seen_yet(path: Path, store: SettingsStore) -> None:
    edit(path, "k = 3", "k = 9\nnew = true")
    assert store.change(theme="dark") == Settings(k=9, temperature=0.5, theme="dark")
    text = path.read_text(encoding="utf-8")
    assert "k = 9\n" in text
    assert "new = true\n" in text
    assert SettingsStore(path).settings == store.settings


def test_a_mistake_made_by_hand_stays_to_be_mended(path: Path, store: SettingsStore) -> None:
    edit(path, "k = 3", "k = 99")
    store.refresh()
    assert store.settings == Settings(temperature=0.5)
    (problem,) = store.problems
    assert "decoding.k " in problem
    store.change(theme="dark")
    assert "k = 99\n" in path.read_text(encoding="utf-8")
    store.change(k=4)
    assert "k = 4\n" in path.read_text(encoding="utf-8")


def test_a_problem_is_told_once(path: Path, store: SettingsStore) -> None:
    edit(path, "k = 3", "k = 99")
    store.refresh()
    told = store.problems
    store.refresh()
    assert store.problems is told


def test_a_half_written_file_changes_nothing_and_stays_where_it_is(path: Path, store: SettingsStore) -> None:
    path.write_text("[decoding\nk = 4\n", encoding="utf-8")
    store.refresh()
    assert store.settings == Settings(k=3, temperature=0.5)
    (problem,) = store.problems
    assert "mend it" in problem
    assert path.read_text(encoding="utf-8") == "[decoding\nk = 4\n"


def test_a_change_sets_a_half_written_file_aside(path: Path, store: SettingsStore) -> None:
    path.write_text("[decoding\nk = 4\n", encoding="utf-8")
    store.change(theme="dark")
    (aside,) = path.parent.glob("settings.toml.corrupt-*")
    assert aside.read_text(encoding="utf-8") == "[decoding\nk = 4\n"
    assert str(aside) in store.problems[0]
    assert SettingsStore(path).settings == Settings(k=3, temperature=0.5, theme="dark")


def test_a_file_that_is_gone_changes_nothing(path: Path, store: SettingsStore) -> None:
    path.unlink()
    store.refresh()
    assert store.settings == Settings(k=3, temperature=0.5)


def test_what_could_not_be_saved_is_saved_later(
    path: Path, store: SettingsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(SettingsError, match="No space left"):
            store.change(k=7)
    assert SettingsStore(path).settings.k == 3
    edit(path, "k = 3", "k = 5")
    store.change(theme="light")
    assert SettingsStore(path).settings == Settings(k=7, temperature=0.5, theme="light") == store.settings


def test_reading_anew_forgets_everything(path: Path, store: SettingsStore) -> None:
    path.unlink()
    store.read()
    assert store.settings == Settings()
    assert not path.exists()


def test_the_file_is_written_out_whole(path: Path) -> None:
    store = SettingsStore(path)
    assert store.write_out() == path
    text = path.read_text(encoding="utf-8")
    assert 'theme = "system"\n' in text
    assert "temperature = 0.7\n" in text
    assert store.settings == Settings()
    path.write_text("# mine\n", encoding="utf-8")
    store.write_out()
    assert path.read_text(encoding="utf-8") == "# mine\n"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
