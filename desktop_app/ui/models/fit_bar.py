"""What a model takes of the memory: a bar of its parts, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.models.fit import Level
from desktop_app.models.fitting import Fit, change_in_words
from desktop_app.settings.record import QT_TRANSLATE_NOOP
from desktop_app.ui.sentences import translated
from desktop_app.ui.theme import ThemeManager

# lupdate knows the function by this name
translate = QCoreApplication.translate

_HEIGHT = 8
_ROLES = {Level.GREEN: "accepted", Level.AMBER: "corrected", Level.RED: "rejected"}
# parts that stand side by side are told apart by how strong their colour is
_STRENGTHS = (1.0, 0.55, 0.8, 0.4)
# a part too narrow to be seen is left to the words
_LEAST_WIDTH = 2.0
_GAP = 1.0

_NAMES: Mapping[tuple[str, str], str] = {
    ("weights", "target"): QT_TRANSLATE_NOOP("FitBar", "target’s weights"),
    ("weights", "draft"): QT_TRANSLATE_NOOP("FitBar", "draft’s weights"),
    ("cache", "target"): QT_TRANSLATE_NOOP("FitBar", "cache"),
    ("cache", "draft"): QT_TRANSLATE_NOOP("FitBar", "draft’s cache"),
    ("hidden states", "draft"): QT_TRANSLATE_NOOP("FitBar", "hidden states"),
    ("tokenizer", "target"): QT_TRANSLATE_NOOP("FitBar", "tokenizer"),
    ("tokenizer", "draft"): QT_TRANSLATE_NOOP("FitBar", "draft’s tokenizer"),
    ("working memory", ""): QT_TRANSLATE_NOOP("FitBar", "working memory"),
    ("device", ""): QT_TRANSLATE_NOOP("FitBar", "the device itself"),
}


class FitBar(QWidget):
    """Green, amber or red, which the words say too. Hidden while there is nothing to show."""

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._bar = _Bar(themes, self)
        self._words = _line(self)
        self._parts = _line(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        for widget in (self._bar, self._words, self._parts):
            column.addWidget(widget)
        themes.changed.connect(self._recolour)
        self.show_fit(None)

    @property
    def words(self) -> str:
        """Whether it fits, with numbers."""
        return self._words.text()

    @property
    def parts(self) -> str:
        """What makes up the bar, with sizes."""
        return self._parts.text()

    def show_fit(self, fit: Fit | None) -> None:
        self._bar.show_fit(fit)
        self._words.setText("" if fit is None else _words(fit))
        self._parts.setText("" if fit is None else _parts(fit))
        self._bar.setAccessibleName(self._words.text())
        self._bar.setAccessibleDescription(self._parts.text())
        self.setVisible(fit is not None)
        self._recolour()

    def _recolour(self) -> None:
        theme = self._themes.current
        fit = self._bar.fit
        role = "text" if fit is None or fit.level is Level.GREEN else _ROLES[fit.level]
        for label, color in ((self._words, theme.color(role)), (self._parts, theme.color("dim"))):
            palette = label.palette()
            palette.setColor(palette.ColorRole.WindowText, color)
            label.setPalette(palette)
        self._bar.update()


class _Bar(QWidget):
    """The whole width is what is free, or what is needed where that is more: then a line marks what is
    free."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self.fit: Fit | None = None
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(240, _HEIGHT)

    def show_fit(self, fit: Fit | None) -> None:
        self.fit = fit
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        fit = self.fit
        if fit is None:
            return
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        path = QPainterPath()
        path.addRoundedRect(whole, whole.height() / 2, whole.height() / 2)
        painter.setClipPath(path)
        painter.fillRect(whole, theme.color("line"))
        for left, width, strength in pieces(fit, whole.width()):
            colour = QColor(theme.color(_ROLES[fit.level]))
            colour.setAlphaF(strength)
            painter.fillRect(QRectF(left, 0, width, whole.height()), colour)
        if fit.refused and fit.free is not None:
            at = whole.width() * fit.free / fit.estimate.peak
            painter.fillRect(QRectF(at - 1, 0, 2, whole.height()), theme.color("text"))


def pieces(fit: Fit, width: float) -> list[tuple[float, float, float]]:
    """Left edge, width and strength of each part, in pixels, of a bar that is so wide."""
    whole = max(fit.estimate.peak, fit.free or 0, 1)
    found, used = [], 0
    taken = [part.bytes for part in fit.estimate.parts if not part.spare]
    for index, size in enumerate([*taken, fit.estimate.peak - sum(taken)]):
        left, wide = width * used / whole, width * size / whole
        used += size
        if wide >= _LEAST_WIDTH:
            # what is taken only for a moment comes last, and is the faintest
            last = index == len(taken)
            found.append((left, wide - _GAP, 0.25 if last else _STRENGTHS[index % len(_STRENGTHS)]))
    return found


def _words(fit: Fit) -> str:
    needed = _gigabytes(fit.estimate.peak)
    if fit.free is None:
        return translate("FitBar", "Needs {needed}; how much is free is not known.").format(needed=needed)
    texts = {
        Level.GREEN: translate("FitBar", "Fits: needs {needed} of {free} free on {device}"),
        Level.AMBER: translate("FitBar", "Tight: needs {needed} of {free} free on {device}"),
        Level.RED: translate("FitBar", "Does not fit: needs {needed}, {free} are free on {device}"),
    }
    text = texts[fit.level].format(needed=needed, free=_gigabytes(fit.free), device=fit.device)
    change = change_in_words(fit.plan, fit.change)
    if not change:
        return text
    more = translate("FitBar", "{text}; it would fit with {change}")
    return more.format(text=text, change=translated(change))


def _parts(fit: Fit) -> str:
    parts = sorted((part for part in fit.estimate.parts if not part.spare), key=lambda part: -part.bytes)
    named = translate("FitBar", "{name} {size}")
    listed = [
        named.format(name=translate("FitBar", _NAMES[part.name, part.model]), size=_gigabytes(part.bytes))
        for part in parts
        if part.bytes >= 10**7 or part.name == "weights"
    ]
    context = translate("FitBar", "context {tokens:,} tokens").format(tokens=fit.plan.context)
    return " · ".join([*listed, context])


def _gigabytes(size: int) -> str:
    if size < 10**9:
        return translate("FitBar", "{size:.0f} MB").format(size=size / 1e6)
    return translate("FitBar", "{size:.1f} GB").format(size=size / 1e9)


def _line(parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
