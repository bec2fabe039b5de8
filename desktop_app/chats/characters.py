"""What a reader takes for one character, and whose it is when several tokens made it."""

from __future__ import annotations

import regex  # type: ignore[import-untyped]

from desktop_app.decoding.rounds import Origin

GRAPHEME = regex.compile(r"\X")
# A character made of several tokens shows the most telling of their origins.
ORIGIN_RANK = {Origin.PLAIN: 0, Origin.ACCEPTED: 1, Origin.BONUS: 2, Origin.CORRECTED: 3}
