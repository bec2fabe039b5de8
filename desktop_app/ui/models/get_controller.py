"""Getting models: the hub is asked when the user asks, downloads run beside all else, pairs are used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from desktop_app.decoding.drafters.names import LOOKUP
from desktop_app.models.catalogue import Catalogue, CataloguePair, load_catalogue
from desktop_app.models.catalogue_fit import MachineMemory, machine_memory
from desktop_app.models.downloads import Downloads
from desktop_app.models.fetched import places_of_pair
from desktop_app.models.hub import HubModel, endpoint, host, look_up
from desktop_app.models.hub_id import HubId, parse_hub_id
from desktop_app.models.hub_token import HubToken, has_keyring
from desktop_app.models.local_model import LocalModel
from desktop_app.ui.models.get_page import GetPage
from desktop_app.ui.models.models_thread import ModelsJob, ModelsThread
from desktop_app.ui.models.pair_row import PairState
from desktop_app.ui.models.pair_words import pair_title
from desktop_app.ui.window_services import WindowServices

_LOOK_MS = 250


@dataclass(frozen=True, slots=True)
class GetParts:
    """known: the models on this machine. refresh looks for them anew. load and draft: what a target and a
    draft are chosen with."""

    known: Callable[[], Sequence[LocalModel]]
    refresh: Callable[[], object]
    load: Callable[[str], object]
    draft: Callable[[str], object]


class GetController(QObject):
    """Owns the downloads and the page. Nothing is read or asked before the page is made."""

    # from a download's thread
    woken = Signal()

    def __init__(self, services: WindowServices, parts: GetParts, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._parts = parts
        self._token = HubToken()
        paths = services.paths
        self.downloads = Downloads(paths.models, paths.downloads, token=self._token, changed=self._wake)
        # not that of the library: an answer may take a while
        self._work = ModelsThread(self)
        self._asked: ModelsJob | None = None
        self._page: GetPage | None = None
        self._done: set[HubId] = set()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self.woken.connect(self._look)

    def make_page(self, parent: QWidget) -> GetPage:
        page = GetPage(self._services.themes, parent)
        self._page = page
        page.query.asked.connect(self._ask)
        page.query.wanted.connect(self.downloads.add)
        page.query.token_requested.connect(self._ask_for_token)
        page.pairs.fetch_requested.connect(self._fetch)
        page.pairs.use_requested.connect(self._use)
        page.pairs.link_clicked.connect(lambda address: QDesktopServices.openUrl(QUrl(address)))
        page.downloads.pause_requested.connect(self.downloads.pause)
        page.downloads.resume_requested.connect(self.downloads.resume)
        page.downloads.cancel_requested.connect(self._cancel)
        self._work.submit(self._prepare, self._show_catalogue, page.say)
        return page

    def show_models(self) -> None:
        """After the models on this machine were looked for."""
        if self._page is not None:
            active = {download.id for download in self.downloads.all() if download.active}
            self._page.pairs.show_states(partial(self._state_of, active))

    def shut_down(self) -> None:
        """Pauses what runs, without waiting."""
        self.downloads.changed = lambda: None
        self._timer.stop()
        self._work.shut_down()
        self.downloads.shut_down()

    def close(self, timeout_s: float) -> None:
        self.shut_down()
        self.downloads.close(timeout_s)
        self._work.close(timeout_s)

    # -- what is shown ------------------------------------------------------------------------------------

    def _prepare(self, _job: ModelsJob) -> tuple[Catalogue, MachineMemory]:
        self.downloads.restore()
        return load_catalogue(), machine_memory()

    def _show_catalogue(self, found: tuple[Catalogue, MachineMemory]) -> None:
        assert self._page is not None
        self._page.pairs.show_catalogue(*found, endpoint())
        self._look()

    def _wake(self) -> None:
        self.woken.emit()

    def _look(self) -> None:
        """How far the downloads are; goes on looking while any runs."""
        found = self.downloads.all()
        if any(download.active for download in found):
            self._timer.start()
        else:
            self._timer.stop()
        if self._page is not None:
            self._page.downloads.show_downloads(found)
            self.show_models()
        done = {download.id for download in found if download.state == "done"}
        if done - self._done:
            self._parts.refresh()
        self._done = done

    def _state_of(self, active: set[HubId], pair: CataloguePair) -> PairState:
        if self._places(pair) is not None:
            return "here"
        return "coming" if active & {model.id for model in pair.models} else "absent"

    def _places(self, pair: CataloguePair) -> tuple[Path, ...] | None:
        return places_of_pair(pair, self._parts.known(), self._services.paths.models)

    # -- what the user does -------------------------------------------------------------------------------

    def _ask(self, text: str) -> None:
        """One answer counts: that to the last question."""
        assert self._page is not None
        query = self._page.query
        if self._asked is not None:
            self._asked.stop()
        query.show_asking(host())

        def work(job: ModelsJob) -> HubModel:
            model = look_up(parse_hub_id(text), self._token())
            job.control.check()
            return model

        def refused(why: str) -> None:
            if why:
                query.show_refused(why)

        self._asked = self._work.submit(work, query.show_found, refused)

    def _fetch(self, pair: CataloguePair) -> None:
        here = self._parts.known()
        for model in pair.models:
            if places_of_pair(CataloguePair(model, None, 0), here, self._services.paths.models) is None:
                self.downloads.add(model.id)

    def _use(self, pair: CataloguePair) -> None:
        places = self._places(pair)
        if places is None or self._page is None:
            return
        self._parts.load(str(places[0]))
        self._parts.draft(LOOKUP if len(places) == 1 else str(places[1]))
        self._page.say(self.tr("Loading {pair}…").format(pair=pair_title(pair)))

    def _cancel(self, name: HubId) -> None:
        """Asks where something would be lost."""
        found = next((download for download in self.downloads.all() if download.id == name), None)
        if found is None:
            return
        if found.state == "done" or not found.done or self._agreed(found.id):
            self.downloads.cancel(name)

    def _agreed(self, name: HubId) -> bool:
        assert self._page is not None
        return self._services.dialogs.really_cancel_download(self._page, str(name))

    def _ask_for_token(self) -> None:
        """Whether there is a keyring is found out elsewhere: it may be slow to answer."""
        self._work.submit(lambda _job: has_keyring(), self._take_token)

    def _take_token(self, keyring: bool) -> None:
        assert self._page is not None
        token = self._services.dialogs.hub_token(self._page, keyring=keyring)
        if token is None:
            return
        query = self._page.query
        if token:
            self._work.submit(lambda _job: self._token.keep(token), lambda kept: query.say(self._kept(kept)))
        else:
            forgotten = self.tr("The access token was forgotten.")
            self._work.submit(lambda _job: self._token.forget(), lambda _: query.say(forgotten))

    def _kept(self, in_keyring: bool) -> str:
        if in_keyring:
            return self.tr("The access token is in your system’s keyring.")
        return self.tr("The access token is used until the program closes.")
