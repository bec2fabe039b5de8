"""The cards of the dashboard, as data.

To add one: write an `Instrument` (instrument.py) in a file of its own and one line in CARDS. Its header with
the title and the menu, its place, the View menu's entry to bring it back, themes, words for screen readers
and being drawn only in sight come by themselves. `dashboard.instrument(ThatInstrument)` gives it to who
wants to connect to it. A mark in an existing card belongs into that card's instrument.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.settings.record import QT_TRANSLATE_NOOP
from desktop_app.ui.dashboard.acceptance_chart import AcceptanceChart
from desktop_app.ui.dashboard.accepted_histogram import AcceptedHistogram
from desktop_app.ui.dashboard.arrangement import Arrangement
from desktop_app.ui.dashboard.audition_card import AuditionCard
from desktop_app.ui.dashboard.drafts_chart import DraftsChart
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.machine_numbers import MachineNumbers
from desktop_app.ui.dashboard.numbers import NumberGrid
from desktop_app.ui.dashboard.position_chart import PositionChart
from desktop_app.ui.dashboard.rounds_panel import RoundsPanel
from desktop_app.ui.dashboard.speed_chart import SpeedChart
from desktop_app.ui.dashboard.time_ribbon import TimeRibbon
from desktop_app.ui.dashboard.work_numbers import WorkNumbers
from desktop_app.ui.dashboard.worth_card import WorthCard
from desktop_app.ui.inspector.round_inspector import RoundInspector
from desktop_app.ui.theme import ThemeManager


@dataclass(frozen=True, slots=True)
class CardSpec:
    """id: kept on disk, never changed. title: translated in "Cards". hidden: until the user wants it.

    here: it is about the chat and the model that are open, so that a reply of a trace has no part in it.
    """

    id: str
    title: str
    make: Callable[[ThemeManager], Instrument]
    hidden: bool = False
    here: bool = False


CARDS: tuple[CardSpec, ...] = (
    CardSpec("numbers", QT_TRANSLATE_NOOP("Cards", "Numbers"), NumberGrid),
    CardSpec("worth", QT_TRANSLATE_NOOP("Cards", "Is it worth it?"), WorthCard, here=True),
    CardSpec("speed", QT_TRANSLATE_NOOP("Cards", "Tokens/s"), SpeedChart),
    CardSpec("acceptance", QT_TRANSLATE_NOOP("Cards", "Acceptance"), AcceptanceChart),
    CardSpec("positions", QT_TRANSLATE_NOOP("Cards", "Acceptance by position"), PositionChart),
    CardSpec("accepted", QT_TRANSLATE_NOOP("Cards", "Accepted per round"), AcceptedHistogram),
    CardSpec("rounds", QT_TRANSLATE_NOOP("Cards", "Rounds"), RoundsPanel),
    CardSpec("inspector", QT_TRANSLATE_NOOP("Cards", "Inspector"), RoundInspector),
    CardSpec("times", QT_TRANSLATE_NOOP("Cards", "Time per round"), TimeRibbon),
    CardSpec("drafts", QT_TRANSLATE_NOOP("Cards", "Drafts per round"), DraftsChart),
    CardSpec("work", QT_TRANSLATE_NOOP("Cards", "Saved and wasted"), WorkNumbers),
    CardSpec("machine", QT_TRANSLATE_NOOP("Cards", "This machine"), MachineNumbers, here=True),
    CardSpec("audition", QT_TRANSLATE_NOOP("Cards", "Shadow audition"), AuditionCard, hidden=True, here=True),
)
DEFAULT = Arrangement(tuple(card.id for card in CARDS), frozenset(card.id for card in CARDS if card.hidden))
OF_A_TRACE = Arrangement(DEFAULT.order, frozenset(card.id for card in CARDS if card.hidden or card.here))
