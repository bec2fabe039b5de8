"""How a row of the conversation list looks and is renamed."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPalette, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.ui.conversations.conversation_model import ROW_ROLE, Row

_Index = QModelIndex | QPersistentModelIndex
_CORNER = 7.0
_INDENT = 12
# what stands in a folder begins where the folder's name does
_DEEPER = 16
_COUNT = 28


class ConversationDelegate(QStyledItemDelegate):
    """Rounded rows, dim headings, folders with a chevron. All colours come from the palette, so it follows
    the theme."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        height = option.fontMetrics.height()
        return QSize(0, height + (22 if _row(index).kind == "heading" else 18))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row = _row(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.kind == "heading":
            self._paint_heading(painter, option, index)
        else:
            paint_ground(painter, option)
            self._paint_row(painter, option, index, row)
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
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

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index, row: Row) -> None:
        color = text_color(option)
        rect = self._text_rect(option, row)
        if row.kind == "folder":
            self._paint_folder_marks(painter, option, row, color)
        painter.setFont(option.font)
        painter.setPen(color)
        text = option.fontMetrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, rect.width())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(rect, flags, text)

    def _paint_folder_marks(
        self, painter: QPainter, option: QStyleOptionViewItem, row: Row, color: QColor
    ) -> None:
        painter.setPen(
            QPen(color, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        )
        middle = QPointF(option.rect.left() + _INDENT + 4, option.rect.center().y() + 0.5)
        across, along = (QPointF(0, 3.5), QPointF(2, 0)) if row.folded else (QPointF(3.5, 0), QPointF(0, 2))
        painter.drawPolyline([middle - across - along, middle + along, middle + across - along])
        painter.setFont(option.font)
        painter.setPen(option.palette.color(QPalette.ColorRole.PlaceholderText))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(option.rect.adjusted(0, 0, -_INDENT, 0), flags, str(row.count))

    def _text_rect(self, option: QStyleOptionViewItem, row: Row) -> QRect:
        deeper = _DEEPER if row.inside or row.kind == "folder" else 0
        right = _COUNT if row.kind == "folder" else _INDENT
        return option.rect.adjusted(_INDENT + deeper, 0, -right, 0)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: _Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setMaxLength(200)
        editor.setAccessibleName(self.tr("Title"))
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: _Index) -> None:
        editor.setGeometry(option.rect.adjusted(4, 2, -4, -2))


def paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """The rounded ground of a row that is marked or under the mouse."""
    states = QStyle.StateFlag
    selected = bool(option.state & states.State_Selected)
    ground = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5)
    if selected or option.state & states.State_MouseOver:
        color = option.palette.color(QPalette.ColorRole.AlternateBase)
        color.setAlphaF(1.0 if selected else 0.55)
        painter.setBrush(color)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(ground, _CORNER, _CORNER)
    if option.state & states.State_HasFocus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(option.palette.color(QPalette.ColorRole.Accent))
        painter.drawRoundedRect(ground, _CORNER, _CORNER)


def text_color(option: QStyleOptionViewItem) -> QColor:
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    roles = QPalette.ColorRole
    return option.palette.color(roles.WindowText if selected else roles.PlaceholderText)


def _row(index: _Index) -> Row:
    """Qt also asks for the size of no row at all."""
    row = index.data(ROW_ROLE)
    return row if isinstance(row, Row) else Row("chat", "", "")
