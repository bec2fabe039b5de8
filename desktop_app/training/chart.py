"""The course of a training as a picture: an SVG of two panels, loss and acceptance by depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from desktop_app.training.history import Point

# Okabe and Ito's colours, told apart by colour-blind readers
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_WIDTH, _PANEL, _LEFT, _TOP, _RIGHT, _BOTTOM = 720, 240, 56, 32, 96, 32
_TICKS = 5


@dataclass(frozen=True, slots=True)
class Line:
    """label at its end; points (share of the training, value)."""

    label: str
    points: tuple[tuple[float, float], ...]


def training_chart(points: Sequence[Point], depths: int) -> str:
    """An SVG document. Points without a look at the held-out side have only a loss."""
    looked = [(point.done, point.held_out) for point in points if point.held_out is not None]
    losses = [
        Line("training", tuple((point.done, point.loss) for point in points)),
        Line("held out", tuple((done, held_out.loss) for done, held_out in looked)),
    ]
    rates = [
        Line(f"depth {depth + 1}", tuple((done, held_out.acceptance[depth]) for done, held_out in looked))
        for depth in range(depths)
    ]
    highest = max((value for line in losses for _, value in line.points), default=1.0) or 1.0
    body = _panel("Cross-entropy of the first draft", losses, highest, 0)
    body += _panel("Acceptance on held-out replies", rates, 1.0, _PANEL)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {2 * _PANEL}" '
        f'font-family="sans-serif" font-size="12">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}</svg>\n'
    )


def _panel(title: str, lines: Sequence[Line], highest: float, top: float) -> str:
    parts = [f'<text x="{_LEFT}" y="{top + 18}" font-weight="bold">{escape(title)}</text>']
    for tick in range(_TICKS + 1):
        value = highest * tick / _TICKS
        y = _y(value, highest, top)
        parts.append(
            f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" y2="{y:.1f}" stroke="#dddddd"/>'
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.2g}</text>'
        )
    for share in (0.0, 0.5, 1.0):
        y = top + _PANEL - _BOTTOM + 16
        parts.append(f'<text x="{_x(share):.1f}" y="{y}" text-anchor="middle">{share:.0%}</text>')
    labels = _spread([line for line in lines if line.points], highest, top)
    for index, line in enumerate(lines):
        if line.points:
            parts.append(_drawn(line, _COLOURS[index % len(_COLOURS)], highest, top, labels[line.label]))
    return "\n".join(parts) + "\n"


def _drawn(line: Line, colour: str, highest: float, top: float, label_y: float) -> str:
    path = " ".join(f"{_x(share):.1f},{_y(value, highest, top):.1f}" for share, value in line.points)
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<text x="{_WIDTH - _RIGHT + 8}" y="{label_y:.1f}" fill="{colour}">{escape(line.label)}</text>'
    )


def _spread(lines: Sequence[Line], highest: float, top: float) -> dict[str, float]:
    """Where each label stands: at the end of its line, none upon another."""
    placed: dict[str, float] = {}
    below = 0.0
    for y, label in sorted((_y(line.points[-1][1], highest, top), line.label) for line in lines):
        below = placed[label] = max(y + 4, below + 14)
    return placed


def _x(share: float) -> float:
    return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)


def _y(value: float, highest: float, top: float) -> float:
    return top + _TOP + (1 - value / highest) * (_PANEL - _TOP - _BOTTOM)
