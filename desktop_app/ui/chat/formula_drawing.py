"""One formula as a drawing, in units of its font size. No Qt in here: it runs outside the window's thread."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

from desktop_app.decoding.errors import SlipstreamError

_SIZE = 20.0
_LONGEST = 2_000  # characters
_TIME_S = 1.0
# The font has neither these nor anything above; boxes in their place would not be the formula.
_NO_GLYPH = re.compile("[\u0e00-\u1cff\u2e80-\U0001d3ff\U0001d800-\U0010ffff]")
_VIEW = re.compile(rb'viewBox="([-\d.e]+) ([-\d.e]+) ([-\d.e]+) ([-\d.e]+)"')


class FormulaError(SlipstreamError):
    """A formula that cannot be drawn; its source is shown instead."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """svg: black. Lengths are in units of the font size; ascent and descent are measured from the baseline."""

    svg: bytes
    width: float
    ascent: float
    descent: float


def draw(tex: str, display: bool) -> Drawing:
    """Takes some milliseconds, and about a second at the most."""
    if len(tex) > _LONGEST or _NO_GLYPH.search(tex):
        raise FormulaError("The formula is too long or has characters without a glyph.")
    try:
        svg = _svg(tex, display)
    except Exception as error:
        # the library raises whatever its input leads to
        raise FormulaError(f"The formula cannot be drawn: {error}") from error
    found = _VIEW.search(svg)
    if found is None:
        raise FormulaError("The formula has no size.")
    _, top, width, height = (float(number) / _SIZE for number in found.groups())
    return Drawing(svg, width, -top, height + top)


def _svg(tex: str, display: bool) -> bytes:
    # takes a fifth of a second, and most chats have no formula
    import ziamath

    # the window's SVG reader knows no symbols
    ziamath.config.svg2 = False
    sys.settrace(_deadline(time.thread_time() + _TIME_S))
    try:
        return ziamath.Latex(tex, size=_SIZE, inline=not display).svg().encode()
    finally:
        sys.settrace(None)


def _deadline(until: float) -> Callable[[FrameType, str, object], None]:
    """Nested fractions take twice the time for each level; a tracer is called often enough to end that."""

    def check(_frame: FrameType, _event: str, _argument: object) -> None:
        if time.thread_time() > until:
            raise TimeoutError("it takes too long")

    return check
