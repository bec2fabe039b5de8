"""The window in which a trace is played. It belongs to no chat, and needs no model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from desktop_app.engines.trace import Trace
from desktop_app.ui.chat.mark_legend import MarkLegend
from desktop_app.ui.chat.message_hand import MenuPlace
from desktop_app.ui.composer.file_drops import FileDrops
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.dashboard.labels import scaled
from desktop_app.ui.replay.player_bar import PlayerBar
from desktop_app.ui.replay.replay_view import ReplayView
from desktop_app.ui.status_line import StatusLine
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.window_state import WindowState

_STATE = "replay_size"
_SIZE = QSize(1160, 780)


class ReplayWindow(QWidget):
    """keep_requested: the trace as a chat of the user's. next_requested: another example. dropped: files.
    verify_toggled: its model is to score the trace, or to stop that."""

    keep_requested = Signal()
    verify_toggled = Signal()
    closed = Signal()
    next_requested = Signal()
    dropped = Signal(object)

    def __init__(self, themes: ThemeManager, state: WindowState, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._themes = themes
        self._state = state
        self.title = QLabel(self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setFont(scaled(self.title.font(), 1.15, bold=True))
        self.origin = self._paragraph()
        self.verdict = self._paragraph()
        self.verdict.hide()
        self.lesson = self._paragraph()
        self.legend = MarkLegend(themes, self)
        self.verify = PushButton(self.tr("Verify"), themes, self)
        self.verify.setToolTip(self.tr("The model scores the reply again: is every token its own?"))
        self.verify.hide()
        self.next = PushButton(self.tr("Another Example"), themes, self)
        self.keep = PushButton(self.tr("Keep as Chat"), themes, self)
        self.keep.setToolTip(self.tr("Adds the question and this reply to your chats"))
        self.view = ReplayView(themes, self)
        self.bar = PlayerBar(themes, self)
        self.status = StatusLine(themes, self)
        self._drops = FileDrops(self, self._dropped)
        self._build()
        self._connect()
        themes.changed.connect(self._recolour)
        self._recolour(themes.current)
        self.resize(state.size(_STATE) or _SIZE)

    def _paragraph(self) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _build(self) -> None:
        names = QVBoxLayout()
        names.setSpacing(2)
        names.addWidget(self.title)
        names.addWidget(self.origin)
        names.addWidget(self.verdict)
        top = QHBoxLayout()
        top.setContentsMargins(20, 14, 20, 0)
        top.setSpacing(10)
        top.addLayout(names, 1)
        top.addWidget(self.verify, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self.next, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self.keep, 0, Qt.AlignmentFlag.AlignTop)
        lesson = QVBoxLayout()
        lesson.setContentsMargins(20, 0, 20, 0)
        lesson.setSpacing(8)
        lesson.addWidget(self.lesson)
        lesson.addWidget(self.legend)
        below = QVBoxLayout()
        below.setContentsMargins(16, 0, 16, 10)
        below.setSpacing(2)
        below.addWidget(self.bar)
        below.addWidget(self.status)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(12)
        box.addLayout(top)
        box.addLayout(lesson)
        box.addWidget(self.view, 1)
        box.addLayout(below)

    def _connect(self) -> None:
        view, bar = self.view, self.bar
        view.moved.connect(self._moved)
        view.chat.catch_keys(self._take_key)
        view.chat.hand.wanted.connect(self._copy)
        view.chat.hand.menu_wanted.connect(self._open_menu)
        bar.play_clicked.connect(view.toggle)
        bar.restart_clicked.connect(lambda: view.seek(0))
        bar.stepped.connect(view.step)
        bar.sought.connect(view.seek)
        bar.speed_chosen.connect(view.set_speed)
        self.keep.clicked.connect(self.keep_requested)
        self.verify.clicked.connect(self.verify_toggled)
        self.next.clicked.connect(self.next_requested)

    # -- what is shown ------------------------------------------------------------------------------------

    def show_trace(self, trace: Trace, title: str, origin: str, lesson: str = "") -> None:
        """Opens it and plays it. origin: where it comes from. lesson: what is to be seen in an example."""
        self.title.setText(title)
        self.setWindowTitle(self.tr("Replay: {title}").format(title=title))
        self.origin.setText(origin)
        self.lesson.setText(lesson)
        for widget in (self.lesson, self.legend, self.next):
            widget.setVisible(bool(lesson))
        self.view.open(trace)
        self.show()
        self.raise_()
        self.activateWindow()
        self.view.chat.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.play()

    def offer_verify(self, offered: bool, *, running: bool) -> None:
        self.verify.setText(self.tr("Stop") if running else self.tr("Verify"))
        self.verify.setVisible(offered)

    def show_verdict(self, text: str) -> None:
        """Of the verification, or how far it is; "" for none."""
        self.verdict.setText(text)
        self.verdict.setVisible(bool(text))

    def show_error(self, sentence: str) -> None:
        """What plays stands still, so that the sentence stays."""
        self.view.pause()
        self.status.show_error(sentence)

    def _moved(self) -> None:
        if self.view.head is not None:
            self.bar.show_playhead(self.view.head, playing=self.view.playing)
            self.status.show_text(self.view.status)

    def _recolour(self, theme: Theme) -> None:
        self.update()
        for label in (self.origin, self.lesson):
            dim = label.palette()
            dim.setColor(QPalette.ColorRole.WindowText, theme.color("dim"))
            label.setPalette(dim)

    def paintEvent(self, _event: QPaintEvent) -> None:
        # a palette of its own would reach the instruments, which stand on another ground
        QPainter(self).fillRect(self.rect(), self._themes.current.color("background"))

    # -- what the user does -------------------------------------------------------------------------------

    def _act_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        view = self.view
        ahead = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        acts: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Space: view.toggle,
            Qt.Key.Key_Right: lambda: view.seek(_LAST) if ahead else view.step(1),
            Qt.Key.Key_Left: lambda: view.seek(0) if ahead else view.step(-1),
            Qt.Key.Key_Plus: lambda: view.change_speed(1),
            Qt.Key.Key_Equal: lambda: view.change_speed(1),
            Qt.Key.Key_Minus: lambda: view.change_speed(-1),
            Qt.Key.Key_Escape: self.close,
        }
        return acts.get(event.key())

    def _take_key(self, event: QKeyEvent) -> bool:
        """In the text the arrows would scroll sideways, where there is nothing."""
        act = self._act_of(event)
        if act is not None:
            act()
        return act is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._take_key(event):
            super().keyPressEvent(event)

    def _copy(self, _name: str, message_id: str) -> None:
        QGuiApplication.clipboard().setText(self.view.chat.hand.text(message_id))

    def _open_menu(self, place: MenuPlace) -> None:
        self.menu_for(place).popup(place.at)

    def menu_for(self, place: MenuPlace) -> QMenu:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        if place.selected:
            menu.addAction(self.tr("Copy"), self.view.chat.copy_selected)
        menu.addAction(self.tr("Select All"), self.view.chat.select_all)
        return menu

    def _dropped(self, paths: Sequence[Path]) -> None:
        self.dropped.emit(list(paths))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._state.keep_size(_STATE, self.size())
        self.view.stop()
        self.closed.emit()
        super().closeEvent(event)


# further than any trace has rounds
_LAST = 2**31
