"""Every text that is marked for translation can be found by lupdate: it is a literal; plurals are plurals."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import desktop_app

ROOT = Path(desktop_app.__path__[0])
# the function, and which of its arguments are context and text
TEXT_AT = {"tr": 0, "translate": 1, "QT_TRANSLATE_NOOP": 1, "QT_TR_NOOP": 0}
FILES = sorted(file for file in ROOT.rglob("*.py") if any(name in file.read_text() for name in TEXT_AT))


def calls(file: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).removeprefix("QCoreApplication.")
            # of str, bytes and QTranslator, translate is something else
            name = "tr" if name.endswith(".tr") else name
            if name in TEXT_AT and len(node.args) > TEXT_AT[name]:
                yield name, node


def literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


def faults(file: Path) -> list[str]:
    found = []
    for name, call in calls(file):
        marked = call.args[: TEXT_AT[name] + 1]
        # what was marked elsewhere is looked up by a variable, and only then
        looked_up = name == "translate" and isinstance(marked[1], (ast.Name, ast.Attribute, ast.Subscript))
        if not all(literal(argument) for argument in (marked[:1] if looked_up else marked)):
            found.append(f"{file.name}:{call.lineno}: not a literal: {ast.unparse(call)}")
        elif name == "translate" and literal(marked[1]) and "%n" in ast.unparse(marked[1]):
            found.append(f"{file.name}:{call.lineno}: lupdate knows plurals of tr only: {ast.unparse(call)}")
        elif name == "tr" and "%n" in ast.unparse(marked[0]) and len(call.args) != 3:
            found.append(f"{file.name}:{call.lineno}: a plural needs its number: {ast.unparse(call)}")
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_lupdate_finds_every_text(file: Path) -> None:
    assert faults(file) == []


def test_there_is_something_to_look_at() -> None:
    assert len(FILES) > 20
    assert sum(1 for file in FILES for _ in calls(file)) > 200


@pytest.mark.parametrize(
    "line",
    [
        'self.tr(f"{name} is ready.")',
        'self.tr("{name} is ready.".format(name=name))',
        'self.tr("Ask " + name)',
        "self.tr(text)",
        'translate(context, "Ask")',
        'translate("Chats", f"Ask {name}")',
        'translate("Chats", "%n chats", None, count)',
        'self.tr("%n chats")',
        'QT_TRANSLATE_NOOP("Chats", "Ask " + name)',
        'self.tr("")',
    ],
)
def test_what_lupdate_cannot_find_is_a_fault(tmp_path: Path, line: str) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(line)
    assert len(faults(file)) == 1
