"""The translations are complete, fit the texts they translate, and are what the program loads."""

from __future__ import annotations

import re
import runpy
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import PySide6
import pytest
from PySide6.QtCore import QTranslator

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "resources" / "translations"
TOOL = Path(PySide6.__file__).parent / ("lupdate.exe" if sys.platform == "win32" else "lupdate")
CHINESE = "\u3400-\u9fff"
# what belongs to English text; a colon or a point may be part of a name such as cuda:0
HALF_WIDTH = re.compile(rf"[,;?!()]|[{CHINESE}”）}}]:|:[{CHINESE}“（]|[{CHINESE}”）]\.(?![A-Za-z0-9])")
# between Chinese and Latin letters or numbers stands a space
CRAMPED = re.compile(rf"[{CHINESE}][A-Za-z0-9]|[A-Za-z0-9][{CHINESE}]")
# the words of the field, so that one thing has one name; English is matched in lower case
GLOSSARY = {
    r"\bspeculati": "推测",
    r"\bdrafts?\b|\bdrafted\b": "草稿",
    r"\bacceptance\b": "接受",
    r"(?<!access )\btokens?\b": "token",
    r"\baccess token": "访问令牌",
    r"\btokenizer": "分词器",
    r"\bcontext\b": "上下文",
    r"\bprompt\b": "提示词",
    r"\bseed\b": "种子",
    r"\btemperature\b": "温度",
    r"\bweights\b": "权重",
    r"\bpackage index\b": "软件包索引",
    r"\bstarter model\b": "入门模型",
    r"\breply\b|\breplies\b": "回复",
    r"\bsettings\b": "设置",
}


@dataclass(frozen=True, slots=True)
class Text:
    context: str
    source: str
    translations: tuple[str, ...]
    state: str
    plural: bool
    comment: str


def texts(file: Path) -> list[Text]:
    found = []
    for context in ElementTree.parse(file).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = translation.findall("numerusform")
            said = tuple(form.text or "" for form in forms) if forms else (translation.text or "",)
            plural = message.get("numerus") == "yes"
            name, source = context.findtext("name", ""), message.findtext("source", "")
            comment = message.findtext("comment", "")
            found.append(Text(name, source, said, translation.get("type", ""), plural, comment))
    return found


CHINESE_TEXTS = texts(FOLDER / "slipstream_zh_CN.ts")
ENGLISH_TEXTS = texts(FOLDER / "slipstream_en.ts")


def offending(wrong: Callable[[str, str], object], where: list[Text] | None = None) -> list[tuple[str, str]]:
    """Source and translation of every text for which wrong(source, translation)."""
    pairs = [(t.source, said) for t in (where or CHINESE_TEXTS) for said in t.translations]
    return [pair for pair in pairs if wrong(*pair)]


@pytest.mark.parametrize("listed", [CHINESE_TEXTS, ENGLISH_TEXTS], ids=["zh_CN", "en"])
def test_nothing_is_unfinished_or_gone(listed: list[Text]) -> None:
    assert [(t.context, t.source, t.state) for t in listed if t.state or not all(t.translations)] == []


def test_english_has_both_forms_of_each_plural_and_chinese_its_one() -> None:
    plurals = {(t.context, t.source) for t in CHINESE_TEXTS if t.plural}
    assert {(t.context, t.source) for t in ENGLISH_TEXTS} == plurals
    assert all(len(t.translations) == 2 for t in ENGLISH_TEXTS)
    assert all(len(t.translations) == 1 for t in CHINESE_TEXTS)
    assert [t.source for t in CHINESE_TEXTS if "%n" in t.source and not t.plural] == []


def test_every_value_is_in_the_translation_as_it_was() -> None:
    def placeholders(text: str) -> list[str]:
        return sorted(re.findall(r"\{\w*(?::[^}]*)?\}|%n", text))

    assert offending(lambda source, said: placeholders(source) != placeholders(said)) == []


