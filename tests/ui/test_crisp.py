"""What is shown is drawn in the pixels the screen has, at every scale: nothing is small and stretched."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scripted_engine import speculative_rounds

from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.welcome import WelcomePage
from desktop_app.ui.dashboard.plot import Plot
from desktop_app.ui.theme import DARK, ThemeManager

SCALES = [1.25, 1.5, 2.0]


def picture(widget: QWidget, scale: float) -> QImage:
    """The widget as a screen of this scale would show it."""
    size = widget.size() * scale
    image = QImage(QSize(round(size.width()), round(size.height())), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    widget.render(painter, QPoint())
    painter.end()
    return image


def steps(image: QImage) -> int:
    """How sharp it is: the sum of all squared differences of neighbours in a row, for its width."""
    total = 0
    for y in range(0, image.height(), 3):
        row = [image.pixelColor(x, y).lightness() for x in range(image.width())]
        total += sum((a - b) ** 2 for a, b in pairwise(row))
    return total // image.height()


def chat(themes: ThemeManager) -> QWidget:
    view = ChatView(themes)
    rounds = speculative_rounds()
    view.resize(420, 200)
    view.show()
    view.show_reply("r", rounds, "".join(round_.text for round_ in rounds))
    return view


def chart(_themes: ThemeManager) -> QWidget:
    plot = Plot(" %")
    plot.resize(260, 120)
    plot.set_pen("a", QPen(QColor(DARK.accepted), 1.0))
    plot.set_theme(DARK)
    plot.build()
    plot.set_top(40.0, 100.0)
    plot.set_points("a", list(range(40)), [90.0 * (n % 2) for n in range(40)])
    plot.show()
    return plot


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("made", [chat, chart])
def test_text_marks_and_curves_have_the_pixels_of_the_screen(
    qtbot: QtBot, themes: ThemeManager, made: Callable[[ThemeManager], QWidget], scale: float
) -> None:
    widget = made(themes)
    qtbot.addWidget(widget)
    QApplication.processEvents()
    sharp = picture(widget, scale)
    stretched = picture(widget, 1.0).scaled(
        sharp.size(), Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    assert steps(sharp) > 1.1 * steps(stretched)


def test_the_icon_is_drawn_anew_on_another_screen(
    qtbot: QtBot, themes: ThemeManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = WelcomePage(themes)
    qtbot.addWidget(page)
    page.show()
    drawn: list[QPixmap] = []
    monkeypatch.setattr(page, "devicePixelRatioF", lambda: 2.0)
    # a label gives its picture back in the pixels of its own screen
    monkeypatch.setattr(page._icon, "setPixmap", drawn.append)
    QApplication.sendEvent(page, QEvent(QEvent.Type.DevicePixelRatioChange))
    assert [(pixmap.devicePixelRatio(), pixmap.width()) for pixmap in drawn] == [(2.0, 128)]
