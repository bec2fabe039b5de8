"""What the strip in the margin says: the figures of a paragraph, and what its colour and width mean."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.ui.chat.rendering.heat_map import Heat
from desktop_app.ui.chat.rendering.heat_strip import LEVELS, level_color, level_of
from desktop_app.ui.theme import Theme
from desktop_app.ui.token_count import token_count

translate = QCoreApplication.translate

# as wide as the strip at each level
_SAMPLES = ("▋", "▌", "▍", "▎", "▏")


def heat_sentence(heat: Heat) -> str:
    """The figures of a paragraph or a block of code."""
    what = translate("Heat", "This code block") if heat.code else translate("Heat", "This paragraph")
    tokens = token_count(heat.last - heat.first)
    per_round = translate("Heat", "{rate:.2f} a round").format(rate=heat.tokens_per_round)
    if heat.acceptance is None:
        tested = translate("Heat", "no draft was tested")
    else:
        tested = translate("Heat", "{accepted} of {tested} tested drafts accepted ({rate:.0f} %)").format(
            accepted=heat.accepted, tested=heat.tested, rate=100 * heat.acceptance
        )
    return translate("Heat", "{what}: {tested} · {tokens}, {per_round}.").format(
        what=what, tested=tested, tokens=tokens, per_round=per_round
    )


def heat_card(heat: Heat, theme: Theme) -> str:
    """Rich text: the figures, and under them the scale with the paragraph's place in bold."""
    here = level_of(heat)
    steps = []
    for level in range(LEVELS):
        text = translate("Heat", "{low}–{high} %").format(
            low=100 * level // LEVELS, high=100 * (level + 1) // LEVELS
        )
        shown = f"<b>{text}</b>" if level == here else text
        color = level_color(level, theme).name()
        steps.append(
            f'<td><span style="color:{color}">{_SAMPLES[level]}</span>&nbsp;{shown}&nbsp;&nbsp;</td>'
        )
    title = translate("Heat", "Accepted")
    return (
        f"<div>{heat_sentence(heat)}</div>"
        f'<table style="margin-top: 6px"><tr><td style="color: {theme.dim}">{title}&nbsp;&nbsp;</td>'
        f"{''.join(steps)}</tr></table>"
    )
