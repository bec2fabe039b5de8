"""A pair is fetched in the real window from a hub on loopback, over a dropped connection and a restart, then
loaded and chatted with.

    QT_QPA_PLATFORM=offscreen python tests/ui/models/run_download_to_chat.py FOLDER

Serves the starter model under the names of a pair of the catalogue; takes minutes and 1 GB of disk. Not for
pytest: the starter must be there, and what it writes is to be read.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

_HERE = Path(__file__).parent
sys.path[:0] = [str(_HERE), *(str(folder) for folder in _HERE.parents[:3]), str(_HERE.parents[1] / "models")]

TARGET, DRAFT = "HuggingFaceTB/SmolLM2-360M-Instruct", "HuggingFaceTB/SmolLM2-135M-Instruct"
HELD, CUT = 60_000_000, 120_000_000
WEIGHTS = "model.safetensors"
Steps = Iterator[Callable[[], object]]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument(
        "--starter",
        type=Path,
        default=Path.home() / ".cache" / "slipstream-tests" / "models" / "SmolLM2-135M-Instruct",
    )
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    from hub_server import Hub, from_folder, serving

    files = from_folder(arguments.starter)
    hub = Hub({TARGET: files, DRAFT: files})
    hub.faults[WEIGHTS] = [("hold", HELD), ("hold", HELD), ("cut", CUT)]
    with serving(hub):
        _run(arguments.folder, hub)
    asked = hub.ranges(WEIGHTS)
    print(f"requests for the weights: {asked}")
    assert sum(part.startswith("bytes=") for part in asked) >= 3, "nothing was continued"


def _run(folder: Path, hub: object) -> None:
    import huggingface_hub.constants
    from hub_server import Hub
    from PySide6.QtWidgets import QApplication
    from window_visit import Visit, reply_ended, type_and_send

    from desktop_app.paths import Paths
    from desktop_app.ui.main_window import MainWindow
    from desktop_app.ui.models.get_page import GetPage
    from desktop_app.ui.models.pair_row import PairRow

    assert isinstance(hub, Hub)
    huggingface_hub.constants.ENDPOINT = hub.address
    huggingface_hub.constants.HF_HUB_CACHE = str(folder / "no cache")
    app = QApplication([])
    assert app is not None
    paths = Paths.under(Path(tempfile.mkdtemp(prefix="download-to-chat-")))
    began = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {text}", flush=True)

    def page_of(window: MainWindow) -> GetPage:
        window.actions_by_name["get_models"].trigger()
        library = window.model_library.window
        assert library is not None
        page = library.pages.currentWidget()
        assert isinstance(page, GetPage)
        return page

    def row_of(page: GetPage) -> PairRow:
        return next(row for row in page.pairs.rows if [m.id.repo for m in row.pair.models] == [TARGET, DRAFT])

    def states(page: GetPage) -> list[str]:
        return [row.state.text() for row in page.downloads.rows.values()]

    def first(window: MainWindow) -> Steps:
        page = page_of(window)
        yield lambda: page.pairs.rows
        row_of(page).button.click()
        yield lambda: sum(d.done >= HELD for d in window.model_library.get.downloads.all()) == 2
        say(f"half way: {states(page)}")
        window.grab().save(str(folder / "half-way.png"))
        downloads = window.model_library.get.downloads
        end = downloads.shut_down

        def released() -> None:
            end()
            hub.released.set()

        downloads.shut_down = released  # type: ignore[method-assign]
        say("the window closes")

    def second(window: MainWindow) -> Steps:
        page = page_of(window)
        yield lambda: page.pairs.rows and len(page.downloads.rows) == 2
        say(f"the next start: {states(page)}")
        for row in page.downloads.rows.values():
            row.resume.click()
        yield lambda: row_of(page).button.text() == "Use This Pair"
        say(f"both are here: {states(page)}")
        library = window.model_library.window
        assert library is not None
        library.grab().save(str(folder / "both-here.png"))
        row_of(page).button.click()
        yield lambda: window.pages.currentWidget() is window.empty
        say("loaded")
        library.close()
        type_and_send(window, "Name the planets of the solar system.")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        for _ in range(30):
            yield lambda: True
        say(f"answered; {window.status.text}")
        window.grab().save(str(folder / "answered.png"))
        print(window.chat.toPlainText() if hasattr(window.chat, "toPlainText") else "")

    Visit(paths, first, timeout_s=300)
    Visit(paths, second, timeout_s=900)


if __name__ == "__main__":
    main()