def test_spaces_at_the_ends_and_line_breaks_are_kept() -> None:
    def edges(text: str) -> tuple[bool, bool, int]:
        return text.startswith(" "), text.endswith(" "), text.count("\n")

    # a piece of a sentence and what stands between words may bring a space along, which Chinese does not need
    pieces = {t.source for t in CHINESE_TEXTS if t.context == "Sentences" and t.source.startswith(" ")}
    pieces |= {t.source for t in CHINESE_TEXTS if not any(map(str.isalpha, t.source))}
    assert offending(lambda source, said: source not in pieces and edges(source) != edges(said)) == []


def test_a_sentence_stays_a_sentence() -> None:
    ends = {".": "。", "…": "…", ":": "：", "?": "？", "!": "！"}

    def differs(source: str, said: str) -> bool:
        end = ends.get(source[-1])
        return end is not None and not said.endswith(end)

    assert offending(differs) == []


def test_chinese_has_its_own_punctuation_and_room_around_foreign_words() -> None:
    def wrong(_source: str, said: str) -> bool:
        # a pattern of files, a formula, and the names of values with their form
        shown = re.sub(r"\(\*[^)]*\)|;;|\b(min|max)\([^()]*\)|\{\w*(?::[^}]*)?\}", "", said)
        half_width = HALF_WIDTH.search(shown) and re.search(f"[{CHINESE}]", shown)
        return bool(half_width or CRAMPED.search(shown))

    assert offending(wrong) == []


def test_one_thing_has_one_name() -> None:
    def missing(source: str, said: str) -> list[str]:
        words = re.sub(r"\{[^}]*\}", "", source).lower()
        return [word for english, word in GLOSSARY.items() if re.search(english, words) and word not in said]

    assert [(pair, missing(*pair)) for pair in offending(missing)] == []


@pytest.mark.parametrize("language", ["zh_CN", "en"])
def test_what_is_loaded_is_what_is_written(language: str) -> None:
    translator = QTranslator()
    assert translator.load(str(FOLDER / f"slipstream_{language}.qm"))
    for text in texts(FOLDER / f"slipstream_{language}.ts"):
        numbers = [1, 2] if text.plural else [-1]
        loaded = tuple(
            translator.translate(text.context, text.source, text.comment, number) for number in numbers
        )
        assert set(loaded) == set(text.translations)


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """packaging/translations.py, at work on a copy."""
    if not TOOL.exists():
        pytest.skip("lupdate is not part of this PySide6")
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    copy = tmp_path / "translations"
    shutil.copytree(FOLDER, copy)
    names = runpy.run_path(str(ROOT / "packaging" / "translations.py"))
    main = names["main"].__globals__
    main.update(FOLDER=copy, SENTENCES=copy / "sentences.txt")
    return main


def test_the_files_hold_the_texts_of_the_program_and_no_others(script: dict[str, Any]) -> None:
    assert script["main"]() == 0
    for file in sorted(FOLDER.iterdir()):
        if file.suffix != ".qm":
            assert (script["FOLDER"] / file.name).read_text(encoding="utf-8") == file.read_text(
                encoding="utf-8"
            )


def test_new_texts_are_found_and_old_ones_go(
    script: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    chinese = script["FOLDER"] / "slipstream_zh_CN.ts"
    changed = chinese.read_text(encoding="utf-8").replace(
        "<source>New Chat</source>", "<source>Old Chat</source>"
    )
    chinese.write_text(changed, encoding="utf-8")
    sentences = script["SENTENCES"]
    listed = sentences.read_text(encoding="utf-8")
    sentences.write_text(
        "Nobody says {this} here.\n" + listed.replace("The engine stopped", "The engine went")
    )
    assert script["main"]() == 1
    assert "zh_CN: to be translated: New Chat\n" in capsys.readouterr().out
    assert "Old Chat" not in chinese.read_text(encoding="utf-8")
    assert sorted(sentences.read_text(encoding="utf-8").splitlines()) == sorted(listed.splitlines())
