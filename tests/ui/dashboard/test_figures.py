from __future__ import annotations

import pytest

from desktop_app.ui.dashboard import figures


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (0.0, "0.00"),
        (0.523, "0.52"),
        (0.999, "1.0"),
        (8.44, "8.4"),
        (9.96, "10"),
        (84.3, "84"),
        (1240.2, "1,240"),
    ],
)
def test_rates_have_few_digits(value: float | None, text: str) -> None:
    assert figures.rate(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "–"), (0.0004, "0.4 ms"), (0.41, "410 ms"), (0.9999, "1.0 s"), (12.34, "12.3 s")],
)
def test_seconds_become_milliseconds_when_short(value: float | None, text: str) -> None:
    assert figures.seconds(value) == text


def test_a_missing_number_is_a_dash() -> None:
    assert {figures.percent(None), figures.per_round(None), figures.times(None)} == {"–"}
    assert (figures.percent(0.714), figures.per_round(2.857), figures.times(2.1)) == ("71 %", "2.86", "2.10×")
