"""The text of a reply as HTML, in spans that say which token made them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate, chain, groupby, pairwise
from operator import attrgetter, itemgetter

from markdown_it import MarkdownIt

from desktop_app.chats.characters import GRAPHEME, ORIGIN_RANK
from desktop_app.chats.export_words import ExportWords
from desktop_app.chats.html_switches import switch_flags
from desktop_app.chats.text import without_surrogates
from desktop_app.decoding.rounds import USER, Draft, Emitted, Origin, Round, Verdict, draft_depths

_LINE_END = re.compile("\n")
_PARSER = MarkdownIt("commonmark")
_CONTROLS: dict[int, None] = {
    code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"
}


@dataclass(frozen=True, slots=True)
class _Token:
    """position: among the tokens that its round emitted. switches: of the mode, before it."""

    round: Round
    position: int
    switches: int = 0

    @property
    def emitted(self) -> Emitted:
        return self.round.emitted[self.position]


@dataclass(frozen=True, slots=True)
class _Run:
    """Characters in a row that one token made, all of them inside a code block or none."""

    text: str
    token: _Token
    code: bool


def visible(text: str) -> str:
    """Text without control characters other than newline and tab, which a page does not show."""
    return without_surrogates(text).translate(_CONTROLS)


def marked_html(rounds: Sequence[Round], words: ExportWords, promise: str = "") -> str:
    """Escaped text with a span of the class of its origin around each token; its title tells the rest. A flag
    stands before each token with which the mode changed. promise: what such a switch does to the text."""
    flags = switch_flags(rounds, words, promise)
    html: list[str] = []
    flagged = 0
    for code, runs in groupby(_runs(_tokens(rounds)), key=attrgetter("code")):
        spans: list[str] = []
        for run in runs:
            spans += [*flags[flagged : run.token.switches], _span(run, words)]
            flagged = max(flagged, run.token.switches)
        html.append(_styled(code, "".join(spans)))
    return "".join(html)


def _tokens(rounds: Sequence[Round]) -> list[_Token]:
    switches = accumulate(round_.switched is not None for round_ in rounds)
    return [
        _Token(round_, position, before)
        for round_, before in zip(rounds, switches, strict=True)
        for position in range(len(round_.emitted))
    ]


def plain_html(text: str) -> str:
    """Escaped text whose tokens are not known."""
    shown = visible(text)
    edges = [0, *chain(*code_ranges(shown)), len(shown)]
    return "".join(
        _styled(bool(place % 2), escape(shown[start:end]))
        for place, (start, end) in enumerate(pairwise(edges))
    )


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Where the lines of code blocks are in Markdown, in order."""
    lines = [0, *(found.end() for found in _LINE_END.finditer(text)), len(text)]
    blocks = (token.map for token in _PARSER.parse(text) if token.type in ("fence", "code_block"))
    return [(lines[block[0]], lines[block[1]]) for block in blocks if block]


def _styled(code: bool, html: str) -> str:
    return f'<span class="code">{html}</span>' if code and html else html


def _runs(tokens: Sequence[_Token]) -> Iterator[_Run]:
    """The whole text in order. No character is split."""
    texts = [visible(token.emitted.text) for token in tokens]
    text, makers = "".join(texts), _makers(texts)
    edges = list(chain(*code_ranges(text)))
    owned = [
        (
            _strongest(tokens, chain(*makers[found.start() : found.end()])),
            bisect_right(edges, found.start()) % 2 == 1,
            found.group(),
        )
        for found in GRAPHEME.finditer(text)
    ]
    for (number, code), characters in groupby(owned, key=itemgetter(0, 1)):
        yield _Run("".join(map(itemgetter(2), characters)), tokens[number], code)


def _makers(texts: Sequence[str]) -> list[list[int]]:
    """The tokens behind each code point, by their numbers."""
    makers: list[list[int]] = []
    silent: list[int] = []
    for number, text in enumerate(texts):
        # one inside a split character shows nothing: the token that completes it carries both
        silent.append(number)
        if text:
            makers += [silent, *[[number]] * (len(text) - 1)]
            silent = []
    return makers


def _strongest(tokens: Sequence[_Token], numbers: Iterator[int]) -> int:
    """The last of those with the most telling origin."""
    return max(numbers, key=lambda number: (ORIGIN_RANK[tokens[number].emitted.origin], number))


def _span(run: _Run, words: ExportWords) -> str:
    """Blanks at both ends stay outside: a mark under them would join the token to its neighbours."""
    text = run.text
    origin = run.token.emitted.origin.value
    title = escape(visible(_title(run.token, words)))
    core = text.strip()
    if not core:
        return f'<span class="{origin} blank" title="{title}">{text}</span>'
    before, after = text.split(core, 1)
    return f'{before}<span class="{origin}" title="{title}">{escape(core)}</span>{after}'


def _title(token: _Token, words: ExportWords) -> str:
    round_, emitted = token.round, token.emitted
    draft = round_.accepted_draft(token.position)
    drafter = round_.drafter_of(token.position)
    nobody = words.chosen if round_.drafter == USER else words.nothing_drafted
    parts = [
        words.round.format(number=round_.index + 1),
        words.drafted_by.format(drafter=words.drafter(drafter)) if round_.drafts else nobody,
        # a round without drafts is plain
        words.origins[emitted.origin] if round_.drafts else "",
        _figures(emitted.p, draft.q if draft else None, words),
    ]
    if emitted.origin is Origin.CORRECTED:
        parts += [
            words.instead_of.format(text=draft.text, figures=_figures(draft.p, draft.q, words))
            for draft in _rejected_drafts(token)
        ]
    return " · ".join(part for part in parts if part)


def _rejected_drafts(token: _Token) -> list[Draft]:
    """Those that were tested where this token stands."""
    drafts = token.round.drafts
    return [
        draft
        for draft, depth in zip(drafts, draft_depths(drafts), strict=True)
        if draft.verdict is Verdict.REJECTED and depth == token.position
    ]


def _figures(p: float | None, q: float | None, words: ExportWords) -> str:
    parts = [
        words.probability.format(value=_number(p)) if p is not None else "",
        words.draft_probability.format(value=_number(q)) if q is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def _number(value: float) -> str:
    return f"{value:.2f}" if value >= 0.005 or value == 0 else "<0.01"
