"""The formats of the conversation: margins, fonts, and the properties that say what a character is."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextFormat,
    QTextOption,
)

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.rendering.inline_alignment import Style
from desktop_app.ui.chat.rendering.markdown_blocks import Block, Kind
from desktop_app.ui.theme import Theme

_USER = QTextFormat.Property.UserProperty.value

# Properties of characters.
TOKEN = _USER + 1  # index in the reply
ORIGIN = _USER + 2
ROUND = _USER + 3  # position of its round in the reply
MESSAGE = _USER + 4  # index in the view
ROLE = _USER + 5  # what is painted behind it or which colour it has
SWITCH = _USER + 15  # in which part of a switched reply it is, see TokenMark

# Properties of a formula, which is one character of the document.
FORMULA = _USER + 6  # its source with the delimiters
FORMULA_AT = _USER + 7  # place of the source in the reply; keeps equal neighbours apart
PARTS = _USER + 8  # for each of its tokens: token, round, place of the origin in ORIGINS, characters
FORMULA_OBJECT = QTextFormat.ObjectTypes.UserObject.value + 1
ORIGINS = tuple(Origin)

# Properties of blocks.
KIND = _USER + 10
QUOTE = _USER + 11
LANGUAGE = _USER + 12
JOINT = _USER + 14  # joins a piece of a long paragraph to the piece before
PANEL = _USER + 13  # number of the code panel a line belongs to


class BlockKind(StrEnum):
    TEXT = "text"
    HEADING = "heading"
    CODE = "code"
    RULE = "rule"
    USER = "user"
    NOTE = "note"
    FOLD = "fold"  # the line that unfolds a thought
    HAIRLINE = "hairline"  # the block that a table needs before it


class Role(StrEnum):
    CODE = "code"
    LINK = "link"
    DIM = "dim"


_HEADING_SIZES = (1.45, 1.28, 1.14, 1.05, 1.0, 1.0)


class TextFormats:
    """Formats made from a body font and a theme. Lengths are pixels, in units of the body's line height."""

    def __init__(self, body: QFont, theme: Theme) -> None:
        self.theme = theme
        self.set_body(body)

    def set_body(self, body: QFont, scale: float = 1.0) -> None:
        """scale: of the body against its own size, and of the marks with it."""
        self.body = body
        self.scale = scale
        self.line = QFontMetricsF(body).height()
        self.mono = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.mono.setPointSizeF(body.pointSizeF() * 0.92)
        self.indent = round(self.line * 1.5)
        self.pad = round(self.line * 0.8)
        self.header = round(self.line * 1.5)

    def user(self) -> QTextBlockFormat:
        """Side margins depend on the width of the view, which sets them."""
        result = self._block(BlockKind.USER, 1.3)
        result.setTopMargin(self.line * 1.4 + self.pad * 0.6)
        result.setBottomMargin(self.pad * 0.6)
        return result

    def fold_line(self, before: BlockKind | None) -> QTextBlockFormat:
        result = self._block(BlockKind.FOLD, 1.3)
        result.setTopMargin(self._gap(BlockKind.TEXT, before, close=False))
        return result

    def thought(self) -> QTextBlockFormat:
        """A line of a thought that is not complete yet; it stands where a quote would."""
        result = self._block(BlockKind.TEXT, 1.45)
        result.setTopMargin(self.line * 0.6)
        result.setProperty(QUOTE, 1)
        result.setLeftMargin(self.indent)
        return result

    def note(self) -> QTextBlockFormat:
        result = self._block(BlockKind.NOTE, 1.3)
        result.setTopMargin(self.line * 0.6)
        return result

    def paragraph(self, block: Block | None, before: BlockKind | None, after_item: bool) -> QTextBlockFormat:
        """A paragraph, heading or rule after a block of kind `before`; None is the running tail."""
        heading = block is not None and block.kind is Kind.HEADING
        rule = block is not None and block.kind is Kind.RULE
        kind = BlockKind.HEADING if heading else BlockKind.RULE if rule else BlockKind.TEXT
        formula = block is not None and block.kind is Kind.FORMULA
        result = self._block(kind, 1.0 if formula else 1.25 if heading else 1.45)
        item = block is not None and block.depth > 0
        result.setTopMargin(self._gap(kind, before, close=item and after_item))
        if formula and block is not None and block.marker is None:
            result.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        if block is not None and block.joint is not None:
            result.setProperty(JOINT, block.joint)
            result.setTopMargin(0)
        if block is not None:
            self._indent(result, block)
            if heading:
                result.setHeadingLevel(block.level)
        return result

    def code(
        self, block: Block | None, first: bool, before: BlockKind | None, panel: int
    ) -> QTextBlockFormat:
        """One line of a code panel; the first one leaves room for the panel's header."""
        result = self._block(BlockKind.CODE, 1.4)
        if block is not None:
            self._indent(result, block)
        result.setLeftMargin(result.leftMargin() + self.pad)
        result.setRightMargin(self.pad)
        result.setProperty(PANEL, panel)
        if first:
            result.setTopMargin(self._gap(BlockKind.CODE, before, close=False) + self.header)
        return result

    def cell(self) -> QTextBlockFormat:
        return self._block(BlockKind.TEXT, 1.3)

    def characters(self, style: Style, level: int = 0) -> QTextCharFormat:
        """level: of the heading the characters stand in, 0 elsewhere."""
        result = QTextCharFormat()
        if level:
            result.setFontPointSize(self.body.pointSizeF() * _HEADING_SIZES[level - 1])
        if level or style.bold:
            result.setFontWeight(QFont.Weight.DemiBold if level else QFont.Weight.Bold)
        if style.italic:
            result.setFontItalic(True)
        if style.strike:
            result.setFontStrikeOut(True)
        if style.code:
            self._monospace(result)
            result.setProperty(ROLE, Role.CODE.value)
        if style.href:
            result.setAnchor(True)
            result.setAnchorHref(style.href)
            self.tint(result, Role.LINK)
        return result

    def code_characters(self) -> QTextCharFormat:
        result = QTextCharFormat()
        self._monospace(result)
        return result

    def dim_characters(self) -> QTextCharFormat:
        result = QTextCharFormat()
        result.setFontPointSize(self.body.pointSizeF() * 0.92)
        self.tint(result, Role.DIM)
        return result

    def tint(self, target: QTextCharFormat, role: Role) -> None:
        """Colours are kept with a role, so that another theme can find and replace them."""
        target.setProperty(ROLE, role.value)
        target.setForeground(self.theme.color("accent" if role is Role.LINK else "dim"))

    def _monospace(self, target: QTextCharFormat) -> None:
        target.setFontFamilies(self.mono.families())
        target.setFontFixedPitch(True)
        target.setFontPointSize(self.mono.pointSizeF())

    def _block(self, kind: BlockKind, spacing: float) -> QTextBlockFormat:
        result = QTextBlockFormat()
        result.setProperty(KIND, kind.value)
        result.setLineHeight(spacing * 100, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        return result

    def _gap(self, kind: BlockKind, before: BlockKind | None, close: bool) -> float:
        """Space above a block of `kind`. The padding at the end of a code panel belongs to what follows."""
        if before is None:
            return 0.0
        gap = self.line * (0.15 if close else 0.6)
        if kind is BlockKind.HEADING:
            gap = self.line
        if before is BlockKind.USER:
            gap = self.line * 2  # room for the bar under the question
        if before is BlockKind.CODE:
            gap += self.pad
        return gap

    def _indent(self, target: QTextBlockFormat, block: Block) -> None:
        if block.quote:
            target.setProperty(QUOTE, block.quote)
        target.setLeftMargin(self.indent * (block.depth + block.quote))
        if block.marker is not None:
            target.setTextIndent(-self.indent)
            # counted from where the line starts, the marker
            stop = QTextOption.Tab(self.indent, QTextOption.TabType.LeftTab)
            target.setTabPositions([stop])
