"""Pictures of the window in ten states, over a scripted engine, to be looked at.

    QT_QPA_PLATFORM=offscreen python tests/ui/take_pictures.py FOLDER [--theme dark] [--language en]

Not a test: what is ugly, cramped or misaligned only an eye can see.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

ENGLISH = """Photosynthesis turns light into chemical energy: $6CO_2 + 6H_2O \\to C_6H_{12}O_6 + 6O_2$.

| Stage | Where | Makes |
| --- | --- | --- |
| Light reactions | thylakoid membrane | ATP, NADPH |
| Calvin cycle | stroma | sugar |

- **Light reactions** split water.
- The *Calvin cycle* fixes carbon.
  1. It needs ATP.
  2. It needs NADPH.

```python
def sugar(co2: int, water: int) -> int:
    # six of each make one
    return min(co2, water) // 6
```

> Without light there is no sugar.
"""
CHINESE = """光合作用把光能变成化学能：$6CO_2 + 6H_2O \\to C_6H_{12}O_6 + 6O_2$。

| 阶段 | 地点 | 产物 |
| --- | --- | --- |
| 光反应 | 类囊体膜 | ATP、NADPH |
| 卡尔文循环 | 叶绿体基质 | 糖 |

- **光反应**分解水。
- *卡尔文循环*固定碳。
  1. 它需要 ATP。
  2. 它需要 NADPH。

```python
def sugar(co2: int, water: int) -> int:
    # 六个合成一个
    return min(co2, water) // 6
```

> 没有光就没有糖。
"""
QUESTIONS = {"en": "How do plants make sugar?", "zh_CN": "植物是怎样制造糖的？"}
TITLES = {
    "en": ("Sourdough for beginners", "A trip to Lisbon", "Fibonacci in Rust", "Letter to the landlord"),
    "zh_CN": ("新手做酸面包", "里斯本旅行计划", "用 Rust 写斐波那契", "给房东的信"),
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", choices=["light", "dark"], default="dark")
    parser.add_argument("--language", choices=["en", "zh_CN"], default="en")
    parser.add_argument("--scale", default="1")
    arguments = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = arguments.scale
    arguments.folder.mkdir(parents=True, exist_ok=True)
    _take(arguments)


def _take(arguments: argparse.Namespace) -> None:
    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QApplication, QWidget
    from scripted_engine import ScriptedEngine, ScriptedFetcher, ScriptedLoader
    from window_bench import install_starter
    from window_visit import Visit

    from desktop_app.chats.store import ChatStore
    from desktop_app.decoding.errors import SlipstreamError
    from desktop_app.paths import Paths
    from desktop_app.ui.main_window import MainWindow

    language, theme = arguments.language, arguments.theme
    app = QApplication([])
    app.setFont(QFont("Noto Sans CJK SC" if language == "zh_CN" else "DejaVu Sans", 10))
    engine = ScriptedEngine(text=CHINESE if language == "zh_CN" else ENGLISH)

    def save(widget: QWidget, name: str) -> None:
        path = arguments.folder / f"{name}-{language}-{theme}@{arguments.scale}.png"
        widget.grab().save(str(path))
        print(path)

    def paths(*, starter: bool) -> Paths:
        made = Paths.under(Path(tempfile.mkdtemp(prefix="pictures-")))
        if starter:
            install_starter(made)
        made.config.mkdir(parents=True, exist_ok=True)
        made.settings.write_text(f'[window]\nlanguage = "{language}"\ntheme = "{theme}"\n', encoding="utf-8")
        return made

    def fill(made: Paths) -> None:
        store = ChatStore(made.chats)
        for index, title in enumerate(TITLES[language]):
            chat = store.create_conversation(title)
            store.add_user_message(chat.id, title)
            if index == 0:
                store.options.pin(chat.id, True)
            if index == 2:
                store.options.move_to_folder(chat.id, "Rust")
        store.close()

    def calm() -> Iterator[Callable[[], object]]:
        for _ in range(12):
            yield lambda: True

    def first_start(window: MainWindow) -> Iterator[Callable[[], object]]:
        window.resize(1280, 800)
        yield from calm()
        save(window, "01-first-start")

    def states(window: MainWindow) -> Iterator[Callable[[], object]]:
        window.resize(1280, 800)
        yield lambda: window.pages.currentWidget() is window.empty
        yield from calm()
        save(window, "02-empty")
        engine.pause_at = 12
        window.composer.set_text(QUESTIONS[language])
        window.composer.submitted.emit(QUESTIONS[language])
        yield engine.paused.is_set
        yield from calm()
        save(window, "03-streaming")
        engine.pause_at = None
        engine.go.set()
        yield lambda: not window.chats.replying
        yield from calm()
        window.chat.scroll_to_latest()
        yield from calm()
        save(window, "04-reply")
        yield from dialogs(window)
        engine.failure, engine.fail_at = SlipstreamError("Memory ran out during the reply."), 6
        window.composer.submitted.emit(QUESTIONS[language])
        yield lambda: window.chats.replying
        yield lambda: not window.chats.replying
        yield from calm()
        save(window, "09-failed")
        engine.failure = None
        yield from duel(window)

    def dialogs(window: MainWindow) -> Iterator[Callable[[], object]]:
        for name, action in (
            ("05-chat-settings", "chat_settings"),
            ("06-settings", "open_settings"),
            ("07-shortcuts", "shortcuts"),
        ):
            before = set(QApplication.topLevelWidgets())
            window.actions_by_name[action].trigger()
            yield from calm()
            opened = [w for w in QApplication.topLevelWidgets() if w not in before and w.isVisible()]
            opened += [w for w in window.findChildren(QWidget) if w.isWindow() and w.isVisible()]
            for dialog in dict.fromkeys(opened):
                save(dialog, name)
                dialog.close()
        window.actions_by_name["search_chats"].trigger()
        window.conversations.search.setText("sugar" if language == "en" else "糖")
        yield from calm()
        yield from calm()
        save(window, "08-search")
        window.conversations.search.clear()

    def duel(window: MainWindow) -> Iterator[Callable[[], object]]:
        window.actions_by_name["open_duel"].trigger()
        shown = window.duels.window
        assert shown is not None
        shown.setup.prompt.setPlainText(QUESTIONS[language])
        shown.setup.temperature.edit.setText("0")
        shown.start.click()
        yield lambda: not shown.running
        yield from calm()
        save(shown, "10-duel")
        shown.close()

    Visit(paths(starter=False), first_start, loader=ScriptedLoader(), fetcher=ScriptedFetcher())
    made = paths(starter=True)
    fill(made)
    Visit(made, states, loader=ScriptedLoader(engine), fetcher=ScriptedFetcher(), timeout_s=120)


if __name__ == "__main__":
    main()
