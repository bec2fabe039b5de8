"""A pyqtgraph plot that is looked at only. Imported late: see chart_library.py."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGraphicsItem

from desktop_app.ui.theme import Theme

# of the numbers from their axis
AXES = {"left": 4, "bottom": 1}
# a label as long as this stands halfway beyond the end of its axis; a longer one is left out
_LONGEST = 80


def quiet_plot(font: QFont) -> Any:
    """A PlotWidget without mouse, menu, buttons and automatic ranges; font: of the numbers at the axes."""
    plot = pg.PlotWidget(enableMenu=False)
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    # what lies below need not be painted first
    plot.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
    item = plot.getPlotItem()
    item.hideButtons()
    item.setMouseEnabled(False, False)
    item.disableAutoRange()
    for name, distance in AXES.items():
        axis = item.getAxis(name)
        axis.setPen(pg.mkPen(None))
        # it would set the axis's empty title anew whenever the range grows
        axis.enableAutoSIPrefix(False)
        axis.setStyle(
            tickLength=0,
            tickAlpha=0,
            tickFont=font,
            tickTextOffset=distance,
            autoExpandTextSpace=False,
            hideOverlappingLabels=_LONGEST // 2,
        )
        keep_painted(axis)
    return plot


def keep_painted(item: QGraphicsItem) -> None:
    """For what rarely changes: it is painted from a picture of it, not by Python each time a curve moves."""
    item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)


def recolour(plot: Any, theme: Theme) -> None:
    """pyqtgraph does not follow the palette."""
    plot.setBackground(theme.color("background"))
    for name in AXES:
        plot.getPlotItem().getAxis(name).setTextPen(pg.mkPen(theme.color("dim")))
