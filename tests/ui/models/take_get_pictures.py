"""Pictures of the page to get models from, to be looked at.

    QT_QPA_PLATFORM=offscreen python tests/ui/models/take_get_pictures.py FOLDER --theme dark

Not a test: what is ugly, cramped or misaligned only an eye can see.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

_HERE = Path(__file__).parent
sys.path[:0] = [str(_HERE), *(str(folder) for folder in _HERE.parents[:3]), str(_HERE.parents[1] / "models")]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", choices=["light", "dark"], default="dark")
    parser.add_argument("--language", choices=["en", "zh_CN"], default="en")
    parser.add_argument("--scale", default="1")
    arguments = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = arguments.scale
    os.environ["HF_HUB_CACHE"] = tempfile.mkdtemp(prefix="hub-")
    os.environ.pop("HF_TOKEN", None)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    from hub_server import Hub, serving

    weights = os.urandom(1) * 40_000_000
    names = ("Qwen/Qwen3-4B", "Qwen/Qwen3-0.6B", "maker/Large", "maker/Third")
    repos = {name: {"config.json": b"{}", f"{name[-5:]}.gguf": weights} for name in names}
    hub = Hub(repos, token="hf", gated={"maker/Gated"})
    with serving(hub):
        _take(arguments, hub)
        hub.released.set()


def _take(arguments: argparse.Namespace, hub: object) -> None:
    import huggingface_hub.constants
    from hub_server import Hub
    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QApplication, QWidget
    from scripted_engine import ScriptedFetcher, ScriptedLoader
    from window_visit import Visit

    from desktop_app.models.catalogue_fit import MachineMemory
    from desktop_app.models.hub_id import parse_hub_id
    from desktop_app.paths import Paths
    from desktop_app.ui.main_window import MainWindow
    from desktop_app.ui.models import get_controller
    from desktop_app.ui.models.get_page import GetPage

    assert isinstance(hub, Hub)
    huggingface_hub.constants.ENDPOINT = hub.address
    get_controller.machine_memory = lambda: MachineMemory(64 << 30, 24 << 30)
    app = QApplication([])
    app.setFont(QFont("Noto Sans CJK SC" if arguments.language == "zh_CN" else "DejaVu Sans", 10))

    def save(widget: QWidget, name: str) -> None:
        path = arguments.folder / f"{name}-{arguments.language}-{arguments.theme}@{arguments.scale}.png"
        widget.grab().save(str(path))
        print(path)

    made = Paths.under(Path(tempfile.mkdtemp(prefix="pictures-")))
    made.config.mkdir(parents=True, exist_ok=True)
    made.settings.write_text(f'[window]\nlanguage = "{arguments.language}"\ntheme = "{arguments.theme}"\n')

    def calm() -> Iterator[Callable[[], object]]:
        for _ in range(20):
            yield lambda: True

    def steps(window: MainWindow) -> Iterator[Callable[[], object]]:
        window.resize(1280, 800)
        window.actions_by_name["get_models"].trigger()
        library = window.model_library.window
        page = library.pages.currentWidget()
        assert isinstance(page, GetPage)
        yield lambda: page.pairs.rows
        yield from calm()
        save(library, "01-get")
        page.query.name.setText("maker/Large:Large.gguf")
        page.query.look.click()
        yield lambda: page.query.found
        yield from calm()
        save(library, "02-found")
        page.query.name.setText("maker/Gated")
        page.query.look.click()
        yield lambda: page.query.look.isEnabled()
        yield from calm()
        save(library, "03-refused")
        downloads = window.model_library.get.downloads
        hub.faults = {"n3-4B.gguf": [("hold", 14_000_000)], "-0.6B.gguf": [("slow", 0.001)]}
        hub.statuses = [429]
        downloads.add(parse_hub_id("maker/Third:Third.gguf"))
        yield lambda: downloads.all()[0].state == "failed"
        for name in ("Qwen/Qwen3-4B:n3-4B.gguf", "Qwen/Qwen3-0.6B:-0.6B.gguf", "maker/Large:Large.gguf"):
            downloads.add(parse_hub_id(name))
        yield lambda: downloads.all()[1].done and downloads.all()[2].speed
        yield from calm()
        save(library, "04-downloads")
        downloads.pause(downloads.all()[1].id)
        downloads.pause(downloads.all()[2].id)
        yield lambda: downloads.all()[3].state == "done"
        downloads.cancel(downloads.all()[0].id)
        yield lambda: len(downloads.all()) == 3
        page.pairs.all.click()
        yield from calm()
        save(library, "05-all")
        library.resize(library.minimumSize())
        yield from calm()
        save(library, "06-smallest")
        hub.released.set()

    Visit(made, steps, loader=ScriptedLoader(), fetcher=ScriptedFetcher(), timeout_s=90)


if __name__ == "__main__":
    main()
