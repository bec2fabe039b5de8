"""How the numbers of the instruments are written. Free of Qt; a missing number is a dash."""

from __future__ import annotations

MISSING = "–"


def rate(per_s: float | None) -> str:
    """Three digits at most below a thousand: 0.52, 8.4, 84, 1,240."""
    if per_s is None:
        return MISSING
    if per_s < 0.995:
        return f"{per_s:.2f}"
    return f"{per_s:.1f}" if per_s < 9.95 else f"{per_s:,.0f}"


def percent(fraction: float | None) -> str:
    return MISSING if fraction is None else f"{100 * fraction:.0f} %"


def per_round(tokens: float | None) -> str:
    return MISSING if tokens is None else f"{tokens:.2f}"


def count(number: int | None) -> str:
    return MISSING if number is None else f"{number:,}"


def fine_percent(fraction: float | None) -> str:
    """With one decimal, for shares that are small."""
    return MISSING if fraction is None else f"{100 * fraction:.1f} %"


def memory(size: int | None) -> str:
    """Bytes in MB, from 1 GB on in GB; both are powers of ten."""
    if size is None:
        return MISSING
    return f"{size / 1e9:.2f} GB" if size >= 0.9995e9 else f"{size / 1e6:.0f} MB"


def times(factor: float | None) -> str:
    return MISSING if factor is None else f"{factor:.2f}×"


def seconds(value: float | None) -> str:
    """Milliseconds below a second."""
    if value is None:
        return MISSING
    if value < 0.01:
        return f"{1000 * value:.1f} ms"
    return f"{1000 * value:.0f} ms" if value < 0.9995 else f"{value:.1f} s"
