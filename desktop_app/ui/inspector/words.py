"""How tokens and probabilities are written. Free of Qt."""

from __future__ import annotations

SPACE, NOTHING = "␣", "∅"
_SIGNS = {"\n": "⏎", "\t": "⇥", "\r": "␍", "\u00a0": "⍽"}


def visible(text: str) -> str:
    """Blanks at both ends and all line breaks and tabs as signs: they are part of the token."""
    if not text:
        return NOTHING
    start = len(text) - len(text.lstrip(" "))
    end = len(text.rstrip(" ")) if start < len(text) else len(text)
    middle = "".join(_SIGNS.get(letter, letter) for letter in text[start:end])
    return SPACE * start + middle + SPACE * (len(text) - max(end, start))


def is_sign(letter: str) -> bool:
    """Whether `visible` may have put this letter for a blank."""
    return letter in (SPACE, NOTHING) or letter in _SIGNS.values()


def chance(value: float | None) -> str:
    """A probability in two places: never 0 or 1 unless it is."""
    if value is None:
        return "–"
    if value in (0, 1):
        return str(int(value))
    if value < 0.005:
        return "<0.01"
    return ">0.99" if value >= 0.995 else f"{value:.2f}"


def exact(value: float | None) -> str:
    """A probability to reckon with: three places, or two digits where it is smaller than those."""
    if value is None:
        return "–"
    if value in (0, 1):
        return str(int(value))
    if value < 0.001:
        return f"{value:.1e}"
    return f"{value:.3f}" if value < 0.9995 else f"{value:.5f}"
