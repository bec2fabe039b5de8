"""An engine without a model: its rounds are written beforehand, its pauses are events, never sleeps."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from desktop_app.chats.messages import Message
from desktop_app.decoding.common_prefix import common_prefix
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.plan import as_chosen
from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Undrafted, Verdict
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import (
    ChatRequest,
    Difference,
    DraftLength,
    Event,
    Failed,
    Finished,
    Mode,
    Plan,
    Prefilled,
    Resolved,
    Started,
)
from desktop_app.engines.prepared import Prepared
from desktop_app.models.errors import DoesNotFitError
from desktop_app.models.fitting import Fit
from desktop_app.models.progress import Progress, ProgressCallback
from desktop_app.ui.conversations.chat_titles import SESSION

REPLY = (
    "Photosynthesis turns light into chemical energy. In the leaves, chlorophyll absorbs light and water is "
    "split into oxygen and hydrogen. Carbon dioxide then becomes sugar."
)
Check = Callable[[], None]


def words(text: str) -> list[str]:
    """The text cut into tokens that join to it again."""
    return re.findall(r"\s*\S+|\s+", text)


def plain_rounds(text: str = REPLY, tokens_per_s: float = 12.0) -> list[Round]:
    return [
        Round(
            i, "none", (), (Emitted(_id(t), t, Origin.PLAIN, 0.7),), Timing(0, 1 / tokens_per_s, 0),
            (i + 1) / tokens_per_s + 0.2,
        )
        for i, t in enumerate(words(text))
    ]  # fmt: skip


def speculative_rounds(text: str = REPLY, k: int = 4, seconds: float = 0.1) -> list[Round]:
    """Rounds that accept 0, 1 ... k drafts in turn: corrected ones, and a bonus where all stand."""
    tokens, rounds, at = words(text), [], 0
    while at < len(tokens):
        accepted = min(len(rounds) * 3 % (k + 1), len(tokens) - at - 1)
        rounds.append(_round(len(rounds), tokens, at, accepted, k, seconds))
        at += accepted + 1
    return rounds


def _round(index: int, tokens: Sequence[str], at: int, accepted: int, k: int, seconds: float) -> Round:
    drafts = [
        Draft(_id(t), t, 0.8, 0.9, Verdict.ACCEPTED, i - 1) for i, t in enumerate(tokens[at : at + accepted])
    ]
    if accepted < k:
        drafts.append(Draft(7, " guess", 0.5, 0.1, Verdict.REJECTED, accepted - 1))
    for i in range(len(drafts), k):
        drafts.append(Draft(8, " more", 0.4, None, Verdict.UNTESTED, i - 1))
    last = tokens[at + accepted]
    emitted = [Emitted(d.token, d.text, Origin.ACCEPTED, d.p) for d in drafts[:accepted]]
    own = Origin.BONUS if accepted == k else Origin.CORRECTED
    emitted.append(Emitted(_id(last), last, own, 0.6))
    wobble = seconds * (1 + 0.2 * (index % 3))
    timing = Timing(wobble * 0.1, wobble * 0.85, wobble * 0.05)
    return Round(index, "lookup", tuple(drafts), tuple(emitted), timing, (index + 1) * seconds + 0.2)


def _switched(waiting: Sequence[Round], mode: Mode, done: Sequence[Round], *, marked: bool) -> list[Round]:
    """The same text in rounds of the other mode, after those that are done."""
    text = "".join(round_.text for round_ in waiting)
    rounds = plain_rounds(text) if mode == "plain" else speculative_rounds(text)
    at = done[-1].at if done else 0.0
    undrafted: Undrafted | None = "switched" if mode == "plain" and marked else None
    rounds = [
        replace(r, index=len(done) + i, at=at + r.at, undrafted=undrafted) for i, r in enumerate(rounds)
    ]
    return [replace(rounds[0], switched=mode if done else None), *rounds[1:]]


def _id(text: str) -> int:
    return sum(text.encode()) % 5000 + 10


@dataclass
class ScriptedEngine:
    """Plays `rounds` (by default made from `text`, speculative or plain as asked).

    pause_at: before the round of that index (0: during the prefill) it waits for `go` or for Stop; `paused`
    is set while it does. left_out: the turns it says it left out. failure: raised instead of the round of
    index fail_at. gives_up_at: before that round the drafter does, for good. one_pause: `go` lets it through
    one pause only, so that another can follow. seen: the requests it got, but for those for a title, which is
    `title`, at once or once title_go is set.
    """

    name: str = "Scripted-135M"
    context_limit: int = 8192
    takes_system: bool = True
    text: str = REPLY
    rounds: Sequence[Round] | None = None
    pause_at: int | None = None
    fail_at: int = 0
    failure: Exception | None = None
    go: threading.Event = field(default_factory=threading.Event)
    paused: threading.Event = field(default_factory=threading.Event)
    seen: list[ChatRequest] = field(default_factory=list)
    retraced: list[ChatRequest] = field(default_factory=list)
    drafts: tuple[str, ...] = ("lookup",)
    forgotten: list[str] = field(default_factory=list)
    left_out: int = 0
    title: str = ""
    title_go: threading.Event | None = None
    titles_asked: list[ChatRequest] = field(default_factory=list)
    one_pause: bool = False
    gives_up_at: int | None = None
    counted_in: list[str] = field(default_factory=list)
    closed: bool = False
    threads: set[str] = field(default_factory=set)

    def reply(self, request: ChatRequest, control: ReplyControl) -> Iterator[Event]:
        if request.session.startswith(SESSION):
            yield from self._make_title(request, control)
            return
        self.seen.append(request)
        self.threads.add(threading.current_thread().name)
        plain = request.draft == "none"
        drafter = "none" if plain else "lookup"
        mode = "plain" if plain else "speculative"
        verifier = "greedy" if request.sampling.greedy else "rejection"
        resolved = Resolved(verifier, "cpu", "float32", request.exact)
        seed = request.seed if request.seed is not None else 1234
        yield Started(self.name, drafter, mode, request.k, request.sampling, seed, resolved, self.left_out)
        yield from self._decode(
            request, control, plain, Plan(drafter, mode, 1 if plain else 4, "as scripted")
        )

    def _make_title(self, request: ChatRequest, control: ReplyControl) -> Iterator[Event]:
        self.titles_asked.append(request)
        while self.title_go is not None and not control.stopped and not self.title_go.wait(0.002):
            pass
        yield Finished("cancelled" if control.stopped else "eos", self.title, Tally().summary())

    def _decode(
        self, request: ChatRequest, control: ReplyControl, plain: bool, plan: Plan
    ) -> Iterator[Event]:
        rounds = self.rounds
        if rounds is None:
            rounds = plain_rounds(self.text) if plain else speculative_rounds(self.text)
        tally = Tally()
        done: list[Round] = []
        tally.prefilled(20, 0.2)
        waiting, mode, began = list(rounds), plan.mode, plan.mode
        while waiting:
            index = len(done)
            self._wait(index, control)
            if control.stopped:
                yield Finished("cancelled", "".join(r.text for r in done), tally.summary())
                return
            if index == 0:
                yield Prefilled(20, 5, 0.2)
                yield plan
            gave_up = self.gives_up_at is not None and index >= self.gives_up_at
            wanted = "plain" if gave_up else control.mode or mode
            if wanted != mode:
                mode = wanted
                drafter, k = ("none", 0) if mode == "plain" else ("lookup", 4)
                yield Plan(drafter, mode, k, "The draft gave up." if gave_up else as_chosen(mode))
                waiting = _switched(waiting, mode, done, marked=mode != began)
            round_ = waiting.pop(0)
            if self.failure is not None and index == self.fail_at:
                if isinstance(self.failure, SlipstreamError):
                    yield Failed(str(self.failure))
                    return
                raise self.failure
            tally.add(round_)
            done.append(round_)
            yield round_
        yield Finished("eos", "".join(r.text for r in done), tally.summary())

    def _wait(self, index: int, control: ReplyControl) -> None:
        if index != self.pause_at:
            return
        self.paused.set()
        while not control.stopped and not self.go.wait(0.002):
            pass
        self.paused.clear()
        if self.one_pause:
            self.go.clear()

    def count(self, messages: Sequence[Message], session: str) -> int:
        """Words, and five tokens of template for each message."""
        self.counted_in.append(session)
        return sum(5 + len(words(message.content)) for message in messages)

    def count_text(self, text: str) -> int:
        return len(words(text))

    def difference(
        self,
        request: ChatRequest,
        plain: Sequence[int],
        speculative: Sequence[int],
        drafts: int,
        control: ReplyControl,
    ) -> Difference | None:
        if tuple(plain) == tuple(speculative):
            return None
        position = common_prefix(plain, speculative)
        ids = [*plain, None][position], [*speculative, None][position]
        return Difference(position, *ids, 0.25, 0.125)

    def retrace(
        self,
        request: ChatRequest,
        _reply: Sequence[int],
        lanes: Sequence[tuple[str, DraftLength]],
        control: ReplyControl,
    ) -> Iterator[tuple[int, Round]]:
        """Each lane in rounds of a few milliseconds, those of k drafts a little longer than plain ones."""
        self.retraced.append(request)
        for lane, (draft, k) in enumerate(lanes):
            plain = draft == "none"
            drafts = 4 if k == "auto" else k
            rounds = plain_rounds(self.text) if plain else speculative_rounds(self.text, drafts)
            for index, round_ in enumerate(rounds):
                self._wait(index, control)
                control.check()
                timing = Timing(0, 0.002 if plain else 0.003, 0)
                yield lane, replace(round_, timing=timing)

    def forget(self, session: str) -> None:
        if not session.startswith(SESSION):
            self.forgotten.append(session)

    def close(self) -> None:
        self.closed = True


@dataclass
class ScriptedLoader:
    """A loader that gives `engine`; with slow it waits for `go` or a cancel, with failure it raises.

    deaf: it waits for `go` and hears no cancel. refusal: raised already by the check, unless it is about
    memory and the load is forced. fit, note: what the check finds.
    """

    engine: ScriptedEngine = field(default_factory=ScriptedEngine)
    failure: Exception | None = None
    slow: bool = False
    deaf: bool = False
    go: threading.Event = field(default_factory=threading.Event)
    waiting: threading.Event = field(default_factory=threading.Event)
    targets: list[str] = field(default_factory=list)
    refusal: Exception | None = None
    fit: Fit | None = None
    note: str = ""
    checked: list[tuple[str, bool]] = field(default_factory=list)

    def prepare(self, target: str, progress: ProgressCallback, check: Check, *, force: bool) -> Prepared:
        self.checked.append((target, force))
        check()
        if self.refusal is not None and not (force and isinstance(self.refusal, DoesNotFitError)):
            raise self.refusal
        return Prepared(lambda progress, check: self(target, progress, check), self.fit, self.note)

    def __call__(self, target: str, progress: ProgressCallback, check: Check) -> ScriptedEngine:
        self.targets.append(target)
        progress(Progress("Reading the weights", 50, 100))
        while (self.slow or self.deaf) and not self.go.is_set():
            self.waiting.set()
            if not self.deaf:
                check()
            self.go.wait(0.002)
        if self.failure is not None:
            raise self.failure
        return self.engine


@dataclass
class ScriptedFetcher:
    """A fetcher that reports progress; `on_done` puts in place what a real one leaves behind."""

    failure: Exception | None = None
    slow: bool = False
    go: threading.Event = field(default_factory=threading.Event)
    calls: int = 0
    on_done: Callable[[], None] = lambda: None

    def __call__(self, progress: ProgressCallback, check: Check) -> None:
        self.calls += 1
        progress(Progress("Downloading", 30_000_000, 90_000_000))
        while self.slow and not self.go.is_set():
            check()
            self.go.wait(0.002)
        if self.failure is not None:
            raise self.failure
        self.on_done()
