"""What the layers below the window say, in the user's language.

They speak English: what they say also goes to the command line, into the log and into the chats, which
outlive a change of language. Their sentences stand in resources/translations/sentences.txt, with names in
braces for the values; by these a sentence is known again and its values are kept.
packaging/translations.py collects them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, reduce

from PySide6.QtCore import QCoreApplication

from desktop_app.paths import resource

_VALUE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with names in braces. longest: the longest piece between them, to pass over most quickly."""

    text: str
    pattern: re.Pattern[str]
    longest: str


def translated(sentence: str) -> str:
    """The sentence in the user's language; as it is where nobody translated it.

    A value may be a known sentence again, such as the reason of a failure.
    """
    found = known(sentence)
    if found is None:
        return sentence
    template, values = found
    text = QCoreApplication.translate("Sentences", template.text)
    if text == template.text:
        return sentence
    return text.format(**{name: _value(value) for name, value in values.items()})


def _value(value: str) -> str:
    """A sentence that stands inside another may have left its full stop behind."""
    if known(value) is None and known(f"{value}.") is not None:
        return translated(f"{value}.")[:-1]
    return translated(value)


def together(sentences: Iterable[str]) -> str:
    """Those that are not empty, each translated, with what the language puts between sentences."""
    between = QCoreApplication.translate("Sentences", "{first} {second}")
    said = [translated(sentence) for sentence in sentences if sentence]
    return reduce(lambda first, second: between.format(first=first, second=second), said) if said else ""


def known(sentence: str) -> tuple[Template, dict[str, str]] | None:
    """The template that the sentence was made from, with the values in it."""
    for template in templates():
        if template.longest in sentence and (match := template.pattern.fullmatch(sentence)):
            return template, match.groupdict()
    return None


@cache
def templates() -> tuple[Template, ...]:
    """What joins others comes first, as in the file; then those with the most words of their own."""
    joints, _, others = (
        resource("translations", "sentences.txt").read_text(encoding="utf-8").partition("\n\n")
    )
    rest = sorted(_listed(others), key=lambda line: len(_VALUE.sub("", line)), reverse=True)
    return tuple(_template(line) for line in [*_listed(joints), *rest])


def _listed(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _template(line: str) -> Template:
    # names and the text between them take turns
    pieces = _VALUE.split(line)
    pattern = "".join(f"(?P<{p}>.*?)" if i % 2 else re.escape(p) for i, p in enumerate(pieces))
    return Template(line, re.compile(pattern, re.DOTALL), max(pieces[::2], key=len))
