"""The last rounds as rows of boxes, newest at the bottom."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from html import escape

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app.decoding.rounds import Round
from desktop_app.ui.chat.switch_words import beginning
from desktop_app.ui.dashboard.cells import Cell, cells_of
from desktop_app.ui.dashboard.labels import SMALL, scaled
from desktop_app.ui.dashboard.round_boxes import paint_boxes
from desktop_app.ui.theme import DARK, Theme

ROWS = 8
# Older rounds can be walked to with the keyboard; beyond these the chat has them.
KEPT = 512
_WIDEST = 26.0
_GAP = 4.0
_OWN_GAP = 6.0


class RoundsStrip(QWidget):
    """Arrow keys walk over rounds and boxes; `described` says in words what is selected, "" for nothing.

    chosen: the Round that the user selected and the number of the box, -1 for none; None for no round.
    """

    described = Signal(str)
    chosen = Signal(object, int)

    def __init__(self) -> None:
        super().__init__()
        self._rounds: deque[tuple[Round, tuple[Cell, ...]]] = deque(maxlen=KEPT)
        self._theme = DARK
        self._selected: int | None = None
        self._box: int | None = None
        self.setFont(scaled(self.font(), SMALL * 0.92))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Rounds"))

    # What is shown

    def clear(self) -> None:
        self._rounds.clear()
        self._select(None)

    def add_rounds(self, rounds: Iterable[Round]) -> None:
        """Takes rounds; `update()` is the caller's, who knows when a repaint is due."""
        for round_ in rounds:
            if len(self._rounds) == KEPT and self._selected is not None:
                self._selected = max(0, self._selected - 1)
            self._rounds.append((round_, cells_of(round_)))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def select_round(self, index: int) -> None:
        """Selects the round of that index if it is still kept, and nothing otherwise."""
        kept = (i for i, (round_, _) in enumerate(self._rounds) if round_.index == index)
        self._select(next(kept, None))

    def show_chosen(self, round_: Round | None) -> None:
        """Selects the round that was chosen elsewhere if it is one of these, and nothing otherwise."""
        found = (i for i, (kept, _) in enumerate(self._rounds) if kept == round_)
        position = next(found, None)
        if position != self._selected:
            self._select(position)

    def summary(self) -> str:
        """The rounds in sight, one sentence each."""
        shown = list(self._rounds)[-ROWS:]
        return " ".join(self.describe(round_) for round_, _ in shown) or self.tr("No round yet.")

    def describe(self, round_: Round) -> str:
        text = self._describe(round_)
        if round_.switched is None:
            return text
        return f"{text} {beginning(round_.switched)}."

    def _describe(self, round_: Round) -> str:
        own = next((token for token in round_.emitted if token.origin.value != "accepted"), None)
        if not round_.drafts:
            sentences = {
                None: self.tr("Round {index}: plain “{text}”."),
                "control": self.tr("Round {index}: control round, plain “{text}”."),
                "switched": self.tr("Round {index}: plain after a switch, “{text}”."),
            }
            return sentences[round_.undrafted].format(index=round_.index, text=_shown(round_.text))
        tail = ""
        if own is not None:
            names = {
                "corrected": self.tr("corrected to"),
                "bonus": self.tr("bonus"),
                "plain": self.tr("plain"),
            }
            tail = f", {names[own.origin.value]} “{_shown(own.text)}”"
        return self.tr("Round {index}: {accepted} of {drafted} drafts accepted{tail}.").format(
            index=round_.index, accepted=round_.accepted, drafted=len(round_.drafts), tail=tail
        )

    def describe_box(self, cell: Cell) -> str:
        verdicts = {
            "accepted": self.tr("accepted"),
            "rejected": self.tr("rejected"),
            "untested": self.tr("untested, after a rejection or the end"),
            "corrected": self.tr("the target's own, in place of the rejected draft"),
            "bonus": self.tr("bonus: the target's own, after every draft was accepted"),
            "plain": self.tr("plain: the target's own, nothing was drafted"),
        }
        parts = [f"“{_shown(cell.text)}”", verdicts[cell.kind]]
        if not cell.own:
            parts.append(self.tr("draft q {value}").format(value=_probability(cell.q)))
        parts.append(self.tr("target p {value}").format(value=_probability(cell.p)))
        return " · ".join(parts)

    # Geometry

    @property
    def _row_height(self) -> float:
        return float(self.fontMetrics().height() + 5)

    def sizeHint(self) -> QSize:
        return QSize(200, round(ROWS * self._row_height) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def _first_shown(self) -> int:
        last_page = max(0, len(self._rounds) - ROWS)
        return last_page if self._selected is None else min(last_page, max(0, self._selected - ROWS // 2))

    def _shown_rows(self) -> list[tuple[int, Round, tuple[Cell, ...]]]:
        first = self._first_shown()
        rows = list(self._rounds)[first : first + ROWS]
        return [(first + i, round_, cells) for i, (round_, cells) in enumerate(rows)]

    def _boxes(self, row: int, cells: tuple[Cell, ...], widest: int) -> list[QRectF]:
        """Where the boxes of a row lie; every row has boxes as wide as the fullest row in sight allows."""
        left = self.fontMetrics().horizontalAdvance("0000") + 8.0
        room = self.width() - left - _OWN_GAP - 2
        step = min(_WIDEST + _GAP, room / max(1, widest))
        gap = min(_GAP, step * 0.25)
        height = self._row_height - 6
        top = row * self._row_height + 3
        rects = []
        for i, cell in enumerate(cells):
            extra = _OWN_GAP if cell.own and i else 0.0
            rects.append(QRectF(left + i * step + extra, top, max(2.0, step - gap), height))
        return rects

    def boxes(self) -> list[tuple[Cell, QRectF]]:
        """Every box in sight with its place."""
        rows = self._shown_rows()
        widest = max((len(cells) for _, _, cells in rows), default=1)
        return [
            pair
            for i, (_, _, cells) in enumerate(rows)
            for pair in zip(cells, self._boxes(i, cells, widest), strict=True)
        ]

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rows = self._shown_rows()
        widest = max((len(cells) for _, _, cells in rows), default=1)
        number = self.fontMetrics().horizontalAdvance("0000")
        boxes: list[tuple[Cell, QRectF]] = []
        chosen: QRectF | None = None
        for i, (position, round_, cells) in enumerate(rows):
            row = QRectF(0.5, i * self._row_height + 0.5, self.width() - 1.0, self._row_height - 1)
            if position == self._selected:
                self._paint_selection(painter, row)
            if round_.switched is not None:
                self._paint_boundary(painter, row.top())
            painter.setPen(self._theme.color("dim"))
            column = QRectF(0, row.top(), number, row.height())
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(column, flags, str(round_.index))
            rects = self._boxes(i, cells, widest)
            boxes.extend(zip(cells, rects, strict=True))
            if position == self._selected and self._box is not None and self._box < len(rects):
                chosen = rects[self._box]
        paint_boxes(painter, boxes, self._theme)
        if chosen is not None:
            self._paint_ring(painter, chosen)

    def _paint_boundary(self, painter: QPainter, y: float) -> None:
        """Between two rounds of which the second begins another mode."""
        pen = QPen(self._theme.color("dim"), 1.0, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(QPointF(0.0, round(y) - 0.5), QPointF(self.width() - 1.0, round(y) - 0.5))

    def _paint_selection(self, painter: QPainter, row: QRectF) -> None:
        painter.setPen(self._theme.color("accent") if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("raised"))
        painter.drawRoundedRect(row, 4, 4)

    def _paint_ring(self, painter: QPainter, rect: QRectF) -> None:
        painter.setPen(QPen(self._theme.color("text"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 4, 4)

    # Mouse and keyboard

    def _at(self, point: QPointF) -> tuple[int, int] | None:
        """Position of the round and of the box under a point."""
        rows = self._shown_rows()
        widest = max((len(cells) for _, _, cells in rows), default=1)
        for i, (position, _, cells) in enumerate(rows):
            for j, rect in enumerate(self._boxes(i, cells, widest)):
                if rect.adjusted(-1, -2, 1, 2).contains(point):
                    return position, j
        return None

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            hit = self._at(QPointF(event.pos()))
            text = self.describe_box(self._rounds[hit[0]][1][hit[1]]) if hit else ""
            # A token may look like markup.
            QToolTip.showText(event.globalPos(), f"<qt>{escape(text)}</qt>" if text else "", self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        hit = self._at(event.position())
        self._choose(*hit) if hit else self._choose(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._rounds) - 1
        here = last + 1 if self._selected is None else self._selected
        rounds = {
            Qt.Key.Key_Up: here - 1,
            Qt.Key.Key_Down: here + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if last < 0:
            event.ignore()
        elif key in rounds:
            self._choose(min(last, max(0, rounds[key])))
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._move_box(min(last, here), 1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Escape and self._selected is not None:
            self._choose(None)
        else:
            super().keyPressEvent(event)

    def _move_box(self, position: int, step: int) -> None:
        boxes = len(self._rounds[position][1])
        box = (0 if step > 0 else boxes - 1) if self._box is None else self._box + step
        self._choose(position, min(boxes - 1, max(0, box)) if boxes else None)

    def _choose(self, position: int | None, box: int | None = None) -> None:
        """The user selects."""
        self._select(position, box)
        round_ = None if position is None else self._rounds[position][0]
        self.chosen.emit(round_, -1 if box is None else box)

    def _select(self, position: int | None, box: int | None = None) -> None:
        self._selected, self._box = position, box
        text = ""
        if position is not None:
            round_, cells = self._rounds[position]
            text = self.describe(round_) if box is None else self.describe_box(cells[box])
        self.setAccessibleDescription(text or self.summary())
        self.described.emit(text)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


def _shown(text: str) -> str:
    """Token text with its line breaks and tabs visible."""
    return text.replace("\n", "⏎").replace("\t", "⇥")


def _probability(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
