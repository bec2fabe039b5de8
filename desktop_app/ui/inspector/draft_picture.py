"""The drafts of a round and the target's own token, as chips in a row or as a tree."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app.ui.dashboard.labels import SMALL, scaled
from desktop_app.ui.inspector.chip_painting import chip_width, paint_chip
from desktop_app.ui.inspector.draft_layout import Layout, Measures, lay_out
from desktop_app.ui.inspector.round_nodes import Node, RoundNodes
from desktop_app.ui.inspector.words import chance, visible
from desktop_app.ui.theme import DARK, Theme

_WIDEST_CHIP = 130.0
# between a number and the next
_APART = 10.0


class DraftPicture(QWidget):
    """Arrow keys and clicks choose a token; `chosen` says which, by its place among the nodes.

    keeps_height: it grows with what it shows and shrinks only with the next reply, since rounds of uneven
    size that follow each other would make all below them jump.
    """

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme = DARK
        self._nodes: RoundNodes | None = None
        self._index = 0
        self._layout = Layout((), (), (), 0.0)
        self._tallest = 0.0
        self.keeps_height = True
        self._small = scaled(self.font(), SMALL * 0.92)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Drafts of the round"))

    # What is shown

    @property
    def index(self) -> int:
        return self._index

    @property
    def layout_now(self) -> Layout:
        return self._layout

    def forget_height(self) -> None:
        """Another reply is shown."""
        self._tallest = 0.0

    def show_round(self, nodes: RoundNodes | None, index: int = 0) -> None:
        """index: the node that is chosen."""
        self._nodes, self._index = nodes, index
        self._lay_out()

    def choose(self, index: int) -> None:
        self._index = index
        self.update()

    def _lay_out(self) -> None:
        if self._nodes is None:
            self._layout = Layout((), (), (), 0.0)
        else:
            self._layout = lay_out(self._nodes, self.width() - 4.0, self._measures(self._nodes))
        height = self._layout.height
        if height > self._tallest or (height < self._tallest and not self.keeps_height):
            self._tallest = height
            self.updateGeometry()
        self.update()

    def _measures(self, nodes: RoundNodes) -> Measures:
        metrics, small = QFontMetricsF(self.font()), QFontMetricsF(self._small)
        return Measures(
            metrics.height(),
            small.height(),
            small.horizontalAdvance("q >0.99") + small.horizontalAdvance("p >0.99") + _APART,
            small.horizontalAdvance(">0.99") + _APART,
            lambda index: chip_width(nodes.nodes[index], metrics, _WIDEST_CHIP),
        )

    def sizeHint(self) -> QSize:
        return QSize(260, round(self._tallest) + 5)

    def minimumSizeHint(self) -> QSize:
        return QSize(180, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._tallest = 0.0
            self._lay_out()

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        nodes = self._nodes
        if nodes is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(2.0, 2.0)
        # what became text is drawn over what did not
        for link in sorted(self._layout.links, key=lambda link: link.on_path):
            pen = QPen(self.theme.color("accepted" if link.on_path else "line"), 1.8 if link.on_path else 1.0)
            painter.setPen(pen)
            painter.drawPolyline(link.points)
        if nodes.branches:
            self._paint_heads(painter)
        for index, node in enumerate(nodes.nodes):
            painter.setFont(self.font())
            paint_chip(
                painter,
                node,
                self._layout.chips[index],
                self.theme,
                chosen=index == self._index,
                focus=self.hasFocus(),
            )
            self._paint_figures(painter, node, self._layout.figures[index], nodes.branches)

    def _paint_heads(self, painter: QPainter) -> None:
        painter.setFont(self._small)
        painter.setPen(self.theme.color("dim"))
        first = self._layout.figures[0]
        rect = QRectF(first.left(), 0.0, first.width(), QFontMetricsF(self._small).height())
        self._columns(painter, rect, "q", "p")

    def _paint_figures(self, painter: QPainter, node: Node, rect: QRectF, columns: bool) -> None:
        painter.setFont(self._small)
        painter.setPen(self.theme.color("dim"))
        q = "" if node.draft is None else chance(node.q)
        if columns:
            self._columns(painter, rect, q, chance(node.p))
        else:
            parts = [f"q {q}"] if q else []
            text = "  ".join([*parts, f"p {chance(node.p)}"])
            painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    @staticmethod
    def _columns(painter: QPainter, rect: QRectF, *texts: str) -> None:
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for number, text in enumerate(texts):
            half = rect.width() / 2
            painter.drawText(
                QRectF(rect.left() + number * half, rect.top(), half, rect.height()), flags, text
            )

    # Mouse and keyboard

    def _at(self, event: QMouseEvent | QHelpEvent) -> int | None:
        point = event.position() if isinstance(event, QMouseEvent) else event.pos().toPointF()
        for index, (chip, figures) in enumerate(zip(self._layout.chips, self._layout.figures, strict=True)):
            if chip.united(figures).translated(2, 2).contains(point):
                return index
        return None

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._nodes is not None:
            index = self._at(event)
            text = "" if index is None else visible(self._nodes.nodes[index].text)
            # a token may look like markup
            QToolTip.showText(event.globalPos(), f"<qt>{escape(text)}</qt>" if text else "", self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._at(event)
        if index is not None:
            self._take(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._nodes.nodes) - 1 if self._nodes is not None else -1
        steps = {
            Qt.Key.Key_Left: self._index - 1,
            Qt.Key.Key_Up: self._index - 1,
            Qt.Key.Key_Right: self._index + 1,
            Qt.Key.Key_Down: self._index + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if last < 0 or key not in steps or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
        else:
            self._take(min(last, max(0, steps[key])))

    def _take(self, index: int) -> None:
        if index != self._index:
            self.choose(index)
            self.chosen.emit(index)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._small = scaled(self.font(), SMALL * 0.92)
            self._lay_out()
