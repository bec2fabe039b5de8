"""Models are got in the window: looked at first, fetched, paused, continued after a restart, and used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from model_folders import write_model
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scripted_engine import ScriptedFetcher, ScriptedLoader
from test_access import nameless
from window_bench import WindowBench, install_starter
from window_visit import Visit, ready

sys.path.insert(0, str(Path(__file__).parents[2] / "models"))

from hub_server import Hub, from_folder, serving

from desktop_app.models import hub_download
from desktop_app.models.catalogue import CataloguePair, load_catalogue
from desktop_app.models.catalogue_fit import MachineMemory
from desktop_app.models.download import download as fetch_file
from desktop_app.models.download_state import Download
from desktop_app.models.hub import HubFile, HubModel
from desktop_app.models.hub_download import DownloadProgress
from desktop_app.models.hub_id import HubId, parse_hub_id
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.models import get_controller, local_models
from desktop_app.ui.models.download_row import DownloadRow
from desktop_app.ui.models.download_words import state_in_words, time_left
from desktop_app.ui.models.get_page import GetPage
from desktop_app.ui.models.pair_row import PairRow
from desktop_app.ui.models.pair_words import languages

GIB = 1 << 30
TARGET, DRAFT = "Qwen/Qwen2.5-1.5B-Instruct", "Qwen/Qwen2.5-0.5B-Instruct"
FILE = "someone/files:large.gguf"
HELD = 10_000
Steps = Iterator[Callable[[], object]]


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    # the same files for both: the server knows a file by its name alone
    small = from_folder(write_model(tmp_path / "origin", parameters=5_000))
    repos = {TARGET: small, DRAFT: small}
    repos["someone/files"] = {"large.gguf": b"x" * 30_000, "LICENSE": b"free"}
    with serving(Hub(repos)) as site:
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", site.address)
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "no cache"))
        monkeypatch.setattr(hub_download, "download", partial(fetch_file, pauses=(0.0,) * 2))
        monkeypatch.setattr(get_controller, "machine_memory", lambda: MachineMemory(64 * GIB, 8 * GIB))
        monkeypatch.setattr(local_models, "QUIET_MS", 1)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        yield site
        site.released.set()


@pytest.fixture
def paths(qapp: QApplication, tmp_path: Path) -> Paths:
    made = Paths.under(tmp_path / "data")
    install_starter(made)
    return made


def visit(
    paths: Paths, steps: Callable[[MainWindow, GetPage], Steps], loader: ScriptedLoader | None = None
) -> None:
    """The window with the page open, and the catalogue in it."""

    def opened(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["get_models"].trigger()
        page = page_of(window)
        yield lambda: page.pairs.rows and not window.model_library.local.looking
        yield from steps(window, page)

    Visit(paths, opened, loader=loader or ScriptedLoader(), fetcher=ScriptedFetcher())


def page_of(window: MainWindow) -> GetPage:
    library = window.model_library.window
    assert library is not None
    page = library.pages.currentWidget()
    assert isinstance(page, GetPage)
    return page


def pair_row(page: GetPage, target: str, draft: str) -> PairRow:
    def is_it(pair: CataloguePair) -> bool:
        return (pair.target.id.repo, "" if pair.draft is None else pair.draft.id.repo) == (target, draft)

    return next(row for row in page.pairs.rows if is_it(row.pair))


def row_of(page: GetPage, name: str) -> DownloadRow:
    return next(row for shown, row in page.downloads.rows.items() if str(shown) == name)


def fetched(hub: Hub) -> list[str]:
    return [path for path, _ in hub.requests if path.startswith("/cdn/")]


def test_nothing_is_asked_before_the_user_asks(
    hub: Hub, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url).toString()))

    def steps(_: MainWindow, page: GetPage) -> Steps:
        assert page.pairs.machine.text() == "Pairs for 8.6 GB of graphics memory"
        shown = [row for row in page.pairs.rows if not row.isHidden()]
        assert 5 < len(shown) < len(page.pairs.rows) == len(load_catalogue().pairs)
        assert all(row.pair.memory_gb <= 8 for row in shown)
        assert "more than there is" in pair_row(page, "Qwen/Qwen3-8B", "Qwen/Qwen3-0.6B").facts.text()
        page.pairs.all.click()
        assert not [row for row in page.pairs.rows if row.isHidden()]
        assert nameless(page) == []
        row = pair_row(page, TARGET, DRAFT)
        assert row.title.text() == "Qwen2.5-1.5B-Instruct with Qwen2.5-0.5B-Instruct"
        assert "4.1 GB to download" in row.facts.text()
        assert "1.27 to 1.67 times as fast" in row.speedup.text()
        assert row.speedup.isVisible()
        assert not pair_row(page, TARGET, "").speedup.isVisible()
        assert hub.requests == []
        assert opened == []
        row.facts.linkActivated.emit(f"{hub.address}/{TARGET}")
        assert opened == [f"{hub.address}/{TARGET}"]
        assert f'href="{hub.address}/{TARGET}"' in row.facts.text()
        assert hub.requests == []
        yield lambda: True

    visit(paths, steps)


def test_any_model_is_looked_at_before_it_is_fetched(hub: Hub, paths: Paths) -> None:
    def steps(window: MainWindow, page: GetPage) -> Steps:
        query = page.query
        for name, said in (
            ("gpt", "names no model of the hub"),
            ("someone/nothing", "has no model someone/nothing"),
            ("someone/files", "holds GGUF files; name one of them: someone/files:large.gguf"),
        ):
            query.name.setText(name)
            query.look.click()
            yield lambda: query.look.isEnabled()
            assert said in query.answer.text()
            assert query.get.isHidden()
        QTest.keyClick(query.name, "a")
        assert query.answer.isHidden()
        query.name.setText(FILE)
        QTest.keyClick(query.name, "\r")
        assert query.answer.text().startswith("Asking 127.0.0.1")
        yield lambda: query.found
        assert query.answer.text() == f"{FILE} · 30 kB · 2 files · licence apache-2.0"
        assert fetched(hub) == []
        asked = len(hub.requests)
        query.get.click()
        assert query.name.text() == ""
        yield lambda: row_of(page, FILE).state.text() == "Done: 30 kB"
        assert [path for path, _ in hub.requests[asked:] if "/api/" in path] == []
        assert (paths.models / "someone" / "files" / "large.gguf").stat().st_size == 30_000
        row_of(page, FILE).cancel.click()
        yield lambda: page.downloads.isHidden()

    visit(paths, steps)


def test_both_models_of_a_pair_are_fetched_and_used(hub: Hub, paths: Paths) -> None:
    loader = ScriptedLoader()

    def steps(window: MainWindow, page: GetPage) -> Steps:
        row = pair_row(page, TARGET, DRAFT)
        alone = pair_row(page, TARGET, "")
        assert (row.button.text(), alone.button.text()) == ("Get Both", "Get")
        row.button.click()
        yield lambda: row.button.text() == "Downloading…" and not row.button.isEnabled()
        yield lambda: row.button.text() == "Use This Pair"
        assert alone.button.text() == "Use This Pair"
        row.button.click()
        assert page.note.text() == "Loading Qwen2.5-1.5B-Instruct with Qwen2.5-0.5B-Instruct…"
        yield lambda: loader.targets[-1:] == [str(paths.models / TARGET)]
        assert window.toolbar.chosen_draft == str(paths.models / DRAFT)
        yield lambda: window._services.thread.state.stage == "ready"
        alone.button.click()
        assert window.toolbar.chosen_draft == "lookup"
        yield lambda: window._services.thread.state.stage == "ready"

    visit(paths, steps, loader)


def test_paused_in_one_run_and_continued_in_the_next(
    hub: Hub, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.faults["large.gguf"] = [("hold", HELD)]

    def first(window: MainWindow, page: GetPage) -> Steps:
        downloads = window.model_library.get.downloads
        downloads.add(parse_hub_id(FILE))
        yield lambda: page.downloads.rows and "10 kB of 30 kB" in row_of(page, FILE).state.text()
        row = row_of(page, FILE)
        assert row.toolTip() == "large.gguf: 10 kB of 30 kB"
        row.pause.click()
        yield lambda: row.resume.isVisible()
        assert row.state.text() == "Paused at 10 kB of 30 kB"
        row.resume.click()
        yield lambda: row.pause.isVisible()
        end = downloads.shut_down

        def released_once_it_ends() -> None:
            end()
            hub.released.set()

        # the window closes while the download runs
        monkeypatch.setattr(downloads, "shut_down", released_once_it_ends)

    def second(window: MainWindow, page: GetPage) -> Steps:
        yield lambda: page.downloads.rows
        row = row_of(page, FILE)
        assert row.state.text().startswith("Paused at")
        row.resume.click()
        yield lambda: row.state.text() == "Done: 30 kB"

    visit(paths, first)
    visit(paths, second)
    assert (paths.models / "someone" / "files" / "large.gguf").stat().st_size == 30_000
    assert [asked[:6] for asked in hub.ranges("large.gguf")] == ["", "bytes="]


def open_page(bench: WindowBench) -> GetPage:
    bench.ready()
    bench.window.actions_by_name["get_models"].trigger()
    page = page_of(bench.window)
    bench.until(lambda: bool(page.pairs.rows))
    return page


@pytest.mark.parametrize("keyring", [True, False])
def test_an_access_token_opens_what_is_gated(
    hub: Hub, bench: WindowBench, monkeypatch: pytest.MonkeyPatch, keyring: bool
) -> None:
    kept: list[str] = []
    fake = SimpleNamespace(
        get_keyring=lambda: SimpleNamespace(priority=5),
        set_password=lambda *named: kept.append(named[-1]),
        get_password=lambda *_: kept[-1] if kept else None,
        delete_password=lambda *_: kept.clear(),
    )
    monkeypatch.setitem(sys.modules, "keyring", fake if keyring else None)
    hub.gated, hub.token = {"someone/files"}, "hf_secret"
    page = open_page(bench)
    page.query.asked.emit(FILE)
    bench.until(lambda: "ask for your agreement" in page.query.answer.text())
    bench.dialogs.token = "hf_secret"
    page.query.token.click()
    told = "The access token is in your system’s keyring." if keyring else "until the program closes."
    bench.until(lambda: told in page.query.answer.text())
    assert bench.dialogs.asked == ["token, kept" if keyring else "token, not kept"]
    assert kept == (["hf_secret"] if keyring else [])
    page.query.asked.emit(FILE)
    bench.until(lambda: page.query.found is not None)
    bench.dialogs.token = ""
    page.query.token.click()
    bench.until(lambda: page.query.answer.text() == "The access token was forgotten.")
    assert kept == []
    bench.dialogs.token = None
    page.query.token.click()
    bench.until(lambda: len(bench.dialogs.asked) == 3)
    assert page.query.answer.text() == "The access token was forgotten."


def test_cancel_asks_before_anything_is_deleted(hub: Hub, bench: WindowBench) -> None:
    hub.faults["large.gguf"] = [("hold", HELD)]
    page = open_page(bench)
    bench.window.model_library.get.downloads.add(parse_hub_id(FILE))
    bench.until(lambda: bool(page.downloads.rows) and "10 kB of" in row_of(page, FILE).state.text())
    bench.dialogs.agree = False
    row_of(page, FILE).cancel.click()
    assert bench.dialogs.asked == [f"cancel {FILE}"]
    assert page.downloads.isVisible()
    bench.dialogs.agree = True
    row_of(page, FILE).cancel.click()
    bench.until(lambda: page.downloads.isHidden())
    hub.released.set()
    bench.until(lambda: not list((bench.paths.downloads / "hub").iterdir()))


def test_a_failed_one_is_tried_again(hub: Hub, bench: WindowBench) -> None:
    hub.statuses = [500]
    page = open_page(bench)
    bench.window.model_library.get.downloads.add(parse_hub_id(FILE))
    bench.until(lambda: bool(page.downloads.rows) and "answered 500" in row_of(page, FILE).state.text())
    row = row_of(page, FILE)
    assert row.resume.accessibleName() == f"Try {FILE} again"
    assert not row.bar.isVisible()
    row.resume.click()
    bench.until(lambda: row.state.text() == "Done: 30 kB")


def test_what_is_said_of_a_download() -> None:
    model = HubModel(HubId("a", "b"), "c" * 40, (HubFile("w", "", 2_000_000_000, "", ""),))
    said = partial(Download, model.id, "downloading", model)
    assert state_in_words(said(done=500_000_000)) == "500 MB of 2.0 GB"
    quick = state_in_words(said(done=500_000_000, speed=5_000_000.0))
    assert quick == "500 MB of 2.0 GB · 5 MB a second · about 5 minutes left"
    assert time_left(59) == "less than a minute left"
    assert time_left(7_300) == "about 2 hours left"
    checked = DownloadProgress("Checking the download", "w", 1, 2, 3, 4)
    assert state_in_words(said(progress=checked)) == "Checking the download"


def test_languages_in_their_own_words() -> None:
    assert languages(("en",)) == "English"
    assert languages(("fr", "de")) == "français, Deutsch"
    assert languages(("zh", "en", "de")) == "简体中文, English and 1 more"
