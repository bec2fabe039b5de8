"""The looks of a table, and of the block that Qt needs before one."""

from __future__ import annotations

from PySide6.QtGui import QBrush, QTextBlockFormat, QTextFrameFormat, QTextTableFormat

from desktop_app.ui.chat.markdown_blocks import Block
from desktop_app.ui.chat.text_formats import KIND, BlockKind, TextFormats


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
    return result


def hairline(block_format: QTextBlockFormat) -> QTextBlockFormat:
    """A table stands behind a block of its own; this one takes no height beyond its margin."""
    block_format.setProperty(KIND, BlockKind.HAIRLINE.value)
    block_format.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    return block_format
