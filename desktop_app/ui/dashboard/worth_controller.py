"""What the card “Is it worth it?” is told, and what its button does."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from desktop_app.decoding.drafters.names import LOOKUP
from desktop_app.decoding.worth import Remedy
from desktop_app.engines.baselines import nearest
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.dashboard.reply_kind import ReplyKind
from desktop_app.ui.dashboard.worth_card import Chosen, WorthCard
from desktop_app.ui.engine.measuring import Measuring
from desktop_app.ui.toolbar import Toolbar
from desktop_app.ui.window_services import WindowServices


class WorthController(QObject):
    """context: tokens of the open chat, None where they are not counted."""

    def __init__(
        self,
        dashboard: Dashboard,
        toolbar: Toolbar,
        services: WindowServices,
        measuring: Measuring,
        context: Callable[[], int | None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._dashboard = dashboard
        self._toolbar = toolbar
        self._preferences = services.preferences
        self._thread = services.thread
        self._measuring = measuring
        self._context = context
        self.card = dashboard.instrument(WorthCard)
        self.card.chosen = self._chosen
        self.card.baseline = self._baseline
        self.card.remedy_asked.connect(self._apply)
        self._thread.plain_known.connect(self.refresh)
        toolbar.options_changed.connect(self.refresh)
        self._preferences.changed.connect(self.refresh)

    def refresh(self) -> None:
        """What counts for the next reply, or what is known of the plain speed, changed."""
        self._dashboard.refresh()

    def _chosen(self) -> Chosen:
        toolbar = self._toolbar
        return Chosen(toolbar.chosen_draft, toolbar.chosen_k, self._preferences.settings.control_rounds)

    def _baseline(self, kind: ReplyKind) -> float | None:
        """A plain step of the model on this machine, behind about as many tokens as this chat has."""
        known = [one for one in self._thread.plain_speeds if one.place.target == kind.model]
        found = None if kind.exact else nearest(known, kind.dtype, kind.device, self._context() or 0)
        return found.median_s if found is not None else None

    def _apply(self, remedy: Remedy, k: int) -> None:
        match remedy:
            case Remedy.TURN_OFF:
                self._toolbar.choose_mode("plain")
            case Remedy.TURN_ON:
                self._toolbar.choose_mode("speculative")
            case Remedy.LOOKUP:
                self._toolbar.choose_draft(LOOKUP)
            case Remedy.SET_K:
                self._toolbar.choose_k(str(k))
            case Remedy.MEASURE:
                self._measuring.start()
            case Remedy.CONTROL_ROUNDS:
                self._preferences.change(control_rounds=True)
