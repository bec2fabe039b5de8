"""Brings resources/translations up to date with the program.

    python packaging/translations.py

Appends new sentences of the lower layers to sentences.txt, takes new texts into the .ts files (Qt's lupdate)
and writes the .qm files from them (lrelease); then says what is still to be translated. Both tools come with
PySide6-Essentials.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import PySide6
from said_sentences import literals, sentences, shape

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
SENTENCES = FOLDER / "sentences.txt"
# English needs its plurals only
LANGUAGES = {"en": ["-pluralonly"], "zh_CN": []}


def main() -> int:
    collect()
    left = 0
    for language, options in LANGUAGES.items():
        ts = FOLDER / f"slipstream_{language}.ts"
        update(ts, language, options)
        tool("lrelease", str(ts), "-qm", str(ts.with_suffix(".qm")))
        for source in unfinished(ts):
            left += 1
            sys.stdout.write(f"{language}: to be translated: {source}\n")
    return 1 if left else 0


def collect() -> None:
    """Adds new sentences at the end of the list, and takes out what is said no more."""
    lines = SENTENCES.read_text(encoding="utf-8").splitlines()
    said = {shape(text) for text in literals(ROOT)}
    kept = [line for line in lines if not line or line.startswith("#") or shape(line) in said]
    known = {shape(line) for line in kept}
    for text in sentences(ROOT):
        if shape(text) not in known:
            known.add(shape(text))
            kept.append(text)
    SENTENCES.write_text("\n".join(kept) + "\n", encoding="utf-8")


def update(ts: Path, language: str, options: list[str]) -> None:
    """Takes the program's texts into a .ts file; what was translated before stays."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "sentences.py"
        lines = SENTENCES.read_text(encoding="utf-8").splitlines()
        texts = [line for line in lines if line and not line.startswith("#")]
        calls = [f"QT_TRANSLATE_NOOP('Sentences', {json.dumps(t, ensure_ascii=False)})\n" for t in texts]
        listed.write_text("".join(calls), encoding="utf-8")
        files = [*sorted((ROOT / "desktop_app").rglob("*.py")), listed]
        # no locations: line numbers would change with every edit
        tool(
            "lupdate", *map(str, files), "-ts", str(ts), "-target-language", language,
            "-source-language", "en", "-locations", "none", "-no-obsolete", *options,
        )  # fmt: skip


def tool(name: str, *arguments: str) -> None:
    """One of Qt's own, which PySide6-Essentials brings along."""
    folder = Path(PySide6.__file__).parent
    program = next(p for p in (folder / name, folder / f"{name}.exe") if p.exists())
    subprocess.run([str(program), *arguments], check=True, capture_output=True, text=True)


def unfinished(ts: Path) -> list[str]:
    messages = ElementTree.parse(ts).iter("message")
    return [m.findtext("source", "") for m in messages if m.find("translation[@type]") is not None]


if __name__ == "__main__":
    sys.exit(main())
