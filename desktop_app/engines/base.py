"""What an engine takes and what it gives: a conversation in, events out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from desktop_app.chats.messages import Message, Role
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.plan import Mode as Mode
from desktop_app.decoding.plan import Plan as Plan
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams, VerifierName
from desktop_app.decoding.stopping import FinishReason
from desktop_app.decoding.tally import TallySummary

VerifierChoice = Literal["auto", "rejection", "coupled"]
DraftLength = int | Literal["auto"]
Overflow = Literal["stop", "drop_oldest"]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One reply asked for.

    draft: "auto", "none", "eagle" (the trained head that comes with the program), "lookup", "suffix",
    "skip:N" (the target's own first N layers), "starter", a model's or a head's path, or several of them
    joined by "+", of which the first with a guess drafts; lookup behind a head grows into the head's tree.
    k: drafts a round; "auto" leaves it to the program, a number is kept exactly.
    seed None draws one, which `Started` reports. session: requests of one conversation share a cache. With
    raw the text of the last message is the prompt as it stands, without a chat template.
    verifier counts above temperature 0; "auto" is coupled for a model with a head, which drafts trees, and
    rejection for others. record: rounds keep the distributions behind their tokens.
    control_every: one round of so many runs plain, so that the reply's speedup is measured; 0 for none.
    max_seconds: the reply's time, prefill included; None is no limit. references: older versions of this
    reply, for suffix drafting; with "auto" they draft before what is drafted with otherwise. overflow: what
    happens to a conversation that leaves no room for the reply; "drop_oldest" leaves out its oldest turns,
    "stop" refuses one that does not fit.
    continues: the last message is a reply, and what is asked for is how it goes on. reply_ids: the tokens of
    that reply as they were generated; where they are unknown or of another model its text is encoded.
    standby: who drafts when a reply that began plainly is switched to speculative, named like draft; "none"
    where it cannot be.
    """

    messages: tuple[Message, ...]
    sampling: SamplingParams = field(default_factory=SamplingParams)
    draft: str = "auto"
    k: DraftLength = "auto"
    verifier: VerifierChoice = "auto"
    exact: bool = False
    max_tokens: int = 1024
    stop: tuple[str, ...] = ()
    seed: int | None = None
    raw: bool = False
    session: str = "default"
    record: bool = False
    max_seconds: float | None = None
    control_every: int = 0
    references: tuple[str, ...] = ()
    overflow: Overflow = "stop"
    continues: bool = False
    reply_ids: tuple[int, ...] = ()
    standby: str = "none"


@dataclass(frozen=True, slots=True)
class Resolved:
    """What the request came to on this machine."""

    verifier: VerifierName
    device: str
    dtype: str
    exact: bool


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """ids: of a reply, the tokens it was generated as; none where they are unknown."""

    role: Role
    content: str
    ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """What was asked, as a trace keeps it.

    ids: the tokens the model read before the reply; none where only the messages are known. continues: the
    last message is a reply, and the trace is of how it goes on. raw: the text of the last message is the
    prompt as it stands.
    """

    messages: tuple[PromptMessage, ...]
    ids: tuple[int, ...] = ()
    continues: bool = False
    raw: bool = False


@dataclass(frozen=True, slots=True)
class Started:
    """First event: the request as resolved. JSON name "request".

    left_out: oldest turns of the conversation that the model does not read. prompt: in traces only.
    """

    model: str
    draft: str
    mode: Mode
    k: DraftLength
    sampling: SamplingParams
    seed: int
    resolved: Resolved
    left_out: int = 0
    prompt: Prompt | None = None


@dataclass(frozen=True, slots=True)
class Prefilled:
    """The prompt is in the cache: tokens computed now, tokens reused, seconds it took."""

    tokens: int
    reused: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Text:
    """Text of an engine that cannot tell tokens apart."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """Last event of a reply that ended as it should; text is the whole reply."""

    reason: FinishReason
    text: str
    tally: TallySummary


@dataclass(frozen=True, slots=True)
class Failed:
    """Last event of a reply that could not go on: one sentence. What was emitted before stands."""

    error: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two replies to a request first differ. position: tokens before it; a token is None past a reply's
    end.

    The gaps are between the two best choices there: plain_gap in passes of one row, speculative_gap in
    passes with drafts. At temperature 0 the largest logit is chosen, with the coupled verifier the largest
    log p + noise of the seed; infinite where nothing else could be chosen, None with the rejection verifier.
    """

    position: int
    plain_token: int | None
    speculative_token: int | None
    plain_gap: float | None
    speculative_gap: float | None


Event = Started | Prefilled | Plan | Round | Text | Finished | Failed


class Engine(Protocol):
    """Owns a loaded model. Used from one thread only."""

    @property
    def name(self) -> str:
        """The target's name as shown."""

    @property
    def context_limit(self) -> int:
        """Tokens a conversation may hold, prompt and reply together."""

    @property
    def takes_system(self) -> bool:
        """Whether the model's chat template has a place for a system prompt."""

    def reply(self, request: ChatRequest, control: ReplyControl) -> Iterator[Event]:
        """Streams one reply. Ends with exactly one Finished or Failed; raises nothing of its own."""

    def count(self, messages: Sequence[Message], session: str) -> int:
        """Tokens of the prompt these messages make in that session, whatever fits.

        Raises:
            SlipstreamError: they cannot be rendered.
        """

    def count_text(self, text: str) -> int:
        """Tokens of a text on its own."""

    def difference(
        self,
        request: ChatRequest,
        plain: Sequence[int],
        speculative: Sequence[int],
        drafts: int,
        control: ReplyControl,
    ) -> Difference | None:
        """Of two replies to the request, given as ids; None when they are equal. drafts: the most in a round
        of the second. Costs a pass for each token they share.

        Raises:
            Cancelled: the user asked to stop.
            SlipstreamError: the model cannot be asked.
        """

    @property
    def drafts(self) -> tuple[str, ...]:
        """Drafts for any conversation that need no model of their own, the best first; as in a request."""

    def retrace(
        self,
        request: ChatRequest,
        reply: Sequence[int],
        lanes: Sequence[tuple[str, DraftLength]],
        control: ReplyControl,
    ) -> Iterator[tuple[int, Round]]:
        """Walks along a finished reply to the request, given as ids: for each lane, a draft and its k, the
        rounds in which it would have been written, with the lane's number. Nothing is generated, and no
        conversation's cache is touched. Costs what writing the reply in every lane would.

        Raises:
            Cancelled: the user asked to stop.
            SlipstreamError: the model cannot be asked.
        """

    def forget(self, session: str) -> None:
        """Frees the cache of a conversation that was deleted."""

    def close(self) -> None:
        """Frees the model."""
