"""Settings: what was saved is there in the next process, what makes no sense is said and replaced."""

import json
import math
import subprocess
import sys
import tomllib
from dataclasses import asdict, fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.sampling_params import MAX_SEED, SamplingParams
from desktop_app.settings.file import SettingsError, load_settings, save_settings
from desktop_app.settings.store import SettingsStore
from desktop_app.settings.table import RECORDS, Settings

CHANGED = Settings(
    theme="dark",
    language="zh_CN",
    show_marks=False,
    conversations_visible=False,
    instruments_visible=False,
    titles_by_model=False,
    zoom=130,
    default_preset="Careful",
    last_target='/models/价 "quoted"\\x',
    model_folders=("/models", "C:\\models"),
    mode="plain",
    draft="suffix",
    k=5,
    seed=MAX_SEED,
    max_tokens=77,
    temperature=0.0,
    top_p=0.5,
    top_k=40,
    min_p=0.05,
    device="cuda:1",
    context=4096,
    dtype="bfloat16",
    verifier="coupled",
    control_rounds=False,
    record_distributions=True,
    shadow_audition=True,
    stop=("\n\n", 'a "b" \\'),
    typical_p=0.9,
    repetition_penalty=1.1,
    frequency_penalty=-0.5,
    presence_penalty=0.5,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


def test_no_file_is_the_defaults(path: Path) -> None:
    loaded = load_settings(path)
    assert (loaded.settings, loaded.problems) == (Settings(), ())
    assert not path.parent.exists()


def test_every_setting_reaches_the_next_process(path: Path) -> None:
    defaults = Settings()
    assert all(getattr(CHANGED, f.name) != getattr(defaults, f.name) for f in fields(Settings))
    save_settings(path, CHANGED)
    script = (
        "import json, sys; from dataclasses import asdict; from pathlib import Path\n"
        "from desktop_app.settings.file import load_settings\n"
        "loaded = load_settings(Path(sys.argv[1])); assert not loaded.problems\n"
        "print(json.dumps(asdict(loaded.settings)))"
    )
    outcome = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    )
    assert json.loads(outcome.stdout) == {
        **asdict(CHANGED),
        "stop": list(CHANGED.stop),
        "model_folders": list(CHANGED.model_folders),
    }
    save_settings(path, defaults)
    assert load_settings(path).settings == defaults


BAD = [
    ("window", "theme", '"blue"', "theme"),
    ("window", "language", '"tlh"', "language"),
    ("window", "show_marks", "1", "show_marks"),
    ("decoding", "control_rounds", "20", "control_rounds"),
    ("decoding", "record_distributions", '"yes"', "record_distributions"),
    ("window", "conversations_visible", '"yes"', "conversations_visible"),
    ("window", "instruments_visible", "[]", "instruments_visible"),
    ("window", "titles_by_model", "2", "titles_by_model"),
    ("window", "zoom", "20", "zoom"),
    ("decoding", "default_preset", "7", "default_preset"),
    ("model", "last_target", "7", "last_target"),
    ("model", "model_folders", '"/models"', "model_folders"),
    ("decoding", "mode", '"duel"', "mode"),
    ("decoding", "draft", "7", "draft"),
    ("decoding", "k", '"many"', "k"),
    ("decoding", "k", "-1", "k"),
    ("decoding", "k", "true", "k"),
    ("decoding", "k", "2.0", "k"),
    ("decoding", "seed", "-5", "seed"),
    ("decoding", "max_tokens", "0", "max_tokens"),
    ("sampling", "temperature", "nan", "temperature"),
    ("sampling", "temperature", "-0.1", "temperature"),
    ("sampling", "temperature", "inf", "temperature"),
    ("sampling", "top_p", "0.0", "top_p"),
    ("sampling", "top_p", "1.5", "top_p"),
    ("sampling", "top_k", "-1", "top_k"),
    ("sampling", "min_p", "1979-05-27", "min_p"),
    ("model", "device", '"cuda:x"', "device"),
    ("model", "device", '"cuda:1\\n"', "device"),
    ("model", "dtype", '"int8"', "dtype"),
    ("model", "context", "10", "context"),
    ("decoding", "verifier", '"greedy"', "verifier"),
    ("decoding", "seed", '"auto"', "seed"),
    ("decoding", "shadow_audition", "1", "shadow_audition"),
    ("decoding", "stop", '"x"', "stop"),
    ("decoding", "stop", '["x", ""]', "stop"),
    ("decoding", "stop", '["x", 1]', "stop"),
    ("sampling", "typical_p", "0", "typical_p"),
    ("sampling", "repetition_penalty", "0.0", "repetition_penalty"),
    ("sampling", "frequency_penalty", "2.1", "frequency_penalty"),
    ("sampling", "presence_penalty", '"0"', "presence_penalty"),
]


