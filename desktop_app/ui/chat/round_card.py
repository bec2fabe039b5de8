"""The text of the little card that explains a token. No Qt in here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from desktop_app.decoding.rounds import USER, Draft, Origin, Round, Undrafted, Verdict


@dataclass(frozen=True, slots=True)
class CardWords:
    """The words of the card in the user's language. The titles have the fields {number} and {drafter}.
    by_user and chosen: of a token that the user chose.

    undrafted: the title of a round without drafts, by why a speculative reply wanted none, None where there
    was no guess and in a plain reply. drafter gives the name of a drafter.
    """

    title: str
    by_user: str
    chosen: str
    undrafted: dict[Undrafted | None, str]
    origins: dict[Origin, str]
    verdicts: dict[Verdict, str]
    probability: str
    drafts: str
    draft: str
    target: str
    drafter: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class CardColors:
    """Colours as #rrggbb."""

    dim: str
    origins: dict[Origin, str]
    verdicts: dict[Verdict, str]


def round_card(round_: Round, position: int, words: CardWords, colors: CardColors) -> str:
    """Rich text about the token at `position` among those emitted in the round, and the round's drafts."""
    emitted = round_.emitted[position]
    chosen = round_.drafter == USER
    undrafted = words.by_user if chosen else words.undrafted[round_.undrafted]
    title = (words.title if round_.drafts else undrafted).format(
        number=round_.index + 1, drafter=escape(words.drafter(round_.drafter_of(position)))
    )
    origin = words.chosen if chosen else words.origins[emitted.origin]
    lines = [
        f'<div style="white-space: pre"><b>{_visible(emitted.text)}</b>&nbsp;&nbsp;'
        f'<span style="color: {colors.origins[emitted.origin]}">{escape(origin)}</span></div>',
        f'<div style="color: {colors.dim}">{title}'
        + (f" · {escape(words.probability)} {_number(emitted.p)}" if emitted.p is not None else "")
        + "</div>",
    ]
    if round_.drafts:
        lines.append(_drafts(round_.drafts, words, colors))
    return "".join(lines)


def _drafts(drafts: tuple[Draft, ...], words: CardWords, colors: CardColors) -> str:
    head = "".join(
        f'<td style="color: {colors.dim}">{escape(name)}&nbsp;&nbsp;</td>'
        for name in (words.drafts, words.draft, words.target, "")
    )
    rows = "".join(_row(draft, words, colors) for draft in drafts)
    return f'<table cellpadding="1" style="margin-top: 6px"><tr>{head}</tr>{rows}</table>'


def _row(draft: Draft, words: CardWords, colors: CardColors) -> str:
    text = _visible(draft.text)
    if draft.verdict is Verdict.REJECTED:
        text = f"<s>{text}</s>"
    color = colors.verdicts[draft.verdict]
    return (
        f'<tr><td style="white-space: pre; color: {color}">{text}&nbsp;&nbsp;</td>'
        f"<td>{_number(draft.q)}&nbsp;&nbsp;</td><td>{_number(draft.p)}&nbsp;&nbsp;</td>"
        f'<td style="color: {color}">{escape(words.verdicts[draft.verdict])}'
        + (f"&nbsp;· {escape(words.drafter(draft.drafter))}" if draft.drafter else "")
        + "</td></tr>"
    )


def _visible(text: str) -> str:
    """Blanks at the ends made visible: they are part of the token."""
    shown = text.replace("\n", "⏎").replace("\t", "⇥")
    lead = len(shown) - len(shown.lstrip(" "))
    return "␣" * lead + escape(shown[lead:]) if shown else "∅"


def _number(value: float | None) -> str:
    return (
        "–"
        if value is None
        else f"{value:.2f}"
        if value >= 0.005 or value == 0
        else "<0.01".replace("<", "&lt;")
    )
