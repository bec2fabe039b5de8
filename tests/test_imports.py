"""What is imported when: a window that waits for torch is a window that does not show."""

import ast
import graphlib
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


def imported_at_once(module: str) -> set[str]:
    """Our modules that a module imports when it is imported itself: not within functions, not for types."""
    path = Path(desktop_app.__path__[0], *module.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    found: set[str] = set()
    statements = list(ast.parse(file.read_text(encoding="utf-8")).body)
    while statements:
        statement = statements.pop()
        match statement:
            case ast.Import():
                found.update(name.name for name in statement.names)
            case ast.ImportFrom(module=str(source)):
                found.update({source, *(f"{source}.{name.name}" for name in statement.names)})
            case ast.If() if "TYPE_CHECKING" in ast.unparse(statement.test):
                pass
            case ast.If() | ast.Try() | ast.With() | ast.ClassDef():
                statements += [child for child in ast.walk(statement) if isinstance(child, ast.stmt)][1:]
    return found


def test_every_module_can_be_imported_first() -> None:
    """Without a circle no order of imports can fail that another one hides."""
    modules = modules_under("desktop_app")
    assert len(modules) > 20
    imports = {module: (imported_at_once(module) & set(modules)) - {module} for module in modules}
    assert "desktop_app.ui.main_window" in imports["desktop_app.ui.program"]
    order = list(graphlib.TopologicalSorter(imports).static_order())
    assert sorted(order) == modules


def test_every_module_is_imported() -> None:
    loaded = loaded_after(modules_under("desktop_app"))
    assert set(modules_under("desktop_app")) <= loaded


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
