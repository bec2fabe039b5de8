"""The page of a duel: everything in it, nothing fetched, nothing that runs."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from html.parser import HTMLParser

import pytest
from suite_runs import made_run, steady_run, timed_round

from desktop_app.bench.duel import PLAIN, DuelOutcome, Lane, Verdict
from desktop_app.bench.duel_figures import lane_figures
from desktop_app.bench.duel_page import HeldDuel, duel_page
from desktop_app.bench.duel_words import DuelWords, PageWords
from desktop_app.decoding.rounds import Verdict as DraftVerdict

NAMES = ("Plain", "Prompt <lookup>")
ACCEPTED, REJECTED = DraftVerdict.ACCEPTED, DraftVerdict.REJECTED


def outcome(slow: float = 0.5) -> DuelOutcome:
    fast = made_run([timed_round(i, 1 + i / 4, 3 * i, (ACCEPTED, ACCEPTED, REJECTED)) for i in range(5)])
    return DuelOutcome((PLAIN, Lane("lookup")), ((steady_run(9, slow),), (fast,)), (Verdict("identical"),))


def page(found: DuelOutcome | None = None, prompt: str = "Why?", before: int = 0) -> str:
    found = found or outcome()
    return duel_page(HeldDuel(found, lane_figures(found), NAMES, prompt, before))


class Parts(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.classes: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.classes += (dict(attrs).get("class") or "").split()

    def handle_data(self, data: str) -> None:
        self.text += data


def test_lanes_figures_and_verdicts_are_on_it() -> None:
    parts = Parts(page())
    assert parts.classes.count("lane") == 2
    # the legend names each once
    assert parts.classes.count("accepted") == 1 + 10
    assert parts.classes.count("corrected") == 1 + 5
    assert "6.00×" in parts.text
    assert "Prompt <lookup>: the same text as the first lane" in parts.text
    assert "tiny, float32 on cpu; temperature 0.7, seed 1" in parts.text
    assert "each lane in its own shape · each lane once" in parts.text
    assert "decode tokens/s of Prompt <lookup> / decode tokens/s of Plain, measured" in parts.text


def test_slower_is_shown_as_slower() -> None:
    assert "slower" in Parts(page(outcome(slow=0.05))).classes
    assert "slower" not in Parts(page()).classes


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "a & b", '" onload="x'])
def test_a_prompt_stays_text(text: str) -> None:
    parts = Parts(page(prompt=text))
    assert text in parts.text
    assert "script" not in parts.tags


def test_nothing_is_fetched() -> None:
    text = page()
    assert re.findall(r"(?:src|href)=", text) == []
    assert "default-src 'none'" in text


def test_a_lane_without_a_speed_has_dashes() -> None:
    found = outcome()
    short = made_run([timed_round(0, 1.0)])
    found = replace(found, runs=((short,), (short,)))
    parts = Parts(page(found))
    assert "speedup" not in parts.classes
    assert "–" in parts.text


def test_a_long_prompt_is_no_headline_and_a_chat_is_named() -> None:
    assert "long" not in Parts(page()).classes
    parts = Parts(page(prompt="Why? " * 60, before=6))
    assert "long" in parts.classes
    assert "asked in a chat, after 6 messages" in parts.text


def test_its_words_are_those_it_is_given() -> None:
    page_words = PageWords(**{  # type: ignore[arg-type]
        name.name: f"{name.name}!" for name in fields(PageWords) if name.name != "language"
    }, language="xx")  # fmt: skip
    found = outcome()
    held = HeldDuel(found, lane_figures(found), NAMES, "Why?", 2)
    text = duel_page(held, DuelWords(page=page_words))
    assert '<html lang="xx">' in text
    # of those for two cases one is used
    unused = {"exact", "back", "loop", "language"}
    for name in fields(PageWords):
        assert name.name in unused or f"{name.name}!" in text
    assert "measured" not in text
    assert "each lane" not in text
