"""Finds what is said without a mark for translation, mostly below the window.

A string literal counts, with a name in braces for each value.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCES = (
    "desktop_app/chats", "desktop_app/engines", "desktop_app/models", "desktop_app/decoding",
    "desktop_app/settings", "desktop_app/forget.py", "desktop_app/atomic_write.py",
    "desktop_app/bench/duel.py", "desktop_app/bench/verify_prompt.py", "desktop_app/bench/verify_trace.py",
    "desktop_app/bench/pair_measure.py", "desktop_app/bench/pair_words.py",
    "desktop_app/ui",
)  # fmt: skip
# said on the command line only: training
NOT_IN_THE_WINDOW = {
    "batch_adapter.py",
    "layer_weights_adapter.py",
    # said to the model
    "model_title.py",
    # in the window in words of its own: ui/export_words.py
    "export_words.py",
}
# calls whose texts nobody reads in the window: the log, SQL, slips of a programmer
_UNREAD = {"debug", "info", "warning", "error", "exception", "execute", "executescript"}
# what is translated where it is said
_MARKED = {"tr", "translate", "QT_TRANSLATE_NOOP"}
_SLIPS = {"ValueError", "TypeError", "RuntimeError", "AssertionError", "KeyError", "_BadValueError"}
_SENTENCE = re.compile(r"(?![A-Z]{2,} )[A-Z“{].*[.!?…]")
# put into a sentence that has the full stop
_CLAUSE = re.compile(r"(?![A-Z]{2,} )[A-Z“][^<>]*")


def literals(root: Path) -> dict[str, str]:
    """Every text with a letter in it, and where it stands."""
    found: dict[str, str] = {}
    for file in _files(root):
        for text in _texts(ast.parse(file.read_text(encoding="utf-8"))):
            found.setdefault(text, file.relative_to(root).as_posix())
    return found


def sentences(root: Path) -> dict[str, str]:
    """Those of them that are sentences to the user, by their form."""
    return {text: file for text, file in literals(root).items() if is_sentence(text)}


def is_sentence(text: str) -> bool:
    words = re.findall(r"\b[A-Za-z]{2,}\b", re.sub(r"\{\w+\}", "", text))
    if "\n" in text or "</" in text:
        return False
    form, least = (_SENTENCE, 3) if _SENTENCE.fullmatch(text) else (_CLAUSE, 4)
    return bool(form.fullmatch(text)) and len(words) >= least


def shape(text: str) -> str:
    """The text whatever its values are called."""
    return re.sub(r"\{\w+\}", "{}", text)


def _files(root: Path) -> Iterator[Path]:
    for source in SOURCES:
        path = root / source
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        yield from (file for file in files if file.name not in NOT_IN_THE_WINDOW)


def _texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and _called(node.func) in _UNREAD | _MARKED | _SLIPS:
        return
    # a docstring
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield _with_names(node)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _texts(child)


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _with_names(node: ast.JoinedStr) -> str:
    """The text of an f-string: a value gets the last name in its expression, numbered where that is taken."""
    text, taken = "", set[str]()
    for piece in node.values:
        if isinstance(piece, ast.Constant):
            text += str(piece.value)
        elif isinstance(piece, ast.FormattedValue):
            name = base = _name(piece.value)
            number = 1
            while name in taken:
                number += 1
                name = f"{base}{number}"
            taken.add(name)
            text += f"{{{name}}}"
    return text


def _name(expression: ast.expr) -> str:
    names = re.findall(r"[A-Za-z]\w*", re.sub(r"'[^']*'", "", ast.unparse(expression)))
    return names[-1].strip("_").lower() if names else "value"
