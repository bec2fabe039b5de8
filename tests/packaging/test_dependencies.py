"""What the program imports, it says it needs: a library that comes only with another may leave with it."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def imported() -> dict[str, str]:
    """Top-level names that the program imports, each with one file that does."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "desktop_app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                names = [node.module]
            else:
                continue
            found.update((name.partition(".")[0], str(path.relative_to(ROOT))) for name in names)
    return found


def test_every_imported_library_is_a_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {canonical(re.split(r"[^\w.-]", line)[0]) for line in project["dependencies"]}
    distributions = packages_distributions()
    missing = {
        name: file
        for name, file in imported().items()
        if name not in sys.stdlib_module_names
        and name != "desktop_app"
        and not {canonical(owner) for owner in distributions.get(name, [name])} & declared
    }
    assert missing == {}
