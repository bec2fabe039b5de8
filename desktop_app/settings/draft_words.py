"""What drafters are called for a reader; the window translates it, inside a sentence without the capital."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.decoding.drafters.names import AUTO, CHOICES, EAGLE, LOOKUP, MODEL, NONE, SKIP, SUFFIX
from desktop_app.settings.record import QT_TRANSLATE_NOOP

DRAFT_WORDS: Mapping[str, str] = {
    AUTO: QT_TRANSLATE_NOOP("Settings", "Automatic"),
    EAGLE: QT_TRANSLATE_NOOP("Settings", "Trained head"),
    LOOKUP: QT_TRANSLATE_NOOP("Settings", "Prompt lookup"),
    SUFFIX: QT_TRANSLATE_NOOP("Settings", "Suffix"),
    SKIP: QT_TRANSLATE_NOOP("Settings", "Layer skip"),
    MODEL: QT_TRANSLATE_NOOP("Settings", "Draft model"),
    NONE: QT_TRANSLATE_NOOP("Settings", "No draft"),
}
# who may be chosen where the mode is speculative
DRAFT_OPTIONS: tuple[tuple[str, str], ...] = tuple((name, DRAFT_WORDS[name]) for name in CHOICES)
