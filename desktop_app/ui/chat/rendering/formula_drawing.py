"""One formula as a drawing, in units of its font size. No Qt in here: it runs outside the window's thread."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.decoding.errors import SlipstreamError

_SIZE = 20.0
_LONGEST = 1_000  # characters
_LARGEST = 200_000  # bytes
# The font has neither these nor anything above; boxes in their place would not be the formula.
_NO_GLYPH = re.compile("[\u0e00-\u1cff\u2e80-\U0001d3ff\U0001d800-\U0010ffff]")
_VIEW = re.compile(rb'viewBox="([-\d.e]+) ([-\d.e]+) ([-\d.e]+) ([-\d.e]+)"')


class FormulaError(SlipstreamError):
    """A formula that cannot be drawn; its source is shown instead."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """svg: black. Lengths are in units of the font size, ascent and descent from the baseline."""

    svg: bytes
    width: float
    ascent: float
    descent: float


def prepare() -> None:
    """Loads the library, which takes a fifth of a second: most chats have no formula."""
    import ziamath.zmath  # noqa: F401
    from ziamath.config import config

    # the window's SVG reader knows no symbols
    config.svg2 = False


def draw(tex: str, display: bool) -> Drawing:
    """Takes some milliseconds, but for ever where fractions are nested deeply: the caller watches the time.

    To be called after `prepare`.
    """
    if len(tex) > _LONGEST or _NO_GLYPH.search(tex):
        raise FormulaError("The formula is too long or has characters without a glyph.")
    try:
        svg = _svg(tex, display)
    except Exception as error:
        # the library raises whatever its input leads to
        raise FormulaError(f"The formula cannot be drawn: {error}") from error
    found = _VIEW.search(svg)
    if found is None or len(svg) > _LARGEST:
        raise FormulaError("The drawing of the formula is too large.")
    _, top, width, height = (float(number) / _SIZE for number in found.groups())
    return Drawing(svg, width, -top, height + top)


def _svg(tex: str, display: bool) -> bytes:
    from ziamath.zmath import Latex

    return Latex(tex, size=_SIZE, inline=not display).svg().encode()
