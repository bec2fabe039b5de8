"""An exported chat speaks the user's language: every word of it, in English the words it has by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from desktop_app.chats.export_words import ExportWords
from desktop_app.settings.table import Language
from desktop_app.ui.conversations.export_words import export_words

FUNCTIONS = {"drafter", "sentence", "promise"}


def said(words: ExportWords) -> dict[str, object]:
    return {f.name: getattr(words, f.name) for f in fields(words) if f.name not in FUNCTIONS}


def test_in_english_they_are_the_words_of_a_plain_export(speak: Callable[[Language], None]) -> None:
    speak("en")
    found = said(export_words())
    # why a reply ended is said as in the window, which says what to do
    assert {**found, "reasons": ExportWords().reasons} == said(ExportWords())


def test_in_chinese_each_of_them_is_another(speak: Callable[[Language], None]) -> None:
    speak("zh_CN")
    words = export_words()
    english = said(ExportWords())
    # symbols have no language
    same = [name for name, text in said(words).items() if text == english[name]]
    assert same == ["probability", "draft_probability"]
    assert words.language == "zh-CN"
    assert words.drafter("lookup") == "提示词查找"
    assert words.promise({"resolved": {"verifier": "greedy", "exact": True}}).startswith("切换")
    assert words.sentence("The prompt is empty; write something first.") == "提示词为空；请先写点内容。"
