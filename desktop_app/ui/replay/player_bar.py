"""The controls of a replay: play, step, where it stands, how fast it goes."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget

from desktop_app.ui.controls.buttons import IconButton
from desktop_app.ui.controls.fields import PickButton
from desktop_app.ui.replay.playhead import SPEEDS, Playhead
from desktop_app.ui.theme import Theme, ThemeManager


class PlayerBar(QWidget):
    """stepped: by so many rounds. sought: to so many rounds shown. speed_chosen: one of SPEEDS."""

    play_clicked = Signal()
    restart_clicked = Signal()
    stepped = Signal(int)
    sought = Signal(int)
    speed_chosen = Signal(float)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.restart = IconButton("to-start", self.tr("To the beginning (Ctrl+Left)"), themes, self)
        self.back = IconButton("step-back", self.tr("One round back (Left)"), themes, self)
        self.play = IconButton("play", self.tr("Play (Space)"), themes, self)
        self.forward = IconButton("step-forward", self.tr("One round on (Right)"), themes, self)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(self.tr("Position"))
        self.slider.setTracking(True)
        self.place = QLabel(self)
        self.place.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.speed = PickButton(self.tr("Speed"), themes, self)
        self.speed.setToolTip(self.tr("How fast it plays (+ and −)"))
        self._build_menu()
        self._build()
        self._connect()
        themes.changed.connect(self._recolour)
        self._recolour(themes.current)

    def _build_menu(self) -> None:
        group = QActionGroup(self)
        for speed in SPEEDS:
            action = self.speed.menu.addAction(speed_text(speed), partial(self.speed_chosen.emit, speed))
            action.setCheckable(True)
            group.addAction(action)
        self.speed.set_sample(max(map(speed_text, SPEEDS), key=len))

    def _build(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for button in (self.restart, self.back, self.play, self.forward):
            row.addWidget(button)
        row.addSpacing(8)
        row.addWidget(self.slider, 1)
        row.addSpacing(8)
        row.addWidget(self.place)
        row.addSpacing(8)
        row.addWidget(self.speed)

    def _connect(self) -> None:
        self.play.clicked.connect(self.play_clicked)
        self.restart.clicked.connect(self.restart_clicked)
        self.back.clicked.connect(partial(self.stepped.emit, -1))
        self.forward.clicked.connect(partial(self.stepped.emit, 1))
        self.slider.valueChanged.connect(self.sought)

    def show_playhead(self, head: Playhead, *, playing: bool) -> None:
        """Where it stands, without a signal."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, head.count)
        self.slider.setValue(head.shown)
        self.slider.blockSignals(False)
        self.place.setText(self._place_text(head, head.shown, head.at))
        # the slider must not tremble while the digits beside it change
        widest = self.place.fontMetrics().horizontalAdvance(self._place_text(head, head.count, head.length))
        self.place.setMinimumWidth(widest + 4)
        self.play.set_icon("pause" if playing else "play")
        name = self.tr("Pause (Space)") if playing else self.tr("Play (Space)")
        self.play.setToolTip(name)
        self.play.setAccessibleName(name)
        self.back.setEnabled(head.shown > 0)
        self.restart.setEnabled(head.shown > 0)
        self.forward.setEnabled(not head.over)
        self.speed.set_value(speed_text(head.speed))
        self.speed.menu.actions()[SPEEDS.index(head.speed)].setChecked(True)

    def _place_text(self, head: Playhead, shown: int, at: float) -> str:
        return self.tr("round {round} of {rounds} · {at:.1f} of {length:.1f} s").format(
            round=shown, rounds=head.count, at=at, length=head.length
        )

    def _recolour(self, theme: Theme) -> None:
        palette = self.place.palette()
        palette.setColor(palette.ColorRole.WindowText, theme.color("dim"))
        self.place.setPalette(palette)


def speed_text(speed: float) -> str:
    return f"{speed:g}×"
