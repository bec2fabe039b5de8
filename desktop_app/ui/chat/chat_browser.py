"""The read-only text view of a conversation: paints around its text, loads nothing, copies plain text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QDesktopServices,
    QFontMetricsF,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QFrame, QTextBrowser, QToolTip, QWidget

from desktop_app.ui.chat.heat_words import heat_card
from desktop_app.ui.chat.message_places import Place, paint_chosen, places
from desktop_app.ui.chat.rendering.backdrop import (
    Panel,
    PlacedBlock,
    code_panels,
    header_rect,
    label_font,
    paint_backdrop,
    paint_panel,
)
from desktop_app.ui.chat.rendering.choice_painting import Choice, paint_choice
from desktop_app.ui.chat.rendering.code_colors import panel_text
from desktop_app.ui.chat.rendering.heat_map import Heat
from desktop_app.ui.chat.rendering.heat_strip import HeatPiece, heat_pieces, paint_heat
from desktop_app.ui.chat.rendering.mark_painter import MarkPainter
from desktop_app.ui.chat.rendering.origin_marks import BlockMarks, MarkGeometry, lines_above
from desktop_app.ui.chat.rendering.plain_copy import plain_text
from desktop_app.ui.chat.rendering.switch_marks import SwitchMark, switch_at
from desktop_app.ui.chat.rendering.text_formats import TextFormats
from desktop_app.ui.chat.rendering.thought_block import linked_thought
from desktop_app.ui.chat.rendering.token_places import token_at
from desktop_app.ui.chat.rendering.visible_blocks import placed_in, visible_blocks
from desktop_app.ui.chat.user_bubble import linked_file

# of a wheel, in eighths of a degree
_NOTCH = 120
_SAFE_SCHEMES = frozenset({"http", "https", "mailto"})
_SCROLL_KEYS = {
    Qt.Key.Key_Up: QAbstractSlider.SliderAction.SliderSingleStepSub,
    Qt.Key.Key_Down: QAbstractSlider.SliderAction.SliderSingleStepAdd,
    Qt.Key.Key_PageUp: QAbstractSlider.SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: QAbstractSlider.SliderAction.SliderPageStepAdd,
    Qt.Key.Key_Home: QAbstractSlider.SliderAction.SliderToMinimum,
    Qt.Key.Key_End: QAbstractSlider.SliderAction.SliderToMaximum,
}


def may_open(url: QUrl) -> bool:
    """Whether a link may be handed to the desktop; a reply can contain any."""
    return url.scheme().lower() in _SAFE_SCHEMES


class ChatBrowser(QTextBrowser):
    """token_clicked: index of the message in the view, index of the token in the reply.

    file_clicked: index of the message, number of the file that goes with it. zoom_requested: 1 for larger, -1
    for smaller. thought_clicked: index of the message whose thought is to be folded or unfolded.
    all_wanted: everything is to be selected, which may not all be written yet.
    menu_wanted: where on the screen, the message and the token there (-1 where there is none), and the text
    of the code panel there.
    """

    token_clicked = Signal(int, int)
    file_clicked = Signal(int, int)
    zoom_requested = Signal(int)
    thought_clicked = Signal(int)
    all_wanted = Signal()
    menu_wanted = Signal(QPoint, int, int, str)

    def __init__(
        self,
        formats: TextFormats,
        card: Callable[[int, int], str],
        heat: Callable[[int, int], Heat | None],
        parent: QWidget,
    ) -> None:
        """card, heat: of a message and a token in it, what is said of the token and of its paragraph."""
        super().__init__(parent)
        self.formats = formats
        self.marks_visible = True
        self.column = (0.0, 0.0)
        self.chosen: int | None = None
        self.take_key: Callable[[QKeyEvent], bool] = lambda _: False
        self.choice: Choice | None = None
        self._card = card
        self.switch_card: Callable[[int, int], str] = lambda *_: ""
        self._heat = heat
        self._heat_pieces: list[HeatPiece] = []
        self._heat_of: list[PlacedBlock] | None = None
        self._geometry = MarkGeometry()
        self._painter = MarkPainter()
        self._panels: list[Panel] = []
        self._placed: tuple[int, int, list[PlacedBlock]] | None = None
        self._blocks = self.document().blockCount()
        self._pressed = QPoint()
        self._turned = 0
        self._copied_panel = -1
        self.setFont(formats.body)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setOpenLinks(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.document().setDocumentMargin(0)
        self.document().contentsChange.connect(self._contents_changed)
        self.document().documentLayout().update.connect(self._moved)
        self.anchorClicked.connect(self._open_link)

    # Safety: nothing is fetched, and only known schemes leave the program.

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002
        return None

    def _open_link(self, url: QUrl) -> None:
        file, thought = linked_file(url), linked_thought(url)
        if file is not None:
            self.file_clicked.emit(*file)
        elif thought is not None:
            self.thought_clicked.emit(thought)
        elif may_open(url):
            QDesktopServices.openUrl(url)

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(self._selected_text())
        return data

    def copy(self) -> None:
        # data made in Python that the clipboard still has when the program ends makes it crash
        if self.textCursor().hasSelection():
            QGuiApplication.clipboard().setText(self._selected_text())

    def _selected_text(self) -> str:
        cursor = self.textCursor()
        return plain_text(self.document(), cursor.selectionStart(), cursor.selectionEnd())

    # Painting.

    def geometry_changed(self) -> None:
        """Widths or fonts changed: no measured mark holds any more."""
        self._geometry.scale = self._painter.size = self.formats.scale
        self._geometry.forget_all()
        self._placed = None
        self.viewport().update()

    def _contents_changed(self, position: int, _removed: int, added: int) -> None:
        block, last = (self.document().findBlock(place) for place in (position, position + added))
        # Qt tells this before it lays out anew: these are the lines as they were, and none holds their end
        line = block.layout().lineForTextPosition(max(0, position - block.position() - 1))
        blocks = self.document().blockCount()
        more, self._blocks = blocks - self._blocks, blocks
        kept = lines_above(block, line)
        self._geometry.changed(max(0, block.blockNumber()), last.blockNumber() % blocks, more, kept)
        # what is painted around text reaches further than what Qt redraws for it
        top = placed_in(self, block).origin.y() + (line.y() if line.isValid() else 0) - 2 * self.formats.line
        self.viewport().update(QRect(0, int(top), self.viewport().width(), self.viewport().height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        placed = self.visible()
        band = (float(event.rect().top()), float(event.rect().bottom() + 1))
        marks = [self._marks(item, band) for item in placed]
        self._panels = code_panels(placed, self.formats, self.column, self.viewport().height())
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_backdrop(painter, placed, self.formats, self.column)
        if self.chosen is not None:
            paint_chosen(painter, places(placed), self.chosen, self.formats, self.column)
        for panel in self._panels:
            hovered = self.copy_rect(panel).contains(self._mouse())
            paint_panel(painter, panel, self.formats, self._copy_label(panel), hovered)
        for item, found in zip(placed, marks, strict=True):
            self._painter.paint_tints(painter, found, item.origin, self.formats.theme)
        if self.choice is not None:
            paint_choice(painter, placed, self.choice, self.formats.theme)
        painter.end()
        super().paintEvent(event)
        if self.marks_visible:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for item, found in zip(placed, marks, strict=True):
                self._painter.paint_marks(painter, found, item.origin, self.formats.theme)
            paint_heat(painter, self.heat_strip(), self.formats.theme)
            painter.end()

    def _marks(self, item: PlacedBlock, band: tuple[float, float]) -> BlockMarks:
        if item.rect.bottom() + self.formats.line < band[0] or item.rect.top() > band[1]:
            return BlockMarks()
        y = item.origin.y()
        return self._geometry.of(item.block, (band[0] - y - 4, band[1] - y + 4))

    def visible(self) -> list[PlacedBlock]:
        """The blocks in the window and a little beyond, from top to bottom.

        Found once for each place of the view: a paint and the bars of the messages both ask.
        """
        scrolled, height = self.verticalScrollBar().value(), self.viewport().height()
        if self._placed is None or self._placed[:2] != (scrolled, height):
            self._placed = scrolled, height, visible_blocks(self, 4 * self.formats.line)
        return self._placed[2]

    def _moved(self) -> None:
        self._placed = None

    def message_places(self) -> list[Place]:
        """The messages in the window, from top to bottom."""
        return places(self.visible())

    def heat_strip(self) -> list[HeatPiece]:
        """What is painted in the margin; measured anew only when the text or its place changed."""
        placed = self.visible()
        if placed is not self._heat_of:
            self._heat_of = placed
            self._heat_pieces = heat_pieces(placed, self._heat, self.column)
        return self._heat_pieces if self.marks_visible else []

    # Mouse and keyboard.

    def _mouse(self) -> QPointF:
        return QPointF(self.viewport().mapFromGlobal(QCursor.pos()))

    def _copy_label(self, panel: Panel) -> str:
        return self.tr("Copied") if panel.number == self._copied_panel else self.tr("Copy")

    def panels(self) -> list[Panel]:
        """The code panels painted last."""
        return self._panels

    def copy_rect(self, panel: Panel) -> QRectF:
        """Where a click copies the code of a panel."""
        if not panel.headed:
            return QRectF()
        header = header_rect(panel, self.formats)
        width = QFontMetricsF(label_font(self.formats)).horizontalAdvance(self._copy_label(panel))
        return header.adjusted(header.width() - width - 6, 0, 6, 0)

    def card_at(self, point: QPoint) -> str:
        """Rich text about what is under a point of the viewport, "" for nothing; an empty tip hides."""
        switch = self._switch_at(QPointF(point)) if self.marks_visible else None
        if switch is not None:
            return self.switch_card(switch.message, switch.token)
        for piece in self.heat_strip():
            if piece.wide.contains(QPointF(point)):
                return heat_card(piece.heat, self.formats.theme)
        token = token_at(self, point)
        return "" if token is None else self._card(*token)

    def _switch_at(self, point: QPointF) -> SwitchMark | None:
        band = (0.0, float(self.viewport().height()))
        placed = ((item, self._marks(item, band).switches) for item in self.visible())
        found = (switch_at(point, marks, item.origin) for item, marks in placed)
        return next((mark for mark in found if mark is not None), None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        point = event.pos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.menu_wanted.emit(event.globalPos(), -1, -1, "")
            return
        message, token = token_at(self, point) or (-1, -1)
        if message < 0:
            found = (p.message for p in self.message_places() if p.top <= point.y() <= p.bottom)
            message = next(found, -1)
        code = (panel_text(panel.last) for panel in self._panels if panel.rect.contains(QPointF(point)))
        self.menu_wanted.emit(event.globalPos(), message, token, next(code, ""))

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.card_at(event.pos()), self.viewport())
            return True
        return super().viewportEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        # fine wheels turn in small pieces of a notch
        self._turned += event.angleDelta().y()
        if abs(self._turned) >= _NOTCH:
            self.zoom_requested.emit(1 if self._turned > 0 else -1)
            self._turned = 0
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if any(self.copy_rect(panel).contains(event.position()) for panel in self._panels):
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        if self._panels:
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        moved = (event.position().toPoint() - self._pressed).manhattanLength()
        if event.button() != Qt.MouseButton.LeftButton or moved > 4:
            return
        for panel in self._panels:
            if self.copy_rect(panel).contains(event.position()):
                QGuiApplication.clipboard().setText(panel_text(panel.last))
                self._copied_panel = panel.number
                self.viewport().update()
                return
        token = token_at(self, event.position().toPoint())
        if token is not None:
            self.token_clicked.emit(*token)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.take_key(event):
            return
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.all_wanted.emit()
        elif event.key() in _SCROLL_KEYS:
            self.verticalScrollBar().triggerAction(_SCROLL_KEYS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)
