"""How a row of the conversation list looks and is renamed."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPalette
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.ui.chat.conversation_model import HEADER_ROLE

_Index = QModelIndex | QPersistentModelIndex
_CORNER = 7.0
_INDENT = 12


class ConversationDelegate(QStyledItemDelegate):
    """Rounded rows, dim group headers. All colours come from the palette, so it follows the theme."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        height = option.fontMetrics.height()
        return QSize(0, height + (22 if index.data(HEADER_ROLE) else 18))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(HEADER_ROLE):
            self._paint_header(painter, option, index)
        else:
            self._paint_row(painter, option, index)
        painter.restore()

    def _paint_header(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        font = QFont(option.font)
        font.setPointSizeF(font.pointSizeF() * 0.82)
        font.setBold(True)
        font.setCapitalization(QFont.Capitalization.AllUppercase)
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 104)
        painter.setFont(font)
        painter.setPen(option.palette.color(QPalette.ColorRole.PlaceholderText))
        rect = option.rect.adjusted(_INDENT, 0, -_INDENT, -5)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
        painter.drawText(rect, flags, str(index.data()))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        states = QStyle.StateFlag
        selected = bool(option.state & states.State_Selected)
        hovered = bool(option.state & states.State_MouseOver)
        ground = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5)
        if selected or hovered:
            color = option.palette.color(QPalette.ColorRole.AlternateBase)
            color.setAlphaF(1.0 if selected else 0.55)
            painter.setBrush(color)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(ground, _CORNER, _CORNER)
        if selected and option.state & states.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(option.palette.color(QPalette.ColorRole.Accent))
            painter.drawRoundedRect(ground, _CORNER, _CORNER)
        painter.setFont(option.font)
        role = QPalette.ColorRole.WindowText if selected else QPalette.ColorRole.PlaceholderText
        painter.setPen(option.palette.color(role))
        rect = self._text_rect(option)
        text = option.fontMetrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, rect.width())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(rect, flags, text)

    def _text_rect(self, option: QStyleOptionViewItem) -> QRect:
        return option.rect.adjusted(_INDENT, 0, -_INDENT, 0)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: _Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setMaxLength(200)
        editor.setAccessibleName(self.tr("Title"))
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: _Index) -> None:
        editor.setGeometry(option.rect.adjusted(4, 2, -4, -2))
