"""Where the tokens of a round stand in its picture: chips in rows for a chain, an outline for a tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from desktop_app.ui.inspector.round_nodes import RoundNodes

_GAP = 6.0
_INDENT = 16.0


@dataclass(frozen=True, slots=True)
class Link:
    """A line of the tree, through these points; on_path: both ends became text."""

    points: tuple[QPointF, ...]
    on_path: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """chips: one rectangle for each node, in order. figures: where its q and p are written."""

    chips: tuple[QRectF, ...]
    figures: tuple[QRectF, ...]
    links: tuple[Link, ...]
    height: float


@dataclass(frozen=True, slots=True)
class Measures:
    """Pixels. line, small: heights of a line of text and of figures; figures: width of “q 0.50 p 0.75”,
    figure of one of the two numbers; chip(index): the width that the text of a node wants."""

    line: float
    small: float
    figures: float
    figure: float
    chip: Callable[[int], float]


def lay_out(nodes: RoundNodes, width: float, measures: Measures) -> Layout:
    return _tree(nodes, width, measures) if nodes.branches else _chain(nodes, width, measures)


def _chain(nodes: RoundNodes, width: float, m: Measures) -> Layout:
    height = m.line + 6
    chips, figures = [], []
    x = y = 0.0
    for index in range(len(nodes.nodes)):
        wide = min(width, max(m.figures, m.chip(index)))
        if x > 0 and x + wide > width:
            x, y = 0.0, y + height + m.small + 10
        chips.append(QRectF(x, y, min(wide, m.chip(index)), height))
        figures.append(QRectF(x, y + height + 2, wide, m.small))
        x += wide + _GAP
    return Layout(tuple(chips), tuple(figures), (), y + height + m.small + 4)


def _tree(nodes: RoundNodes, width: float, m: Measures) -> Layout:
    height = m.line + 4
    row = height + 4
    top = m.small + 4  # the heads of the columns
    deepest = max((node.depth for node in nodes.nodes), default=0)
    room = width - 2 * m.figure - _GAP
    indent = min(_INDENT, (room - 2 * m.line) / (deepest + 1))
    chips, figures = [], []
    for index, node in enumerate(nodes.nodes):
        x, y = (node.depth + 1) * indent, top + index * row
        chips.append(QRectF(x, y, max(m.line, min(m.chip(index), room - x)), height))
        figures.append(QRectF(width - 2 * m.figure, y, 2 * m.figure, height))
    links = tuple(_link(nodes, index, chips, indent, top) for index in range(len(chips)))
    return Layout(tuple(chips), tuple(figures), links, top + len(chips) * row)


def _link(nodes: RoundNodes, index: int, chips: list[QRectF], indent: float, top: float) -> Link:
    """From under the parent down, and then to the right."""
    node, chip = nodes.nodes[index], chips[index]
    x = node.depth * indent + indent / 2
    start = chips[node.parent].bottom() if node.parent >= 0 else top
    y = chip.center().y()
    points = (QPointF(x, start), QPointF(x, y), QPointF(chip.left(), y))
    return Link(points, node.on_path)
