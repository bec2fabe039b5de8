"""The models on this machine, as they were found last: looked for in a thread, again when files change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from desktop_app.models.library import places, scan
from desktop_app.models.local_model import LocalModel
from desktop_app.models.progress import Progress
from desktop_app.paths import Paths
from desktop_app.ui.models.models_thread import ModelsJob, ModelsThread
from desktop_app.ui.models.watched_places import watched_places

# A model that is being copied changes all the time, and is not whole before it no longer does.
QUIET_MS = 800

_Found = tuple[list[LocalModel], list[str]]


class LocalModels(QObject):
    """folders: those of the user's settings. Emits `changed` when a look begins and when it is over."""

    changed = Signal()

    def __init__(
        self,
        paths: Paths,
        folders: Callable[[], Sequence[str]],
        thread: ModelsThread,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._paths = paths
        self._folders = folders
        self._thread = thread
        self._models: tuple[LocalModel, ...] = ()
        self._looked = False
        self._job: ModelsJob | None = None
        self._again = False
        self._watcher = QFileSystemWatcher(self)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(self.refresh)
        self._watcher.directoryChanged.connect(self._changed_on_disk)
        self._watcher.fileChanged.connect(self._changed_on_disk)

    @property
    def models(self) -> tuple[LocalModel, ...]:
        return self._models

    @property
    def looked(self) -> bool:
        """Whether there was a first look; before it nothing is known."""
        return self._looked

    @property
    def looking(self) -> bool:
        return self._job is not None

    @property
    def reading(self) -> str:
        """The name of the model that is being read, "" for none."""
        return self._job.said if self._job is not None else ""

    def refresh(self) -> None:
        """Looks again, after the look that runs."""
        self._quiet.stop()
        if self._job is not None:
            self._again = True
            return
        paths, folders = self._paths, tuple(self._folders())

        def work(job: ModelsJob) -> _Found:
            def say(progress: Progress) -> None:
                job.said = progress.stage

            where = places(paths, folders)
            models = scan(where, paths.library, progress=say, check=job.control.check)
            return models, watched_places(where, models)

        self._job = self._thread.submit(work, self._found, self._failed)
        self.changed.emit()

    def shut_down(self) -> None:
        self._quiet.stop()

    def _found(self, found: _Found) -> None:
        models, watched = found
        self._models, self._looked = tuple(models), True
        self._watch(watched)
        self._over()

    def _failed(self, _sentence: str) -> None:
        self._over()

    def _over(self) -> None:
        self._job = None
        self.changed.emit()
        if self._again:
            self._again = False
            self.refresh()

    def _watch(self, wanted: list[str]) -> None:
        now = {*self._watcher.files(), *self._watcher.directories()}
        gone, new = now - set(wanted), [path for path in wanted if path not in now]
        if gone:
            self._watcher.removePaths(sorted(gone))
        if new:
            self._watcher.addPaths(new)

    def _changed_on_disk(self, _path: str) -> None:
        self._quiet.start()
