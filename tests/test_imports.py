"""What is imported when: a window that waits for torch is a window that does not show."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import desktop_app


def modules_under(package: str) -> list[str]:
    folder = Path(desktop_app.__path__[0]).joinpath(*package.split(".")[1:])
    found = pkgutil.walk_packages([str(folder)], prefix=f"{package}.")
    return sorted({package, *(module.name for module in found)} - {"desktop_app.__main__"})


def loaded_after(modules: list[str]) -> set[str]:
    """Names in sys.modules of a fresh interpreter after importing the modules there."""
    imports = "\n".join(f"import {module}" for module in modules)
    script = f"import sys\n{imports}\nprint('\\n'.join(sys.modules))"
    outcome = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert outcome.returncode == 0, outcome.stderr
    return set(outcome.stdout.split())


# Each module is imported as the first of ours, so that a circular import cannot hide behind the order of
# others; the libraries stay loaded, which keeps this to seconds.
IMPORT_EACH = """
import importlib, sys, traceback
for module in sys.argv[1:]:
    for name in [name for name in sys.modules if name.partition(".")[0] == "desktop_app"]:
        del sys.modules[name]
    try:
        importlib.import_module(module)
    except Exception:
        print(module, traceback.format_exc(limit=-3), sep=": ")
"""


def test_every_module_imports_first() -> None:
    modules = modules_under("desktop_app")
    assert len(modules) > 20
    command = [sys.executable, "-c", IMPORT_EACH, *modules]
    outcome = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (outcome.returncode, outcome.stdout) == (0, ""), outcome.stdout + outcome.stderr


def test_the_window_loads_neither_torch_nor_transformers() -> None:
    loaded = loaded_after(modules_under("desktop_app.ui"))
    assert "desktop_app.ui.main_window" in loaded
    assert "PySide6.QtWidgets" in loaded
    assert not loaded & {"torch", "transformers", "tokenizers", "safetensors", "gguf"}


def test_the_command_line_starts_without_torch_and_qt() -> None:
    loaded = loaded_after(["desktop_app.cli"])
    assert not loaded & {"torch", "transformers", "PySide6"}


@pytest.mark.parametrize("layer", ["decoding", "models", "chats", "engines", "bench", "training"])
def test_layers_below_the_window_load_no_qt(layer: str) -> None:
    loaded = loaded_after(modules_under(f"desktop_app.{layer}"))
    assert f"desktop_app.{layer}" in loaded
    assert not loaded & {"PySide6", "pyqtgraph", "shiboken6"}
