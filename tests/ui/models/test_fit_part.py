"""The library says of the chosen model whether it fits."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from fits import fit
from pytestqt.qtbot import QtBot

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.models.fit import Level
from desktop_app.models.fitting import Fit
from desktop_app.models.local_model import LocalModel, ModelFacts, Role
from desktop_app.ui.models.fit_part import FitPart
from desktop_app.ui.models.models_thread import ModelsThread
from desktop_app.ui.theme import ThemeManager

TARGET = LocalModel(
    "big", Path("/models/big"), "own", 10, ModelFacts("safetensors", target=Role(True), draft=Role(True))
)
HEAD = replace(TARGET, path=Path("/models/head"), facts=ModelFacts("head", draft=Role(True)))


class Bench:
    def __init__(self, qtbot: QtBot, themes: ThemeManager) -> None:
        self.qtbot = qtbot
        self.asked: list[tuple[Path, int]] = []
        self.threads: set[str] = set()
        self.fits: dict[str, Fit] = {"big": fit(Level.RED), "small": fit()}
        self.work = ModelsThread(None)  # type: ignore[arg-type]
        self.part = FitPart(themes, self.work, self.estimate, lambda: 77, None)  # type: ignore[arg-type]
        qtbot.addWidget(self.part)

    def estimate(self, path: Path, given_back: int) -> Fit:
        self.asked.append((path, given_back))
        self.threads.add(threading.current_thread().name)
        if path.name not in self.fits:
            raise SlipstreamError("It does not say how large its layers are.")
        return self.fits[path.name]

    def settled(self) -> None:
        self.qtbot.waitUntil(lambda: not self.work.busy, timeout=10_000)


@pytest.fixture
def bench(qtbot: QtBot, themes: ThemeManager) -> object:
    bench = Bench(qtbot, themes)
    yield bench
    assert bench.work.close(10)
    bench.work.deleteLater()


def test_a_target_is_estimated_away_from_the_window(bench: Bench) -> None:
    bench.part.show_model(TARGET)
    assert bench.part.isHidden()
    bench.settled()
    assert bench.part.words.startswith("Does not fit")
    assert not bench.part.isHidden()
    assert bench.asked == [(TARGET.path, 77)]
    assert bench.threads == {"slipstream-models"}


def test_nothing_is_said_of_what_is_no_target(bench: Bench) -> None:
    bench.part.show_model(TARGET)
    bench.settled()
    for model in (HEAD, None):
        bench.part.show_model(model)
        bench.settled()
        assert bench.part.isHidden()
    assert len(bench.asked) == 1


def test_what_was_chosen_last_counts(bench: Bench) -> None:
    for name in ("big", "small", "big", "small"):
        bench.part.show_model(replace(TARGET, path=Path("/models") / name))
    bench.settled()
    assert bench.part.words.startswith("Fits")


def test_files_that_do_not_say_how_large_they_are(bench: Bench) -> None:
    bench.part.show_model(replace(TARGET, path=Path("/models/odd")))
    bench.settled()
    assert bench.part.isHidden()
