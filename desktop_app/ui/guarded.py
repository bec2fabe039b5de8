"""What the user does, with its errors said instead of raised."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.decoding.errors import SlipstreamError


def guarded(act: Callable[[], object], complain: Callable[[str], object]) -> bool:
    """Whether it worked; where it did not, complain is told why in a sentence."""
    try:
        act()
    except SlipstreamError as error:
        complain(str(error))
        return False
    return True
