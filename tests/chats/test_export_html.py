"""The exported page: every character in a span that says which token made it, and nothing that runs."""

import re
from dataclasses import dataclass, field, replace
from datetime import UTC
from html.parser import HTMLParser

import pytest
from exported_conversations import ANY_TEXT, asked_and_answered, conversations, rounds, two_rounds
from hypothesis import example, given
from hypothesis import strategies as st
from sample_rounds import corrected_round, plain_round

from desktop_app.chats.export_html import conversation_to_html
from desktop_app.chats.export_words import ExportWords
from desktop_app.chats.exported import ExportedConversation
from desktop_app.chats.html_style import DARK, LIGHT, style_sheet
from desktop_app.chats.html_tokens import visible
from desktop_app.chats.text import without_surrogates
from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict
from desktop_app.decoding.tally import Tally
from desktop_app.ui import theme

VOID = {"meta", "input"}
TAGS = {
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "h1",
    "h2",
    "p",
    "input",
    "label",
    "main",
    "section",
}
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "type", "id", "checked", "for"}


@dataclass
class Span:
    origin: str
    title: str
    text: str = ""


@dataclass
class Turn:
    """text: all of it, in order. code: what stands in code blocks. figures: each with its definition.
    switches: the text before each flag, the flag's class and what it says."""

    role: str
    text: str = ""
    code: str = ""
    spans: list[Span] = field(default_factory=list)
    figures: list[tuple[str, str]] = field(default_factory=list)
    note: str = ""
    switches: list[tuple[str, str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """Reads a page, and fails on a tag or an attribute that the page has no use for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.turns: list[Turn] = []
        self.title = ""
        self.legend: list[str | None] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        assert tag in {*TAGS, "div", "span"}
        assert set(found) <= {*ATTRIBUTES, "class", "title", "dir"}
        if tag == "section":
            self.turns.append(Turn(found["class"] or ""))
        if tag == "span" and (found.get("class") or "").startswith("switch") and self.within("text"):
            turn = self.turns[-1]
            turn.switches.append((turn.text, found["class"] or "", found["title"] or ""))
        elif tag == "span" and self.within("text") and found["class"] != "code":
            self.turns[-1].spans.append(Span(found["class"] or "", found["title"] or ""))
        elif tag == "span" and self.within("figures"):
            self.turns[-1].figures.append(("", found["title"] or ""))
        elif tag == "span" and self.within("legend") and "class" in found:
            self.legend.append(found["class"])
        if tag not in VOID:
            self.open.append((tag, found))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if not self.open:
            return
        tag, found = self.open[-1]
        if tag == "title":
            self.title += data
        if self.within("text"):
            self.turns[-1].text += data
            if self.within("code"):
                self.turns[-1].code += data
            if tag == "span" and found["class"] != "code":
                self.turns[-1].spans[-1].text += data
        elif self.within("figures") and tag == "span":
            self.turns[-1].figures[-1] = (data, self.turns[-1].figures[-1][1])
        elif found.get("class") == "note":
            self.turns[-1].note += data

    def within(self, name: str) -> bool:
        return any(found.get("class") == name for _, found in self.open)


def page_of(chat: ExportedConversation, words: ExportWords | None = None) -> Page:
    return Page(conversation_to_html(chat, words, UTC))


def reply_of(*made: Round) -> Turn:
    return page_of(asked_and_answered("?", *made)).turns[1]


@given(conversations())
def test_every_turn_is_there_letter_by_letter(exported: ExportedConversation) -> None:
    page = page_of(exported)
    assert page.title == (exported.title or "Untitled chat")
    assert [(turn.role, turn.text) for turn in page.turns] == [
        (message.role, visible(message.content)) for message in exported.turns()
    ]


@given(st.lists(rounds(), min_size=1, max_size=4))
def test_every_visible_character_of_a_reply_belongs_to_a_token(made: list[Round]) -> None:
    text = without_surrogates("".join(round_.text for round_ in made))
    turn = page_of(asked_and_answered("?", *made, content=text)).turns[1]
    assert turn.text == visible(text)
    assert "".join("".join(span.text.split()) for span in turn.spans) == "".join(visible(text).split())
    assert {span.origin.removesuffix(" blank") for span in turn.spans} <= {origin.value for origin in Origin}


def test_spans_say_what_made_them() -> None:
    turn = reply_of(*two_rounds())
    assert turn.text == "The wake."
    assert turn.spans == [
        Span("accepted", "round 1 · drafted by lookup · accepted from the draft · p 0.80 · q 0.90", "The"),
        Span(
            "corrected",
            "round 1 · drafted by lookup · corrected by the target · p 0.60"
            " · instead of “ wrong” (p 0.10 · q 0.50)",
            "wake",
        ),
        Span("plain", "round 2 · nothing drafted · p 0.50", "."),
    ]


def test_a_tree_names_who_drafted_and_what_was_rejected_at_that_place() -> None:
    drafts = (
        Draft(1, "a", 0.9, 0.001, Verdict.REJECTED, -1),
        Draft(2, "b", None, 0.8, Verdict.ACCEPTED, -1, "suffix"),
        Draft(3, "<c>", 0.2, 0.0, Verdict.REJECTED, 1),
        Draft(4, "d", 0.2, None, Verdict.UNTESTED, 1),
    )
    emitted = (Emitted(2, "b", Origin.ACCEPTED, 0.8), Emitted(5, "\n", Origin.CORRECTED, None))
    turn = reply_of(Round(4, "eagle", drafts, emitted, Timing(0, 0, 0), 0.0))
    assert turn.spans == [
        Span("accepted", "round 5 · drafted by suffix · accepted from the draft · p 0.80", "b"),
        Span(
            "corrected blank",
            "round 5 · drafted by eagle · corrected by the target · instead of “<c>” (p 0.00 · q 0.20)",
            "\n",
        ),
    ]


def test_a_character_of_several_tokens_is_never_split() -> None:
    """A family joined from two tokens, and a byte that shows nothing before the one that completes it."""
    family = "\U0001f468\u200d", "\U0001f469"
    emitted = (
        Emitted(1, "a" + family[0], Origin.ACCEPTED, 0.5),
        Emitted(2, "", Origin.ACCEPTED, 0.5),
        Emitted(3, family[1] + "b", Origin.BONUS, 0.25),
    )
    drafts = tuple(Draft(n, "", None, 0.5, Verdict.ACCEPTED, n - 1) for n in range(2))
    spans = reply_of(Round(0, "lookup", drafts, emitted, Timing(0, 0, 0), 0.0)).spans
    assert [(span.origin, span.text) for span in spans] == [
        ("accepted", "a"),
        ("bonus", "".join(family) + "b"),
    ]

    split = (Emitted(1, "", Origin.ACCEPTED, 0.5), Emitted(2, "价", Origin.CORRECTED, 0.25))
    rejected = (drafts[0], Draft(9, "x", None, 0.1, Verdict.REJECTED, 0))
    (span,) = reply_of(Round(0, "lookup", rejected, split, Timing(0, 0, 0), 0.0)).spans
    assert (span.origin, span.text) == ("corrected", "价")


def test_a_split_character_is_as_telling_as_the_most_telling_of_its_tokens() -> None:
    drafts = (Draft(1, "", None, 0.1, Verdict.REJECTED, -1),)
    first = Round(0, "lookup", drafts, (Emitted(1, "", Origin.CORRECTED, 0.5),), Timing(0, 0, 0), 0.0)
    (span,) = reply_of(first, plain_round(1, "价")).spans
    assert (span.origin, span.text) == ("corrected", "价")


def test_text_that_the_rounds_did_not_make_has_no_marks() -> None:
    page = page_of(asked_and_answered("?", *two_rounds(), content="Something else."))
    assert (page.turns[1].text, page.turns[1].spans, page.legend) == ("Something else.", [], [])


CODE = "See:\n\n```c\nx <\n```\n- a\n\n  ~~~\n  y\n"


@pytest.mark.parametrize("size", [1, 2, 3, 5, 50])
def test_code_blocks_are_told_apart_wherever_tokens_end(size: int) -> None:
    pieces = [CODE[start : start + size] for start in range(0, len(CODE), size)]
    turn = reply_of(*(plain_round(index, piece) for index, piece in enumerate(pieces)))
    assert turn.text == CODE
    assert turn.code == "```c\nx <\n```\n  ~~~\n  y\n"
    titles = list(dict.fromkeys(span.title for span in turn.spans))
    assert titles == [f"round {n} · nothing drafted · p 0.50" for n in range(1, len(pieces) + 1)]


def test_code_in_a_reply_without_tokens_but_not_in_a_question() -> None:
    question, reply = page_of(asked_and_answered(CODE, content=CODE)).turns
    assert (question.text, question.code) == (CODE, "")
    assert (reply.text, reply.code) == (CODE, "```c\nx <\n```\n  ~~~\n  y\n")


MARKDOWN = st.text(alphabet="`~> \n\t-1.x", max_size=30)


@given(MARKDOWN, st.integers(1, 4))
def test_markdown_is_there_letter_by_letter(text: str, size: int) -> None:
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    marked = reply_of(*(plain_round(index, piece) for index, piece in enumerate(pieces)))
    without = page_of(asked_and_answered("?", content=text)).turns[1]
    assert marked.text == without.text == text
    assert marked.code == without.code


def test_the_legend_shows_each_mark() -> None:
    page = page_of(asked_and_answered("?", *two_rounds()))
    assert page.legend == [*(origin.value for origin in Origin), "caret"]


def switched_reply() -> tuple[Round, ...]:
    return (
        corrected_round(0, "The", " wake"),
        replace(plain_round(1, " of"), switched="plain"),
        plain_round(2, " a"),
        replace(corrected_round(3, " fast", " boat"), switched="speculative", at=4.2),
    )


def test_a_flag_stands_where_the_mode_changed_and_says_what_began() -> None:
    chat = asked_and_answered("?", *switched_reply())
    words = ExportWords(promise=lambda _started: "The text stays.")
    page = page_of(chat, words)
    assert page.turns[1].text == "The wake of a fast boat"
    assert page.turns[1].switches == [
        (
            "The wake",
            "switch plain",
            "Plain from here on\ntokens 1 to 2: speculative\ntokens 3 to 4: plain, 1.0 tokens/s\n"
            "The text stays.",
        ),
        (
            "The wake of a",
            "switch speculative",
            "Speculative from here on\ntokens 3 to 4: plain, 1.0 tokens/s\ntokens 5 to 6: speculative\n"
            "The text stays.",
        ),
    ]
    assert page.legend == [*(o.value for o in Origin), "caret", "switch speculative", "switch plain"]


def test_a_reply_that_was_gone_on_with_counts_the_tokens_of_its_own_part() -> None:
    first, second = switched_reply()[:2], (plain_round(0, "!"), *switched_reply()[1:2])
    (before, after) = page_of(asked_and_answered("?", *first, *second)).turns[1].switches
    assert before[0] == "The wake"
    assert after[0] == "The wake of!"
    assert "tokens 2 to 2: plain" in after[2]


def test_a_switch_within_a_character_of_several_tokens_stands_before_it() -> None:
    made = (plain_round(0, "a"), replace(plain_round(1, ""), switched="speculative"), plain_round(2, "b"))
    assert [flag[:2] for flag in page_of(asked_and_answered("?", *made)).turns[1].switches] == [
        ("a", "switch speculative")
    ]


def test_the_figures_of_a_reply() -> None:
    started = {
        **{"model": "SmolLM2 <135M>", "mode": "speculative", "draft": "lookup", "k": 7, "seed": 2**63 - 1},
        "sampling": {"temperature": 0.7, "top_p": 0.95},
    }
    words = ExportWords(drafter={"lookup": "prompt lookup"}.__getitem__)
    tally = replace(Tally.of(two_rounds()).summary(), decode_tokens_per_s=21.96, ttft_s=0.2264)
    chat = asked_and_answered("?", started=started, tally=tally, content="x")
    assert page_of(chat, words).turns[1].figures == [
        ("SmolLM2 <135M>", ""),
        ("speculative", ""),
        ("prompt lookup", ""),
        ("k 7", ""),
        ("temperature 0.7", ""),
        (f"seed {2**63 - 1}", ""),
        ("3 tokens in 2 rounds", ""),
        ("50 % accepted", words.accepted_means),
        ("1.50 tokens a round", words.per_round_means),
        ("22.0 tokens/s", words.speed_means),
        ("226 ms to the first token", ""),
    ]


@pytest.mark.parametrize(
    "started", [None, {}, {"sampling": [], "mode": 3, "k": None}, {"mode": "speculative"}]
)
def test_figures_that_are_not_known_are_left_out(started: dict[str, object] | None) -> None:
    none = replace(
        Tally.of([]).summary(),
        acceptance_rate=None,
        tokens_per_round=None,
        decode_tokens_per_s=None,
        ttft_s=None,
    )
    turn = page_of(asked_and_answered("?", started=started, tally=none)).turns[1]
    assert [figure for figure, _ in turn.figures if figure != "speculative"] == ["0 tokens in 0 rounds"]


def test_how_a_reply_ended_is_said() -> None:
    ends = [
        {"status": "failed", "error": "Out of <memory>."},
        {"status": "interrupted"},
        {"status": "complete", "reason": "length"},
        {"status": "cancelled", "reason": "cancelled"},
        {"status": "complete", "reason": "eos"},
    ]
    notes = [page_of(asked_and_answered("?", **end)).turns[1].note for end in ends]
    words = ExportWords()
    assert notes == ["Out of <memory>.", words.interrupted, words.reasons["length"], "Stopped.", ""]


HOSTILE = "</div></style><script>alert(1)</script><img src=x onerror=alert(1)>\"' onload=x &lt; --> ]]>"


def test_nothing_a_model_or_a_file_says_becomes_markup() -> None:
    made = Round(
        0,
        HOSTILE,
        (Draft(1, HOSTILE, 0.5, 0.1, Verdict.REJECTED, -1, HOSTILE),),
        (Emitted(2, HOSTILE, Origin.CORRECTED, 0.5),),
        Timing(0, 0, 0),
        0.0,
    )
    started = dict.fromkeys(("model", "draft", "k", "seed"), HOSTILE)
    started |= {"mode": "speculative", "sampling": {"temperature": HOSTILE}}
    chat = replace(
        asked_and_answered(HOSTILE, made, started=started, error=HOSTILE, tally=Tally.of([made]).summary()),
        title=HOSTILE,
    )
    words = ExportWords(language=HOSTILE, roles=dict.fromkeys(("system", "user", "assistant"), HOSTILE))
    page = page_of(chat, words)
    assert page.title == HOSTILE
    assert [turn.text for turn in page.turns] == [HOSTILE, HOSTILE]
    assert page.turns[1].note == HOSTILE
    assert HOSTILE in page.turns[1].spans[0].title


@given(ANY_TEXT)
@example("half \ud83d")
@example("\x00\x1b\x85")
def test_any_text_can_be_written_as_utf_8_without_controls(text: str) -> None:
    drafts = (Draft(1, text, 0.5, 0.1, Verdict.REJECTED, -1),)
    emitted = (Emitted(2, f"x{text}", Origin.CORRECTED, 0.5),)
    made = Round(0, text, drafts, emitted, Timing(0, 0, 0), 0.0)
    chat = asked_and_answered(text, made, content=without_surrogates(made.text), error=text)
    page = conversation_to_html(replace(chat, title=text), zone=UTC)
    page.encode()
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", page)
    assert "x" in Page(page).turns[1].spans[0].text


def test_the_page_fetches_nothing_and_runs_nothing() -> None:
    page = conversation_to_html(asked_and_answered("?", *two_rounds()))
    policy = re.search('Content-Security-Policy" content="(.*?)"', page)
    assert policy is not None
    assert policy.group(1) == "default-src 'none'; style-src 'unsafe-inline'"
    assert not re.search(r"<script|<link|<img|<iframe|javascript:|@import|url\(|https?:|\son\w+=", page)


def test_the_colours_are_those_of_the_window() -> None:
    for ours, window in ((LIGHT, theme.LIGHT), (DARK, theme.DARK)):
        assert ours == {name: getattr(window, name) for name in ours}


def test_every_colour_is_defined_in_both_schemes() -> None:
    sheet = style_sheet()
    light, dark = sheet.split("@media (prefers-color-scheme: dark)")
    used = set(re.findall(r"var\(--(\w+)\)", sheet))
    assert used == set(LIGHT) == set(DARK)
    assert all(f"--{name}: {color};" in light for name, color in LIGHT.items())
    assert all(f"--{name}: {color};" in dark for name, color in DARK.items())


def test_marks_differ_by_shape() -> None:
    styles = dict(re.findall(r"\.(\w+) \{[^}]*text-decoration-style: (\w+)", style_sheet()))
    assert styles == {"accepted": "solid", "corrected": "wavy", "bonus": "dotted"}
