"""A sentence from below is known by its form, keeps its values, and is left alone where nobody knows it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication

from desktop_app.settings.table import Language
from desktop_app.ui.sentences import Template, known, templates, translated


@pytest.fixture
def chinese(speak: Callable[[Language], None]) -> None:
    speak("zh_CN")


def names(template: Template) -> list[str]:
    return re.findall(r"\{(\w+)\}", template.text)


def filled(template: Template) -> tuple[str, dict[str, str]]:
    values = {name: f"<{name}>" for name in names(template)}
    return template.text.format(**values), values


def test_each_is_found_by_its_own_words() -> None:
    for template in templates():
        sentence, values = filled(template)
        assert known(sentence) == (template, values)


@pytest.mark.usefixtures("chinese")
def test_each_is_said_in_chinese_with_its_values() -> None:
    assert len(templates()) > 200
    for template in templates():
        sentence, values = filled(template)
        said = translated(sentence)
        assert said == QCoreApplication.translate("Sentences", template.text).format(**values)
        assert said != sentence


@pytest.mark.usefixtures("chinese")
def test_a_known_value_is_translated_too_and_others_are_kept() -> None:
    why = (
        "a trained head drafts with what followed the same words before, 7 tokens at most; else suffix "
        "drafting takes what most often followed the same words, 10 tokens at most"
    )
    assert translated(why) == (
        "训练的草稿头产生草稿，并接上同样的词以前的后文，最多 7 个 token；"
        "否则后缀匹配选用同样的词之后最常见的内容，最多 10 个 token"
    )
    assert translated(
        "/tmp/a.toml is no preset that can be used: A preset needs a name of letters or digits."
    ) == ("/tmp/a.toml 不是可用的预设：预设的名称要有字母或数字。")
    assert translated("/tmp/k as chosen cannot be written: No space {left}.") == (
        "无法写入 /tmp/k as chosen：No space {left}。"
    )


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize("text", ["", "Nobody said this before.", "已停止。", "Downloading more"])
def test_what_is_not_known_stays_as_it_is(text: str) -> None:
    assert translated(text) == text


def test_in_english_everything_stays_as_it_is(speak: Callable[[Language], None]) -> None:
    speak("en")
    sentence = "The disk at /data is full; free some space and try again."
    assert known(sentence) is not None
    assert translated(sentence) == sentence
