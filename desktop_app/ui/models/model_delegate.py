"""How a model looks in the list."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.models.local_model import LocalModel
from desktop_app.ui.conversations.conversation_delegate import paint_ground
from desktop_app.ui.models.model_rows import Row
from desktop_app.ui.models.model_words import can_be, in_short, size, why_not
from desktop_app.ui.theme import ThemeManager

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
IN_USE_ROLE = Qt.ItemDataRole.UserRole + 2

_Index = QModelIndex | QPersistentModelIndex
_INDENT = 12
_PAD = 10
_BETWEEN = 3
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class ModelDelegate(QStyledItemDelegate):
    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        row = _row(index)
        if row.model is None:
            return QSize(0, option.fontMetrics.height() + 22)
        small = QFontMetrics(_small(option.font)).height()
        lines = 2 if why_not(row.model) else 1
        height = option.fontMetrics.height() + lines * (small + _BETWEEN)
        return QSize(0, height + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row = _row(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.model is None:
            self._paint_heading(painter, option, row.title)
        else:
            paint_ground(painter, option)
            self._paint_model(painter, option, row.model, str(index.data(IN_USE_ROLE)))
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, title: str) -> None:
        font = _small(option.font)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(self._themes.current.color("dim"))
        rect = option.rect.adjusted(_INDENT, 0, -_INDENT, -6)
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, title)

    def _paint_model(
        self, painter: QPainter, option: QStyleOptionViewItem, model: LocalModel, in_use: str
    ) -> None:
        theme = self._themes.current
        inner = option.rect.adjusted(_INDENT, _PAD, -_INDENT, -_PAD)
        small = _small(option.font)
        first = QRect(inner.left(), inner.top(), inner.width(), option.fontMetrics.height())
        second = QRect(
            first.left(), first.bottom() + 1 + _BETWEEN, first.width(), QFontMetrics(small).height()
        )
        third = second.translated(0, second.height() + _BETWEEN)
        painter.setFont(small)
        painter.setPen(theme.color("accent" if in_use else "dim"))
        taken = _draw_right(painter, first, in_use or can_be(model))
        painter.setPen(theme.color("dim"))
        _draw_left(
            painter,
            second.adjusted(0, 0, -_draw_right(painter, second, size(model.bytes)), 0),
            in_short(model),
        )
        _draw_left(painter, third, why_not(model))
        painter.setFont(option.font)
        painter.setPen(theme.color("text" if model.usable else "dim"))
        _draw_left(painter, first.adjusted(0, 0, -taken, 0), model.name)


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * 0.9)
    return small


def _draw_left(painter: QPainter, rect: QRect, text: str) -> None:
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, _LEFT, shown)


def _draw_right(painter: QPainter, rect: QRect, text: str) -> int:
    """Returns the width that is taken."""
    painter.drawText(rect, _RIGHT, text)
    return painter.fontMetrics().horizontalAdvance(text) + 2 * _PAD


def _row(index: _Index) -> Row:
    """Qt also asks for the size of no row at all."""
    row = index.data(ROW_ROLE)
    return row if isinstance(row, Row) else Row("")
