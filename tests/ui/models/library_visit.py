"""A window over a few models of every kind, for tests of the library and of the menus."""

from __future__ import annotations

from model_folders import OTHER_WORDS, spoil, write_head, write_model
from PySide6.QtCore import Qt
from window_bench import WindowBench

from desktop_app.models.local_model import LocalModel
from desktop_app.ui.models.local_page import LocalPage


class Library:
    """The window of the library over a bench with three models of its own and two in a folder of the user."""

    def __init__(self, bench: WindowBench) -> None:
        self.bench = bench
        self.own = bench.paths.models
        self.added = bench.paths.data / "elsewhere"
        write_model(self.own / "SmolLM2-135M-Instruct", parameters=1_200_000, licence="apache-2.0")
        write_model(self.own / "maker" / "Large", parameters=3_000_000)
        spoil(write_model(self.own / "Spoilt"))
        write_model(self.added / "Other", words=OTHER_WORDS, kind="qwen3", context=4096)
        write_head(self.added / "A head", "maker/Large")
        bench.preferences.change(model_folders=(str(self.added),))

    def open(self) -> LocalPage:
        self.bench.show()
        self.bench.window.start("")
        self.bench.until(lambda: self.bench.thread.state.stage == "ready")
        self.bench.window.actions_by_name["open_library"].trigger()
        self.looked()
        return self.page

    def looked(self) -> None:
        local = self.bench.window.model_library.local
        self.bench.until(lambda: local.looked and not local.looking)

    @property
    def page(self) -> LocalPage:
        window = self.bench.window.model_library.window
        assert window is not None
        page = window.pages.currentWidget()
        assert isinstance(page, LocalPage)
        return page

    def choose(self, name: str) -> LocalModel:
        model = next(m for m in self.bench.window.model_library.local.models if m.name == name)
        self.page.list.choose(model.path)
        return model

    def texts(self) -> list[str]:
        rows = self.page.list.rows
        return [str(rows.index(row).data()) for row in range(rows.rowCount())]

    def spoken(self, name: str) -> str:
        rows = self.page.list.rows
        index = rows.index(self.texts().index(name))
        return str(index.data(Qt.ItemDataRole.AccessibleTextRole))
