"""The looks of a table, and of the block that Qt needs before one."""

from __future__ import annotations

from PySide6.QtGui import QBrush, QTextBlockFormat, QTextFrameFormat, QTextLength, QTextTableFormat

from desktop_app.ui.chat.rendering.long_tables import TablePiece
from desktop_app.ui.chat.rendering.markdown_blocks import Block
from desktop_app.ui.chat.rendering.text_formats import KIND, BlockKind, TextFormats

# Brings the upper line of a piece onto the lower line of the piece before.
_ONTO_THE_LINE = -4


def table_format(formats: TextFormats, block: Block) -> QTextTableFormat:
    result = QTextTableFormat()
    result.setBorderCollapse(True)
    result.setBorder(1)
    result.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    result.setBorderBrush(QBrush(formats.theme.color("line")))
    result.setCellPadding(formats.pad * 0.4)
    result.setCellSpacing(0)
    result.setLeftMargin(formats.indent * (block.depth + block.quote))
    result.setHeaderRowCount(1)
    result.setBottomMargin(formats.line * 0.6)
    if block.piece is not None:
        _fit_piece(result, block.piece)
    return result


def _fit_piece(result: QTextTableFormat, piece: TablePiece) -> None:
    shares = [QTextLength(QTextLength.Type.PercentageLength, share) for share in piece.shares]
    result.setColumnWidthConstraints(shares)
    if not piece.first:
        result.setHeaderRowCount(0)
        result.setTopMargin(_ONTO_THE_LINE)
    if not piece.last:
        result.setBottomMargin(0)


def hairline(block_format: QTextBlockFormat) -> QTextBlockFormat:
    """A table stands behind a block of its own; this one takes no height beyond its margin."""
    block_format.setProperty(KIND, BlockKind.HAIRLINE.value)
    block_format.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    return block_format
