"""Several models of the hub fetched at once, each to be paused, continued and given up, over restarts too.
Torch-free and without Qt."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

from desktop_app.decoding.errors import Cancelled, SlipstreamError
from desktop_app.models.download_list import read_list, write_list
from desktop_app.models.download_state import Download, DownloadState, SpeedMeter
from desktop_app.models.hub import HubModel, look_up, stored_token
from desktop_app.models.hub_download import DownloadProgress, arrived, discard, fetch
from desktop_app.models.hub_id import HubId

AT_ONCE = 2

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Entry:
    """wish: what the user wants of one that runs, which its thread heeds at its next look."""

    id: HubId
    state: DownloadState = "waiting"
    model: HubModel | None = None
    progress: DownloadProgress | None = None
    done: int = 0
    meter: SpeedMeter = field(default_factory=SpeedMeter)
    error: str = ""
    place: Path | None = None
    wish: Literal["", "pause", "cancel"] = ""

    def check(self) -> None:
        if self.wish:
            raise Cancelled

    def seen(self) -> Download:
        """A wish is shown as done: a server that says nothing delays it by seconds."""
        state = "paused" if self.wish == "pause" else self.state
        speed = self.meter.speed() if state == "downloading" else None
        return Download(self.id, state, self.model, self.progress, self.done, speed, self.error, self.place)


class Downloads:
    """All methods return at once and may be called from any thread. changed is called, from any thread too,
    when the state of a download has changed; how far each is, is asked with `all`."""

    def __init__(
        self,
        models: Path,
        folder: Path,
        *,
        token: Callable[[], str] = stored_token,
        at_once: int = AT_ONCE,
        changed: Callable[[], object] = lambda: None,
    ) -> None:
        self.changed = changed
        self._models = models
        self._folder = folder
        self._token = token
        self._at_once = at_once
        self._entries: list[_Entry] = []
        self._running: dict[_Entry, threading.Thread] = {}
        self._lock = threading.RLock()
        self._closed = False
        # before it is known what an earlier run left, the list of it must not be written over
        self._restored = False

    def all(self) -> tuple[Download, ...]:
        """In the order they were asked for."""
        with self._lock:
            return tuple(entry.seen() for entry in self._entries if entry.wish != "cancel")

    @property
    def active(self) -> bool:
        return any(download.active for download in self.all())

    def restore(self) -> None:
        """Lists what an earlier run left, as paused. Reads files: not for the window's thread."""
        found = read_list(self._folder)
        with self._lock:
            known = {entry.id for entry in self._entries}
            left = [
                _Entry(name, "paused", model, done=arrived(self._folder, model) if model else 0)
                for name, model in found
                if name not in known
            ]
            self._entries[:0] = left
            self._restored = True
        self._go_on()

    def add(self, wanted: HubId | HubModel) -> None:
        """Fetches a model as soon as its turn comes; one that is listed already goes on."""
        name, model = (wanted.id, wanted) if isinstance(wanted, HubModel) else (wanted, None)
        with self._lock:
            entry = self._find(name)
            if entry is None:
                self._entries.append(_Entry(name, model=model))
            elif model is not None and entry not in self._running:
                entry.model = model
        if entry is None:
            self._go_on()
        else:
            self.resume(name)

    def pause(self, name: HubId) -> None:
        """What has arrived is kept."""
        with self._lock:
            entry = self._find(name)
            if entry in self._running:
                entry.wish = entry.wish or "pause"
            elif entry is not None and entry.state == "waiting":
                entry.state = "paused"
        self._go_on()

    def resume(self, name: HubId) -> None:
        """Also tries again what failed."""
        with self._lock:
            entry = self._find(name)
            if entry is not None and entry.wish == "pause":
                # it has not stopped yet, and begins again once it has
                entry.wish = ""
            if entry is not None and entry not in self._running and entry.state != "done":
                entry.state, entry.error = "waiting", ""
        self._go_on()

    def cancel(self, name: HubId) -> None:
        """Deletes what has arrived; of one that is done only the entry in the list goes."""
        with self._lock:
            entry = self._find(name)
            if entry is None:
                return
            if entry in self._running:
                entry.wish = "cancel"
            elif entry.state == "done":
                self._entries.remove(entry)
            else:
                entry.wish = "cancel"
                self._start(entry, self._give_up)
        self._go_on()

    def shut_down(self) -> None:
        """Pauses all without waiting, and begins no more."""
        with self._lock:
            self._closed = True
            for entry in self._entries:
                if entry in self._running:
                    entry.wish = entry.wish or "pause"
                elif entry.state == "waiting":
                    entry.state = "paused"
        self._keep_list()

    def close(self, timeout_s: float) -> bool:
        """Pauses all and waits for their threads, timeout_s at most; returns whether they have ended."""
        self.shut_down()
        with self._lock:
            threads = list(self._running.values())
        end = time.monotonic() + timeout_s
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))
        return not any(thread.is_alive() for thread in threads)

    # -- turns --------------------------------------------------------------------------------------------

    def _find(self, name: HubId) -> _Entry | None:
        return next((entry for entry in self._entries if entry.id == name), None)

    def _go_on(self) -> None:
        """Begins as many as may run at once, in order."""
        with self._lock:
            for entry in self._entries:
                if len(self._running) >= self._at_once or self._closed:
                    break
                if entry.state == "waiting" and entry not in self._running:
                    self._start(entry, self._fetch)
        self._keep_list()
        self.changed()

    def _start(self, entry: _Entry, work: Callable[[_Entry], None]) -> None:
        # a server that says nothing must not hold the end of the program
        thread = threading.Thread(
            target=self._run, args=(entry, work), name="slipstream-download", daemon=True
        )
        self._running[entry] = thread
        thread.start()

    def _keep_list(self) -> None:
        with self._lock:
            if not self._restored:
                return
            names = [entry.id for entry in self._entries if entry.state != "done" and entry.wish != "cancel"]
            try:
                write_list(self._folder, names)
            except OSError:
                # what has begun is found by its folder
                _log.warning("The list of downloads cannot be kept", exc_info=True)

    # -- in a download's thread ---------------------------------------------------------------------------

    def _run(self, entry: _Entry, work: Callable[[_Entry], None]) -> None:
        try:
            work(entry)
        except Cancelled:
            if entry.wish == "cancel":
                self._give_up(entry)
            else:
                self._ended(entry, "paused")
        except SlipstreamError as error:
            self._ended(entry, "failed", str(error))
        except Exception as error:
            _log.exception("Unexpected error in a download")
            self._ended(
                entry,
                "failed",
                f"The download of {entry.id.repo} failed ({type(error).__name__}); try again.",
            )
        finally:
            with self._lock:
                self._running.pop(entry, None)
            self._go_on()

    def _fetch(self, entry: _Entry) -> None:
        self._became(entry, "asking" if entry.model is None else "downloading")
        token = self._token()
        if entry.model is None:
            entry.model = look_up(entry.id, token)
        entry.check()
        entry.meter = SpeedMeter()
        self._became(entry, "downloading")
        note = partial(self._note, entry)
        entry.place = fetch(entry.model, self._models, self._folder, note, entry.check, token)
        entry.done = entry.model.bytes
        self._ended(entry, "done")

    def _give_up(self, entry: _Entry) -> None:
        discard(self._folder, entry.id)
        with self._lock:
            if entry in self._entries:
                self._entries.remove(entry)

    def _note(self, entry: _Entry, progress: DownloadProgress) -> None:
        entry.progress, entry.done = progress, progress.done
        if progress.stage == "Downloading":
            entry.meter.note(progress.done)

    def _became(self, entry: _Entry, state: DownloadState) -> None:
        with self._lock:
            entry.state = state
        self.changed()

    def _ended(self, entry: _Entry, state: DownloadState, error: str = "") -> None:
        """One that was to be given up while it failed is given up."""
        if entry.wish == "cancel" and state != "done":
            self._give_up(entry)
            return
        with self._lock:
            entry.state, entry.error, entry.wish = state, error, ""
