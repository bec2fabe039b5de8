"""The one row above the panes: target, draft, mode, k, temperature, seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from desktop_app.decoding.drafters.names import LOOKUP, NONE
from desktop_app.decoding.errors import BadSamplingError
from desktop_app.decoding.sampling_params import MAX_SEED, SamplingParams, check_seed
from desktop_app.engines.base import DraftLength, Mode
from desktop_app.models.fitting import Fit
from desktop_app.ui.controls.buttons import IconButton
from desktop_app.ui.controls.fields import FieldEdit, PickButton, Segmented
from desktop_app.ui.controls.menu_entry import add_entry
from desktop_app.ui.controls.pick_menu import PickEntry, PickMenu
from desktop_app.ui.draft_names import draft_choices, draft_title, is_draft
from desktop_app.ui.icons import icon
from desktop_app.ui.models.fit_bar import FitBar
from desktop_app.ui.theme import ThemeManager

MAX_K = 15
# pixels, for the bar in the target menu with its words
_FIT_WIDTH = 380
# lupdate knows the function by this name
translate = QCoreApplication.translate

_LONGEST_SEED = len(str(MAX_SEED))


@dataclass(frozen=True, slots=True)
class ReplyOptions:
    """What the toolbar says about the next reply. seed None draws one.

    speculative_draft: who drafts when the mode is speculative, whatever it is now.
    """

    sampling: SamplingParams
    draft: str
    k: DraftLength
    seed: int | None
    speculative_draft: str = "auto"


class Toolbar(QWidget):
    """Shows and keeps the options of the next reply; nothing here acts on a reply that runs."""

    target_chosen = Signal(str)
    folder_requested = Signal()
    gguf_requested = Signal()
    library_requested = Signal()
    options_changed = Signal()
    options_shown = Signal()
    mode_changed = Signal(str)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._draft = "auto"
        self._speculative_draft = "auto"
        self._k: DraftLength = "auto"
        self._last_seed: int | None = None
        self._base = SamplingParams()
        self.chats_button = IconButton("panel-left", self.tr("Show or hide chats"), themes, self)
        self.target = PickButton(self.tr("Target"), themes, self)
        self.draft = PickButton(self.tr("Draft"), themes, self)
        self.mode = Segmented(
            (("speculative", self.tr("Speculative")), ("plain", self.tr("Plain"))), themes, self
        )
        self.k = PickButton(self.tr("k"), themes, self)
        self.temperature = FieldEdit(self.tr("Temp"), themes, "0.75", self)
        self.seed = FieldEdit(self.tr("Seed"), themes, "000000000", self)
        self.chat_button = IconButton(
            "sliders", self.tr("Chat settings: system prompt, sampling, presets"), themes, self
        )
        self.theme_button = IconButton("sun", self.tr("Switch between light and dark"), themes, self)
        self.instruments_button = IconButton("panel-right", self.tr("Show or hide instruments"), themes, self)
        self.menu_button = IconButton("menu", self.tr("Menu"), themes, self)
        self._dice = QAction(self.tr("Keep the seed of the last reply, or draw a new one each time"), self)
        # the bar shows and hides itself, which as the menu's own widget it could not
        holder = QWidget()
        holder.setMinimumWidth(_FIT_WIDTH)
        inside = QVBoxLayout(holder)
        inside.setContentsMargins(14, 8, 14, 8)
        self._fit = FitBar(themes, holder)
        inside.addWidget(self._fit)
        self._fit_entry = QWidgetAction(self)
        self._fit_entry.setDefaultWidget(holder)
        self._fill_menus()
        self._describe()
        self._build()
        self._connect()
        self._theme_changed()

    # -- the options --------------------------------------------------------------------------------------

    def options(self) -> ReplyOptions:
        """The options of the next reply.

        Raises:
            BadSamplingError: temperature or seed cannot be used.
        """
        sampling = replace(self._base, temperature=_temperature(self.temperature.text()))
        seed = _seed(self.seed.text())
        return ReplyOptions(sampling, self._draft, self._k, seed, self._speculative_draft)

    def show_options(self, options: ReplyOptions) -> None:
        """Shows stored options; only `options_shown` tells of it."""
        self._base = options.sampling
        self.temperature.edit.setText(f"{options.sampling.temperature:g}")
        self.seed.edit.setText("" if options.seed is None else str(options.seed))
        self._set_k(options.k)
        self._set_draft(options.speculative_draft)
        self._set_draft(options.draft)
        self.options_shown.emit()

    @property
    def chosen_draft(self) -> str:
        """Who drafts in the next reply; "none" for a plain one."""
        return self._draft

    @property
    def chosen_k(self) -> DraftLength:
        return self._k

    def current_mode(self) -> Mode:
        return "plain" if self._draft == "none" else "speculative"

    @property
    def speculative_draft(self) -> str:
        """Who drafts when the mode is speculative, whatever it is now."""
        return self._speculative_draft

    def toggle_mode(self) -> None:
        self.choose_mode("speculative" if self.current_mode() == "plain" else "plain")

    def show_last_seed(self, seed: int) -> None:
        self._last_seed = seed
        self.seed.edit.setPlaceholderText(str(seed))
        self.seed.setToolTip(
            self.tr("Empty: a new seed for each reply. The last reply used {seed}.").format(seed=seed)
        )

    def show_target(self, name: str) -> None:
        """name: of the loaded target, "" for none."""
        self.target.set_value(name or self.tr("none"))

    def show_fit(self, fit: Fit | None) -> None:
        """What the loaded target takes, shown where another is chosen; None: nothing is known."""
        self._fit.show_fit(fit)
        self._place_fit()

    def _place_fit(self) -> None:
        if self._fit.words:
            self.target.menu.addAction(self._fit_entry)
        else:
            self.target.menu.removeAction(self._fit_entry)

    def show_targets(self, entries: Sequence[PickEntry], current: str) -> None:
        """What can be loaded. current: the value of what is, "" for none."""
        if self._targets.show_entries(entries):
            menu = self.target.menu
            menu.addSeparator()
            add_entry(menu, self.tr("Open Model Folder…"), self.folder_requested.emit)
            add_entry(menu, self.tr("Open GGUF File…"), self.gguf_requested.emit)
            add_entry(menu, self.tr("Model Library…"), self.library_requested.emit)
            self._place_fit()
        self._targets.check(current)

    def show_drafts(self, entries: Sequence[PickEntry]) -> None:
        """Who can draft."""
        self._drafts.show_entries(entries)

    # -- building -----------------------------------------------------------------------------------------

    def _build(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(8)
        layout.addWidget(self.chats_button)
        layout.addSpacing(4)
        for widget in (self.target, self.draft, self.mode, self.k, self.temperature, self.seed):
            layout.addWidget(widget)
        layout.addWidget(self.chat_button)
        layout.addStretch(1)
        for button in (self.theme_button, self.instruments_button, self.menu_button):
            layout.addWidget(button)

    def _fill_menus(self) -> None:
        self._targets = PickMenu(self.target.menu, self.target_chosen.emit)
        self._drafts = PickMenu(self.draft.menu, self.choose_draft)
        self.show_drafts([PickEntry(title, name) for name, title in draft_choices(NONE)])
        numbers = [(str(number), str(number)) for number in range(1, MAX_K + 1)]
        self._k_actions = self._choices(self.k.menu, [("auto", self.tr("auto")), *numbers], self.choose_k)
        self.target.set_sample("SmolLM2-135M-Instruct")
        self.draft.set_sample(draft_title(LOOKUP))
        self.k.set_sample(self.tr("auto"))
        self.show_target("")
        self._set_draft("auto")
        self._set_k("auto")

    def _choices(
        self, menu: QMenu, choices: Sequence[tuple[str, str]], choose: Callable[[str], None]
    ) -> dict[str, QAction]:
        group = QActionGroup(menu)
        actions = {}
        for value, text in choices:
            action = add_entry(menu, text, _bound(choose, value))
            action.setCheckable(True)
            group.addAction(action)
            actions[value] = action
        # a number beyond the menu, set in the settings, is none of these
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        return actions

    def _describe(self) -> None:
        self.target.setToolTip(self.tr("The model whose words you read"))
        self.draft.setToolTip(self.tr("Who guesses ahead: the target only checks the guesses"))
        self.k.setToolTip(
            self.tr("Drafts in one round; auto leaves it to the program, a number is kept exactly")
        )
        self.temperature.setToolTip(self.tr("0 always takes the likeliest token; higher is more varied"))
        self.seed.setToolTip(self.tr("Empty: a new seed for each reply, shown here afterwards"))
        self.seed.edit.setPlaceholderText(self.tr("random"))
        self.temperature.edit.setAccessibleName(self.tr("Temperature"))

    def _connect(self) -> None:
        self.mode.chosen.connect(self.choose_mode)
        self.temperature.edit.editingFinished.connect(self.options_changed)
        self._dice.triggered.connect(self._roll)
        self.seed.edit.addAction(self._dice, QLineEdit.ActionPosition.TrailingPosition)
        for button in self.seed.edit.findChildren(QAbstractButton):
            button.setAccessibleName(self._dice.text())
        self._themes.changed.connect(self._theme_changed)

    # -- what the user does -------------------------------------------------------------------------------

    def choose_draft(self, value: str) -> None:
        """value: as in `chosen_draft`."""
        before = self.current_mode()
        self._set_draft(value)
        self.options_changed.emit()
        if self.current_mode() != before:
            self.mode_changed.emit(self.current_mode())

    def choose_mode(self, mode: str) -> None:
        """Speculative is with the draft that was chosen last."""
        self.choose_draft("none" if mode == "plain" else self._speculative_draft)

    def _set_draft(self, value: str) -> None:
        value = value if is_draft(value) else "auto"
        self._draft = value
        if value != "none":
            self._speculative_draft = value
        self._drafts.check(value)
        self.draft.set_value(draft_title(value))
        self.mode.choose(self.current_mode())

    def choose_k(self, value: str) -> None:
        """value: a number or "auto"."""
        self._set_k("auto" if value == "auto" else int(value))
        self.options_changed.emit()

    def _set_k(self, k: DraftLength) -> None:
        self._k = k
        for value, action in self._k_actions.items():
            action.setChecked(value == str(k))
        self.k.set_value(self._k_actions["auto"].text() if k == "auto" else str(k))

    def _roll(self) -> None:
        keep = self._last_seed is not None and not self.seed.text()
        self.seed.edit.setText(str(self._last_seed) if keep else "")

    def _theme_changed(self) -> None:
        theme = self._themes.current
        self.theme_button.set_icon("sun" if theme.name == "dark" else "moon")
        self._dice.setIcon(icon("dice", theme.color("dim")))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._themes.current
        painter.fillRect(self.rect(), theme.color("panel"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("line"))


def _temperature(text: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        shown = text[:20] or translate("Toolbar", "nothing")
        sentence = translate("Toolbar", "Temperature must be a number from 0 up to 100, not {shown}.")
        raise BadSamplingError(sentence.format(shown=shown)) from None


def _seed(text: str) -> int | None:
    if not text:
        return None
    try:
        if len(text) > _LONGEST_SEED + 1:
            raise ValueError
        return check_seed(int(text))
    except ValueError:
        shown = text if len(text) <= _LONGEST_SEED else f"{text[:_LONGEST_SEED]}…"
        sentence = translate(
            "Toolbar",
            "The seed must be a whole number from 0 to {most}, or empty for a random one, not {shown}.",
        )
        raise BadSamplingError(sentence.format(most=MAX_SEED, shown=shown)) from None


def _bound(function: Callable[[str], object], value: str) -> Callable[[], None]:
    def run() -> None:
        function(value)

    return run
