"""What the window says of a download."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.models.download_state import Download
from desktop_app.ui.models.model_words import size
from desktop_app.ui.sentences import translated

_MINUTE = 60
_HOUR = 3600

# lupdate knows the function by this name
translate = QCoreApplication.translate


def state_in_words(download: Download) -> str:
    """How far it is, how fast, how long it will take; or why it does not go on."""
    match download.state:
        case "waiting":
            return translate("Downloads", "Waiting for its turn")
        case "asking":
            return translate("Downloads", "Asking the hub…")
        case "paused":
            return translate("Downloads", "Paused at {done}").format(done=_so_far(download))
        case "failed":
            return translated(download.error)
        case "done":
            return translate("Downloads", "Done: {size}").format(size=size(download.done))
    if download.progress is not None and download.progress.stage != "Downloading":
        return translated(download.progress.stage)
    return _running(download)


def file_in_words(download: Download) -> str:
    """The file that arrives and how much of it is here, "" while none does."""
    step = download.progress
    if download.state != "downloading" or step is None or not step.file_bytes:
        return ""
    text = translate("Downloads", "{file}: {done} of {total}")
    return text.format(file=step.file, done=size(step.file_done), total=size(step.file_bytes))


def time_left(seconds: float) -> str:
    if seconds < _MINUTE:
        return translate("Downloads", "less than a minute left")
    if seconds < _HOUR:
        if (minutes := round(seconds / _MINUTE)) == 1:
            return translate("Downloads", "about a minute left")
        return translate("Downloads", "about {minutes} minutes left").format(minutes=minutes)
    if (hours := round(seconds / _HOUR)) == 1:
        return translate("Downloads", "about an hour left")
    return translate("Downloads", "about {hours} hours left").format(hours=hours)


def _so_far(download: Download) -> str:
    if download.bytes is None:
        return size(download.done)
    text = translate("Downloads", "{done} of {total}")
    return text.format(done=size(download.done), total=size(download.bytes))


def _running(download: Download) -> str:
    said = [_so_far(download)]
    if download.speed is not None:
        said.append(translate("Downloads", "{size} a second").format(size=size(round(download.speed))))
    if download.seconds_left is not None:
        said.append(time_left(download.seconds_left))
    return " · ".join(said)
