"""Which language the window speaks, and the translations that are loaded for it."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from desktop_app.paths import resource
from desktop_app.settings.record import QT_TRANSLATE_NOOP
from desktop_app.settings.table import Language

ENGLISH = "en"
CHINESE = "zh_CN"

# keys that Qt itself names in words which no Chinese keyboard has on it
KEYS = (
    QT_TRANSLATE_NOOP("QShortcut", "Backspace"),
    QT_TRANSLATE_NOOP("QShortcut", "Up"),
    QT_TRANSLATE_NOOP("QShortcut", "Down"),
    QT_TRANSLATE_NOOP("QShortcut", "Left"),
    QT_TRANSLATE_NOOP("QShortcut", "Right"),
    QT_TRANSLATE_NOOP("QShortcut", "PgUp"),
    QT_TRANSLATE_NOOP("QShortcut", "PgDown"),
)

# what the dialogs of Qt 6.11 say and its own translation lacks
DIALOGS = (
    QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"),
)

_log = logging.getLogger(__name__)


def spoken(choice: Language, wanted: Sequence[str]) -> str:
    """The language of a choice. wanted: what the system's user reads, best first, as "zh-Hans-CN"."""
    if choice != "system":
        return choice
    for name in wanted:
        locale = QLocale(name)
        if locale.language() == QLocale.Language.English:
            return ENGLISH
        # who reads the traditional script often has English as the next choice; with none, English it is
        if locale.script() == QLocale.Script.SimplifiedHanScript:
            return CHINESE
    return ENGLISH


class Translations:
    """What is installed in the application: our texts and those of Qt's own dialogs, in one language."""

    def __init__(self, app: QApplication, choice: Language) -> None:
        self._app = app
        self._installed: list[QTranslator] = []
        self.choose(choice)

    def choose(self, choice: Language) -> None:
        """Texts that are shown already stay as they are: this comes before a window is made."""
        self.remove()
        language = spoken(choice, QLocale.system().uiLanguages())
        QLocale.setDefault(_locale(language))
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        self._install(f"qtbase_{language}", qt)
        self._install(f"slipstream_{language}", str(resource("translations")))

    def remove(self) -> None:
        for translator in self._installed:
            self._app.removeTranslator(translator)
            translator.deleteLater()
        self._installed.clear()
        QLocale.setDefault(QLocale.system())

    def _install(self, name: str, folder: str) -> None:
        translator = QTranslator(self._app)
        if translator.load(name, folder):
            self._app.installTranslator(translator)
            self._installed.append(translator)
        else:
            _log.warning("There is no translation %s in %s", name, folder)


def _locale(language: str) -> QLocale:
    """The user's own way to write dates and numbers, where it is one of that language."""
    system, locale = QLocale.system(), QLocale(language)
    return system if system.language() == locale.language() else locale
