"""Pictures of the library of models in several states, to be looked at.

    QT_QPA_PLATFORM=offscreen python tests/ui/models/take_library_pictures.py FOLDER --theme dark

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
sys.path[:0] = [str(_HERE), *(str(folder) for folder in _HERE.parents[:3])]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", choices=["light", "dark"], default="dark")
    parser.add_argument("--language", choices=["en", "zh_CN"], default="en")
    parser.add_argument("--scale", default="1")
    arguments = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = arguments.scale
    os.environ["HF_HUB_CACHE"] = tempfile.mkdtemp(prefix="hub-")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    _take(arguments)


def _take(arguments: argparse.Namespace) -> None:
    from model_folders import OTHER_WORDS, spoil, write_head, write_model
    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QApplication, QWidget
    from scripted_engine import ScriptedFetcher, ScriptedLoader
    from window_visit import Visit, ready

    from desktop_app.paths import Paths
    from desktop_app.ui.main_window import MainWindow

    app = QApplication([])
    app.setFont(QFont("Noto Sans CJK SC" if arguments.language == "zh_CN" else "DejaVu Sans", 10))

    def save(widget: QWidget, name: str) -> None:
        path = arguments.folder / f"{name}-{arguments.language}-{arguments.theme}@{arguments.scale}.png"
        widget.grab().save(str(path))
        print(path)

    def paths() -> Paths:
        made = Paths.under(Path(tempfile.mkdtemp(prefix="pictures-")))
        made.config.mkdir(parents=True, exist_ok=True)
        added = f'[model]\nmodel_folders = ["{made.data / "elsewhere"}"]\n'
        made.settings.write_text(
            f'[window]\nlanguage = "{arguments.language}"\ntheme = "{arguments.theme}"\n{added}'
        )
        return made

    def fill(made: Paths) -> None:
        own, added = made.models, made.data / "elsewhere"
        write_model(own / "SmolLM2-135M-Instruct", parameters=134_515_008, context=8192, licence="apache-2.0")
        write_model(
            own / "HuggingFaceTB" / "SmolLM2-1.7B-Instruct", parameters=1_711_376_384, context=8192,
            licence="apache-2.0",
        )  # fmt: skip
        for size in ("0.6B", "4B", "14B"):
            count = int(float(size[:-1]) * 1e9)
            write_model(
                added / "Qwen" / f"Qwen3-{size}", kind="qwen3", parameters=count, context=40960,
                words=OTHER_WORDS, licence="apache-2.0",
            )  # fmt: skip
        spoil(write_model(added / "Llama-3.2-3B-Instruct", parameters=3_212_749_824, context=131072))
        write_model(added / "bert-base-uncased", kind="bert", parameters=110_000_000, context=512)
        write_head(added / "eagle3-qwen3-4b", "Qwen/Qwen3-4B", 220_000_000)
        for index in range(12):
            write_model(added / f"granite-3.{index}-2b-instruct", kind="granite", parameters=2_000_000_000)

    def calm() -> Iterator[Callable[[], object]]:
        for _ in range(12):
            yield lambda: True

    def empty(window: MainWindow) -> Iterator[Callable[[], object]]:
        window.resize(1280, 800)
        yield from calm()
        save(window, "00-welcome")
        window.actions_by_name["open_library"].trigger()
        yield lambda: window.model_library.local.looked and not window.model_library.local.looking
        yield from calm()
        save(window.model_library.window, "01-no-models")

    def full(window: MainWindow) -> Iterator[Callable[[], object]]:
        window.resize(1280, 800)
        yield lambda: ready(window)
        window.actions_by_name["open_library"].trigger()
        yield lambda: window.model_library.local.looked and not window.model_library.local.looking
        yield from calm()
        library = window.model_library.window
        page = library.pages.currentWidget()
        save(library, "02-library")
        by_name = {model.name: model for model in window.model_library.local.models}
        for number, name in enumerate(("Llama-3.2-3B-Instruct", "Qwen3-4B", "eagle3-qwen3-4b")):
            page.list.choose(by_name[name].path)
            page.list.setFocus()
            yield from calm()
            save(library, f"03-{number}-{name}")
        page.search.setText("granite 3.1")
        yield from calm()
        save(library, "04-found")
        page.search.setText("nowhere")
        yield from calm()
        save(library, "05-not-found")
        page.search.clear()
        library.resize(library.minimumSize())
        yield from calm()
        save(library, "06-smallest")
        library.close()
        for name, button in (
            ("07-target-menu", window.toolbar.target),
            ("08-draft-menu", window.toolbar.draft),
        ):
            button.open_menu()
            yield from calm()
            save(button.menu, name)
            button.menu.close()
        window.toolbar.choose_draft(str(by_name["SmolLM2-1.7B-Instruct"].path))
        yield from calm()
        save(window, "09-window")

    made = paths()
    Visit(made, empty, loader=ScriptedLoader(), fetcher=ScriptedFetcher(), timeout_s=60)
    made = paths()
    fill(made)
    Visit(made, full, loader=ScriptedLoader(), fetcher=ScriptedFetcher(), timeout_s=60)


if __name__ == "__main__":
    main()
