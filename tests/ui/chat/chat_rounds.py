"""Synthetic replies: any text cut into tokens, and tokens into rounds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict

TIMING = Timing(0.001, 0.03, 0.001)

REPLY = """Photosynthesis turns light into **chemical** energy; `chlorophyll` absorbs *light* &amp; more.

# What it needs

1. Light, caught by `chlorophyll`
2. Water
   - from the roots

     second paragraph
3. Air

Key: value
Other: \\*line\\*

> The reaction is simple.

```python
def sugar(light: float) -> str:
    return "C6H12O6" if light > 0.5 else ""
```

| Stage | Makes |
|-------|-------|
| Light | ATP, a\\|b |
| Calvin | **sugar** |

***

- [ ] read [more](https://example.org/x "t") 👩‍🔬
- [x] done
"""


def round_of(texts: Sequence[str], origins: Sequence[Origin], index: int = 0) -> Round:
    """A round that emits these tokens; the drafts fit the origins."""
    drafts = [
        Draft(n, text, 0.8, 0.9, Verdict.ACCEPTED, n - 1)
        for n, (text, origin) in enumerate(zip(texts, origins, strict=True))
        if origin is Origin.ACCEPTED
    ]
    if Origin.CORRECTED in origins:
        drafts.append(Draft(99, " wrong", 0.5, 0.1, Verdict.REJECTED, len(drafts) - 1))
        drafts.append(Draft(98, " never", 0.4, None, Verdict.UNTESTED, len(drafts) - 1))
    emitted = tuple(
        Emitted(n, text, origin, 0.7) for n, (text, origin) in enumerate(zip(texts, origins, strict=True))
    )
    drafter = "lookup" if drafts or Origin.BONUS in origins else "none"
    return Round(index, drafter, tuple(drafts), emitted, TIMING, 0.1 * index)


def rounds_of(text: str, pieces: Sequence[str] | None = None) -> list[Round]:
    """`text` as rounds of up to three tokens: accepted, accepted, then corrected, bonus or plain by turns."""
    tokens = list(pieces) if pieces is not None else re.findall(r"\s?\w+|\s|[^\w\s]", text)
    last = [Origin.CORRECTED, Origin.BONUS]
    rounds = []
    for start in range(0, len(tokens), 3):
        part = tokens[start : start + 3]
        index = len(rounds)
        origins = [Origin.ACCEPTED] * (len(part) - 1) + [last[index % 2]]
        rounds.append(round_of(part, origins, index))
    return rounds


def cut(text: str, lengths: Sequence[int]) -> list[str]:
    """`text` in pieces of these lengths, taken in turn."""
    pieces, start, turn = [], 0, 0
    while start < len(text):
        stop = start + lengths[turn % len(lengths)]
        pieces.append(text[start:stop])
        start, turn = stop, turn + 1
    return pieces
