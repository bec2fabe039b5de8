"""What the engine's thread is asked to do, and what it says of it. Free of Qt."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Literal

from desktop_app.bench.audition_outcome import AuditionOutcome
from desktop_app.bench.duel import DuelOutcome, Lane, LaneEvent
from desktop_app.bench.pair_measure import PairMeasurement
from desktop_app.bench.selftest_result import SelfTestResult
from desktop_app.bench.verify_report import TraceReport
from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event
from desktop_app.engines.baselines import Baseline
from desktop_app.engines.trace import Trace
from desktop_app.models.device_memory import DeviceMemory
from desktop_app.models.progress import Progress

Stage = Literal[
    "empty",
    "fetching",
    "loading",
    "ready",
    "replying",
    "duelling",
    "measuring",
    "testing",
    "verifying",
    "failed",
]

# the target that the program fetches itself
STARTER = "starter"
# a count of tokens where they cannot be counted
UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class EngineState:
    """What the engine is doing. detail is a sentence when failed, the target while it loads.

    model is the loaded target's name, "" while there is none; context_limit is in tokens. takes_system:
    whether its chat template has a place for a system prompt.
    """

    stage: Stage
    detail: str = ""
    progress: Progress | None = None
    model: str = ""
    context_limit: int = 0
    takes_system: bool = True

    @property
    def busy(self) -> bool:
        return self.stage not in ("empty", "ready", "failed")


@dataclass(frozen=True, slots=True)
class ReplyEvent:
    message_id: str
    event: Event


@dataclass(frozen=True, slots=True)
class Counted:
    """tokens is UNKNOWN where they cannot be counted."""

    key: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Answered:
    """text is "" where the answer failed or was stopped."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class DeviceUse:
    """Memory of the graphics device, measured in the engine's thread; None where none is in use."""

    memory: DeviceMemory | None


@dataclass(frozen=True, slots=True)
class JobDone:
    job: Job


@dataclass(frozen=True, slots=True)
class GarbageDue:
    """Cycles are to be freed in the thread that takes the notices: some may be of its own objects."""

    done: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class ThreadEnded:
    """The last notice there is."""


@dataclass(frozen=True, slots=True)
class DuelEvent:
    event: LaneEvent


@dataclass(frozen=True, slots=True)
class DuelOver:
    """outcome is None where the duel was stopped or failed; error says why it failed, "" otherwise."""

    outcome: DuelOutcome | None
    error: str = ""


@dataclass(frozen=True, slots=True)
class Auditioned:
    """outcome: of the replies so far; None where the audition failed."""

    key: str
    outcome: AuditionOutcome | None


@dataclass(frozen=True, slots=True)
class PlainKnown:
    """What is known of the loaded model's plain speed on this machine, when it may have changed."""

    known: tuple[Baseline, ...]


@dataclass(frozen=True, slots=True)
class MeasureOver:
    """error says why nothing was measured, "" otherwise; stopped: by the user."""

    error: str = ""
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class SelfTestOver:
    """result is None where the test was stopped or failed; error says why it failed, "" otherwise."""

    job: RunSelfTest
    result: SelfTestResult | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class VerifyOver:
    """report is None where it was stopped or failed; error says why it failed, "" otherwise."""

    job: VerifyTrace
    report: TraceReport | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class PairMeasured:
    """found is None where the measurement was stopped or failed; error says why it failed, "" otherwise."""

    job: MeasurePair
    found: PairMeasurement | None = None
    error: str = ""


Notice = (
    EngineState
    | ReplyEvent
    | Counted
    | Answered
    | DuelEvent
    | DuelOver
    | Auditioned
    | PlainKnown
    | MeasureOver
    | PairMeasured
    | SelfTestOver
    | VerifyOver
    | DeviceUse
    | GarbageDue
    | JobDone
    | ThreadEnded
)


@dataclass(frozen=True, slots=True, eq=False)
class Load:
    target: str
    control: ReplyControl = field(default_factory=ReplyControl)


@dataclass(frozen=True, slots=True, eq=False)
class FetchStarter:
    control: ReplyControl = field(default_factory=ReplyControl)


@dataclass(frozen=True, slots=True, eq=False)
class Reply:
    request: ChatRequest
    message_id: str
    control: ReplyControl = field(default_factory=ReplyControl)


@dataclass(frozen=True, slots=True, eq=False)
class Forget:
    session: str
    control: ReplyControl = field(default_factory=ReplyControl)


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """An answer that belongs to no conversation, such as a title; its session is forgotten afterwards."""

    key: str
    request: ChatRequest
    gives_way: bool = False
    control: ReplyControl = field(default_factory=ReplyControl)


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """content: a text on its own, or the messages of a prompt in that session."""

    key: str
    content: str | tuple[Message, ...]
    session: str = ""
    control: ReplyControl = field(default_factory=ReplyControl)

    @property
    def characters(self) -> int:
        if isinstance(self.content, str):
            return len(self.content)
        return sum(len(message.content) for message in self.content)


@dataclass(frozen=True, slots=True, eq=False)
class HoldDuel:
    """What `Duel` is made of, but for the engine."""

    request: ChatRequest
    lanes: tuple[Lane, ...]
    back: bool
    control: ReplyControl = field(default_factory=ReplyControl)


@dataclass(frozen=True, slots=True)
class AskedReply:
    """A finished reply: where it is stored, and how it was asked for."""

    message_id: str
    request: ChatRequest


@dataclass(frozen=True, slots=True, eq=False)
class HoldAudition:
    """key: the conversation. used: how it is drafted. Gives way to every other job."""

    key: str
    replies: tuple[AskedReply, ...]
    used: Lane
    control: ReplyControl = field(default_factory=ReplyControl)


@dataclass(frozen=True, slots=True, eq=False)
class MeasurePlain:
    """context: tokens before the steps that are measured."""

    context: int
    control: ReplyControl = field(default_factory=ReplyControl)


@dataclass(frozen=True, slots=True, eq=False)
class RunSelfTest:
    """draft: named as in a request."""

    draft: str
    control: ReplyControl = field(default_factory=ReplyControl)


@dataclass(frozen=True, slots=True, eq=False)
class VerifyTrace:
    """name: of the trace, for sentences."""

    trace: Trace
    name: str
    control: ReplyControl = field(default_factory=ReplyControl)


@dataclass(frozen=True, slots=True, eq=False)
class MeasurePair:
    """The loaded target with this draft, on prompts of their own."""

    draft: str
    sampling: SamplingParams
    control: ReplyControl = field(default_factory=ReplyControl)


Job = (
    HoldAudition
    | Load
    | FetchStarter
    | Reply
    | Forget
    | Ask
    | Count
    | HoldDuel
    | MeasurePlain
    | MeasurePair
    | RunSelfTest
    | VerifyTrace
)