@pytest.mark.parametrize(("table", "name", "value", "named"), BAD)
def test_a_bad_value_costs_only_itself(path: Path, table: str, name: str, value: str, named: str) -> None:
    path.parent.mkdir()
    kept = '[model]\nlast_target = "kept"\n' if table != "model" else '[window]\ntheme = "dark"\n'
    path.write_text(f"[{table}]\n{name} = {value}\n{kept}")
    loaded = load_settings(path)
    assert loaded.settings == (Settings(last_target="kept") if table != "model" else Settings(theme="dark"))
    (problem,) = loaded.problems
    assert f"{table}.{named} " in problem


def test_every_setting_has_a_bad_value_tested() -> None:
    assert {named for *_, named in BAD} == {field.name for field in fields(Settings)}


def test_a_whole_number_is_a_number(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("[sampling]\ntemperature = 1\n")
    temperature = load_settings(path).settings.temperature
    assert (temperature, type(temperature)) == (1.0, float)


def test_what_is_unknown_is_kept(path: Path) -> None:
    path.parent.mkdir()
    unknown = '[later]\nlist = [1, { a = 1979-05-27 }]\n[window]\nspin = 1.5\ntheme = "dark"\n'
    path.write_text("top = true\n" + unknown)
    save_settings(path, Settings(theme="light"))
    document = tomllib.loads(path.read_text())
    assert document["top"] is True
    assert document["later"] == tomllib.loads(unknown)["later"]
    assert document["window"]["spin"] == 1.5
    assert document["window"]["theme"] == "light"


def test_a_table_that_is_none_is_replaced(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("window = 3\n")
    assert load_settings(path).settings == Settings()
    save_settings(path, Settings(theme="dark"))
    assert load_settings(path).settings.theme == "dark"


@given(st.binary(max_size=60) | st.text(alphabet='[]="\n.a1{}', max_size=30).map(str.encode))
def test_no_content_stops_the_program(path: Path, content: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    save_settings(path, CHANGED)
    again = load_settings(path)
    assert (again.settings, again.problems) == (CHANGED, ())


@pytest.mark.parametrize("content", [b"[window\ntheme=", b"\xff\xfe\x00", b"a = " + b"[" * 5000])
def test_a_damaged_file_is_moved_aside_and_said(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    loaded = load_settings(path)
    (aside,) = path.parent.glob("settings.toml.corrupt-*")
    assert aside.read_bytes() == content
    (problem,) = loaded.problems
    assert str(aside) in problem
    assert not path.exists()
    assert load_settings(path).problems == ()


def test_a_save_that_fails_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_settings(path, CHANGED)
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SettingsError, match="No space left"):
        save_settings(path, Settings())
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == ["settings.toml"]


def test_the_store_of_a_running_window(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('[window]\ntheme = "blue"\n')
    store = SettingsStore(path)
    assert len(store.problems) == 1
    assert store.change(theme="dark", k=3).k == 3
    assert SettingsStore(path).settings == store.settings == Settings(theme="dark", k=3)
    path.unlink()
    store.change(theme="dark")
    assert not path.exists(), "what is unchanged is not written"
    with pytest.raises(TypeError):
        store.change(nothing=1)


def test_defaults_can_be_sampled_with() -> None:
    default, params = Settings(), SamplingParams()
    names = [record.name for record in RECORDS if record.section == "sampling"]
    assert set(names) == {
        "temperature",
        "top_k",
        "top_p",
        "min_p",
        "typical_p",
        *(f"{kind}_penalty" for kind in ("repetition", "frequency", "presence")),
    }
    assert [getattr(default, n) for n in names] == [getattr(params, n) for n in names]
    assert math.isfinite(default.temperature)


def test_a_text_that_no_file_can_hold_is_refused(path: Path) -> None:
    save_settings(path, CHANGED)
    with pytest.raises(SettingsError, match="no file can hold"):
        save_settings(path, Settings(last_target="/m/\ud800"))
    assert load_settings(path).settings == CHANGED


def test_a_folder_in_its_place_makes_way_and_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.mkdir()
    (path / "something").touch()
    (problem,) = load_settings(path).problems
    (aside,) = tmp_path.glob("settings.toml.corrupt-*")
    assert str(aside) in problem
    assert (aside / "something").exists()
    save_settings(path, Settings(theme="light"))
    assert load_settings(path).settings.theme == "light"


def test_a_file_that_cannot_be_read_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"# mine")

    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    saved = save_settings(path, Settings(theme="light"))
    monkeypatch.undo()
    (aside,) = tmp_path.glob("settings.toml.corrupt-*")
    assert aside.read_bytes() == b"# mine"
    assert "Permission denied" in saved.problem
    assert load_settings(path).settings.theme == "light"
