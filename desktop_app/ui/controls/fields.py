"""The small controls of the toolbar. They paint themselves from the theme, so they change with it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from desktop_app.ui.controls.enter_key import EnterButton
from desktop_app.ui.theme import ThemeManager

RADIUS = 6
_PAD = 10
_GAP = 8
_CHEVRON = 8


def field_height(widget: QWidget) -> int:
    return widget.fontMetrics().height() + 14


def draw_field(painter: QPainter, widget: QWidget, fill: QColor, line: QColor, focus: QColor) -> None:
    """The rounded ground of a control, with a visible focus."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    proxy = widget.focusProxy()
    focused = widget.hasFocus() or (proxy is not None and proxy.hasFocus())
    painter.setPen(QPen(focus if focused else line, 1.5 if focused else 1))
    painter.setBrush(fill)
    painter.drawRoundedRect(widget.rect().adjusted(1, 1, -1, -1), RADIUS, RADIUS)


def name_buttons(edit: QLineEdit, icon_name: str) -> None:
    """Names the buttons inside a field: the one that clears it, and an icon in front of the text."""
    for button in edit.findChildren(QToolButton):
        action = button.defaultAction()
        clears = action is not None and action.objectName() == "_q_qlineeditclearaction"
        button.setAccessibleName(QCoreApplication.translate("Fields", "Clear") if clears else icon_name)


class PickButton(EnterButton):
    """A dim label, the chosen value, and a menu to choose another from."""

    def __init__(self, label: str, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = label
        self._themes = themes
        self._sample = ""
        self.menu = QMenu(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.open_menu)
        themes.changed.connect(self.update)
        self.set_value("")

    def set_value(self, value: str) -> None:
        self.setText(value)
        self.setAccessibleName(f"{self._label}: {value}" if value else self._label)
        self.updateGeometry()
        self.update()

    def set_sample(self, text: str) -> None:
        """The widest value: the button keeps its width while values change."""
        self._sample = text
        self.updateGeometry()

    def open_menu(self) -> None:
        self.menu.setMinimumWidth(self.width())
        self.menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.open_menu()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        value = max(metrics.horizontalAdvance(self.text()), metrics.horizontalAdvance(self._sample))
        width = metrics.horizontalAdvance(self._label) + value + 2 * _PAD + 2 * _GAP + _CHEVRON + 4
        return QSize(width, field_height(self))

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        shortest = min(self.sizeHint().width(), metrics.horizontalAdvance(self._label) + 90)
        return QSize(shortest, field_height(self))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        hovered = self.underMouse() and self.isEnabled()
        draw_field(
            painter,
            self,
            theme.color("line" if hovered else "raised"),
            theme.color("line"),
            theme.color("accent"),
        )
        metrics = self.fontMetrics()
        inner = self.rect().adjusted(_PAD, 0, -_PAD, 0)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(theme.color("dim"))
        painter.drawText(inner, middle, self._label)
        left = inner.left() + metrics.horizontalAdvance(self._label) + _GAP
        value = QRect(left, 0, inner.right() - _CHEVRON - _GAP - left, self.height())
        painter.setPen(theme.color("text" if self.isEnabled() else "plain"))
        painter.drawText(
            value, middle, metrics.elidedText(self.text(), Qt.TextElideMode.ElideMiddle, value.width())
        )
        self._paint_chevron(painter, inner.right() - _CHEVRON)

    def _paint_chevron(self, painter: QPainter, left: int) -> None:
        painter.setPen(QPen(self._themes.current.color("dim"), 1.5))
        top = self.height() // 2 - 2
        half = _CHEVRON // 2
        painter.drawPolyline(
            [QPoint(left, top), QPoint(left + half, top + half), QPoint(left + 2 * half, top)]
        )


class FieldEdit(QFrame):
    """A dim label and a line to type a value into."""

    def __init__(self, label: str, themes: ThemeManager, sample: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.edit = QLineEdit(self)
        self.edit.setFrame(False)
        self.edit.setAccessibleName(label)
        self.edit.setFixedWidth(self.fontMetrics().horizontalAdvance(sample) + 12)
        self._caption = QLabel(label, self)
        self._caption.setBuddy(self.edit)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_PAD, 0, 4, 0)
        layout.setSpacing(2)
        layout.addWidget(self._caption)
        layout.addWidget(self.edit)
        self.setFixedHeight(field_height(self))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.edit)
        themes.changed.connect(self._recolour)
        self._recolour()

    def text(self) -> str:
        return self.edit.text().strip()

    def _recolour(self) -> None:
        theme = self._themes.current
        palette = self.palette()
        palette.setColor(palette.ColorRole.Base, theme.color("raised"))
        palette.setColor(palette.ColorRole.Text, theme.color("text"))
        palette.setColor(palette.ColorRole.PlaceholderText, theme.color("dim"))
        self.edit.setPalette(palette)
        dim = self._caption.palette()
        dim.setColor(dim.ColorRole.WindowText, theme.color("dim"))
        self._caption.setPalette(dim)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        draw_field(QPainter(self), self, theme.color("raised"), theme.color("line"), theme.color("accent"))


class _Segment(EnterButton):
    def __init__(self, text: str, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        font = self.font()
        font.setBold(True)
        width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(int(width * 1.12) + 22, field_height(self) - 6)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = "accent" if self.isEnabled() else "line"
        hovered = self.underMouse() and self.isEnabled()
        ground = chosen if self.isChecked() else "line" if hovered else "raised"
        painter.setPen(QPen(theme.color("accent" if self.hasFocus() else ground), 1.5))
        painter.setBrush(theme.color(ground))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS - 1, RADIUS - 1)
        font = self.font()
        font.setBold(self.isChecked())
        painter.setFont(font)
        text = "on_accent" if self.isChecked() else "text"
        painter.setPen(theme.color(text if self.isEnabled() else "plain"))
        if self.isChecked() and self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(3, 3, -3, -3), RADIUS - 2, RADIUS - 2)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class Segmented(QFrame):
    """One choice of a few, all of them in view."""

    chosen = Signal(str)

    def __init__(
        self, choices: Sequence[tuple[str, str]], themes: ThemeManager, parent: QWidget | None = None
    ) -> None:
        """choices: the value and the text of each."""
        super().__init__(parent)
        self._themes = themes
        self._values = [value for value, _ in choices]
        self._group = QButtonGroup(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(3, 3, 3, 3)
        layout.setSpacing(2)
        for index, (_, text) in enumerate(choices):
            segment = _Segment(text, themes, self)
            self._group.addButton(segment, index)
            layout.addWidget(segment)
        self._group.idClicked.connect(self._clicked)
        self.setFixedHeight(field_height(self))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self.update)

    def value(self) -> str:
        return self._values[max(0, self._group.checkedId())]

    def choose(self, value: str) -> None:
        """Chooses without a signal."""
        self._group.button(self._values.index(value)).setChecked(True)

    def buttons(self) -> list[QAbstractButton]:
        return self._group.buttons()

    def _clicked(self, index: int) -> None:
        self.chosen.emit(self._values[index])

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        draw_field(QPainter(self), self, theme.color("raised"), theme.color("line"), theme.color("line"))
