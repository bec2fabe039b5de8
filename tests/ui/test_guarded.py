from __future__ import annotations

import pytest

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.guarded import guarded


def test_what_works_is_done_without_a_word() -> None:
    done: list[str] = []
    said: list[str] = []
    assert guarded(lambda: done.append("it"), said.append)
    assert (done, said) == (["it"], [])


def test_an_error_for_the_user_is_said_and_a_slip_is_raised() -> None:
    def fails(error: Exception) -> None:
        raise error

    said: list[str] = []
    assert not guarded(lambda: fails(SlipstreamError("The disk is full.")), said.append)
    assert said == ["The disk is full."]
    with pytest.raises(KeyError):
        guarded(lambda: fails(KeyError("slip")), said.append)
