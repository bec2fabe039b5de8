"""The ground of a chart, there from the first moment; what is drawn on it comes with its library."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from desktop_app.ui.dashboard.labels import SMALL, scaled, small_label
from desktop_app.ui.theme import DARK, Theme

GROUND_CORNER = 6.0


class ChartPlace(QWidget):
    """Keeps what is to be seen; a subclass makes what draws it in `make_canvas`.

    seen: it was painted and has no chart yet; who listens builds it with `build`.
    """

    seen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.theme = DARK
        self._canvas: QWidget | None = None
        self._failure = ""
        self._hint = small_label()
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setWordWrap(True)
        self._hint.hide()
        # a tooltip is that of the chart
        self._hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFont(scaled(self.font(), SMALL * 0.92))
        self._layers = QGridLayout(self)
        self._layers.setContentsMargins(4, 2, 4, 2)
        self._layers.addWidget(self._hint, 0, 0)

    def make_canvas(self) -> QWidget:
        """The widget of the library, showing all that is kept. Called once; may import the library."""
        raise NotImplementedError

    @property
    def is_built(self) -> bool:
        return self._canvas is not None

    def build(self) -> None:
        if self._canvas is None:
            self._canvas = self.make_canvas()
            # it takes the place that there is, and asks for none
            self._canvas.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
            self._layers.addWidget(self._canvas, 0, 0)
            # in its place by now: shown before, it would be a window of its own
            self._canvas.setVisible(not self._hint.text())

    def set_hint(self, text: str) -> None:
        """Words in the place of an empty chart."""
        text = self._failure or text
        if text != self._hint.text():
            self._hint.setText(text)
            self._hint.setVisible(bool(text))
            if self._canvas is not None:
                self._canvas.setVisible(not text)

    def give_up(self, why: str) -> None:
        """There will be no chart; why is said in its place."""
        self._failure = why
        self.set_hint("")

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color("background"))
        painter.drawRoundedRect(QRectF(self.rect()), GROUND_CORNER, GROUND_CORNER)
        if not self.is_built and not self._failure:
            self.seen.emit(self)
